//! Parts of a file that are compared.

use crate::opened::{OpenedFile, TextureEntry};
use castview_base::scene::Scene;

/// Name, scene and images of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileContent<'a> {
    /// File name: parts without a name of their own are called by it.
    pub name: &'a str,
    /// Its content.
    pub scene: &'a Scene,
    /// One per texture reference of the scene. Images that are still being read are not compared.
    pub textures: &'a [TextureEntry],
}

impl<'a> From<&'a OpenedFile> for FileContent<'a> {
    fn from(file: &'a OpenedFile) -> Self {
        Self {
            name: &file.name,
            scene: &file.scene,
            textures: &file.textures,
        }
    }
}
