//! One picture on the GPU, as passes read it while they plan, prepare and record.

use crate::gpu::context::Context;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::passes::common::Common;
use crate::passes::picture::shown::Shown;
use crate::passes::picture::target::Target;
use crate::passes::shadows::fit::Casting;
use crate::passes::shadows::pass::Shadows;
use crate::passes::shadows::seen::SeenBy;
use crate::passes::software::{Dense, Numbers};
use crate::upload::placements::Standing;
use crate::upload::scene_gpu::{HairGpu, MeshGpu};
use crate::upload::texture::Wired;
use castview_picture::Picture;

pub struct PictureGpu<'a> {
    pub context: &'a Context,
    pub common: &'a Common,
    pub picture: &'a Picture,
    pub target: &'a Target,
    pub list: &'a DrawList,
    pub shown: &'a Shown,
    /// The maps of the list's looks.
    pub wired: &'a [Wired],
    pub shadows: Option<&'a Shadows>,
    /// Light that is held back; `None`: none is.
    pub casting: Option<&'a Casting>,
    /// By each who has to see depth in this picture, in the order of their draws.
    pub seen: &'a [SeenBy],
    /// The maps of the key light and of the ground are made anew.
    pub makes_maps: bool,
    /// Depth as the eye sees it, where it was drawn before the surfaces.
    pub eye: Option<&'a wgpu::TextureView>,
    /// Meshes that have numbers.
    pub numbers: &'a Numbers,
    pub dense: &'a Dense,
}

impl PictureGpu<'_> {
    /// Whether shadows lie on the ground.
    pub fn has_ground(&self) -> bool {
        self.casting.is_some_and(|casting| casting.has_ground)
    }

    /// The mesh that an item draws and how it stands, if it has its vertices.
    pub fn standing(&self, item: usize) -> Option<(&MeshGpu, Standing<'_>)> {
        self.shown.standing(self.list, item)
    }

    /// The items that draw a mesh, if that has its vertices.
    pub fn meshes(&self) -> impl Iterator<Item = (usize, &MeshGpu)> {
        let items = 0..self.list.items.len();
        items.filter_map(|item| Some((item, self.shown.mesh_of(self.list, item)?)))
    }

    /// The hair that an item draws, if it is there.
    pub fn hair(&self, item: usize) -> Option<&HairGpu> {
        let drawn = &self.list.items[item];
        match drawn.part {
            Drawable::Hair(hair) => self.shown.placed[drawn.placed].gpu.hairs.get(hair)?.as_ref(),
            Drawable::Mesh(_) => None,
        }
    }

    pub fn placement_count(&self, item: usize) -> u32 {
        self.shown.placement_count(&self.list.items[item])
    }
}
