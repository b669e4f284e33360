"""The engines that people have call the one function: every verdict is the planted one."""

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sealane
from conftest import single


@pytest.fixture(scope="module")
def batch(many):
    return many.batch()


@pytest.fixture(scope="module")
def file(batch, tmp_path_factory):
    path = str(tmp_path_factory.mktemp("rows") / "rows.parquet")
    pq.write_table(pa.Table.from_batches([batch]), path)
    return path


def judge(many, ids, verdicts, reasons=None):
    """Every row once, with the verdict and the reason that were planted; and those of single calls
    for what is not valid and for a few that are."""
    found = dict(zip(ids, zip(verdicts, reasons or many.reasons)))
    assert len(ids) == len(found) == len(many.keys)
    expected = dict(enumerate(zip(many.verdicts, many.reasons)))
    bad = [number for number, (verdict, _) in found.items() if verdict is not True]
    assert bad and sorted(bad) == [
        number for number, verdict in enumerate(many.verdicts) if verdict is not True]
    if reasons:
        assert found == expected
    else:
        assert {number: one for number, (one, _) in found.items()} == dict(
            enumerate(many.verdicts))
    for number in bad[:200] + list(range(1, len(ids), max(1, len(ids) // 200))):
        row = many.keys[number], many.digests[number], many.signatures[number]
        assert single(*row) == (many.verdicts[number], many.reasons[number])


def test_a_whole_column(many, batch):
    verdicts, reasons = sealane.verify_column(
        batch["key"], batch["digest"], batch["signature"], digests=True, reasons=True)
    judge(many, batch["id"].to_pylist(), verdicts.to_pylist(), reasons.to_pylist())


def test_duckdb_by_a_function(many, file):
    connection = duckdb.connect()
    connection.create_function(
        "is_signed",
        lambda key, digest, signature: sealane.verify_column(key, digest, signature, digests=True),
        ["BLOB", "BLOB", "BLOB"], "BOOLEAN", type="arrow", null_handling="special")
    rows = connection.sql(f"SELECT id, is_signed(key, digest, signature) AS valid FROM '{file}'")
    rows = rows.to_arrow_table()
    judge(many, rows["id"].to_pylist(), rows["valid"].to_pylist())
    count = connection.sql(f"""
        SELECT count(*) FROM '{file}' WHERE is_signed(key, digest, signature) IS NOT TRUE""")
    assert count.fetchall()[0][0] == sum(verdict is not True for verdict in many.verdicts)


def test_duckdb_by_batches(many, file):
    reader = duckdb.sql(f"SELECT * FROM '{file}'").to_arrow_reader(65_536)
    rows = pa.Table.from_batches(map(sealane.verify_batches, reader))
    judge(many, *(rows[name].to_pylist() for name in ["id", "valid", "reason"]))


def test_polars_by_map_batches(many, file):
    schema = {"id": pl.Int64, "valid": pl.Boolean, "reason": pl.String}
    rows = pl.scan_parquet(file).map_batches(sealane.verify_batches, schema=schema).collect()
    judge(many, *(rows[name].to_list() for name in ["id", "valid", "reason"]))


def test_parquet_by_batches(many, file):
    """As a program without an engine does it, in memory for a batch."""
    found = map(sealane.verify_batches, pq.ParquetFile(file).iter_batches(100_000))
    rows = pa.Table.from_batches(found)
    judge(many, *(rows[name].to_pylist() for name in ["id", "valid", "reason"]))
