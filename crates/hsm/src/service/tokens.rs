//! The tokens of a service: each in a slot of its own, all with one queue, so that the items of a
//! group may be by keys of several.

use super::change_mark::ChangeMark;
use crate::engine::{Engine, Settings};
use crate::error::Error;
use crate::queue::Queue;
use crate::token::Token;
use crate::traces::Traces;
use crate::wire::{TokenInfo, TokenName};
use std::sync::Arc;

/// Tokens in slots, at least one.
pub struct Tokens(Vec<Slot>);

/// A slot, and the token that is in it.
pub(super) struct Slot {
    number: u16,
    pub(super) engine: Arc<Engine>,
    mark: Arc<ChangeMark>,
}

impl Slot {
    fn new(number: u16, engine: Engine) -> Self {
        let mark = Arc::new(ChangeMark::new());
        let marked = mark.clone();
        engine.token().tell_changes(move || marked.mark());
        Self { number, engine: Arc::new(engine), mark }
    }
}

impl From<Engine> for Tokens {
    /// One token, in slot 0.
    fn from(engine: Engine) -> Self {
        Self(vec![Slot::new(0, engine)])
    }
}

impl Tokens {
    /// Sets tokens to work together, each in a slot.
    ///
    /// Errors: `NameExists` for two of one label or in one slot, by which nobody could name them;
    /// `StoreMissing` if there is none.
    pub fn new(tokens: Vec<(u16, Token)>, settings: Settings) -> Result<Self, Error> {
        let mut slots: Vec<Slot> = vec![];
        for (number, token) in tokens {
            let is_same = |other: &Slot| {
                other.number == number || other.engine.token().label() == token.label()
            };
            if slots.iter().any(is_same) {
                return Err(Error::NameExists);
            }
            let engine = match slots.first() {
                None => Engine::new(token, settings),
                Some(first) => first.engine.beside(token, settings),
            };
            slots.push(Slot::new(number, engine));
        }
        if slots.is_empty() { Err(Error::StoreMissing) } else { Ok(Self(slots)) }
    }

    /// Returns where the token of a name stands among the others. Errors: `TokenUnknown`.
    pub(super) fn index_of(&self, name: &TokenName) -> Result<usize, Error> {
        let is_named = |slot: &Slot| match name {
            TokenName::Slot(number) => slot.number == *number,
            TokenName::Label(label) => slot.engine.token().label() == label,
        };
        self.0.iter().position(is_named).ok_or(Error::TokenUnknown)
    }

    /// What everybody is told of them who is known.
    pub(super) fn infos(&self) -> Vec<TokenInfo> {
        let info = |slot: &Slot| {
            let label = slot.engine.token().label().to_owned();
            TokenInfo { slot: slot.number, label }
        };
        self.0.iter().map(info).collect()
    }

    pub(super) fn at(&self, index: usize) -> &Arc<Engine> {
        &self.0[index].engine
    }

    /// What clients of a token see without a request.
    pub(super) fn mark(&self, index: usize) -> &ChangeMark {
        &self.0[index].mark
    }

    /// Lets clients of every token look again.
    pub(super) fn mark_all(&self) {
        self.0.iter().for_each(|slot| slot.mark.mark());
    }

    pub(super) fn engines(&self) -> impl Iterator<Item = &Arc<Engine>> {
        self.0.iter().map(|slot| &slot.engine)
    }

    /// The queue of all of them.
    pub(super) fn queue(&self) -> &Queue {
        self.at(0).queue()
    }

    pub(super) fn traces(&self) -> &Arc<Traces> {
        self.at(0).traces()
    }
}
