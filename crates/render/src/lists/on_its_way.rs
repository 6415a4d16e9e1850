//! A large mesh that was half packed or half sent when its picture was stopped. The next picture goes on with it.

use crate::upload::buffers::Pending;
use crate::upload::packing::packed::Packed;
use crate::upload::scene_gpu::MeshGpu;
use castview_base::core::ModelIndex;
use castview_base::scene::Scene;
use std::sync::{Arc, Weak};

/// The scene and the model that something was sent of.
pub(crate) struct SentOf {
    /// Keeps the address of the scene from being used again.
    scene: Weak<Scene>,
    model: ModelIndex,
}

impl SentOf {
    pub fn new(scene: &Arc<Scene>, model: ModelIndex) -> Self {
        let scene = Arc::downgrade(scene);
        Self { scene, model }
    }

    pub fn is(&self, scene: &Arc<Scene>, model: ModelIndex) -> bool {
        std::ptr::eq(self.scene.as_ptr(), Arc::as_ptr(scene)) && self.model == model
    }
}

pub(crate) struct OnItsWay {
    pub of: SentOf,
    /// By its position in the model.
    pub mesh: usize,
    pub pending: Pending<Packed<'static>, MeshGpu>,
}

impl OnItsWay {
    pub fn is(&self, scene: &Arc<Scene>, model: ModelIndex, mesh: usize) -> bool {
        self.of.is(scene, model) && self.mesh == mesh
    }
}
