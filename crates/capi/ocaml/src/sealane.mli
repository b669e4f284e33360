(** Keys, signatures, shared secrets and batches, by the library Sealane.

    Strings are immutable; what can fail is a [result]. What is behind keys, schemes and tables is freed, private keys wiped, when the collector finds
    that nothing refers to them. *)

type error
(** A refusal: a stable number with a stable name. *)

val error_code : error -> int
(** [error_code error] is the number: [18]. *)

val error_name : error -> string
(** [error_name error] is the name: ["SIG_INVALID"]. *)

val error_text : error -> string
(** [error_text error] is a sentence. *)

val pp_error : Format.formatter -> error -> unit
(** Prints the name and the sentence. *)

val version : unit -> string
(** The version of the library. *)

(** {1 Schemes and flags} *)

type scheme
(** How a key signs. None given is the usual one of the key's algorithm. *)

val scheme : string -> (scheme, error) result
(** [scheme name] is the scheme of a name: [ecdsa-sha256], [eddsa], [rsa-pss-sha256]. *)

type flag =
  | Deterministic  (** No random bytes are mixed into nonces. *)
  | Low_s  (** Of the two [s] that are right for a signature by ECDSA, the lower one. *)
  | Check  (** The signature is verified before it is put out. *)
  | Digests  (** Messages are digests of the scheme's hash. *)
  | Fixed  (** Signatures by ECDSA and DSA are [r] then [s] at fixed width, and not DER. *)

(** {1 Keys} *)

type priv
(** A private key. *)

type pub
(** A public key. *)

val generate : string -> (priv, error) result
(** [generate algorithm] makes a fresh key: [p256], [ed25519], [x25519], [rsa3072], [mldsa65]. *)

val pub_of_priv : priv -> pub
(** The public key that belongs to a private one. *)

val algorithm : pub -> string
(** The name of a key's algorithm. *)

val priv_of_der : string -> (priv, error) result
(** Reads an unencrypted PKCS#8 document. *)

val priv_of_pem : string -> (priv, error) result
(** Reads the one PEM block of a text. *)

val priv_of_octets : string -> string -> (priv, error) result
(** [priv_of_octets algorithm octets] reads a key over a curve from its bytes alone: a scalar, or
    the octets of RFC 8032 or RFC 7748. *)

val priv_to_der : priv -> string
val priv_to_pem : priv -> string

val priv_to_octets : priv -> (string, error) result
(** What {!priv_of_octets} takes. The collector does not wipe strings: a caller who must, keeps
    private keys as {!type-priv}. *)

val pub_of_der : string -> (pub, error) result
(** Reads a SubjectPublicKeyInfo. *)

val pub_of_pem : string -> (pub, error) result
(** Reads the one PEM block of a text. *)

val pub_of_octets : string -> string -> (pub, error) result
(** [pub_of_octets algorithm octets] reads a key over a curve from its bytes alone: a point,
    compressed or not, or the octets of RFC 8032 or RFC 7748. *)

val pub_to_der : pub -> string
val pub_to_pem : pub -> string

val pub_to_octets : ?compress:bool -> pub -> (string, error) result
(** What {!pub_of_octets} takes. *)

(** {1 One at a time} *)

val sign : ?scheme:scheme -> ?flags:flag list -> key:priv -> string -> (string, error) result
(** [sign ~key message] signs a message, or its digest. *)

val verify :
  ?scheme:scheme -> ?flags:flag list -> key:pub -> signature:string -> string ->
  (unit, error) result
(** [verify ~key ~signature message] is [Ok ()] for a good signature and no other. *)

val derive : priv -> pub -> (string, error) result
(** The secret that a private key shares with another's public key. *)

(** {1 Many at once} *)

type tables
(** Tables of public keys that come often. *)

val tables : int -> tables
(** [tables most_bytes] is room for so many bytes. *)

val sign_batch :
  ?scheme:scheme -> ?flags:flag list -> (priv * string) array -> (string, error) result array
(** Signs all messages in one call. Each has a result of its own. *)

val verify_batch :
  ?scheme:scheme -> ?flags:flag list -> ?tables:tables -> (pub * string * string) array ->
  (unit, error) result array
(** [verify_batch items] verifies all signatures in one call; an item is a key, a message and a
    signature. *)

(** {1 As mirage-crypto-ec has it}

    The module types of mirage-crypto-ec 1.0, without what needs its random generator ([?g]) or the
    caller's nonce ([?k], [K_gen]): random bytes are the system's, nonces those of RFC 6979. *)

module Ec : sig
  type error =
    [ `Invalid_range
    | `Invalid_format
    | `Invalid_length
    | `Not_on_curve
    | `At_infinity
    | `Low_order ]

  val pp_error : Format.formatter -> error -> unit

  exception Message_too_long
  (** Raised if a message is too long for the curve. *)

  module type Dh = sig
    type secret

    val secret_of_octets : ?compress:bool -> string -> (secret * string, error) result
    val secret_to_octets : secret -> string
    val gen_key : ?compress:bool -> unit -> secret * string
    val key_exchange : secret -> string -> (string, error) result
  end

  module type Dsa = sig
    type nonrec priv = priv
    type nonrec pub = pub

    val byte_length : int
    val bit_length : int
    val priv_of_octets : string -> (priv, error) result
    val priv_to_octets : priv -> string
    val pub_of_octets : string -> (pub, error) result
    val pub_to_octets : ?compress:bool -> pub -> string
    val pub_of_priv : priv -> pub
    val generate : unit -> priv * pub

    val sign : key:priv -> string -> string * string
    (** [sign ~key digest] is [r] and [s] of a digest of 28, 32, 48 or 64 bytes: of SHA-224,
        SHA-256, SHA-384 or SHA-512, with which the nonce is made.

        @raise Message_too_long if the digest has more bytes than the curve.
        @raise Invalid_argument if it is of none of these lengths. *)

    val verify : key:pub -> string * string -> string -> bool
  end

  module type Dh_dsa = sig
    module Dh : Dh
    module Dsa : Dsa
  end

  module P224 : Dh_dsa
  module P256 : Dh_dsa
  module P384 : Dh_dsa
  module P521 : Dh_dsa

  module X25519 : Dh

  module Ed25519 : sig
    type nonrec priv = priv
    type nonrec pub = pub

    val priv_of_octets : string -> (priv, error) result
    val priv_to_octets : priv -> string
    val pub_of_octets : string -> (pub, error) result
    val pub_to_octets : pub -> string
    val pub_of_priv : priv -> pub
    val generate : unit -> priv * pub
    val sign : key:priv -> string -> string
    val verify : key:pub -> string -> msg:string -> bool
  end
end
