"""Running a program on given integers, for the tests: what the words of a machine would hold."""

WORD = 1 << 64


class Overflow(Exception):
    """A result is no word; holds the step and the number."""


def run(function, inputs, strict=True):
    """The values of one run, by (step, result); `inputs` holds the limbs of each input.

    A result that is no word is an error if `strict`; otherwise the run goes on over the integers.
    """
    values = {}
    for number, step in enumerate(function.steps):
        args = [values[arg] for arg in step.args]
        for part, result in enumerate(results(step, args, inputs)):
            if strict and not fits(step, result):
                raise Overflow(number, result)
            values[(number, part)] = result
    return values


def fits(step, result):
    """True if the result is a word as the step writes it."""
    if step.op.endswith("_signed"):
        return -WORD // 2 <= result < WORD // 2
    return (-WORD // 2 if step.op == "input" else 0) <= result < WORD


def results(step, args, inputs):
    """The results of one step, as exact integers."""
    op = step.op
    if op == "input":
        return [inputs[step.immediate[0]][step.immediate[1]]]
    if op == "const":
        return [step.immediate]
    if op in ("mul_wide", "mac", "adc"):
        whole = sum(args) if op == "adc" else args[0] * args[1] + sum(args[2:])
        return [whole % WORD, whole // WORD]
    if op == "sbb":
        whole = args[0] - args[1] - args[2]
        return [whole % WORD, -(whole // WORD)]
    if op in ("split_signed", "carry_signed"):
        half = 1 << (step.immediate - 1) if op == "carry_signed" else 0
        high = args[0] + half >> step.immediate
        return [args[0] - (high << step.immediate), high]
    if op in ("madd52lo", "madd52hi"):
        product = args[1] * args[2]
        return [args[0] + (product % (1 << 52) if op == "madd52lo" else product >> 52)]
    return [
        {
            "mul_low": lambda: args[0] * args[1] % WORD,
            "add": lambda: args[0] + args[1],
            "add_signed": lambda: args[0] + args[1],
            "sub": lambda: args[0] - args[1],
            "sub_signed": lambda: args[0] - args[1],
            "mul_signed": lambda: args[0] * args[1],
            "shl_signed": lambda: args[0] << step.immediate,
            "and": lambda: args[0] & args[1],
            "shl": lambda: (args[0] << step.immediate) % WORD,
            "shr": lambda: args[0] >> step.immediate,
            "mask": lambda: args[0] * (WORD - 1),
            "select": lambda: args[1] if args[0] else args[2],
        }[op]()
    ]


def number(words, values, bits):
    """The number that the words hold."""
    return sum(values[word] << (bits * place) for place, word in enumerate(words))


def limbs(value, count, bits):
    """The limbs of a number, the last one with all that is left."""
    mask = (1 << bits) - 1
    return [value >> (bits * i) & mask for i in range(count - 1)] + [value >> (bits * (count - 1))]
