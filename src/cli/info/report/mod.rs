//! A scene's inventory, in the shape that is printed as JSON.

mod clip;
mod extent;
mod model;

use super::lead::Lead;
use crate::cli::diagnostics::List;
use crate::cli::input::InputFile;
use crate::core::Choice;
use crate::files::plain_path;
use crate::formats::Import;
use crate::scene::{Instance, Scene};
pub use clip::ClipReport;
pub use extent::ReportExtent;
use extent::{LeaderRest, PlacedAt};
use model::Bones;
pub use model::{MaterialReport, MeshReport, ModelReport, SourceReport};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
pub struct FileReport<'a> {
    pub path: &'a str,
    pub bytes: usize,
    pub metadata: Metadata<'a>,
    pub models: Models<'a>,
    pub clips: Clips<'a>,
    pub instances: Instances<'a>,
    /// Choices that the format leaves open, and how they were decided.
    pub choices: Vec<Decision<'a>>,
    pub diagnostics: List<'a>,
}

#[derive(Serialize)]
pub struct Decision<'a> {
    pub key: &'a str,
    pub title: &'a str,
    pub chosen: &'a str,
    pub outcome: &'a str,
    pub values: Vec<&'a str>,
    /// Names for what the values stand for, in their order.
    pub names: Vec<&'a str>,
    /// Its values but the first are also taken by their names, which are the file's.
    #[serde(skip)]
    pub is_offer: bool,
}

impl<'a> Decision<'a> {
    fn new(choice: &'a Choice) -> Self {
        Self {
            key: choice.key,
            title: choice.title,
            chosen: &choice.chosen,
            outcome: &choice.outcome,
            values: choice.values.iter().map(|(value, _)| value.as_str()).collect(),
            names: choice.values.iter().map(|(_, name)| name.as_str()).collect(),
            is_offer: choice.is_offer,
        }
    }
}

/// Lists that are as long as a file likes make one entry at a time.
pub struct Models<'a> {
    scene: &'a Scene,
    found: &'a [Lead],
}

pub struct Clips<'a>(&'a Scene);

pub struct Instances<'a> {
    list: &'a [Instance],
    found: &'a [Lead],
}

impl<'a> Models<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ModelReport<'a>> + use<'a> {
        let (scene, found) = (self.scene, self.found);
        scene.models.iter().map({
            let mut rests = LeaderRest::default();
            move |model| ModelReport::new(scene, model, found, &mut rests)
        })
    }
}

impl<'a> Clips<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ClipReport<'a>> + use<'a> {
        let scene = self.0;
        let clips = scene.clips.iter();
        clips.map(|clip| ClipReport::new(clip, scene.models.is_empty()))
    }
}

impl<'a> Instances<'a> {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = InstanceReport<'a>> + use<'a> {
        self.list
            .iter()
            .zip(self.found)
            .map(|(instance, found)| InstanceReport {
                name: &instance.name,
                file: &instance.path,
                found: found.found.as_deref().map(plain_path),
                unreadable: found.unreadable.as_deref(),
                placement: instance.placement.into(),
            })
    }
}

macro_rules! serialize_one_by_one {
    ($($list:ident)*) => {$(
        impl Serialize for $list<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }
    )*};
}
serialize_one_by_one! { Models Clips Instances Bones }

#[derive(Serialize)]
pub struct Metadata<'a> {
    pub author: Option<&'a str>,
    pub software: Option<&'a str>,
    pub up: Option<&'a str>,
    pub scene_root: Option<&'a str>,
}

#[derive(Serialize)]
pub struct InstanceReport<'a> {
    pub name: &'a str,
    pub file: &'a str,
    /// Where the file lies, `null` if it is missing.
    pub found: Option<String>,
    /// Why what lies there cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<&'a str>,
    pub placement: PlacedAt,
}

impl<'a> FileReport<'a> {
    /// `found` and `leads` have one entry per texture reference and per instance of the scene.
    pub fn new(input: &'a InputFile, imported: &'a Import, (found, leads): (&'a [Lead], &'a [Lead])) -> Self {
        let scene = &imported.scene;
        Self {
            path: &input.shown_path,
            bytes: input.bytes.len(),
            metadata: Metadata {
                author: scene.metadata.author.as_deref(),
                software: scene.metadata.software.as_deref(),
                up: scene.metadata.up_axis().map(crate::core::UpAxis::letter),
                scene_root: scene.metadata.scene_root.as_deref(),
            },
            models: Models { scene, found },
            clips: Clips(scene),
            instances: Instances {
                list: &scene.instances,
                found: leads,
            },
            choices: imported.choices.iter().map(Decision::new).collect(),
            diagnostics: List(&imported.diagnostics),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Request, import};
    use allocation_counter::measure;
    use std::path::Path;

    /// Nodes with instances are models of their own, carried by one that has as many bones: these are made once, not for each.
    #[test]
    fn carried_models_are_listed_with_memory_in_proportion() {
        let bytes = |count: usize| {
            let node = r#"{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}"#;
            let roots: Vec<String> = (0..count).map(|node| node.to_string()).collect();
            let text = format!(
                r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[{}]}}],"nodes":[{}],
                "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
                "accessors":[{{"componentType":5126,"type":"VEC3","count":3}}]}}"#,
                roots.join(","),
                vec![node; count].join(",")
            );
            let input = InputFile {
                index: 0,
                path: Path::new("carried.gltf"),
                shown_path: "carried.gltf".into(),
                bytes: text.into_bytes().into(),
            };
            let imported = import(input.bytes.clone(), &Request::alone("carried")).expect("a good file");
            assert!(imported.scene.models.len() >= count, "each node is a model");
            let write = || {
                let report = FileReport::new(&input, &imported, (&[], &[]));
                serde_json::to_writer(std::io::sink(), &report).expect("nothing can fail to be swallowed");
            };
            measure(write).bytes_total
        };
        let (few, many) = (bytes(300), bytes(1200));
        assert!(few > 0 && many < 6 * few, "{few} bytes for 300, {many} for 1 200");
    }
}
