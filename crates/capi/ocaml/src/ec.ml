(* The modules of mirage-crypto-ec 1.0, on keys by the names of their curves. *)

type error =
  [ `Invalid_range
  | `Invalid_format
  | `Invalid_length
  | `Not_on_curve
  | `At_infinity
  | `Low_order ]

let pp_error ppf (error : error) =
  Format.pp_print_string ppf
    (match error with
    | `Invalid_format -> "invalid format"
    | `Not_on_curve -> "point is not on curve"
    | `At_infinity -> "point is at infinity"
    | `Invalid_length -> "invalid length"
    | `Invalid_range -> "invalid range"
    | `Low_order -> "low order")

exception Message_too_long

let refused code : error =
  match Raw.error_name code with
  | "KEY_LENGTH" -> `Invalid_length
  | "KEY_RANGE" -> `Invalid_range
  | "KEY_POINT_INVALID" -> `Not_on_curve
  | "PEER_LOW_ORDER" -> `Low_order
  | _ -> `Invalid_format

let or_refused result = Result.map_error refused result

(* mirage-crypto-ec has a word of its own for the point that is one zero byte. *)
let pub_of name octets =
  if octets = "\000" then Error `At_infinity else or_refused (Raw.pub_of_octets name octets)

module type Dh = sig
  type secret

  val secret_of_octets : ?compress:bool -> string -> (secret * string, error) result
  val secret_to_octets : secret -> string
  val gen_key : ?compress:bool -> unit -> secret * string
  val key_exchange : secret -> string -> (string, error) result
end

module type Dsa = sig
  type priv = Raw.priv
  type pub = Raw.pub

  val byte_length : int
  val bit_length : int
  val priv_of_octets : string -> (priv, error) result
  val priv_to_octets : priv -> string
  val pub_of_octets : string -> (pub, error) result
  val pub_to_octets : ?compress:bool -> pub -> string
  val pub_of_priv : priv -> pub
  val generate : unit -> priv * pub
  val sign : key:priv -> string -> string * string
  val verify : key:pub -> string * string -> string -> bool
end

module type Dh_dsa = sig
  module Dh : Dh
  module Dsa : Dsa
end

module type Curve = sig
  val name : string
  val bit_length : int
end

module Make_dh (C : Curve) = struct
  type secret = Raw.priv

  let share compress key = Raw.surely (Raw.pub_to_octets ~compress (Raw.pub_of_priv key))

  let secret_of_octets ?(compress = false) octets =
    let key = or_refused (Raw.priv_of_octets C.name octets) in
    Result.map (fun key -> (key, share compress key)) key

  let secret_to_octets key = Raw.surely (Raw.priv_to_octets key)

  let gen_key ?(compress = false) () =
    let key = Raw.surely (Raw.generate C.name) in
    (key, share compress key)

  let key_exchange key octets =
    Result.bind (pub_of C.name octets) (fun peer -> or_refused (Raw.derive key peer))
end

(* The hash whose digests are so long: nonces are made with it. *)
let schemes =
  List.map
    (fun (length, name) -> (length, Raw.surely (Raw.scheme name)))
    [ (28, "ecdsa-sha224"); (32, "ecdsa-sha256"); (48, "ecdsa-sha384"); (64, "ecdsa-sha512") ]

module Make_dsa (C : Curve) = struct
  type priv = Raw.priv
  type pub = Raw.pub

  let bit_length = C.bit_length
  let byte_length = (bit_length + 7) / 8
  let priv_of_octets octets = or_refused (Raw.priv_of_octets C.name octets)
  let priv_to_octets key = Raw.surely (Raw.priv_to_octets key)
  let pub_of_octets octets = pub_of C.name octets
  let pub_to_octets ?compress key = Raw.surely (Raw.pub_to_octets ?compress key)
  let pub_of_priv = Raw.pub_of_priv

  let generate () =
    let key = Raw.surely (Raw.generate C.name) in
    (key, pub_of_priv key)

  let scheme_of digest = List.assoc_opt (String.length digest) schemes
  let of_digest = [ Raw.Digests; Raw.Fixed; Raw.Deterministic ]

  let sign ~key digest =
    if String.length digest > byte_length then raise Message_too_long;
    match scheme_of digest with
    | None -> invalid_arg "Sealane.Ec.Dsa.sign: a digest has 28, 32, 48 or 64 bytes"
    | Some scheme ->
      let both = Raw.surely (Raw.sign ~scheme ~flags:of_digest ~key digest) in
      let half = String.length both / 2 in
      (String.sub both 0 half, String.sub both half half)

  let verify ~key (r, s) digest =
    match scheme_of digest with
    | Some scheme
      when String.length digest <= byte_length
           && String.length r = byte_length
           && String.length s = byte_length ->
      let flags = [ Raw.Digests; Raw.Fixed ] in
      Result.is_ok (Raw.verify ~scheme ~flags ~key ~signature:(r ^ s) digest)
    | _ -> false
end

module Make (C : Curve) = struct
  module Dh = Make_dh (C)
  module Dsa = Make_dsa (C)
end

module P224 = Make (struct
  let name = "p224"
  let bit_length = 224
end)

module P256 = Make (struct
  let name = "p256"
  let bit_length = 256
end)

module P384 = Make (struct
  let name = "p384"
  let bit_length = 384
end)

module P521 = Make (struct
  let name = "p521"
  let bit_length = 521
end)

module X25519 = Make_dh (struct
  let name = "x25519"
  let bit_length = 255
end)

module Ed25519 = struct
  include Make_dsa (struct
    let name = "ed25519"
    let bit_length = 255
  end)

  let pub_to_octets key = pub_to_octets key
  let sign ~key message = Raw.surely (Raw.sign ~key message)
  let verify ~key signature ~msg = Result.is_ok (Raw.verify ~key ~signature msg)
end
