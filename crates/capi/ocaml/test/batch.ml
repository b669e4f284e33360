(* Signs many messages by a few keys in one call, verifies them in one call, and once more with
   tables; then some are changed, and those alone are refused.
   usage: batch COUNT *)

let must = function
  | Ok value -> value
  | Error error -> failwith (Format.asprintf "%a" Sealane.pp_error error)

let changed signature =
  let bytes = Bytes.of_string signature in
  let last = Bytes.length bytes - 1 in
  Bytes.set bytes last (Char.chr (Char.code (Bytes.get bytes last) lxor 1));
  Bytes.to_string bytes

let () =
  let count = int_of_string Sys.argv.(1) in
  let names = [| "p256"; "ed25519"; "p384"; "secp256k1" |] in
  let keys = Array.map (fun name -> must (Sealane.generate name)) names in
  let public_keys = Array.map Sealane.pub_of_priv keys in
  let of_item i = i mod Array.length keys in
  let items = Array.init count (fun i -> (keys.(of_item i), string_of_int i)) in
  let made = Array.map must (Sealane.sign_batch items) in
  let checks made = Array.mapi (fun i s -> (public_keys.(of_item i), string_of_int i, s)) made in
  let tables = Sealane.tables (1 lsl 20) in
  let good = checks made in
  List.iter
    (fun results -> Array.iter must results)
    [
      Sealane.verify_batch good;
      Sealane.verify_batch ~tables good;
      Sealane.verify_batch ~tables good;
    ];
  let spoiled = Array.mapi (fun i s -> if i mod 7 = 0 then changed s else s) made in
  Array.iteri
    (fun i result ->
      match result with
      | Ok () -> assert (i mod 7 <> 0)
      | Error error -> assert (i mod 7 = 0 && Sealane.error_name error = "SIG_INVALID"))
    (Sealane.verify_batch ~tables (checks spoiled));
  (* Nothing refers to keys any more: they are freed. *)
  Gc.full_major ();
  Printf.printf "%d items\n" count
