//! The law of textures: the paths that slots name, each once, in order of their first use.

use castview_base::core::TextureIndex;
use std::collections::HashMap;

/// The texture paths met so far.
#[derive(Default)]
pub(crate) struct Textures {
    paths: Vec<String>,
    known: HashMap<String, TextureIndex>,
}

impl Textures {
    /// Texture of `path`, the same for all slots that name it.
    pub fn of_path(&mut self, path: &str) -> TextureIndex {
        if let Some(known) = self.known.get(path) {
            return *known;
        }
        let index = self.of_its_own(path.to_owned());
        self.known.insert(path.to_owned(), index);
        index
    }

    /// A texture that nothing shares by its path, as an image inside the file: names of those need not be unique.
    pub fn of_its_own(&mut self, name: String) -> TextureIndex {
        self.paths.push(name);
        TextureIndex::new(self.paths.len() - 1)
    }

    /// By texture.
    pub fn into_paths(self) -> Vec<String> {
        self.paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_texture_and_an_image_inside_the_file_its_own() {
        let mut textures = Textures::default();
        let indices = [
            textures.of_path("a.png"),
            textures.of_path("b.png"),
            textures.of_its_own("a.png".into()),
            textures.of_path("a.png"),
        ];
        assert_eq!(indices.map(|index| index.get()), [0, 1, 2, 0]);
        assert_eq!(textures.into_paths(), ["a.png", "b.png", "a.png"]);
    }
}
