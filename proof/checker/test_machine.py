"""Goal: machine code that is not its certificate is refused. Method: a small function by hand, as
`objdump` prints it, and every kind of change to it."""

import unittest

import machine
from certificate import Function, Input, Output, Step
from ranges import Refused

SMALL, WIDE = (0, (1 << 52) - 1), (-(1 << 60), 1 << 60)
START = "    1000:\t"
# `a b mod 2^52 + 3`, cut to 52 bits, and what is above.
LISTING = [
    "sub    rsp,0x48",
    "mov    rax,rdi",
    "vmovdqa64 zmm1,ZMMWORD PTR [rsi]",
    "vpxor  xmm0,xmm0,xmm0",
    "vpmadd52luq zmm0,zmm1,ZMMWORD PTR [rdx]",
    "vmovdqu64 ZMMWORD PTR [rsp],zmm0",
    "vpbroadcastq zmm2,QWORD PTR [rip+0x100]        # 2000 <x>",
    "vpaddq zmm0,zmm2,ZMMWORD PTR [rsp]",
    "vpsraq zmm3,zmm0,0x34",
    "vpandq zmm0,zmm0,QWORD PTR [rip+0x108]{1to8}        # 2008 <y>",
    "vmovdqa64 ZMMWORD PTR [rdi],zmm0",
    "vmovdqa64 ZMMWORD PTR [rdi+0x40],zmm3",
    "add    rsp,0x48",
    "vzeroupper",
    "ret",
]


class Constants:
    """The file of the program."""

    def word(self, at):
        """Two constants."""
        return {0x2000: 3, 0x2008: (1 << 52) - 1}[at]


def function():
    """The certificate of the function, as far as it is looked at."""
    steps = [
        Step("input", [], (0, 0), [SMALL]),
        Step("input", [], (1, 0), [SMALL]),
        Step("const", [], 0, [(0, 0)]),
        Step("const", [], 3, [(3, 3)]),
        Step("madd52lo", [(2, 0), (0, 0), (1, 0)], None, [SMALL]),
        Step("add_signed", [(4, 0), (3, 0)], None, [WIDE]),
        Step("split_signed", [(5, 0)], 52, [SMALL, WIDE]),
    ]
    inputs = [Input("a", [(0, 0)], None), Input("b", [(1, 0)], None)]
    output = Output([(6, 0), (6, 1)], None, None)
    return Function("mul", inputs, output, 0, None, steps, [], [])


def judge(lines):
    """The verdict on a listing."""
    return machine.judge("\n".join(START + line for line in lines), function(), Constants())


class MachineCode(unittest.TestCase):
    """A function beside its certificate."""

    def test_the_function_is_its_certificate(self):
        self.assertEqual(judge(LISTING), len(LISTING))

    def test_each_line_is_needed(self):
        # The registers of vectors need not be cleared, and factors commute.
        free = ["vzeroupper"]
        for at, line in enumerate(LISTING):
            lines = LISTING[:at] + LISTING[at + 1:]
            if line in free:
                judge(lines)
                continue
            with self.assertRaises(Refused, msg=line):
                judge(lines)

    def test_factors_and_summands_commute(self):
        lines = list(LISTING)
        lines[2] = lines[2].replace("rsi", "rdx")
        lines[4] = lines[4].replace("rdx", "rsi")
        self.assertEqual(judge(lines), len(lines))

    def test_changed_lines_are_refused(self):
        for at, old, new in [
            (0, "0x48", "0x50"), (0, "sub", "lea"), (1, "rdi", "rsi"), (1, "rax", "rbx"),
            (2, "rsi", "rdx"), (2, "[rsi]", "[rsi+0x40]"), (2, "[rsi]", "[rsi+rax*8]"),
            (2, "zmm1", "zmm4"), (2, "zmm1", "zmm1{k1}"), (2, "[rsi]", "[rsi+0x20]"),
            (3, "xmm0,xmm0,xmm0", "xmm0,xmm1,xmm0"), (4, "luq", "huq"), (4, "zmm1", "zmm0"),
            (4, "ZMMWORD PTR [rdx]", "QWORD PTR [rdx]{1to8}"), (4, "rdx", "r9"),
            (5, "[rsp]", "[rsp+0x40]"), (5, "[rsp]", "[rsp-0x100]"), (5, "dqu", "dqa"),
            (5, "[rsp]", "[rdx]"), (6, "2000", "2008"), (6, "2000", "3000"),
            (7, "vpaddq", "vpsubq"), (7, "[rsp]", "[rsp+0x1]"), (7, "vpaddq", "vpmullq"),
            (8, "0x34", "0x33"), (8, "vpsraq", "vpsrlq"), (8, "vpsraq", "vpsllq"),
            (9, "2008", "2000"), (10, "[rdi]", "[rdi+0x80]"), (10, "zmm0", "zmm3"),
            (11, "0x40", "0x20"), (12, "0x48", "0x40"), (13, "vzeroupper", "call 1000"),
            (13, "vzeroupper", "je 1000"), (14, "ret", "ret 0x8"), (14, "ret", "jmp 1000"),
        ]:
            self.assertIn(old, LISTING[at])
            lines = list(LISTING)
            lines[at] = lines[at].replace(old, new)
            with self.assertRaises(Refused, msg=lines[at]):
                judge(lines)

    def test_a_slot_that_is_partly_written_over_is_gone(self):
        over = "push   rax"
        with self.assertRaises(Refused):
            judge([*LISTING[:6], "sub    rsp,-0x18", over, *LISTING[6:]])

    def test_registers_of_the_caller_are_kept(self):
        kept = ["push   rbx", "mov    rbx,rsi", "pop    rbx"]
        self.assertEqual(judge(kept + LISTING), len(kept) + len(LISTING))
        with self.assertRaises(Refused):
            judge(["mov    rbx,rsi", *LISTING])


if __name__ == "__main__":
    unittest.main()
