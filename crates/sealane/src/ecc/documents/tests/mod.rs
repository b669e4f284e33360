//! Documents as OpenSSL writes them, and what is refused: more wrong input than right.

mod point;
mod private;
mod public;
