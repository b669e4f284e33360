"""Edits of a certificate that the checker lets pass, each with the reason why that is right.

An edit passes either because it says less than before (a looser claim, less advice, a label) or
because the program it describes is equally right. The first kind is told by rules, which look at
the edit and not at what the checker said; the second is the list `EQUAL`, which the tests compare
exactly.
"""

# Operands that can change places without changing the results, by operation.
EITHER_WAY = {
    "mul_low": [(0, 1)],
    "mul_wide": [(0, 1)],
    "add": [(0, 1)],
    "adc": [(0, 1)],
    "and": [(0, 1)],
    "mul_signed": [(0, 1)],
    "add_signed": [(0, 1)],
}


def rule(document, path, old, new):
    """The reason why the edit at `path` from `old` to `new` is harmless, or None."""
    last = path[-1]
    if path in (("prime",), ("form",), ("source",)) or last == "name" and "inputs" in path:
        return "a label; a known prime must have its modulus, and the form is signed or not"
    if path[-2:] == ("formula", "terms") and len(new) == len(old):
        return "a sum does not mind the order of its terms"
    if last == "steps" and new == [*old, old[-1]]:
        return "the last step once more, which nothing reads"
    if "hints" in path and "range" not in path:
        return "advice to the checker; what it claims is still shown"
    if "quotients" in path:
        return "advice to the checker"
    if "ranges" in path or "range" in path:
        return _looser(document, path, new)
    if last == "args" and isinstance(old, list) and len(old) == len(new):
        return _either_way(document, path, old, new)
    return None


def _looser(document, path, new):
    """A claim that holds the old one."""
    item = document
    for key in path[:-1]:
        item = item[key]
    if not isinstance(path[-1], int) or not isinstance(new, str):
        return None
    old, new = int(item[path[-1]], 16), int(new, 16)
    if new < old if path[-1] == 0 else new > old:
        return "a claim that is looser than before and still fits"
    if path[-4:-3] == ("hints",) and path[-1] == 0 and new == old + 1:
        return "hinted sums are claimed one wider at the low end than they were found"
    return None


def _either_way(document, path, old, new):
    step = document
    for key in path[:-1]:
        step = step[key]
    for one, other in EITHER_WAY.get(step["op"], []):
        swapped = list(old)
        swapped[one], swapped[other] = old[other], old[one]
        if swapped == new:
            return "an operation that does not mind the order of its operands"
    return None


def _all(reason, arguments, name, *edits):
    return {(arguments, name, where, what): reason for where, what in edits}


# By field, function, path below it and what was done: why the program is equally right.
EQUAL = {
    **_all(
        "a mask and a constant made in the other order; `and` takes either first",
        "ffffffffffffffc5", "sub", ("steps", "items 4 and 5 exchanged")),
    **_all(
        "a mask and a constant made in the other order; `and` takes either first",
        "ffffffffffffffc5", "neg", ("steps", "items 3 and 4 exchanged")),
    **_all(
        "the sum is below 2^63, where a word is the same number with and without a sign",
        "1fffffffffffffffffffffffffffff61", "decode",
        ("steps/10/op", "add to add_signed"),
        ("steps/13/op", "add to add_signed"),
        ("steps/18/op", "add to add_signed"),
        ("steps/21/op", "add to add_signed")),
}
