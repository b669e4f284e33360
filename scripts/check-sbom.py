#!/usr/bin/env python3
"""Says whether a list of parts is a document of CycloneDX, and is of what is published.

usage: scripts/check-sbom.py [--self-test] FOLDER FILE
FOLDER is what is published, FILE the list. With --self-test lists that are wrong must be refused.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def offences(folder, text, but=()):
    """What is wrong with a list; `but` are files that it cannot have."""
    wrong = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
    if wrong is not None:
        return [f"not CycloneDX: {str(wrong).splitlines()[0]}"]
    found = []
    document = json.loads(text)
    components = document["components"]
    names = [it["bom-ref"] for it in components] + [document["metadata"]["component"]["bom-ref"]]
    if len(set(names)) != len(names):
        found.append("a part is listed twice")
    for it in document["dependencies"]:
        missing = [ref for ref in [it["ref"], *it["dependsOn"]] if ref not in names]
        found.extend(f"{ref} is needed and not listed" for ref in missing)
    for it in components:
        if it["type"] == "library" and "licenses" not in it:
            found.append(f"{it['name']}: no licence")
        # What is from a registry has the sum of its archive; a library in C lies inside of one.
        ours = it["name"].startswith("sealane")
        if it.get("purl", "").startswith("pkg:cargo/") and not ours and "hashes" not in it:
            found.append(f"{it['name']}: no sum")
    listed = {it["name"]: it["hashes"][0]["content"] for it in components if it["type"] == "file"}
    there = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and name not in but:
            there[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    other = [name for name in there if listed.get(name) != there[name]]
    found.extend(f"{name}: the list has another sum" for name in other)
    found.extend(f"{name}: not there" for name in listed if name not in there)
    for name in ["sealane", "sealane-arith", "zeroize", "sqlite", "clap"]:
        if name not in [it["name"] for it in components]:
            found.append(f"{name} is not listed")
    return found


def refused(folder, text, but):
    """Plants one fault after the other; returns those that nobody sees."""

    def changed(change):
        document = json.loads(text)
        change(document)
        return json.dumps(document)

    def of(document, kind):
        return next(it for it in document["components"] if it["type"] == kind)

    faults = {
        "no version of the format": lambda it: it.pop("specVersion"),
        "a part without a name": lambda it: of(it, "library").pop("name"),
        "a part of no kind": lambda it: of(it, "library").update(type="thing"),
        "a sum that is too short": lambda it: of(it, "file")["hashes"][0].update(content="00"),
        "a field that the format has not": lambda it: it.update(author="x"),
        "a part twice": lambda it: it["components"].append(of(it, "file")),
        "a part that is missing": lambda it: it["components"].remove(of(it, "library")),
        "another sum of a file": lambda it: of(it, "file")["hashes"][0].update(content="0" * 64),
    }
    return [name for name, change in faults.items() if not offences(folder, changed(change), but)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    text = arguments.file.read_text(encoding="utf-8")
    but = ("SHA256SUMS", str(arguments.file.relative_to(arguments.folder)))
    if arguments.self_test:
        missed = refused(arguments.folder, text, but)
        print("\n".join(f"not seen: {name}" for name in missed))
        sys.exit(bool(missed))
    found = offences(arguments.folder, text, but)
    print("\n".join(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
