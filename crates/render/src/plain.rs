//! Stands for `software` where that is left out: meshes of many small triangles are drawn as all others are.

use crate::gpu::context::Context;
use crate::gpu::error::RenderError;
use crate::lists::cover::Cover;
use crate::lists::draw_list::DrawList;
use crate::passes::casters::sight::SeenItems;
use crate::passes::late::AnyPass;
use crate::passes::picture::shown::Shown;
use crate::passes::picture::target::Target;
use crate::passes::shadows::fit::Casting;
use crate::passes::software::{Dense, Numbers};
use castview_picture::{Picture, Shadows};

pub fn make_ahead(_: &Dense, _: &Context, _: Shadows) {}

pub fn prepare(
    _: (&Dense, &Context),
    _: (&Picture, &Target, &Cover),
    _: (&Shown, &mut DrawList),
) -> Result<Numbers, RenderError> {
    Ok(Numbers)
}

pub fn prepare_maps(_: (&Dense, &Context), _: (SeenItems<'_>, &Casting), _: &mut Numbers) -> Result<(), RenderError> {
    Ok(())
}

pub fn finds_dots(_: (&Dense, &Context), _: (SeenItems<'_>, &Casting), _: usize) -> bool {
    false
}

pub fn passes(_: u32) -> Vec<Box<dyn AnyPass>> {
    Vec::new()
}
