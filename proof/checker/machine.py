"""Machine code beside a certificate: is the program of a function what its instructions do?

The generator's side lifts functions of a release to programs, and `check.py` proves their
certificates. Here the same functions are read once more, from what `objdump` of the binutils
prints: another decoder, another reading. Each result must be built by the same operations from the
same words as that of the certificate. So neither the lifter nor its decoder need be trusted.

An instruction that is not known is refused, and so is whatever is not known of an operand.

usage: machine.py PROGRAM CERTIFICATE PLACES
PLACES is what `lift` prints; lines of functions that are proven by themselves are read.
"""

import re
import struct
import subprocess
import sys

from certificate import read
from ranges import Refused

CELL = 64
FULL = (1 << 64) - 1
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
KEPT = ("rbx", "rbp", "r12", "r13", "r14", "r15")
MOVES = ("vmovdqa64", "vmovdqu64", "vmovaps", "vmovups", "vmovapd", "vmovupd")
CLEARS = ("vpxor", "vpxord", "vpxorq", "vxorps", "vxorpd")
# Bytes below the stack pointer that nobody else writes.
RED_ZONE = 128
PLACE = re.compile(r"(\w+_[pn]) (\w+)\s+0x([0-9a-f]+)\s+(\d+) bytes .*by its text, and by itself")


class Words:
    """Words by how they are built: equal numbers are equal words."""

    def __init__(self, function):
        self.numbers, self.keys = {}, []
        # By word: whether every value of the certificate that it is has no sign.
        self.plain = set()
        made = {}
        for number, step in enumerate(function.steps):
            for part in range(len(step.ranges)):
                word = self._of_step(step, part, made)
                made[(number, part)] = word
                if step.ranges[part][0] >= 0:
                    self.plain.add(word)
        self.inputs = [[made[value] for value in one.words] for one in function.inputs]
        self.output = [made[value] for value in function.output.words]

    def number(self, *key):
        """The number of the word with this key."""
        found = self.numbers.setdefault(key, len(self.keys))
        if found == len(self.keys):
            self.keys.append(key)
        return found

    def constant(self, word):
        """The number of a constant."""
        return self.number("const", word & FULL)

    def as_constant(self, word):
        """The constant that a word is, or None."""
        key = self.keys[word]
        return key[1] if key[0] == "const" else None

    def _of_step(self, step, part, made):
        args = [made[arg] for arg in step.args]
        if step.op == "input":
            return self.number("input", *step.immediate)
        if step.op == "const":
            return self.constant(step.immediate)
        if step.op in ("add_signed", "sub_signed"):
            return self.summed(step.op[:3], *args)
        if step.op == "shl_signed":
            return self.number("shl", args[0], step.immediate)
        if step.op == "split_signed":
            return self.number(("low", "above")[part], args[0], step.immediate)
        if step.op in ("madd52lo", "madd52hi"):
            return self.madd(step.op, *args)
        raise Refused(f"{step.op} is no operation of lanes")

    def summed(self, sign, a, b):
        """A sum or a difference. A constant below zero is written as `0 - c`."""
        if sign == "sub" and self.as_constant(a) == 0 and self.as_constant(b) is not None:
            return self.constant(-self.as_constant(b))
        return self.number(sign, *(sorted((a, b)) if sign == "add" else (a, b)))

    def madd(self, op, total, a, b):
        """A half of a product more, of the lower 52 bits of both factors."""
        factors = []
        for word in (a, b):
            key = self.keys[word]
            factors.append(key[1] if key[0] == "low" and key[2] == 52 else word)
        return self.number(op, total, *sorted(factors))

    def low(self, word, mask):
        """The bits of a mask that is `2^n - 1`."""
        bits = mask.bit_length()
        if not mask or mask & (mask + 1) or bits > 63:
            raise Refused(f"a mask {mask:#x}")
        return self.number("low", word, bits)


class Machine:
    """Registers and memory while a function is followed."""

    def __init__(self, words, file):
        self.words, self.file = words, file
        self.vectors = {}
        # A pair of a base and an offset, or a constant; what the caller left is a base alone.
        self.general = {name: ("caller " + name, None) for name in (*KEPT, "rax", "r10", "r11")}
        for name, base in zip(ARGUMENTS, ("out", *range(len(words.inputs)))):
            self.general[name] = (base, 0)
        self.general["rsp"] = ("stack", 0)
        self.stack, self.out = {}, {}

    def follow(self, name, operands, target):
        """One instruction; gives True at the return."""
        if name == "ret":
            if operands:
                raise Refused("a return with an operand")
            return True
        if name == "vzeroupper":
            self.vectors = {k: v for k, v in self.vectors.items() if int(k[3:]) > 15}
        elif name in CLEARS and operands[1] == operands[2] and operands[1][1:3] == "mm":
            self.vectors["zmm" + operands[0][3:]] = self.words.constant(0)
        elif name in MOVES:
            self._move(name, operands, target)
        elif name.startswith("v"):
            if not operands[0].startswith("zmm"):
                raise Refused(f"a result {operands[0]}")
            self.vectors[operands[0]] = self._vector(name, operands, target)
        else:
            self._general(name, operands)
        return False

    def _vector(self, name, operands, target):
        words = self.words
        if name == "vpbroadcastq":
            return self._word(operands[1], target)
        if name in ("vpmadd52luq", "vpmadd52huq"):
            op = {"l": "madd52lo", "h": "madd52hi"}[name[8]]
            return words.madd(op, *[self._read(one, target) for one in operands])
        if name in ("vpsllq", "vpsraq", "vpsrlq"):
            word, distance = self._read(operands[1], target), int(operands[2], 16)
            if not 1 <= distance <= 63:
                raise Refused(f"a distance {distance}")
            if name == "vpsllq":
                return words.number("shl", word, distance)
            if name == "vpsrlq" and word not in words.plain:
                raise Refused("a shift without a sign of what may have one")
            return words.number("above", word, distance)
        if name in ("vpternlogd", "vpternlogq") and operands[3:] == ["0xff"]:
            return words.constant(FULL)
        a, b = (self._read(one, target) for one in operands[1:])
        if name in ("vpaddq", "vpsubq"):
            return words.summed(name[2:5], a, b)
        if name in ("vpandq", "vpandd"):
            if words.as_constant(b) is None:
                a, b = b, a
            if words.as_constant(b) is None:
                raise Refused("a mask that is no constant")
            return words.low(a, words.as_constant(b))
        raise Refused(f"{name} is not known")

    def _read(self, operand, target):
        if operand.startswith("zmm"):
            if operand not in self.vectors:
                raise Refused(f"{operand} was not written")
            return self.vectors[operand]
        if "{1to8}" in operand or "BCST" in operand:
            return self._word(operand, target)
        return self._load(operand, target)

    def _word(self, operand, target):
        """A constant of the file in every lane, or of a general register."""
        if operand in self.general:
            base, value = self.general[operand]
            if base is not None:
                raise Refused("an address in a vector")
            return self.words.constant(value)
        if target is None or not operand.startswith("QWORD"):
            raise Refused(f"{operand} is no constant")
        return self.words.constant(self.file.word(target))

    def _load(self, operand, target):
        if target is not None:
            found = {self.file.word(target + 8 * lane) for lane in range(8)}
            if len(found) != 1:
                raise Refused("a constant that differs between lanes")
            return self.words.constant(found.pop())
        base, offset = self._address(operand, "ZMMWORD")
        place = {"stack": self.stack, "out": self.out}.get(base)
        if place is not None:
            found = place.get((offset, CELL) if base == "stack" else offset)
            if found is None:
                raise Refused(f"{operand} was not written")
            return found
        limbs = self.words.inputs[base]
        if offset % CELL or not 0 <= offset < CELL * len(limbs):
            raise Refused(f"{operand} is outside of the operand")
        return limbs[offset // CELL]

    def _move(self, name, operands, target):
        to, source = operands
        if to.startswith("zmm"):
            self.vectors[to] = self._read(source, target)
            return
        if target is not None or not source.startswith("zmm"):
            raise Refused(f"a move to {to}")
        word = self._read(source, None)
        base, offset = self._address(to, "ZMMWORD")
        if base == "out" and offset % CELL == 0 and 0 <= offset < CELL * len(self.words.output):
            self.out[offset] = word
        elif base == "stack" and name in ("vmovdqu64", "vmovups", "vmovupd"):
            self._put(offset, CELL, word)
        else:
            raise Refused(f"a store to {to}")

    def _put(self, offset, size, what):
        self._on_stack(offset, size)
        for at, length in list(self.stack):
            if at < offset + size and offset < at + length:
                del self.stack[(at, length)]
        self.stack[(offset, size)] = what

    def _on_stack(self, offset, size):
        top = self.general["rsp"][1]
        if offset < top - RED_ZONE or offset + size > 0:
            raise Refused("outside of the stack of the function")

    def _address(self, operand, size):
        match = re.fullmatch(size + r" PTR \[(\w+)(?:([+-])0x([0-9a-f]+))?\]", operand)
        if not match or match[1] not in self.general:
            raise Refused(f"{operand} is no address that is known")
        base, offset = self.general[match[1]]
        if base is None or offset is None:
            raise Refused(f"{operand} is at no address that is known")
        distance = int(match[3] or "0", 16)
        offset += -distance if match[2] == "-" else distance
        if base == "stack":
            self._on_stack(offset, CELL if size == "ZMMWORD" else 8)
        return base, offset

    def _general(self, name, operands):
        general = self.general
        if name in ("add", "sub") and operands[0] in general and operands[1].startswith("0x"):
            base, offset = general[operands[0]]
            by = int(operands[1], 16)
            by -= (by >> 63) << 64
            if offset is None or abs(by) >> 31:
                raise Refused("a sum that is not known")
            self._set(operands[0], (base, offset + (by if name == "add" else -by)))
        elif name == "mov" and operands[0] in general and operands[1] in general:
            self._set(operands[0], general[operands[1]])
        elif name == "push" and operands[0] in general:
            self._set("rsp", (general["rsp"][0], general["rsp"][1] - 8))
            self._put(general["rsp"][1], 8, general[operands[0]])
        elif name == "pop" and operands[0] in general:
            top = general["rsp"][1]
            if (top, 8) not in self.stack:
                raise Refused("nothing to pop")
            self._set(operands[0], self.stack[(top, 8)])
            self._set("rsp", (general["rsp"][0], top + 8))
        elif name not in ("nop", "endbr64"):
            raise Refused(f"{name} is not known")

    def _set(self, register, value):
        if register == "rsp":
            if value[0] != "stack" or value[1] > 0:
                raise Refused("a stack pointer that leaves the stack")
            kept = {k: v for k, v in self.stack.items() if k[0] >= value[1] - RED_ZONE}
            self.stack = kept
        self.general[register] = value

    def end(self):
        """What a return leaves behind."""
        if self.general["rsp"] != ("stack", 0):
            raise Refused("the stack is not where it was")
        if any(self.general[name] != ("caller " + name, None) for name in KEPT):
            raise Refused("a register of the caller is not what it was")
        if self.general["rax"] != ("out", 0):
            raise Refused("the address of the result is not returned")
        found = [self.out.get(CELL * limb) for limb in range(len(self.words.output))]
        for limb, pair in enumerate(zip(found, self.words.output)):
            if pair[0] != pair[1]:
                raise Refused(f"limb {limb} of the result is not that of the certificate")


class File:
    """The sections of a program that no run changes."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        head = struct.unpack_from("<16sHHIQQQIHHHHHH", self.bytes)
        if head[0][:6] != b"\x7fELF\x02\x01":
            raise Refused(f"{path} is no ELF of 64 bits")
        self.sections = []
        for number in range(head[12]):
            at = head[6] + number * head[11]
            kind, flags, address, offset, size = struct.unpack_from("<4xIQQQQ", self.bytes, at)
            # Loaded, not written, and with bytes in the file.
            if flags & 2 and not flags & 1 and kind != 8:
                self.sections.append((address, offset, size))

    def word(self, at):
        """The word at an address."""
        for address, offset, size in self.sections:
            if address <= at and at + 8 <= address + size:
                return struct.unpack_from("<Q", self.bytes, offset + at - address)[0]
        raise Refused(f"no constant at {at:#x}")


def instructions(text):
    """The instructions of a listing: name, operands, address that the comment names."""
    for line in text.splitlines():
        match = re.match(r"\s+[0-9a-f]+:\s+(\S+)\s*([^#]*?)\s*(?:# ([0-9a-f]+).*)?$", line)
        if match:
            operands = [one.strip() for one in match[2].split(",")] if match[2] else []
            target = int(match[3], 16) if match[3] and "[rip" in match[2] else None
            if "[rip" in match[2] and target is None:
                raise Refused(f"{line.strip()}: no address")
            yield match[1], operands, target


def judge(text, function, file):
    """Compares a listing with a function of a certificate; gives how many instructions it has."""
    machine = Machine(Words(function), file)
    for count, (name, operands, target) in enumerate(instructions(text), 1):
        try:
            if machine.follow(name, operands, target):
                machine.end()
                return count
        except (IndexError, KeyError, ValueError) as error:
            raise Refused(f"instruction {count}, {name}: {error!r}") from None
        except Refused as refusal:
            raise Refused(f"instruction {count}, {name}: {refusal}") from None
    raise Refused("no return")


def listing(program, start, size):
    """What the other decoder prints of a function."""
    command = [
        "objdump", "-d", "-M", "intel", "--no-show-raw-insn", f"--start-address={start:#x}",
        f"--stop-address={start + size:#x}", program,
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(arguments):
    """The command; gives the exit code."""
    if len(arguments) != 3:
        sys.stderr.write(__doc__)
        return 2
    program, certificate, places = arguments
    with open(certificate, encoding="utf-8") as text:
        fields = {field.prime: field for field in read(text.read())}
    with open(places, encoding="utf-8") as text:
        found = [match for match in map(PLACE.match, text) if match]
    file, shown, total = File(program), 0, 0
    for prime, name, start, size in (match.groups() for match in found):
        try:
            field = fields[prime]
            function = next(one for one in field.functions if one.name == name)
            total += judge(listing(program, int(start, 16), int(size)), function, file)
            shown += 1
        except (KeyError, StopIteration):
            sys.stderr.write(f"{prime} {name}: refused: no certificate has it\n")
        except Refused as refusal:
            sys.stderr.write(f"{prime} {name}: refused: {refusal}\n")
    print(f"{shown} of {len(found)} functions are their certificates, {total} instructions")
    return 0 if found and shown == len(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
