(* P-256 beside mirage-crypto-ec: a signature of a 32-byte digest with the nonce of RFC 6979, a
   verification, an agreement. Each turn measures ours, theirs, and ours once more as the control,
   in CPU time; the results are compared before. A row each: OPERATION OURS THEIRS AGAIN, in
   microseconds, the medians of the turns' samples.
   usage: speed TURNS MILLISECONDS *)

module Ours = Sealane.Ec.P256
module Theirs = Mirage_crypto_ec.P256

let turns = int_of_string Sys.argv.(1)
let seconds = float_of_string Sys.argv.(2) /. 1000.
let digest i = Digest.string (string_of_int i) ^ Digest.string (string_of_int (-i))

(* Microseconds of one call. *)
let measure work =
  ignore (Sys.opaque_identity (work 0));
  let start = Sys.time () and finished = ref 0 and spent = ref 0. in
  while !spent < seconds do
    for i = !finished to !finished + 7 do
      ignore (Sys.opaque_identity (work i))
    done;
    finished := !finished + 8;
    spent := Sys.time () -. start
  done;
  !spent /. float !finished *. 1e6

let row name ours theirs =
  for _ = 1 to turns do
    let first = measure ours in
    let other = measure theirs in
    let again = measure ours in
    Printf.printf "%s %.3f %.3f %.3f\n%!" name first other again
  done

let () =
  Mirage_crypto_rng_unix.initialize ();
  let key, public = Ours.Dsa.generate () in
  let of_octets read octets = Result.get_ok (read (Cstruct.of_string octets)) in
  let their_key = of_octets Theirs.Dsa.priv_of_cstruct (Ours.Dsa.priv_to_octets key) in
  let their_public = of_octets Theirs.Dsa.pub_of_cstruct (Ours.Dsa.pub_to_octets public) in
  let digests = Array.init 64 digest in
  let cstructs = Array.map Cstruct.of_string digests in
  let made = Array.map (fun digest -> Ours.Dsa.sign ~key digest) digests in
  let theirs = Array.map (fun digest -> Theirs.Dsa.sign ~key:their_key digest) cstructs in
  let text (r, s) = (Cstruct.to_string r, Cstruct.to_string s) in
  assert (made = Array.map text theirs);
  let check = Array.for_all2 (fun signature digest -> Ours.Dsa.verify ~key:public signature digest) in
  let their_check =
    Array.for_all2 (fun signature digest -> Theirs.Dsa.verify ~key:their_public signature digest)
  in
  assert (check made digests && their_check theirs cstructs);
  row "sign"
    (fun i -> fst (Ours.Dsa.sign ~key digests.(i land 63)))
    (fun i -> Cstruct.to_string (fst (Theirs.Dsa.sign ~key:their_key cstructs.(i land 63))));
  row "verify"
    (fun i -> assert (Ours.Dsa.verify ~key:public made.(i land 63) digests.(i land 63)))
    (fun i ->
      assert (Theirs.Dsa.verify ~key:their_public theirs.(i land 63) cstructs.(i land 63)));
  let secret, _ = Ours.Dh.gen_key () and _, peer = Ours.Dh.gen_key () in
  let their_secret, _ = of_octets Theirs.Dh.secret_of_cs (Ours.Dh.secret_to_octets secret) in
  let their_peer = Cstruct.of_string peer in
  let agreed = Result.get_ok (Ours.Dh.key_exchange secret peer) in
  let their_agreed = Result.get_ok (Theirs.Dh.key_exchange their_secret their_peer) in
  assert (agreed = Cstruct.to_string their_agreed);
  row "derive"
    (fun _ -> assert (Ours.Dh.key_exchange secret peer = Ok agreed))
    (fun _ -> assert (Result.is_ok (Theirs.Dh.key_exchange their_secret their_peer)))
