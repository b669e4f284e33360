(* What stubs.c gives, with the types that OCaml has for it. A status is an [int]; no
   value of type [error] is 0. *)

type error = int
type scheme
type priv
type pub
type tables
type flag = Deterministic | Low_s | Check | Digests | Fixed

external error_name : error -> string = "sealane_stub_status_name"
external error_text : error -> string = "sealane_stub_status_text"
external version : unit -> string = "sealane_stub_version"
external scheme : string -> (scheme, error) result = "sealane_stub_scheme"
external generate : string -> (priv, error) result = "sealane_stub_generate"
external pub_of_priv_result : priv -> (pub, error) result = "sealane_stub_pub_of_priv"
external algorithm_result : pub -> (string, error) result = "sealane_stub_algorithm"
external priv_of_der : string -> (priv, error) result = "sealane_stub_priv_of_der"
external priv_of_pem : string -> (priv, error) result = "sealane_stub_priv_of_pem"
external priv_of_octets : string -> string -> (priv, error) result = "sealane_stub_priv_of_octets"
external priv_to_der_result : priv -> (string, error) result = "sealane_stub_priv_to_der"
external priv_to_pem_result : priv -> (string, error) result = "sealane_stub_priv_to_pem"
external priv_to_octets : priv -> (string, error) result = "sealane_stub_priv_to_octets"
external pub_of_der : string -> (pub, error) result = "sealane_stub_pub_of_der"
external pub_of_pem : string -> (pub, error) result = "sealane_stub_pub_of_pem"
external pub_of_octets : string -> string -> (pub, error) result = "sealane_stub_pub_of_octets"
external pub_to_der_result : pub -> (string, error) result = "sealane_stub_pub_to_der"
external pub_to_pem_result : pub -> (string, error) result = "sealane_stub_pub_to_pem"
external pub_to_bytes : pub -> bool -> (string, error) result = "sealane_stub_pub_to_octets"

external sign_by : priv -> scheme option -> int -> string -> (string, error) result
  = "sealane_stub_sign"

external verify_by : pub -> scheme option -> int -> string -> string -> (unit, error) result
  = "sealane_stub_verify"

external derive : priv -> pub -> (string, error) result = "sealane_stub_derive"
external tables_result : int -> (tables, error) result = "sealane_stub_tables"

external sign_batch_by :
  scheme option -> int -> (priv * string) array -> (string, error) result array
  = "sealane_stub_sign_batch"

external verify_batch_by :
  scheme option -> int -> tables option -> (pub * string * string) array ->
  (unit, error) result array = "sealane_stub_verify_batch"

let error_code error = error

let pp_error ppf error =
  Format.fprintf ppf "%s: %s" (error_name error) (error_text error)

(* What cannot fail for a value that there is. *)
let surely = function
  | Ok value -> value
  | Error error -> failwith (error_name error)

let pub_of_priv key = surely (pub_of_priv_result key)
let algorithm key = surely (algorithm_result key)
let priv_to_der key = surely (priv_to_der_result key)
let priv_to_pem key = surely (priv_to_pem_result key)
let pub_to_der key = surely (pub_to_der_result key)
let pub_to_pem key = surely (pub_to_pem_result key)
let pub_to_octets ?(compress = false) key = pub_to_bytes key compress
let tables most_bytes = surely (tables_result most_bytes)

(* As the header has them. *)
let bit = function Deterministic -> 1 | Low_s -> 2 | Check -> 4 | Digests -> 8 | Fixed -> 16
let bits flags = List.fold_left (fun bits flag -> bits lor bit flag) 0 flags
let sign ?scheme ?(flags = []) ~key message = sign_by key scheme (bits flags) message

let verify ?scheme ?(flags = []) ~key ~signature message =
  verify_by key scheme (bits flags) message signature

let sign_batch ?scheme ?(flags = []) items = sign_batch_by scheme (bits flags) items

let verify_batch ?scheme ?(flags = []) ?tables items =
  verify_batch_by scheme (bits flags) tables items
