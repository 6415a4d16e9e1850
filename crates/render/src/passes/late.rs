//! Passes whose pipelines are made when a picture needs them: each takes some milliseconds, and most pictures need few.

use super::common::Common;
use crate::{Context, RenderError};
use std::sync::OnceLock;

/// A pass for pictures with so many samples per pixel.
pub struct Late<T> {
    pass: OnceLock<T>,
    new: fn(&Context, &Common, u32) -> T,
    samples: u32,
}

impl<T> Late<T> {
    pub fn new(new: fn(&Context, &Common, u32) -> T, samples: u32) -> Self {
        Self {
            pass: OnceLock::new(),
            new,
            samples,
        }
    }

    /// The pass, made now unless it is there.
    pub fn get(&self, context: &Context, common: &Common) -> &T {
        self.pass.get_or_init(|| (self.new)(context, common, self.samples))
    }
}

/// A [`Late`] pass of any kind.
pub trait Make {
    fn is_made(&self) -> bool;
    /// Makes the pass, unless it is there. After an error it is not, and may be tried again.
    fn make(&self, context: &Context, common: &Common) -> Result<(), RenderError>;
}

impl<T> Make for Late<T> {
    fn is_made(&self) -> bool {
        self.pass.get().is_some()
    }

    fn make(&self, context: &Context, common: &Common) -> Result<(), RenderError> {
        if !self.is_made() {
            let pass = context.catch(|| (self.new)(context, common, self.samples))?;
            // Nobody else has made it meanwhile: one thread draws.
            drop(self.pass.set(pass));
        }
        Ok(())
    }
}
