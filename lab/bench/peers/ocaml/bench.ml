(* mirage-crypto-ec. ECDSA signs a 32-byte digest, nonces by RFC 6979 (the default); P-224 takes 28
   bytes, since a digest longer than the order is refused; key_exchange decodes the peer each time.
   The loop is that of lab/measure/src/contest.rs: turns of samples of about 1 ms over 64 inputs,
   of each turn the median and the fastest. When the bench calls the turns, it says on standard
   input when each begins. The program has one thread, so the CPU time of the process is that of
   the thread. *)
let inputs = 64
let argument i default = if Array.length Sys.argv > i then Sys.argv.(i) else default
let seconds = float_of_string (argument 1 "0.3")

let pattern =
  List.filter (fun part -> part <> "") (String.split_on_char '|' (argument 2 ""))

let matches row part =
  let first = part.[0] = '^' and last = part.[String.length part - 1] = '$' in
  let from = if first then 1 else 0 in
  let size = String.length part - from - if last then 1 else 0 in
  let text = String.sub part from size and length = String.length row in
  let here i = i + size <= length && String.sub row i size = text in
  let rec anywhere i = i + size <= length && (here i || anywhere (i + 1)) in
  match first, last with
  | true, true -> row = text
  | true, false -> here 0
  | false, true -> size <= length && here (length - size)
  | false, false -> anywhere 0

let wants algo op = pattern = [] || List.exists (matches (algo ^ " " ^ op)) pattern
let wants_any algo = List.exists (wants algo) [ "keygen"; "sign"; "verify"; "derive" ]

let paced = Array.length Sys.argv > 3
let clock = Sys.time

(* Whether there is another turn after so many. *)
let called algo op turns =
  if not paced then turns = 0
  else begin
    if turns = 0 then Printf.printf "ready\t%s\t%s\n%!" algo op;
    match input_line stdin with
    | word -> word = "turn"
    | exception End_of_file -> false
  end

(* Warms up; returns how many operations a sample has. *)
let warm work =
  let start = clock () and spent = ref 0. and finished = ref 0 in
  while !finished = 0 || !spent < seconds /. 5. do
    ignore (Sys.opaque_identity (work (!finished mod inputs)));
    incr finished;
    spent := clock () -. start
  done;
  max 1 (min inputs (int_of_float (1e-3 /. (!spent /. float !finished))))

(* Prints a row; returns the last input and its result. On our own a turn has five samples at
   least. *)
let measure algo op work =
  let turns = ref 0 and calls = ref 0 and next = ref 0 and last = ref None in
  let least = if paced then 1 else 5 in
  while wants algo op && called algo op !turns do
    if !turns = 0 then calls := warm work;
    let samples = ref [] and count = ref 0 and used = ref 0. in
    while !used < seconds || !count < least do
      ignore (Sys.opaque_identity (work !next));
      let start = clock () in
      for call = !next to !next + !calls - 1 do
        let input = call mod inputs in
        last := Some (input, Sys.opaque_identity (work input))
      done;
      let spent = clock () -. start in
      next := (!next + !calls) mod inputs;
      used := !used +. spent;
      incr count;
      samples := (spent /. float !calls) :: !samples
    done;
    let sorted = Array.of_list (List.sort compare !samples) in
    let middle = (sorted.((!count - 1) / 2) +. sorted.(!count / 2)) /. 2. in
    Printf.printf "%s\t%s\t%.1f\t%.1f\n%!" algo op (1. /. middle) (1. /. sorted.(0));
    incr turns
  done;
  !last

let hex text =
  String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c))
    (List.of_seq (String.to_seq text)))

let hex_of buffer = hex (Cstruct.to_string buffer)

let sample algo op key input output =
  Printf.printf "sample\t%s\t%s\t%s\t%s\t%s\n%!" algo op key input output

let digest i = Digest.string (string_of_int i) ^ Digest.string (string_of_int (i + inputs))

(* Sign and verify with one key; a signature is shown by [text]. *)
let signatures algo key kind digests sign verify text =
  let made = Array.map sign digests in
  let show op (i, signature) =
    sample algo op key (kind ^ hex_of digests.(i)) ("raw:" ^ text signature)
  in
  Option.iter (show "sign") (measure algo "sign" (fun i -> sign digests.(i)));
  if wants algo "verify" then begin
    Array.iteri (fun i signature ->
      assert (verify signature digests.(i));
      assert (not (verify signature digests.((i + 1) mod inputs)))) made;
    Printf.printf "refused\t%s\n" algo;
    let check i = assert (verify made.(i) digests.(i)) in
    Option.iter (fun (i, ()) -> show "verify" (i, made.(i))) (measure algo "verify" check)
  end

let derive (module D : Mirage_crypto_ec.Dh) algo bytes =
  let bare () =
    (* Below every order. *)
    let bytes = Mirage_crypto_rng.generate bytes in
    Cstruct.set_uint8 bytes 0 0;
    bytes
  in
  let own = bare () in
  match D.secret_of_cs own, D.gen_key () with
  | Ok (secret, _), (_, other) ->
    let exchange _ = Result.get_ok (D.key_exchange secret other) in
    let show (_, shared) =
      sample algo "derive" (hex_of other) (hex_of own) ("x:" ^ hex_of shared)
    in
    Option.iter show (measure algo "derive" exchange)
  | Error _, _ -> Printf.printf "# fail %s derive\n" algo

let curve (module C : Mirage_crypto_ec.Dh_dsa) name bytes digest_bytes =
  let algo = "ecdsa-" ^ name in
  if wants_any algo then begin
    let open C.Dsa in
    let show (_, (key, point)) =
      sample algo "keygen" (hex_of (pub_to_cstruct point)) (hex_of (priv_to_cstruct key)) "-"
    in
    Option.iter show (measure algo "keygen" (fun _ -> generate ()));
    let key, point = generate () in
    let cut i = Cstruct.of_string (String.sub (digest i) 0 digest_bytes) in
    signatures algo (hex_of (pub_to_cstruct point)) "digest:" (Array.init inputs cut)
      (fun digest -> sign ~key digest)
      (fun signature digest -> verify ~key:point signature digest)
      (fun (r, s) -> hex_of r ^ hex_of s)
  end;
  derive (module C.Dh) ("ecdh-" ^ name) bytes

let edwards () =
  let open Mirage_crypto_ec.Ed25519 in
  let algo = "ed25519" in
  let show (_, (key, point)) =
    sample algo "keygen" (hex_of (pub_to_cstruct point)) (hex_of (priv_to_cstruct key)) "-"
  in
  Option.iter show (measure algo "keygen" (fun _ -> generate ()));
  let key, point = generate () in
  let messages = Array.init inputs (fun i -> Cstruct.of_string (digest i)) in
  signatures algo (hex_of (pub_to_cstruct point)) "message:" messages
    (fun message -> sign ~key message)
    (fun signature msg -> verify ~key:point signature ~msg)
    hex_of

let () =
  let version = try Sys.getenv "PEER_VERSION" with Not_found -> "?" in
  Printf.printf "# version mirage-crypto-ec %s\n%!" version;
  Mirage_crypto_rng_unix.initialize ();
  let open Mirage_crypto_ec in
  curve (module P224) "p224" 28 28;
  curve (module P256) "p256" 32 32;
  curve (module P384) "p384" 48 32;
  curve (module P521) "p521" 66 32;
  edwards ();
  if wants_any "x25519" then derive (module X25519) "x25519" 32
