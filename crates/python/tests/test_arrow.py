"""Columns of Arrow from every producer and in every layout; malformed ones are refused."""

import threading
import time

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import sealane
from conftest import single

BINARY = [pa.binary(), pa.large_binary(), pa.binary_view()]


def refused(call):
    with pytest.raises(sealane.Error) as caught:
        call()
    return caught.value.code


def verified(keys, contents, signatures, **options):
    options.setdefault("digests", True)
    verdicts, reasons = sealane.verify_column(keys, contents, signatures, reasons=True, **options)
    return pa.array(verdicts).to_pylist(), pa.array(reasons).to_pylist()


@pytest.fixture(scope="module")
def expected(some):
    """What the single calls say, which is what was planted."""
    found = [single(*row) for row in zip(some.keys, some.digests, some.signatures)]
    assert found == list(zip(some.verdicts, some.reasons))
    return some.verdicts, some.reasons


def test_columns_of_every_layout_have_the_verdicts_of_single_calls(some, expected):
    lists = some.keys, some.digests, some.signatures
    for kind in BINARY:
        columns = [pa.array(values, kind) for values in lists]
        assert verified(*columns) == expected, kind
    for index in [pa.int8(), pa.uint16(), pa.int32(), pa.int64()]:
        keys = pa.array(some.keys, pa.binary()).dictionary_encode()
        if len(keys.dictionary) < 128 or index != pa.int8():
            keys = pa.DictionaryArray.from_arrays(keys.indices.cast(index), keys.dictionary)
        assert verified(keys, *columns[1:]) == expected, index
    all_encoded = [pa.array(values, pa.binary()).dictionary_encode() for values in lists]
    assert verified(*all_encoded) == expected
    assert verified(*columns, threads=3) == expected
    assert verified(*columns, key_tables=0) == expected


def test_columns_of_fixed_width_have_them_too(some, expected):
    digests = [digest if digest and len(digest) == 32 else bytes(32) for digest in some.digests]
    fixed = pa.array(digests, pa.binary(32))
    verdicts, reasons = verified(pa.array(some.keys), fixed, pa.array(some.signatures))
    for number, reason in enumerate(expected[1]):
        if reason in ("DIGEST_LENGTH", "NULL_MESSAGE"):
            assert (verdicts[number], reasons[number]) == (False, "SIG_INVALID")
        else:
            assert (verdicts[number], reasons[number]) == (expected[0][number], reason), number


def test_raw_signatures_and_octets_of_keys(some):
    key = sealane.PrivateKey.generate("p256")
    public = key.public_key()
    digests = [bytes([number]) * 32 for number in range(40)]
    raw = pa.array(sealane.sign_batch(key, digests, digests=True, format="raw"), pa.binary(64))
    digests = pa.array(digests, pa.binary(32))
    for octets in [public.to_bytes(), public.to_bytes(compressed=True), public.to_der()]:
        keys = pa.array([octets] * 40, pa.binary(len(octets)))
        assert verified(keys, digests, raw, algorithm="p256", format="raw")[0] == [True] * 40
    pem = [public.to_pem()] * 40
    for kind in [pa.string(), pa.large_string(), pa.string_view()]:
        assert verified(pa.array(pem, kind), digests, raw, format="raw")[0] == [True] * 40
    assert verified(public, digests, raw, format="raw")[0] == [True] * 40
    # Octets without an algorithm are no document; keys of another one are not taken.
    octets = pa.array([public.to_bytes()] * 40)
    assert verified(octets, digests, raw, format="raw")[1] == ["KEY_ENCODING"] * 40
    keys = pa.array([public.to_der()] * 40)
    for other in [keys, public]:
        found = verified(other, digests, raw, algorithm="p384", format="raw")
        assert found == ([None] * 40, ["KEY_CURVE_MISMATCH"] * 40)
    assert verified(keys, digests, raw, algorithm="ed25519")[1] == ["KEY_CURVE_MISMATCH"] * 40


def test_messages_of_every_family_go_in_one_column():
    keys = [sealane.PrivateKey.generate(name) for name in ["ed25519", "rsa2048", "mldsa44", "p521"]]
    keys = [keys[number % 4] for number in range(100)]
    messages = [b"message %d" % number for number in range(100)]
    signatures = sealane.sign_batch(keys, messages)
    signatures[5] = signatures[9]
    keys = pa.array([key.public_key().to_der() for key in keys]).dictionary_encode()
    verdicts = sealane.verify_column(keys, pa.array(messages), pa.array(signatures))
    assert isinstance(verdicts, pa.BooleanArray)
    assert verdicts.to_pylist() == [number != 5 for number in range(100)]
    assert verified(keys, pa.array(messages), pa.array(signatures), scheme="eddsa",
                    digests=False)[1][1] == "SIG_UNSUPPORTED"


def test_chunks_need_not_be_alike(some, expected):
    def chunked(values, lengths):
        at, chunks = 0, []
        for length in lengths:
            chunks.append(pa.array(values[at:at + length], pa.binary()))
            at += length
        return pa.chunked_array(chunks + [pa.array(values[at:], pa.binary())])

    keys = chunked(some.keys, [1, 0, 4095, 4096])
    keys = pa.chunked_array([chunk.dictionary_encode() for chunk in keys.chunks])
    columns = keys, chunked(some.digests, [5000]), chunked(some.signatures, [0, 8000, 2])
    assert verified(*columns) == expected
    assert verified(*columns, threads=2) == expected


def test_slices_are_those_rows(some, expected):
    columns = [pa.array(values, pa.binary())
               for values in (some.keys, some.digests, some.signatures)]
    columns[0] = columns[0].dictionary_encode()
    cut = slice(77, 5000)
    columns = [column[cut] for column in columns]
    assert verified(*columns) == (expected[0][cut], expected[1][cut])


def test_polars_and_duckdb_hand_their_columns_over(some, expected):
    frame = pl.from_arrow(some.batch())
    keys = frame["key"]
    verdicts, reasons = sealane.verify_column(
        keys, frame["digest"], frame["signature"], digests=True, reasons=True)
    assert isinstance(verdicts, pl.Series) and verdicts.dtype == pl.Boolean
    assert (verdicts.to_list(), reasons.to_list()) == expected
    table = duckdb.from_arrow(pa.table(some.batch())).to_arrow_table()
    assert verified(table["key"], table["digest"], table["signature"]) == expected


class Foreign:
    """What another producer hands over: nobody but us looks at it."""

    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


class ForeignStream(Foreign):
    def __arrow_c_stream__(self, requested_schema=None):
        return self.array.__arrow_c_stream__(requested_schema)

    __arrow_c_array__ = property()


def test_other_producers_get_an_object_that_speaks_the_interface(some, expected):
    columns = [Foreign(pa.array(values, pa.binary()))
               for values in (some.keys, some.digests, some.signatures)]
    assert verified(*columns) == expected
    found = sealane.verify_column(*columns, digests=True)
    assert not type(found).__module__.startswith("pyarrow") and len(found) == len(expected[0])
    stream = [ForeignStream(pa.chunked_array([column.array])) for column in columns]
    assert verified(*stream) == expected


def test_no_rows_and_nothing_but_nulls():
    empty = pa.array([], pa.binary())
    assert verified(empty, empty, empty) == ([], [])
    assert verified(pa.chunked_array([], pa.binary()), empty, empty) == ([], [])
    nulls, signature = pa.nulls(3), pa.array([b""] * 3)
    assert verified(nulls, nulls, nulls)[1] == ["NULL_KEY"] * 3
    encoded = pa.DictionaryArray.from_arrays(pa.array([None] * 3, pa.int32()), empty)
    assert verified(encoded, signature, signature) == ([None] * 3, ["NULL_KEY"] * 3)
    # A null that stands in the dictionary.
    encoded = pa.DictionaryArray.from_arrays(pa.array([0, 0, 0]), pa.array([None], pa.binary()))
    assert verified(encoded, signature, signature)[1] == ["NULL_KEY"] * 3
    assert verified(signature, signature, signature)[1] == ["KEY_ENCODING"] * 3


def test_wrong_columns_are_refused_with_their_code():
    good = pa.array([b"1", b"2"])
    numbers = pa.array([1, 2])
    for bad, code in [
        (numbers, "ARGUMENT_TYPE"),
        (pa.array([[b"1"], [b"2"]]), "ARGUMENT_TYPE"),
        (pa.array([{"a": b"1"}, {"a": b"2"}]), "ARGUMENT_TYPE"),
        (pa.DictionaryArray.from_arrays(pa.array([0, 1]), numbers), "ARGUMENT_TYPE"),
        (pa.RunEndEncodedArray.from_arrays(pa.array([2], pa.int32()), pa.array([b"1"])),
         "ARGUMENT_TYPE"),
        (good[:1], "ARGUMENT_LENGTH"),
        (pa.array([], pa.binary()), "ARGUMENT_LENGTH"),
        ([b"1", b"2"], "ARGUMENT_TYPE"),
        (np.zeros((2, 32), np.uint8), "ARGUMENT_TYPE"),
        (None, "ARGUMENT_TYPE"),
        (b"12", "ARGUMENT_TYPE"),
    ]:
        for place in range(3):
            columns = [good] * 3
            columns[place] = bad
            if bad is not numbers and place == 2 and code == "ARGUMENT_LENGTH":
                assert refused(lambda: verified(*columns)) == code
                continue
            assert refused(lambda: verified(*columns)) == code, (bad, place)


def test_what_a_producer_raises_arrives():
    class Failing:
        def __arrow_c_array__(self, requested_schema=None):
            raise KeyError("mine")

    good = pa.array([b"1"])
    with pytest.raises(KeyError, match="mine"):
        verified(Failing(), good, good)

    class Odd:
        def __arrow_c_array__(self, requested_schema=None):
            return 7, 7

    with pytest.raises((TypeError, sealane.Error)):
        verified(Odd(), good, good)


def offsets(kind, values, data=b"0123456789", nulls=None, null_count=-1):
    """Three rows that `spoil` gives these offsets, whatever they are: pyarrow sees good ones."""
    places = np.array([0, 4, 8, 10], np.int64 if kind == pa.large_binary() else np.int32)
    buffers = [nulls, pa.py_buffer(places), pa.py_buffer(data)]
    made = pa.Array.from_buffers(kind, 3, buffers, null_count=null_count)
    TO_SPOIL.append((places, values))
    return made


TO_SPOIL = []


def spoil():
    while TO_SPOIL:
        places, values = TO_SPOIL.pop()
        places[:] = values


def view(length, buffer, start):
    """A view of a value that is not in the view."""
    return np.array([length, 0, buffer, start], np.int32).tobytes()


def views(*rows, data=b"0123456789abcdefghij"):
    buffers = [None, pa.py_buffer(b"".join(rows)), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.binary_view(), 3, buffers)


GOOD_VIEW = view(20, 0, 0)[:4] + b"0123" + view(20, 0, 0)[8:]
INDICES = pa.array([0, 1, 7], pa.int32())

MALFORMED = {
    "offsets beyond the values": lambda: offsets(pa.binary(), [0, 4, 99, 10]),
    "offsets that go back": lambda: offsets(pa.binary(), [0, 8, 4, 10]),
    "negative offsets": lambda: offsets(pa.binary(), [0, -4, 4, 10]),
    "a negative first offset": lambda: offsets(pa.binary(), [-9, 0, 4, 10]),
    "a negative last offset": lambda: offsets(pa.binary(), [0, 4, 8, -1]),
    "long offsets that go back": lambda: offsets(pa.large_binary(), [0, 1 << 40, 4, 10]),
    "a text that is none": lambda: offsets(pa.string(), [0, 4, 8, 10], b"\xff" * 10),
    "indices beyond the dictionary": lambda: pa.DictionaryArray.from_arrays(
        INDICES, pa.array([b"1", b"2"]), safe=False),
    "negative indices": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, 1, -7], pa.int8()), pa.array([b"1", b"2"]), safe=False),
    "a broken dictionary": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2], pa.int32()), offsets(pa.binary(), [0, 8, 4, 10]), safe=False),
    "views of a buffer that is not there": lambda: views(GOOD_VIEW, view(20, 3, 0), GOOD_VIEW),
    "views beyond their buffer": lambda: views(GOOD_VIEW, view(20, 0, 9), GOOD_VIEW),
    "views of another value than their prefix": lambda: views(
        GOOD_VIEW, view(20, 0, 0), GOOD_VIEW),
    "negative views": lambda: views(GOOD_VIEW, view(-20, 0, 0), GOOD_VIEW),
    "a wrong count of nulls": lambda: offsets(
        pa.binary(), [0, 4, 8, 10], nulls=pa.py_buffer(b"\x05"), null_count=3),
}


@pytest.mark.parametrize("what", MALFORMED)
@pytest.mark.parametrize("how", ["pyarrow", "foreign", "stream", "batch", "table"])
def test_malformed_columns_are_refused(what, how):
    """By what their producer says of them, and where it says nothing, by what we see."""
    good = pa.array([b"1", b"2", b"3"])
    names = ["key", "digest", "signature"]
    for place in range(3):
        columns = [good] * 3
        columns[place] = MALFORMED[what]()
        if how == "pyarrow":
            def call():
                return verified(*columns)
        elif how == "foreign":
            def call():
                return verified(*map(Foreign, columns))
        elif how == "stream":
            def call():
                return verified(*(ForeignStream(pa.chunked_array([it])) for it in columns))
        elif how == "batch":
            def call():
                return sealane.verify_batches(Foreign(batch))
        else:
            def call():
                return sealane.verify_batches(table)
        batch = pa.RecordBatch.from_arrays(columns, names=names)
        table = pa.Table.from_batches([batch])
        spoil()
        assert refused(call) == "ARROW_INVALID", place


def test_offsets_beyond_a_buffer_that_its_producer_knows():
    """The interface does not tell how long buffers are: pyarrow does, of its own."""
    good = pa.array([b"1", b"2", b"3"])
    bad = offsets(pa.binary(), [0, 4, 8, 1 << 20])
    batch = pa.RecordBatch.from_arrays([good, good, bad], names=["key", "digest", "signature"])
    spoil()
    assert refused(lambda: verified(good, good, bad)) == "ARROW_INVALID"
    for rows in [batch, pa.Table.from_batches([batch])]:
        assert refused(lambda: sealane.verify_batches(rows)) == "ARROW_INVALID"


def test_batches_of_every_kind_come_back_as_they_are(some, expected):
    batch = some.batch()
    out = sealane.verify_batches(batch)
    assert isinstance(out, pa.RecordBatch)
    assert out.schema.names == ["id", "valid", "reason"]
    assert (out["valid"].to_pylist(), out["reason"].to_pylist()) == expected
    assert out["id"].to_pylist() == list(range(len(some.keys)))
    kept = sealane.verify_batches(batch, keep=True, reason=None, valid="ok", threads=2)
    assert kept.schema.names == ["id", "key", "digest", "signature", "ok"]
    assert kept["signature"].equals(batch["signature"])
    table = pa.Table.from_batches([batch.slice(0, 5000), batch.slice(5000)])
    out = sealane.verify_batches(table)
    assert isinstance(out, pa.Table) and out["valid"].to_pylist() == expected[0]
    out = sealane.verify_batches(table.to_reader(1000))
    assert pa.table(out)["valid"].to_pylist() == expected[0]
    out = sealane.verify_batches(pl.from_arrow(table))
    assert isinstance(out, pl.DataFrame) and out["valid"].to_list() == expected[0]
    assert out.columns == ["id", "valid", "reason"]
    out = sealane.verify_batches(Foreign(batch))
    assert pa.record_batch(out)["valid"].to_pylist() == expected[0]
    assert sealane.verify_batches(batch.slice(0, 0)).num_rows == 0
    assert sealane.verify_batches(table.slice(0, 0)).num_rows == 0


def test_an_array_alone_is_no_batch():
    assert refused(lambda: sealane.verify_batches(pa.array([b"key"]))) == "ARROW_INVALID"


def test_batches_by_one_key_and_by_other_names():
    key = sealane.PrivateKey.generate("ed25519")
    messages = [b"message %d" % number for number in range(10)]
    batch = pa.record_batch({"what": messages, "sig": sealane.sign_batch(key, messages)})
    out = sealane.verify_batches(batch, key=key.public_key(), message="what", signature="sig")
    assert out["valid"].to_pylist() == [True] * 10
    for options, code in [
        ({}, "ARGUMENT_COLUMN"),
        ({"message": "what"}, "ARGUMENT_COLUMN"),
        ({"message": "what", "digest": "what"}, "ARGUMENT_COLUMN"),
        ({"message": "there", "signature": "sig", "key": key.public_key()}, "ARGUMENT_COLUMN"),
        ({"message": "what", "signature": "sig", "key": 7}, "ARGUMENT_TYPE"),
        ({"message": "what", "signature": "sig", "key": "what", "keep": True, "valid": "sig"},
         "ARGUMENT_COLUMN"),
    ]:
        assert refused(lambda: sealane.verify_batches(batch, **options)) == code, options
    twice = pa.record_batch([batch["what"], batch["sig"], batch["sig"]], names=["message"] * 3)
    assert refused(lambda: sealane.verify_batches(twice)) == "ARGUMENT_COLUMN"
    for other in [7, None, [batch]]:
        assert refused(lambda: sealane.verify_batches(other)) in (
            "ARGUMENT_TYPE", "ARROW_INVALID", "ARGUMENT_COLUMN")


def test_the_interpreter_is_free_meanwhile(some):
    columns = [pa.array(values * 8, pa.binary())
               for values in (some.keys, some.digests, some.signatures)]
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.002)

    ticker = threading.Thread(target=tick)
    ticker.start()
    start = time.perf_counter()
    sealane.verify_column(*columns, digests=True)
    end = time.perf_counter()
    done.set()
    ticker.join()
    inside = [at for at in ticks if start < at < end]
    assert len(inside) > (end - start) / 0.1


def test_calls_at_the_same_time_do_not_disturb_each_other(some, expected):
    columns = [pa.array(values, pa.binary())
               for values in (some.keys, some.digests, some.signatures)]
    found = [None] * 6

    def work(at):
        sealane.clear_caches()
        found[at] = verified(*columns, threads=1 + at % 2)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(one == expected for one in found)


def test_more_keys_than_are_kept():
    """Every row another key that is none: names of keys are forgotten, and verdicts stay."""
    rows = 60_000
    keys = pa.array([b"0" * 600 + b"%d" % number for number in range(rows)])
    other = pa.array([bytes(32)] * rows, pa.binary(32))
    assert set(verified(keys, other, other)[1]) == {"KEY_ENCODING"}
    assert set(verified(keys.dictionary_encode(), other, other)[1]) == {"KEY_ENCODING"}
