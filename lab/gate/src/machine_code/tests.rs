//! What the rules refuse, each by bytes of its own.

use super::*;

const DOOR: &str = "_ZN13sealane_arith7machine5ifma84door17h00E";
const CALLED: &str = "_ZN13sealane_arith7machine5ifma86called17h00E";
const COMPRESS: &str = "_ZN13sealane_arith7machine3sha3zmm12compress_25617h00E";
const PERMUTE: [&str; 2] = [
    "_ZN13sealane_arith7machine3sha3zmm9permute_817h00E",
    "_ZN13sealane_arith7machine3sha3xmm7permute17h00E",
];

const NONE: Budget =
    Budget { functions: 1, bytes: 99, largest: 99, divisions: 0, jumps_on_lanes: 0 };

/// The table of addresses; its first entry is `memcpy`, its second another function.
const ENTRIES: u64 = 0x2000;

fn program(name: &str, code: &[u8]) -> Program {
    let function = Function { name: name.into(), at: 0x1000, code: code.into() };
    let called = [(ENTRIES, "memcpy".into()), (ENTRIES + 8, "other".into())];
    Program {
        functions: vec![function],
        entries: ENTRIES..ENTRIES + 16,
        called: called.into(),
        ..Program::default()
    }
}

/// What is refused of a function at 0x1000 with this code.
fn refused(name: &str, code: &[u8]) -> Vec<String> {
    program(name, code).look_over(&NONE).refused
}

#[track_caller]
fn fine(name: &str, code: &[u8]) {
    assert_eq!(refused(name, code), Vec::<String>::new());
}

/// Goal: one line, with the function, the address and why.
#[track_caller]
fn told(name: &str, code: &[u8], at: &str, why: &str) {
    let lines = refused(name, code);
    assert!(
        lines.iter().any(|it| [name, at, why].iter().all(|part| it.contains(part))),
        "{lines:?}"
    );
}

/// `call [rip+x]` at 0x1000, of an entry.
fn call(entry: u64) -> Vec<u8> {
    let distance = (ENTRIES + 8 * entry - 0x1006) as u32;
    [&[0xff, 0x15][..], &distance.to_le_bytes()].concat()
}

/// Goal: products of 52 bits are of the lanes in registers of any length, sums in short ones not.
#[test]
fn short_registers_are_of_the_lanes_by_their_products() {
    let of = |code: &[u8]| is_of_lanes(&decoded(&program(DOOR, code).functions[0])[0]);
    // vpmadd52luq ymm0, ymm1, ymm2; vpaddq ymm0, ymm0, ymm1; vpaddq zmm0, zmm0, zmm1.
    assert!(of(&[0x62, 0xf2, 0xf5, 0x28, 0xb4, 0xc2]));
    assert!(!of(&[0xc5, 0xfd, 0xd4, 0xc1]));
    assert!(of(&[0x62, 0xf1, 0xfd, 0x48, 0xd4, 0xc1]));
}

#[test]
fn programs_neither_call_nor_jump() {
    // vpaddq zmm0, zmm0, zmm1; ret.
    fine(CALLED, &[0x62, 0xf1, 0xfd, 0x48, 0xd4, 0xc1, 0xc3]);
    told(CALLED, &[0xe8, 0, 0, 0, 0, 0xc3], "0x1000", "in a program");
    told(CALLED, &call(0), "0x1000", "in a program");
    // test eax, eax; je to the next; ret.
    told(CALLED, &[0x85, 0xc0, 0x74, 0, 0xc3], "0x1002", "in a program");
    fine(DOOR, &[0x85, 0xc0, 0x74, 0, 0xc3]);
}

/// Goal: a compression, and a jump on what it gave, stand in the function of public bytes alone.
#[test]
fn public_bytes_may_be_sifted() {
    // vpcompressd zmm0 {k1}{z}, zmm1; kmovw eax, k1; test eax, eax; je to the next; ret.
    let sifted = [0x62, 0xf2, 0x7d, 0xc9, 0x8b, 0xc8, 0xc5, 0xf8, 0x93, 0xc1, 0x85, 0xc0, 0x74, 0];
    let sifted = [&sifted[..], &[0xc3]].concat();
    let public = "_ZN13sealane_arith7machine4ring3zmm12sift_vartime17h00E";
    fine(public, &sifted);
    told(DOOR, &sifted, "0x1000", "not on the list");
    told(DOOR, &sifted[6..], "0x1006", "a jump on lanes");
}

#[test]
fn compressions_loop_and_copy_only() {
    // mov eax, 4; dec rax; jne back; ret.
    let counted = [0xb8, 4, 0, 0, 0, 0x48, 0xff, 0xc8, 0x75, 0xfb, 0xc3];
    fine(COMPRESS, &counted);
    // call; mov eax, 4; jmp over; nop; over: the same. The gap brings nothing to the loop.
    fine(COMPRESS, &[&call(0)[..], &[0xb8, 4, 0, 0, 0, 0xeb, 1, 0x90], &counted[5..]].concat());
    // mov rax, [rdi]; test rax, rax; je to the next; ret.
    told(COMPRESS, &[0x48, 0x8b, 7, 0x48, 0x85, 0xc0, 0x74, 0, 0xc3], "0x1006", "on data");
    fine(COMPRESS, &call(0));
    told(COMPRESS, &call(1), "0x1000", "not of a copy");
    told(COMPRESS, &[0xe8, 0, 0, 0, 0, 0xc3], "0x1000", "not of a copy");
    fine(DOOR, &call(1));
}

#[test]
fn instructions_are_of_the_list() {
    // bts rdx, rcx, which is fine, and bts [rdx], rcx, whose address depends on RCX as well.
    fine(DOOR, &[0x48, 0x0f, 0xab, 0xca, 0xc3]);
    told(DOOR, &[0x48, 0x0f, 0xab, 0x0a, 0xc3], "0x1000", "a bit in memory by its number");
    for code in [
        // vpgatherqq zmm0{k1}, [rax+zmm1]; vpscatterqq [rax+zmm1]{k1}, zmm0.
        &[0x62, 0xf2, 0xfd, 0x49, 0x91, 0x04, 0x08][..],
        &[0x62, 0xf2, 0xfd, 0x49, 0xa1, 0x04, 0x08],
        // vpcompressq zmm0{k1}, zmm1; divsd xmm0, xmm1; idiv ecx.
        &[0x62, 0xf2, 0xfd, 0x49, 0x8b, 0xc8],
        &[0xf2, 0x0f, 0x5e, 0xc1],
        &[0xf7, 0xf9],
        // cpuid; rdtsc; syscall; rep movsb; kortestw k0, k0; ptest xmm0, xmm0.
        &[0x0f, 0xa2],
        &[0x0f, 0x31],
        &[0x0f, 0x05],
        &[0xf3, 0xa4],
        &[0xc5, 0xf8, 0x98, 0xc0],
        &[0x66, 0x0f, 0x38, 0x17, 0xc0],
    ] {
        told(DOOR, code, "0x1000", "not on the list");
    }
    // A byte that is no instruction in this mode.
    told(DOOR, &[0x06], "0x1000", "no instruction");
}

/// Goal: a jump on what a mask or a lane gave is counted, by whatever way it comes to the flags.
#[test]
fn jumps_on_lanes_are_counted() {
    for code in [
        // kortestw k0, k0; je to the next.
        &[0xc5, 0xf8, 0x98, 0xc0, 0x74, 0][..],
        // kmovw eax, k0; test al, al; je.
        &[0xc5, 0xf8, 0x93, 0xc0, 0x84, 0xc0, 0x74, 0],
        // vmovq rax, xmm0; mov rcx, rax; lea rcx, [rcx+1]; cmp rcx, 2; jb.
        &[
            0xc4, 0xe1, 0xf9, 0x7e, 0xc0, 0x48, 0x89, 0xc1, 0x48, 0x8d, 0x49, 1, 0x48, 0x83, 0xf9,
            2, 0x72, 0,
        ],
        // kmovw eax, k0; cmp eax, 1; sbb ecx, ecx; test ecx, ecx; je.
        &[0xc5, 0xf8, 0x93, 0xc0, 0x83, 0xf8, 1, 0x19, 0xc9, 0x85, 0xc9, 0x74, 0],
        // jmp over; test eax, eax; je to the end; over: kmovw eax, k0; jmp back.
        &[0xeb, 4, 0x85, 0xc0, 0x74, 6, 0xc5, 0xf8, 0x93, 0xc0, 0xeb, 0xf6, 0xc3],
    ] {
        let code = [code, &[0xc3]].concat();
        let found = program(DOOR, &code).look_over(&NONE);
        assert_eq!(found.jumps_on_lanes.len(), 1, "{code:x?}");
        told(DOOR, &code, "0x10", "a jump on lanes");
        let one = Budget { jumps_on_lanes: 1, ..NONE };
        let left = program(DOOR, &code).look_over(&one).refused;
        assert!(left.iter().all(|it| it.contains("Kortest")), "{left:?}");
    }
    // kmovw eax, k0; xor eax, eax; test eax, eax; je: nothing of the mask is left.
    fine(DOOR, &[0xc5, 0xf8, 0x93, 0xc0, 0x31, 0xc0, 0x85, 0xc0, 0x74, 0, 0xc3]);
}

#[test]
fn flags_of_calls_are_none() {
    told(DOOR, &[&call(1)[..], &[0x74, 0, 0xc3]].concat(), "0x1006", "that a call left");
    // dec leaves the carry as it was.
    let dec = [&call(1)[..], &[0xff, 0xc8, 0x72, 0, 0xc3]].concat();
    told(DOOR, &dec, "0x1008", "that a call left");
    fine(DOOR, &[&call(1)[..], &[0x85, 0xc0, 0x74, 0, 0xc3]].concat());
}

#[test]
fn addresses_are_of_the_table() {
    let load = |distance: u32, rest: &[u8]| {
        [&[0x48, 0x8b, 0x1d][..], &distance.to_le_bytes(), rest].concat()
    };
    let entry = (ENTRIES - 0x1007) as u32;
    // mov rbx, [rip+x]; call rbx.
    fine(DOOR, &load(entry, &[0xff, 0xd3, 0xc3]));
    told(DOOR, &load(entry + 16, &[0xff, 0xd3, 0xc3]), "0x1007", "computed");
    // ... add rbx, rax; call rbx.
    told(DOOR, &load(entry, &[0x48, 1, 0xc3, 0xff, 0xd3, 0xc3]), "0x100a", "computed");
    // ... jmp rbx.
    told(DOOR, &load(entry, &[0xff, 0xe3]), "0x1007", "indirect jump");
    // jmp [rip+x], with which a call ends a function; of the table, and behind it.
    let jump = |distance: u32| [&[0xff, 0x25][..], &distance.to_le_bytes()].concat();
    fine(DOOR, &jump(entry + 1));
    fine(COMPRESS, &jump(entry + 1));
    told(COMPRESS, &jump(entry + 9), "0x1000", "not of a copy");
    told(CALLED, &jump(entry + 1), "0x1000", "in a program");
    told(DOOR, &jump(entry + 17), "0x1000", "indirect jump");
    // A call keeps rbx and not rax.
    let kept = [&[0xe8, 0, 0, 0, 0][..], &[0xff, 0xd3, 0xc3]].concat();
    fine(DOOR, &load(entry, &kept));
    told(DOOR, &[0xff, 0xd0, 0xc3], "0x1000", "computed");
    told(DOOR, &[0xff, 0x10, 0xc3], "0x1000", "computed");
    // jmp and je far out of the function; int3.
    told(DOOR, &[0xe9, 0, 1, 0, 0], "0x1000", "out of its function");
    told(DOOR, &[0x85, 0xc0, 0x74, 0x70, 0xc3], "0x1002", "out of its function");
    assert!(!refused(DOOR, &[0xcc]).is_empty());
}

#[test]
fn budgets_are_held() {
    // div ecx; ret.
    let code = [0xf7, 0xf1, 0xc3];
    let of = |budget| program(DOOR, &code).look_over(&budget).refused.join("\n");
    let enough = Budget { functions: 1, bytes: 3, largest: 3, divisions: 1, jumps_on_lanes: 0 };
    assert_eq!(of(enough), "");
    assert!(of(Budget { functions: 0, ..enough }).contains("1 functions, over 0"));
    assert!(of(Budget { bytes: 2, ..enough }).contains("3 bytes, over 2"));
    assert!(of(Budget { largest: 2, ..enough }).contains("0x1000: 3 bytes, over 2"));
    assert!(of(Budget { divisions: 0, ..enough }).contains("1 divisions, over 0"));
}

#[test]
fn functions_are_told_apart() {
    assert_eq!(Kind::from_name(DOOR), Some(Kind::Door));
    assert_eq!(Kind::from_name(CALLED), Some(Kind::Program));
    assert_eq!(Kind::from_name(COMPRESS), Some(Kind::Compression));
    for name in PERMUTE {
        assert_eq!(Kind::from_name(name), Some(Kind::Compression));
    }
    assert_eq!(Kind::from_name("_RNvNtNtNtCs1_4core9core_arch3x867avx512f"), Some(Kind::Program));
    assert_eq!(Kind::from_name("_ZN6memchr4arch6x86_6417h00E"), None);
}
