#!/usr/bin/env python3
"""Measures the package for Python and the engines that call it, on the same rows, beside a loop
over the package `cryptography`, and writes the page.

usage: measure.py make FOLDER ROWS | measure.py run WHO FOLDER KEYS
       measure.py page FILE FOLDER [--rows N] [--turns N] [--cpu N] [--only WHO,..]
`make python-results` builds what is measured and calls the last. It starts a process for each
figure, on one processor: rows are in memory before, verdicts are in memory behind it, and the
counts of verdicts must be right.
"""

import argparse
import hashlib
import importlib.metadata
import json
import os
import pathlib
import platform
import random
import re
import statistics
import subprocess
import sys
import time

# Rows whose signature is of another digest: one of so many.
BAD = 100
# Keys in no order, and few of them, which then have tables.
KEYS = (1000, 64)
# Rows a second that are demanded, by who and how many keys; or the share of the column's.
FLOORS = {("column", 1000): 70_000, ("column", 64): 200_000}
SHARES = {"duckdb": 0.8, "spark": 0.5}
WHO = {
    "column": "`verify_column`, pyarrow",
    "dictionary": "`verify_column`, keys in a dictionary",
    "raw": "`verify_column`, raw signatures of fixed width",
    "batches": "`verify_batches`, record batches of 65,536 rows",
    "list": "`verify_batch`, lists",
    "duckdb": "DuckDB, Arrow function",
    "polars": "Polars, `map_batches`",
    "spark": "Spark, `mapInArrow`, `local[1]`, second job",
    "cryptography": "a loop over `cryptography`",
}


def make(folder, rows):
    """Writes the rows: files of Arrow, one for each number of keys."""
    import pyarrow as pa
    import sealane

    for keys in KEYS:
        draw = random.Random(1)
        privates = sealane.generate_batch("p256", keys)
        documents = [key.public_key().to_der() for key in privates]
        of_rows = [draw.randrange(keys) for _ in range(rows)]
        digests = [hashlib.sha256(b"payment %d of 100" % row).digest() for row in range(rows)]
        signed = sealane.sign_batch([privates[at] for at in of_rows], digests, digests=True)
        raw = sealane.sign_batch(
            [privates[at] for at in of_rows], digests, digests=True, format="raw")
        for row in range(7, rows, BAD):
            digests[row] = hashlib.sha256(digests[row]).digest()
        table = pa.table({
            "id": pa.array(range(rows), pa.int64()),
            "key": pa.array([documents[at] for at in of_rows], pa.binary()),
            "digest": pa.array(digests, pa.binary()),
            "signature": pa.array(signed, pa.binary()),
            "raw": pa.array(raw, pa.binary(64)),
        })
        with pa.ipc.new_file(folder / f"{keys}.arrow", table.schema) as out:
            out.write_table(table)


def ticks(pid):
    """Seconds of a process and of its children that were waited for; its parent."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return 0.0, 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK"), int(fields[1])


def cpu_seconds():
    """CPU seconds of this process and of all that came of it, user and system together."""
    found = {int(entry): ticks(entry) for entry in os.listdir("/proc") if entry.isdigit()}
    own, grown = {os.getpid()}, True
    while grown:
        more = {pid for pid, (_, parent) in found.items() if parent in own}
        grown = not more <= own
        own |= more
    return sum(found[pid][0] for pid in own)


def counts(verdicts):
    import pyarrow.compute as pc

    found = {one["values"]: one["counts"] for one in pc.value_counts(verdicts).to_pylist()}
    return [found.pop(True, 0), found.pop(False, 0), sum(found.values())]


def prepare(who, table, folder, keys):
    """Returns what is measured: a function from nothing to counts of verdicts."""
    import pyarrow as pa
    import sealane

    key, digest, signature = (table[name].combine_chunks() for name in
                              ["key", "digest", "signature"])
    if who == "column":
        return lambda: counts(sealane.verify_column(key, digest, signature, digests=True))
    if who == "dictionary":
        key = key.dictionary_encode()
        return lambda: counts(sealane.verify_column(key, digest, signature, digests=True))
    if who == "raw":
        raw, fixed = table["raw"].combine_chunks(), digest.cast(pa.binary(32))
        return lambda: counts(sealane.verify_column(
            key, fixed, raw, digests=True, algorithm="p256", format="raw"))
    if who == "batches":
        batches = table.drop(["raw"]).combine_chunks().to_batches(65_536)
        return lambda: counts(
            pa.Table.from_batches(map(sealane.verify_batches, batches))["valid"])
    if who == "list":
        known = {der: sealane.PublicKey.from_der(der) for der in set(key.to_pylist())}
        lists = [known[der] for der in key.to_pylist()], digest.to_pylist(), signature.to_pylist()
        return lambda: counts(pa.array(sealane.verify_batch(*lists, digests=True)))
    if who == "duckdb":
        import duckdb

        connection = duckdb.connect()
        connection.execute("SET threads = 1")
        source = table.drop(["raw"])
        connection.create_function(
            "is_signed",
            lambda key, digest, signature: sealane.verify_column(
                key, digest, signature, digests=True),
            ["BLOB"] * 3, "BOOLEAN", type="arrow", null_handling="special")
        connection.execute("CREATE TABLE rows AS SELECT key, digest, signature FROM source")
        sql = "SELECT is_signed(key, digest, signature) AS valid FROM rows"
        return lambda: counts(connection.sql(sql).to_arrow_table()["valid"])
    if who == "polars":
        import polars as pl

        frame = pl.from_arrow(table.drop(["raw"])).lazy()
        schema = {"id": pl.Int64, "valid": pl.Boolean, "reason": pl.String}
        return lambda: counts(
            frame.map_batches(sealane.verify_batches, schema=schema).collect()["valid"].to_arrow())
    if who == "cryptography":
        return lambda: loop(key.to_pylist(), digest.to_pylist(), signature.to_pylist())
    return prepare_spark(table, folder, keys)


def loop(keys, digests, signatures):
    """As people write it."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import load_der_public_key

    known, found, scheme = {}, [0, 0, 0], ec.ECDSA(utils.Prehashed(SHA256()))
    for der, digest, signature in zip(keys, digests, signatures):
        key = known.get(der)
        if key is None:
            key = known[der] = load_der_public_key(der)
        try:
            key.verify(signature, digest, scheme)
            found[0] += 1
        except InvalidSignature:
            found[1] += 1
    return found


def prepare_spark(table, folder, keys):
    import pyarrow.parquet as pq
    import sealane
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    path = str(folder / f"{keys}.parquet")
    pq.write_table(table.drop(["raw"]), path)
    builder = SparkSession.builder.master("local[1]").appName("sealane")
    for name, value in {
        "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    rows = session.read.parquet(path).cache()

    def job():
        found = rows.mapInArrow(
            lambda batches: map(sealane.verify_batches, batches),
            "id long, valid boolean, reason string")
        found = {row["valid"]: row["count"] for row in found.groupBy("valid").count().collect()}
        return [found.pop(True, 0), found.pop(False, 0), sum(found.values())]

    # The first job starts the worker, compiles, and keeps the rows in memory.
    job()
    return job


def run(who, folder, keys):
    """Prints the seconds by the clock and of the CPU, and the counts of verdicts."""
    import pyarrow as pa

    with pa.memory_map(str(folder / f"{keys}.arrow")) as file:
        table = pa.ipc.open_file(file).read_all()
        work = prepare(who, table, folder, keys)
        cpu, clock = cpu_seconds(), time.monotonic()
        found = work()
        clock, cpu = time.monotonic() - clock, cpu_seconds() - cpu
    print(json.dumps({"clock": clock, "cpu": cpu, "counts": found}))


def one(who, folder, keys, rows, cpu):
    """Runs one measurement on one processor; returns rows a second of the CPU and of the clock."""
    command = ["taskset", "-c", str(cpu), sys.executable, __file__, "run", who, folder, str(keys)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{who}: {done.stderr[-3000:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    bad = len(range(7, rows, BAD))
    if found["counts"] != [rows - bad, bad, 0]:
        sys.exit(f"{who}: wrong verdicts: {found['counts']}, {bad} of {rows} are not valid")
    return rows / found["cpu"], rows / found["clock"]


def text_of(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    field = lambda name: re.search(rf"^{name}\s*: (.*)$", text, re.M).group(1)
    return f"{field('model name')} (family {field('cpu family')}, model {field('model')})"


def head(arguments):
    packages = ["pyarrow", "duckdb", "polars", "pyspark", "cryptography", "numpy"]
    packages = [name for name in packages if name not in arguments.missing]
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)
    changed = text_of(["git", "status", "--porcelain", "--", "crates", "lab/python", "Cargo.lock"])
    commit = text_of(["git", "rev-parse", "--short=12", "HEAD"])
    load = " ".join(pathlib.Path("/proc/loadavg").read_text().split()[:3])
    return f"""# Python, and engines that call it

Written by `make python-results`; do not edit.

- Processor: {processor()}.
- Compiler: {text_of(["rustc", "--version"])}, release profile, no processor named.
- Commit: {commit}{" with changes" if changed else ""}.
- Python {platform.python_version()}; {versions}.
- Load: {load} at the start.
- {arguments.rows} rows of digests, signed on P-256, keys in no order, each in its row as a
  document of 91 bytes; every hundredth signature is not valid, and every count of verdicts was
  right. One thread on CPU {arguments.cpu}, each figure by a process of its own, in turn; from rows
  in memory to verdicts in memory.

Rows a second: of CPU time, user and system together, of the process and of all that came of it, as
the median of {arguments.turns} turns and the best one; and by the clock, as the median. *Of the
column* is the ratio to `verify_column` in the same turn, as the median. 64 keys have tables, of
1,000 a part has.
"""


def page(arguments):
    folder, rows = arguments.folder, arguments.rows
    who = arguments.only.split(",") if arguments.only else list(WHO)
    arguments.missing = set()
    if "spark" in who and not (has("pyspark") and text_of(["which", "java"])):
        print("SKIPPED: spark: there is no pyspark or no java", file=sys.stderr)
        arguments.missing.add("pyspark")
        who.remove("spark")
    text = head(arguments)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, __file__, "make", folder, str(rows)], check=True)
    missed = []
    for keys in KEYS:
        found = {one: [] for one in who}
        for turn in range(arguments.turns):
            for name in who[turn % len(who):] + who[:turn % len(who)]:
                found[name].append(one(name, folder, keys, rows, arguments.cpu))
                print(f"{keys} keys, turn {turn + 1}: {name}: "
                      f"{found[name][-1][0]:.0f} of CPU, {found[name][-1][1]:.0f} by the clock",
                      file=sys.stderr, flush=True)
        text += f"\n## {keys} keys\n\n| who | of CPU | best | by the clock | of the column " \
                "| at least |\n|---|---:|---:|---:|---:|---:|\n"
        for name in who:
            cpu = [each[0] for each in found[name]]
            median, clock = statistics.median(cpu), statistics.median(x[1] for x in found[name])
            pairs = zip(found[name], found.get("column", []))
            ratio = statistics.median(a[0] / b[0] for a, b in pairs) if "column" in who else 0
            floor = FLOORS.get((name, keys))
            share = SHARES.get(name)
            floor_text = f"{floor}" if floor else f"{share} of the column" if share else ""
            if (floor and median < floor) or (share and ratio < share):
                missed.append(f"{name} with {keys} keys")
                floor_text = f"**{floor_text}: missed**"
            text += f"| {WHO[name]} | {median:.0f} | {max(cpu):.0f} | {clock:.0f} " \
                    f"| {ratio:.2f} | {floor_text} |\n"
    pathlib.Path(arguments.file).write_text(text)
    print(text)
    if missed:
        sys.exit("floors missed: " + "; ".join(missed))


def has(package):
    try:
        importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    tasks = parser.add_subparsers(dest="task", required=True)
    task = tasks.add_parser("make")
    task.add_argument("folder", type=pathlib.Path)
    task.add_argument("rows", type=int)
    task = tasks.add_parser("run")
    task.add_argument("who", choices=WHO)
    task.add_argument("folder", type=pathlib.Path)
    task.add_argument("keys", type=int, choices=KEYS)
    task = tasks.add_parser("page")
    task.add_argument("file")
    task.add_argument("folder")
    task.add_argument("--rows", type=int, default=1_000_000)
    task.add_argument("--turns", type=int, default=3)
    task.add_argument("--cpu", type=int, default=1)
    task.add_argument("--only")
    arguments = parser.parse_args()
    if arguments.task == "make":
        make(arguments.folder, arguments.rows)
    elif arguments.task == "run":
        run(arguments.who, arguments.folder, arguments.keys)
    else:
        page(arguments)


if __name__ == "__main__":
    main()
