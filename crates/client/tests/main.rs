//! The protocol against its page.

mod protocol;
