"""Spark calls the one function by `mapInArrow`, here in one process."""

import os
import shutil
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sealane
from test_engines import judge
from test_guide import blocks

if shutil.which("java") is None:
    pytest.skip("java is not installed: apt-get install openjdk-17-jre-headless",
                allow_module_level=True)
pyspark = pytest.importorskip("pyspark")


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    # Its workers are of this environment, and not of the path's first Python.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[1]").appName("sealane")
    settings = {
        "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.log.level": "ERROR",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def test_spark_by_map_in_arrow(many, spark, tmp_path):
    path = str(tmp_path / "rows.parquet")
    pq.write_table(pa.Table.from_batches([many.batch()]), path)
    verified = spark.read.parquet(path).mapInArrow(
        lambda batches: map(sealane.verify_batches, batches),
        "id long, valid boolean, reason string")
    verified.write.parquet(str(tmp_path / "verified"))
    rows = pq.read_table(str(tmp_path / "verified"))
    judge(many, *(rows[name].to_pylist() for name in ["id", "valid", "reason"]))


def test_what_a_worker_refuses_is_told_with_its_code(spark):
    rows = spark.createDataFrame([(1, 2)], "key long, digest long")
    failing = rows.mapInArrow(lambda batches: map(sealane.verify_batches, batches), "valid boolean")
    with pytest.raises(Exception, match="ARGUMENT_COLUMN"):
        failing.collect()


def test_the_guide_works(some, spark, tmp_path, monkeypatch):
    block, = blocks(" spark")
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.Table.from_batches([some.batch()]), "rows.parquet")
    # Spark looks from where it was started.
    block = block.replace('parquet("', f'parquet("{tmp_path}/')
    exec(block, {"spark": spark, "sealane": sealane})
    bad = pq.read_table("not-signed.parquet")["id"].to_pylist()
    assert sorted(bad) == [at for at, verdict in enumerate(some.verdicts) if verdict is not True]
