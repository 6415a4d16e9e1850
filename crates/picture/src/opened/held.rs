//! Memory that an opened file takes, as a number of bytes: each array and each file that is held, once.

use super::OpenedFile;
use castview_base::core::{Element, SharedBytes, Stream, UintStream};
use castview_base::scene::{ColorLayer, Keys, Mesh, Scene, Values};
use std::collections::HashMap;

/// Arrays and files by their addresses, with their sizes.
#[derive(Default)]
struct Arrays(HashMap<usize, u64>);

impl Arrays {
    fn keep(&mut self, (at, bytes): (usize, usize)) {
        self.0.insert(at, bytes as u64);
    }

    fn stream<T: Element>(&mut self, stream: &Stream<T>) {
        self.keep(stream.storage());
    }

    fn numbers(&mut self, stream: &UintStream) {
        self.keep(stream.storage());
    }

    fn list<T>(&mut self, list: &[T]) {
        self.keep((list.as_ptr() as usize, size_of_val(list)));
    }

    fn mesh(&mut self, mesh: &Mesh) {
        self.stream(&mesh.positions);
        self.stream(&mesh.normals);
        self.stream(&mesh.tangents);
        mesh.uvs.iter().for_each(|uvs| self.stream(uvs));
        for colors in &mesh.colors {
            match colors {
                ColorLayer::Packed(colors) => self.stream(colors),
                ColorLayer::Float(colors) => self.stream(colors),
            }
        }
        self.numbers(&mesh.triangles);
        self.numbers(&mesh.lines);
        self.numbers(&mesh.influences.slots);
        self.stream(&mesh.influences.weights);
    }

    fn scene(&mut self, scene: &Scene) {
        scene.embedded.values().for_each(|image| self.stream(image));
        for model in &scene.models {
            self.list(std::slice::from_ref(model));
            self.list(&model.meshes);
            model.meshes.iter().for_each(|mesh| self.mesh(mesh));
            model.hairs.iter().for_each(|hair| self.stream(&hair.points));
            for shape in &*model.blend_shapes {
                self.list(&shape.vertices);
                self.list(&shape.deltas);
                self.list(&shape.normal_deltas);
                self.list(&shape.tangent_deltas);
            }
        }
        for clip in &scene.clips {
            self.list(&clip.tracks);
            for track in &clip.tracks {
                match &track.keys {
                    Keys::Whole(frames) => self.numbers(frames),
                    Keys::Float { times, .. } => self.stream(times),
                }
                match &track.values {
                    Values::Scalar(values) => self.stream(values),
                    Values::Rotation(values) => self.stream(values),
                    Values::Switch(values) => self.list(values),
                }
            }
        }
    }
}

/// Bytes in memory: the arrays of `scene` and the files behind them.
pub fn held_bytes(scene: &Scene) -> u64 {
    held_with(scene, &SharedBytes::default())
}

/// The same with `bytes`, which count once if arrays lie in them.
fn held_with(scene: &Scene, bytes: &SharedBytes) -> u64 {
    let mut arrays = Arrays::default();
    arrays.scene(scene);
    arrays.keep((bytes.as_ptr() as usize, bytes.len()));
    arrays.0.into_values().fold(0, u64::saturating_add)
}

impl OpenedFile {
    /// Bytes in memory: the scene, the file itself and those behind its arrays, and its packed keys. Images of textures and names are not counted.
    pub fn held_bytes(&self) -> u64 {
        let keys = self.keys.iter().flatten().map(|keys| keys.bytes() as u64);
        keys.fold(held_with(&self.scene, &self.bytes), u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::FileKey;
    use castview_base::scene::Model;

    #[test]
    fn arrays_count_once_however_often_they_are_used() {
        let mesh = Mesh {
            positions: vec![[0.0; 3]; 1000].into(),
            normals: vec![[0.0, 0.0, 1.0]; 1000].into(),
            ..Mesh::default()
        };
        let file = |meshes: Vec<Mesh>| {
            let model = Model {
                meshes,
                ..Model::default()
            };
            let scene = Scene {
                models: vec![model],
                ..Scene::default()
            };
            OpenedFile::of(FileKey(1), "a", scene).held_bytes()
        };
        let none = file(Vec::new());
        let one = file(vec![mesh.clone()]);
        assert_eq!(one, none + 24_000 + size_of::<Mesh>() as u64);
        assert_eq!(file(vec![mesh.clone(), mesh]), one + size_of::<Mesh>() as u64);
    }
}
