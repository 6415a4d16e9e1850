//! One picture on the GPU, as passes read it while they plan, prepare and record.

use crate::gpu::context::Context;
use crate::lists::draw_list::{DrawList, Drawable};
use crate::passes::common::Common;
use crate::passes::picture::shown::Shown;
use crate::passes::picture::target::Target;
use crate::passes::shadows::pass::Shadows;
use crate::passes::software::nearest::Numbered;
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
    /// Shadows lie on the ground.
    pub has_ground: bool,
    /// Depth as the eye sees it, where it was drawn before the surfaces.
    pub eye: Option<&'a wgpu::TextureView>,
    /// Meshes whose triangles have numbers, as the eye sees them.
    pub numbered: &'a [Numbered],
}

impl PictureGpu<'_> {
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
