"""The package itself: stubs that are true, docstrings, one wheel for every later interpreter."""

import importlib.metadata
import pathlib
import subprocess
import sys

import sealane

FOLDER = pathlib.Path(sealane.__file__).parent


def stubtest(*words, path):
    command = [sys.executable, "-m", "mypy.stubtest", "sealane", *words]
    environment = {"PYTHONPATH": str(path), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_stubs_say_what_is_there(tmp_path):
    found = stubtest("--ignore-disjoint-bases", path=FOLDER.parent)
    assert found.returncode == 0, found.stdout + found.stderr


def test_stubs_that_are_wrong_are_found(tmp_path):
    copy = tmp_path / "sealane"
    copy.mkdir()
    for file in FOLDER.iterdir():
        if file.is_file():
            (copy / file.name).write_bytes(file.read_bytes())
    stub = copy / "__init__.pyi"
    stub.write_text(stub.read_text().replace("deterministic: bool", "stable: bool"))
    found = stubtest("--ignore-disjoint-bases", path=tmp_path)
    assert found.returncode != 0 and "deterministic" in found.stdout


def test_everything_public_is_documented():
    for name in sealane.__all__:
        item = getattr(sealane, name)
        if name == "__version__":
            continue
        assert item.__doc__, name
        if isinstance(item, type) and item.__module__ == "sealane":
            for attribute, value in vars(item).items():
                if not attribute.startswith("_"):
                    assert value.__doc__, f"{name}.{attribute}"


def test_the_wheel_is_for_every_later_interpreter():
    files = [file.name for file in importlib.metadata.files("sealane")]
    assert {"py.typed", "__init__.pyi", "_sealane.abi3.so"} <= set(files)
    metadata = importlib.metadata.metadata("sealane")
    assert metadata["Version"] == sealane.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata.get_all("Requires-Dist") is None
    tags = importlib.metadata.distribution("sealane").read_text("WHEEL")
    assert "cp311-abi3-" in tags
