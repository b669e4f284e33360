"""The blocks of docs/guide/data.md, in their order, as they stand there."""

import pathlib
import re

import pyarrow as pa
import pyarrow.parquet as pq

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "guide" / "data.md"


def blocks(word):
    return re.findall(rf"^```python{word}\n(.*?)^```$", PAGE.read_text(), re.M | re.S)


def test_the_guide_works(some, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.Table.from_batches([some.batch()]), "rows.parquet")
    names = {}
    for block in blocks(""):
        exec(compile(block, str(PAGE), "exec"), names)
    assert len(blocks("")) == 6
    assert capsys.readouterr().out == "SIG_INVALID\n"
    assert names["valid"].to_pylist() == some.verdicts
    assert names["found"]["valid"].to_list() == some.verdicts
    bad = [row["id"] for row in names["bad"]]
    assert bad == [at for at, verdict in enumerate(some.verdicts) if verdict is not True]
