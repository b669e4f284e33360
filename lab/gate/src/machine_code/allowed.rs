//! The instructions that functions of the lanes may have.
//!
//! What is not named is refused, and so is a new instruction of a new compiler, until somebody has
//! looked at it. Left out on purpose, but of one function on public bytes: compressions. Left out
//! of all: gathers and scatters (addresses in lanes), expansions, square roots and divisions of
//! fractions (their time depends on operands), repeated copies, tests of masks that set flags
//! (`kortest`, `ktest`, `vptest`), and whatever asks the processor or the system.

use iced_x86::Mnemonic as M;

/// Moves. What the compiler fills gaps with does nothing.
const MOVES: [M; 7] = [M::Mov, M::Movzx, M::Lea, M::Push, M::Pop, M::Ret, M::Nop];

/// Arithmetic on general registers. Multiplications take the same time for all operands.
const GENERAL: [M; 25] = [
    M::Adc,
    M::Add,
    M::And,
    M::Bt,
    M::Bts,
    M::Cmp,
    M::Dec,
    M::Imul,
    M::Inc,
    M::Mul,
    M::Neg,
    M::Not,
    M::Or,
    M::Rol,
    M::Ror,
    M::Sar,
    M::Sbb,
    M::Shl,
    M::Shld,
    M::Shr,
    M::Shrd,
    M::Sub,
    M::Test,
    M::Xor,
    // Its time depends on operands: the budget has the number of them.
    M::Div,
];

/// What flags decide without a jump; of each kind that occurs, with the other senses.
const CHOICES: [M; 13] = [
    M::Cmova,
    M::Cmovae,
    M::Cmovb,
    M::Cmovbe,
    M::Cmove,
    M::Cmovne,
    M::Cmovs,
    M::Seta,
    M::Setae,
    M::Setb,
    M::Setbe,
    M::Sete,
    M::Setne,
];

/// Calls and jumps: where they may stand and on what they may jump is looked at apart.
const CONTROL: [M; 14] = [
    M::Call,
    M::Jmp,
    M::Ja,
    M::Jae,
    M::Jb,
    M::Jbe,
    M::Je,
    M::Jne,
    M::Jg,
    M::Jge,
    M::Jl,
    M::Jle,
    M::Js,
    M::Jns,
];

/// Moves of vectors, between them and into them: whole registers or fixed places.
const VECTOR_MOVES: [M; 50] = [
    M::Vbroadcasti32x4,
    M::Vbroadcasti64x4,
    M::Vbroadcastsd,
    M::Vextracti128,
    M::Vextracti32x4,
    M::Vextracti64x4,
    M::Vinserti128,
    M::Vinserti32x4,
    M::Vinserti64x4,
    M::Vmovaps,
    M::Vmovups,
    M::Vmovd,
    M::Vmovddup,
    M::Vmovq,
    M::Vmovdqa,
    M::Vmovdqa32,
    M::Vmovdqa64,
    M::Vmovdqu,
    M::Vmovdqu32,
    M::Vmovdqu64,
    M::Vpbroadcastd,
    M::Vpbroadcastq,
    M::Vpextrq,
    M::Vpinsrb,
    M::Vpinsrq,
    M::Vpmovqw,
    M::Vpmovsxwq,
    M::Vpsrldq,
    M::Vpunpckhqdq,
    M::Vpunpcklqdq,
    M::Vshufi64x2,
    M::Vzeroupper,
    // Clears what lanes leave.
    M::Vzeroall,
    // They pick by an operand in registers, at one speed.
    M::Vpshufb,
    M::Vpermi2q,
    M::Vpermt2q,
    M::Vpermi2d,
    M::Vpermt2d,
    // Whole lanes to other lanes, by constants: the limbs of one number lie along them.
    M::Valignq,
    M::Vpalignr,
    M::Vperm2i128,
    M::Vpermq,
    M::Vpermd,
    M::Vpermpd,
    M::Vpshufd,
    M::Vpermilps,
    // A choice by a mask, and one by a constant.
    M::Vpblendmq,
    M::Vpblendd,
    M::Vblendps,
    M::Vpblendw,
];

/// Arithmetic in lanes.
const VECTORS: [M; 49] = [
    M::Vpaddd,
    M::Vpaddq,
    M::Vpaddw,
    M::Vpsubq,
    M::Vpsubd,
    M::Vpmadd52huq,
    M::Vpmadd52luq,
    M::Vpmuldq,
    M::Vpmuludq,
    M::Vpmulld,
    M::Vpand,
    M::Vpandd,
    M::Vpandnq,
    M::Vpandnd,
    M::Vpandq,
    M::Vpandn,
    M::Vpor,
    M::Vpord,
    M::Vporq,
    M::Vpxor,
    M::Vpxord,
    M::Vpxorq,
    M::Vxorps,
    M::Vpternlogd,
    M::Vpternlogq,
    M::Vprold,
    M::Vprolq,
    M::Vpslld,
    M::Vpsllq,
    M::Vpsllvq,
    M::Vpsllvd,
    M::Vpsraq,
    M::Vpsravq,
    M::Vpsrad,
    M::Vpsraw,
    M::Vpsrld,
    M::Vpsrlq,
    M::Vpsrlvq,
    M::Vpsrlvd,
    // Into masks.
    M::Vpcmpd,
    M::Vpcmpeqd,
    M::Vpcmpeqq,
    M::Vpcmpgtq,
    M::Vpcmpgtd,
    M::Vpcmpq,
    M::Vpcmpud,
    M::Vpcmpuq,
    M::Vptestmq,
    M::Vptestnmq,
];

/// Masks, without those instructions that set flags.
const MASKS: [M; 5] = [M::Kmovw, M::Kandw, M::Korw, M::Kxorw, M::Knotw];

/// What functions of public bytes may have besides: compressions, and how many bits are set.
const OF_PUBLIC: [M; 4] = [M::Vpcompressd, M::Popcnt, M::Kmovd, M::Vinserti32x8];

/// Whether a function of the lanes may have this instruction, if all that it works on `is_public`
/// or if not.
#[must_use]
pub fn is_allowed(mnemonic: M, is_public: bool) -> bool {
    if is_public && OF_PUBLIC.contains(&mnemonic) {
        return true;
    }
    let lists: [&[M]; 7] = [&MOVES, &GENERAL, &CHOICES, &CONTROL, &VECTOR_MOVES, &VECTORS, &MASKS];
    lists.iter().any(|list| list.contains(&mnemonic))
}
