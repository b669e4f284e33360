(* Reads cases, one a line, and prints what the library says of each:
     verify SCHEME SPKI MESSAGE SIGNATURE   the status
     sign SCHEME PKCS8 MESSAGE              the signature, deterministic
   All bytes in hexadecimal digits, `-` for none; a scheme `usual` is the key's own. *)

let ( let* ) = Result.bind

let decode digits =
  let length = if digits = "-" then 0 else String.length digits / 2 in
  String.init length (fun i -> Char.chr (int_of_string ("0x" ^ String.sub digits (2 * i) 2)))

let encode text =
  String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c))
    (List.of_seq (String.to_seq text)))

let scheme_of name =
  if name = "usual" then Ok None else Result.map Option.some (Sealane.scheme name)

let verify scheme spki message signature =
  let* scheme = scheme_of scheme in
  let* key = Sealane.pub_of_der (decode spki) in
  let* () = Sealane.verify ?scheme ~key ~signature:(decode signature) (decode message) in
  Ok "OK"

let sign scheme pkcs8 message =
  let* scheme = scheme_of scheme in
  let* key = Sealane.priv_of_der (decode pkcs8) in
  Result.map encode (Sealane.sign ?scheme ~flags:[ Deterministic ] ~key (decode message))

let rec cases () =
  match String.split_on_char ' ' (input_line stdin) with
  | exception End_of_file -> ()
  | words ->
    let said =
      match words with
      | [ "verify"; scheme; spki; message; signature ] -> verify scheme spki message signature
      | [ "sign"; scheme; pkcs8; message ] -> sign scheme pkcs8 message
      | _ -> exit 2
    in
    print_endline (match said with Ok said -> said | Error error -> Sealane.error_name error);
    cases ()

let () = cases ()
