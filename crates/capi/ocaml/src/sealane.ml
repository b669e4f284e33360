(* The library: what raw.ml has, and the modules of mirage-crypto-ec. *)

include Raw
module Ec = Ec
