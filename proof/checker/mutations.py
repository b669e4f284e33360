"""All edits of one field of a certificate, for the tests of the checker.

A field is a leaf of the JSON text (a number, a name, a reference to a value) or an item of a list.
Each mutant is (path, what was done, function): the function changes a copy of the certificate.
"""

import re

from certificate import OPERATIONS

VALUE = re.compile(r"[0-9]+\.[01]")
NUMBER = re.compile(r"-?0x[0-9a-f]+")


def mutants(document, root=()):
    """All single edits of the part of the certificate at the path `root`."""
    start = document
    for key in root:
        start = start[key]
    yield from _walk(start, root)


def changed(document, path, value):
    """A certificate that differs from `document` at one path; shares all other parts."""
    if not path:
        return value
    copy = document.copy()
    copy[path[0]] = changed(document[path[0]], path[1:], value)
    return copy


def _walk(item, path):
    if isinstance(item, dict):
        for key in item:
            yield from _walk(item[key], (*path, key))
    elif isinstance(item, list):
        for place, one in enumerate(item):
            yield from _walk(one, (*path, place))
        yield from _list(item, path)
    else:
        for what, value in _leaf(item, path):
            if value != item:
                yield path, what, value


def _list(items, path):
    """Items left out, doubled and exchanged with the next one."""
    for place in range(len(items)):
        yield path, f"item {place} left out", items[:place] + items[place + 1:]
        yield path, f"item {place} doubled", items[:place + 1] + items[place:]
    for place in range(len(items) - 1):
        if items[place] != items[place + 1]:
            swapped = items[:place] + [items[place + 1], items[place]] + items[place + 2:]
            yield path, f"items {place} and {place + 1} exchanged", swapped
    if not items:
        yield path, "item added", ["0.0"]


def _leaf(item, path):
    if isinstance(item, int):
        return [(f"{item} to {other}", other) for other in (item - 1, item + 1)]
    if path[-1] == "op":
        return [(f"{item} to {other}", other) for other in OPERATIONS]
    if VALUE.fullmatch(item):
        return [(f"{item} to {other}", other) for other in _values(item)]
    if NUMBER.fullmatch(item):
        return _numbers(item, path)
    return [(f"{item!r} to another text", item + "x")]


def _values(item):
    """The other result, the neighbours, and the first value."""
    step, part = map(int, item.split("."))
    others = {(step, 1 - part), (step + 1, part), (step - 1, part), (step - 1, 1), (0, 0)}
    return [f"{s}.{p}" for s, p in sorted(others) if s >= 0]


def _numbers(item, path):
    number = int(item, 16)
    found = {"less one": number - 1, "plus one": number + 1, "negated": -number}
    if "ranges" in path or "range" in path:
        found["beyond the word"] = 1 << 64
    else:
        found.update({"less two": number - 2, "plus two": number + 2})
        for bit in (3, 16, 31, 47, 63):
            found[f"bit {bit} flipped"] = number ^ (1 << bit)
    return [(what, hex(other)) for what, other in found.items()]


def bypasses(function):
    """Programs without one step: what reads its results reads its first operand or zero instead.

    The step stays where it is, so that the numbers of the others do not change, but nothing needs
    it any more.
    """
    zeros = [f"{n}.0" for n, s in enumerate(function["steps"]) if s.get("constant") == "0x0"]
    for number, step in enumerate(function["steps"]):
        if not step.get("args"):
            continue
        for other in {step["args"][0], *zeros[:1]}:
            if int(other.split(".")[0]) < number:
                results = [f"{number}.{part}" for part in range(len(step["ranges"]))]
                yield number, other, _redirect(function, results, other)


def _redirect(function, old, new):
    def moved(values):
        return [new if value in old else value for value in values]

    steps = [
        {**step, "args": moved(step["args"])} if "args" in step else step
        for step in function["steps"]
    ]
    output = {**function["output"], "words": moved(function["output"]["words"])}
    return {**function, "steps": steps, "output": output}
