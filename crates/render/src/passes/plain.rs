//! Stands for `software` where that is left out: no mesh has numbers.

use super::shadows::fit::Seer;
use crate::gpu::context::Context;
use crate::gpu::draw_pass::DrawPass;

/// Nothing: no triangle is found by its number.
pub enum Found {}

/// No mesh.
#[derive(Default)]
pub struct Numbers;

impl Numbers {
    pub fn has(&self, _: Seer, _: usize) -> bool {
        false
    }
}

pub struct Dense;

impl Dense {
    pub fn new(_: &Context) -> Self {
        Self
    }

    pub fn prepare_depth(&self, _: &Context, _: &Numbers) {}

    pub fn draw_depth(&self, _: &mut DrawPass<'_>, _: Option<&Found>, _: (Seer, [[u32; 2]; 2])) {}
}
