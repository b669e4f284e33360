"""`sealane verify-batch` over Parquet: files that pyarrow writes, signatures by cryptography.

The command is the one that SEALANE_COMMAND names, built with the feature `parquet`.
"""

import hashlib
import os
import random
import resource
import subprocess

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

SEED = int(os.environ.get("SEALANE_SEED", random.SystemRandom().randrange(1 << 32)))
ROWS = 3_000
DER = serialization.Encoding.DER
PEM = serialization.Encoding.PEM
SPKI = serialization.PublicFormat.SubjectPublicKeyInfo


def run(*arguments):
    command = [os.environ["SEALANE_COMMAND"], "verify-batch", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def refused(found, status, *words):
    """Whether a run ended so, and says these words."""
    assert found.returncode == status, found
    assert "panicked" not in found.stderr, found.stderr
    for word in words:
        assert word in found.stderr, found.stderr


def document(key, encoding=DER):
    return key.public_key().public_bytes(encoding, SPKI)


@pytest.fixture(scope="session")
def rows():
    """Rows on P-256 by seven keys, and what is to be found of each."""
    draw = random.Random(SEED)
    print(f"SEALANE_SEED={SEED}")
    privates = [ec.generate_private_key(ec.SECP256R1()) for _ in range(7)]
    columns = {name: [] for name in ["id", "key", "digest", "signature", "valid", "reason"]}
    for number in range(ROWS):
        private = draw.choice(privates)
        digest = hashlib.sha256(b"payment %d" % number).digest()
        signature = private.sign(digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))
        columns_of = planted(number, document(private), digest, signature)
        for name, value in zip(columns, [number, *columns_of]):
            columns[name].append(value)
    return columns


def planted(number, key, digest, signature):
    """A row, with what is wrong with it if its number says so: columns, verdict and reason."""
    match number % 1000:
        case 107 | 307:
            return key, hashlib.sha256(digest).digest(), signature, False, "SIG_INVALID"
        case 211:
            return key, digest, signature[:-1], None, "SIG_ENCODING"
        case 222:
            return key, digest[:31], signature, None, "DIGEST_LENGTH"
        case 233:
            return key[:-1], digest, signature, None, "KEY_ENCODING"
        case 255:
            return None, digest, signature, None, "NULL_KEY"
        case 266:
            return key, None, signature, None, "NULL_MESSAGE"
        case 277:
            return key, digest, None, None, "NULL_SIGNATURE"
    return key, digest, signature, True, None


def table(rows, kind=pa.binary()):
    return pa.table({
        "id": pa.array(rows["id"], pa.int64()),
        "key": pa.array(rows["key"], kind),
        "digest": pa.array(rows["digest"], kind),
        "note": [f"row {number}" for number in rows["id"]],
        "signature": pa.array(rows["signature"], kind),
    })


def good(rows, **columns):
    """Only the rows that are valid, with other columns."""
    of = [at for at, valid in enumerate(rows["valid"]) if valid]
    picked = {name: [values[at] for at in of] for name, values in rows.items()}
    return {**picked, **columns}


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "lz4", "zstd"])
def test_each_row_has_its_verdict(tmp_path, rows, compression):
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    pq.write_table(table(rows), file, compression=compression, row_group_size=700)
    found = run("--manifest", file, "--out", out, "--threads", 2)
    refused(found, 3, 'BATCH_REFUSED: 18 of 3000 items refused; the first: row 211, column '
            '"signature": SIG_ENCODING')
    assert found.stdout == "items: 3000\nvalid: 2976\nrefused: 18\ninvalid: 6\n"
    made = pq.read_table(out)
    assert made.column_names == ["id", "note", "valid", "reason"]
    assert made["id"].to_pylist() == rows["id"]
    assert made["note"].to_pylist() == [f"row {number}" for number in rows["id"]]
    assert made["valid"].to_pylist() == rows["valid"]
    assert made["reason"].to_pylist() == rows["reason"]
    assert sorted(os.listdir(tmp_path)) == ["out.parquet", "rows.parquet"]


@pytest.mark.parametrize("kind", [
    pa.large_binary(), pa.binary_view(), pa.dictionary(pa.int32(), pa.binary()),
])
def test_columns_of_other_types(tmp_path, rows, kind):
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    pq.write_table(table(rows, kind), file)
    refused(run("--manifest", file, "--out", out, "--keep-columns"), 3, "18 of 3000")
    made = pq.read_table(out)
    assert made.column_names == ["id", "key", "digest", "note", "signature", "valid", "reason"]
    assert made["valid"].to_pylist() == rows["valid"]
    assert made["key"].cast(pa.binary()).to_pylist() == rows["key"]


def test_rows_that_are_valid_end_well_and_invalid_ones_have_their_status(tmp_path, rows):
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    well = table(good(rows)).slice(0, 100)
    fixed = well.set_column(2, "digest", well["digest"].cast(pa.binary(32)))
    pq.write_table(fixed, file)
    assert run("--manifest", file, "--out", out, "--json").stdout == (
        '{"before":0,"items":100,"valid":100}\n')
    swapped = well.set_column(2, "digest", well["digest"].combine_chunks()[::-1])
    pq.write_table(swapped, file)
    refused(run("--manifest", file, "--out", out, "--force"), 4, "SIG_INVALID: 100 of 100",
            "row 0, column")
    # No rows, no verdicts.
    pq.write_table(well.slice(0, 0), file)
    found = run("--manifest", file, "--out", out, "--force")
    assert (found.returncode, found.stdout) == (0, "items: 0\n")
    assert pq.read_table(out).num_rows == 0


def test_messages_named_columns_and_one_key(tmp_path):
    private = ed25519.Ed25519PrivateKey.generate()
    texts = ["Pay 100 to Bob.", "Pay 200 to Bob.", ""]
    signed = [private.sign(text.encode()) for text in texts]
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"text": texts, "valid": [1, 2, 3], "sig": signed}), file)
    (tmp_path / "public.pem").write_bytes(document(private, PEM))
    named = ["--message-column", "text", "--signature-column", "sig", "--valid-column", "ok",
             "--reason-column", "why"]
    found = run("--manifest", file, "--out", out, "--key", tmp_path / "public.pem", *named)
    assert found.returncode == 0, found
    assert pq.read_table(out).to_pydict() == {
        "valid": [1, 2, 3], "ok": [True] * 3, "why": [None] * 3}
    # A name that is taken is refused before anything is written.
    again = run("--manifest", file, "--out", tmp_path / "other", "--key", tmp_path / "public.pem",
                *named[:4])
    refused(again, 3, "ARGUMENT_COLUMN", '"valid"')
    assert not (tmp_path / "other").exists()


def test_octets_raw_signatures_and_schemes(tmp_path):
    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)
    messages = [b"message %d" % number for number in range(20)]
    der = [private.sign(message, ec.ECDSA(hashes.SHA384())) for message in messages]
    raw = [b"".join(it.to_bytes(32, "big") for it in utils.decode_dss_signature(it)) for it in der]
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"

    def verified(signatures, *options):
        columns = {"key": [point] * 20, "message": messages, "signature": signatures}
        pq.write_table(pa.table(columns), file)
        return run("--manifest", file, "--out", out, "--force", *options).returncode

    octets = ["--algorithm", "p256", "--scheme", "ecdsa-sha384"]
    assert verified(raw, *octets, "--format", "raw") == 0
    assert verified(der, *octets, "--format", "der") == 0
    assert verified(raw[:10] + der[10:], *octets) == 0
    assert verified(der, *octets, "--format", "raw") == 3
    assert verified(raw, *octets, "--format", "der") == 3
    assert verified(der, "--algorithm", "p256") == 4
    assert verified(der, "--scheme", "ecdsa-sha384") == 3


def test_columns_that_are_missing_or_of_other_things(tmp_path, rows):
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    whole = table(rows)

    def tried(changed, *options):
        pq.write_table(changed, file)
        found = run("--manifest", file, "--out", out, *options)
        assert os.listdir(tmp_path) == ["rows.parquet"]
        return found

    refused(tried(whole.drop_columns("signature")), 3, 'ARGUMENT_COLUMN', '"signature"',
            "there are id, key, digest, note")
    refused(tried(whole.drop_columns("key")), 3, "ARGUMENT_COLUMN", '"key"')
    refused(tried(whole.drop_columns("digest")), 3, "ARGUMENT_COLUMN", '"digest" or "message"')
    refused(tried(whole, "--key-column", "signer"), 3, "ARGUMENT_COLUMN", '"signer"')
    refused(tried(whole, "--digest-column", "id"), 3, "ARGUMENT_TYPE", "id:", "not of Int64")
    numbers = whole.set_column(4, "signature", whole["id"])
    refused(tried(numbers), 3, "ARGUMENT_TYPE", "signature:", "not of Int64")
    nested = whole.set_column(1, "key", pa.array([[1]] * ROWS))
    refused(tried(nested), 3, "ARGUMENT_TYPE", "key:")


def test_files_that_are_cut_or_changed_are_refused_and_nothing_is_written(tmp_path, rows):
    whole, file, out = (tmp_path / name for name in ["whole", "rows.parquet", "out.parquet"])
    pq.write_table(table(rows).slice(0, 300), whole, row_group_size=100, compression="none",
                   use_dictionary=False)
    data = whole.read_bytes()
    whole.unlink()
    draw = random.Random(SEED)
    lengths = [4, 8, 11, len(data) // 2, len(data) - 1]
    for length in lengths + [draw.randrange(12, len(data)) for _ in range(20)]:
        file.write_bytes(data[:length])
        found = run("--manifest", file, "--out", out, "--form", "parquet")
        refused(found, 3, "PARQUET_INVALID")
        assert os.listdir(tmp_path) == ["rows.parquet"]
    # The head of a page of the second row group: its column and its rows are named.
    group = pq.ParquetFile(pa.BufferReader(data)).metadata.row_group(1)
    at = group.column(4).data_page_offset
    file.write_bytes(data[:at] + bytes(40) + data[at + 40:])
    refused(run("--manifest", file, "--out", out), 3, "PARQUET_INVALID", 'column "signature"',
            "rows from")
    assert os.listdir(tmp_path) == ["rows.parquet"]
    # Any one byte: the file is refused, or its rows have verdicts; nothing ends otherwise.
    for _ in range(60):
        at = draw.randrange(len(data))
        file.write_bytes(data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1:])
        found = run("--manifest", file, "--out", out, "--force", "--form", "parquet")
        assert found.returncode in (3, 4), (at, found)


def test_outputs_are_not_overwritten_and_inputs_are_files(tmp_path, rows):
    file, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    pq.write_table(table(good(rows)).slice(0, 10), file)
    out.write_bytes(b"somebody's")
    refused(run("--manifest", file, "--out", out), 2, "OUTPUT_EXISTS")
    assert out.read_bytes() == b"somebody's"
    assert run("--manifest", file, "--out", out, "--force").returncode == 0
    assert pq.read_table(out).num_rows == 10
    refused(run("--manifest", file, "--out", file, "--force"), 2, "OUTPUT_IS_INPUT")
    refused(run("--manifest", file, "--out", "-"), 2, "OUTPUT_NOT_A_FILE")
    refused(run("--manifest", tmp_path / "none", "--out", out, "--form", "parquet", "--force"), 3,
            "INPUT_MISSING")
    refused(run("--manifest", "-", "--out", out, "--form", "parquet", "--force"), 2,
            "PARQUET_OPTION")
    for option in [["--low-s"], ["--hash", "sha256"], ["--ignore-unknown"]]:
        refused(run("--manifest", file, "--out", out, "--force", *option), 2, "PARQUET_OPTION",
                option[0])
    text = tmp_path / "text"
    text.write_text("no columns\n", encoding="utf-8")
    refused(run("--manifest", text, "--out", out, "--form", "parquet", "--force"), 3,
            "PARQUET_INVALID")


def test_memory_does_not_grow_with_the_file(tmp_path):
    """Messages of 4 KiB, whose signatures are null: reading and writing is all there is."""
    def peak(rows):
        file, out = tmp_path / f"{rows}.parquet", tmp_path / f"{rows}-out.parquet"
        message = random.Random(SEED).randbytes(4096)
        batch = pa.table({
            "key": pa.array([b""] * 1000, pa.binary()),
            "message": pa.array([number.to_bytes(8) + message[8:] for number in range(1000)]),
            "signature": pa.array([None] * 1000, pa.binary()),
        })
        options = {"compression": "none", "use_dictionary": False}
        with pq.ParquetWriter(file, batch.schema, **options) as writer:
            for _ in range(rows // 1000):
                writer.write_table(batch, row_group_size=20_000)
        child = subprocess.Popen(
            [os.environ["SEALANE_COMMAND"], "verify-batch", "--manifest", file, "--out", out,
             "--keep-columns"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 3
        file.unlink()
        out.unlink()
        return used.ru_maxrss

    few, many = peak(30_000), peak(150_000)
    print(f"120 MB: {few} KiB, 600 MB: {many} KiB")
    assert many < few + 64 * 1024, (few, many)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 600 * 1024
