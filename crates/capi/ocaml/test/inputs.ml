(* Keys are read again, secrets are shared, wrong input is an error with its name, and the modules
   are those of mirage-crypto-ec. *)

open Sealane

let must = function
  | Ok value -> value
  | Error error -> failwith (Format.asprintf "%a" pp_error error)

let refused name = function
  | Ok _ -> failwith (name ^ " was expected")
  | Error error ->
    if error_name error <> name then failwith (name ^ " expected, not " ^ error_name error);
    assert (String.length (error_text error) > 5 && error_code error > 0)

let keys_are_read_again name =
  let key = must (generate name) in
  let public = pub_of_priv key in
  assert (algorithm public = name);
  let message = "a message" in
  let again =
    [
      must (priv_of_der (priv_to_der key));
      must (priv_of_pem (priv_to_pem key));
      must (priv_of_octets name (must (priv_to_octets key)));
    ]
  and others =
    [
      must (pub_of_der (pub_to_der public));
      must (pub_of_pem (pub_to_pem public));
      must (pub_of_octets name (must (pub_to_octets public)));
      must (pub_of_octets name (must (pub_to_octets ~compress:true public)));
    ]
  in
  List.iter
    (fun flags ->
      let signature = must (sign ~flags:(Deterministic :: flags) ~key message) in
      List.iter
        (fun key -> assert (must (sign ~flags:(Deterministic :: flags) ~key message) = signature))
        again;
      List.iter
        (fun key ->
          must (verify ~flags ~key ~signature message);
          refused "SIG_INVALID" (verify ~flags ~key ~signature "another one"))
        others)
    [ []; [ Fixed ] ]

let wrong_input_is_refused () =
  let key = must (generate "p256") in
  let public = pub_of_priv key in
  let signature = must (sign ~key "") in
  refused "NAME_UNKNOWN" (generate "p257");
  refused "NAME_UNKNOWN" (generate "p256\000");
  refused "NAME_UNKNOWN" (scheme "no such one");
  refused "KEY_ENCODING" (pub_of_der "\001\002\003");
  refused "INPUT_PEM" (priv_of_pem "no key");
  refused "KEY_LENGTH" (priv_of_octets "p256" "\001");
  refused "KEY_RANGE" (priv_of_octets "p256" (String.make 32 '\255'));
  refused "DIGEST_LENGTH" (sign ~flags:[ Digests ] ~key "\001");
  refused "SCHEME_UNSUPPORTED" (sign ~scheme:(must (scheme "eddsa")) ~key "");
  refused "SIG_LENGTH" (verify ~key:public ~signature:"" "");
  refused "SIG_ENCODING" (verify ~key:public ~signature:(signature ^ "\000") "");
  refused "SIG_LENGTH" (verify ~flags:[ Fixed ] ~key:public ~signature "");
  refused "DERIVE_UNSUPPORTED" (derive (must (generate "ed25519")) public);
  refused "KEY_CURVE_MISMATCH" (derive key (pub_of_priv (must (generate "p384"))));
  assert (sign_batch [||] = [||] && verify_batch [||] = [||]);
  (* A flag that is not one of verifications: every item has the refusal of the whole. *)
  let results = verify_batch ~flags:[ Check ] [| (public, "", ""); (public, "", "") |] in
  Array.iter (refused "ARGUMENT_FLAGS") results

module Agrees (D : Ec.Dh) = struct
  let () =
    let ours, our_share = D.gen_key () and theirs, their_share = D.gen_key ~compress:true () in
    let shared = Result.get_ok (D.key_exchange ours their_share) in
    assert (Result.get_ok (D.key_exchange theirs our_share) = shared);
    let again, share = Result.get_ok (D.secret_of_octets (D.secret_to_octets ours)) in
    assert (share = our_share && Result.get_ok (D.key_exchange again their_share) = shared);
    assert (D.secret_of_octets "\001" = Error `Invalid_length);
    assert (Result.is_error (D.key_exchange ours "\000"))
end

module Signs (D : Ec.Dsa) = struct
  let () =
    let key, public = D.generate () in
    let digest = String.make 28 'd' in
    let r, s = D.sign ~key digest in
    assert (String.length r = D.byte_length && String.length s = D.byte_length);
    assert (D.verify ~key:public (r, s) digest);
    assert (not (D.verify ~key:public (s, r) digest));
    assert (not (D.verify ~key:public (r, s) (String.make 28 'e')));
    assert (not (D.verify ~key:public ("", s) digest));
    assert (D.byte_length = (D.bit_length + 7) / 8);
    let public = Result.get_ok (D.pub_of_octets (D.pub_to_octets ~compress:true public)) in
    assert (D.verify ~key:public (r, s) digest);
    let key = Result.get_ok (D.priv_of_octets (D.priv_to_octets key)) in
    assert (D.sign ~key digest = (r, s));
    assert (D.pub_of_octets "\000" = Error `At_infinity);
    assert (match D.sign ~key (String.make 67 'd') with
      | _ -> false
      | exception Ec.Message_too_long -> true)
end

module Curve (C : Ec.Dh_dsa) = struct
  module _ = Agrees (C.Dh)
  module _ = Signs (C.Dsa)
end

module _ = Curve (Ec.P224)
module _ = Curve (Ec.P256)
module _ = Curve (Ec.P384)
module _ = Curve (Ec.P521)
module _ = Agrees (Ec.X25519)

let edwards () =
  let open Ec.Ed25519 in
  let key, public = generate () in
  let signature = sign ~key "a message" in
  assert (verify ~key:public signature ~msg:"a message");
  assert (not (verify ~key:public signature ~msg:"another"));
  assert (pub_of_octets (pub_to_octets public) |> Result.is_ok)

let low_order () =
  let secret, _ = Ec.X25519.gen_key () in
  assert (Ec.X25519.key_exchange secret (String.make 32 '\000') = Error `Low_order)

let () =
  List.iter keys_are_read_again [ "p256"; "ed25519"; "ed448"; "brainpoolp512r1" ];
  wrong_input_is_refused ();
  edwards ();
  low_order ();
  (* What is behind values is freed when nothing refers to them. *)
  Gc.full_major ();
  print_endline "all good"
