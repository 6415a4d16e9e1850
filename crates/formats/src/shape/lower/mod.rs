//! Document → scene: what the records mean (docs/formats/shape.md §4 to §6).
//!
//! In: a document, and what the user settled of its ambiguities. Out: one model with a bone for each node, a clip for each
//! animation layer, fixtures for what stands around; the choices that were made, each with its reason; diagnostics by the
//! rows of §7 (`S13`) and the decisions of §4 (`SA22`). Never fails, never recurses.

mod choices;
mod clip;
mod facts;
mod fixture;
mod geometry;
mod influences;
mod level;
mod material;
mod matrix;
mod mesh;
mod node;
mod skin;
mod space;
mod sub_shape;
mod volume;

pub use choices::wanted;

use super::Document;
use castview_base::core::{Choice, Diagnostics, Options, Place, UpAxis};
use castview_base::scene::{KeyPlaces, Metadata, Model, References, Scene};
use choices::Choices;
use space::Space;
use volume::Volumes;

/// The scene `document` describes, and what was decided on the way. `fallback_name` names the model.
pub fn lower(
    document: &Document,
    fallback_name: &str,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> (Scene, Vec<Choice>) {
    let mut choices = Choices::new(options);
    choices.of_document(document);
    let space = Space::decide(document, &mut choices, diagnostics);
    let nodes = node::lower(document, &space, diagnostics);
    let hidden = level::hidden(document);
    let (materials, textures) = material::lower(document, diagnostics);
    let mut model = Model {
        name: fallback_name.into(),
        materials,
        ..Model::default()
    };
    let with_node = skin::decide(document, &space, &nodes, &mut choices);
    let settled = mesh::Settled {
        space: &space,
        nodes: &nodes,
        hidden: &hidden,
        with_node,
    };
    mesh::lower(document, settled, &mut choices, &mut model, diagnostics);
    let volumes = Volumes::lower(document, &space, &nodes, &model.meshes, &mut choices);
    volumes.report(document, &nodes, &model.meshes, diagnostics);
    model.levels = level::lower(document, &nodes, &volumes).map(Box::new);
    model.volumes = volumes.into_list();
    model.fixtures = fixture::lower(document, &space, &nodes, &mut choices, diagnostics);
    let instances = sub_shape::lower(document, &space, &nodes, diagnostics);
    let clips = clip::lower(document, &space, &nodes, fallback_name, &mut choices, diagnostics);
    let instances_on = (!instances.is_empty()).then(|| nodes.bone(0));
    model.skeleton = nodes.into_skeleton();
    let scene = Scene {
        metadata: Metadata {
            author: Some(document.text(document.author)).filter(|author| !author.is_empty()),
            up: Some(if space.up_is_z { UpAxis::Z } else { UpAxis::Y }),
            in_meters: true,
            ..Metadata::default()
        },
        facts: facts::lower(document),
        models: vec![model],
        instances_on,
        instances,
        references: References::OwnFolder,
        key_places: KeyPlaces {
            otherwise: "Values of .Shape files are converted from others, which mostly lie compressed in the file.",
            ..KeyPlaces::default()
        },
        clips,
        textures,
        ..Scene::default()
    };
    (scene, choices.made)
}

impl Document {
    /// Where a record lies, for diagnostics.
    fn place(&self, path: impl FnOnce() -> String, at: usize) -> Place {
        let stream = match self.codec {
            super::Codec::Plain => String::new(),
            codec => format!("{codec} content: "),
        };
        Place {
            node_path: stream + &path(),
            offset: at as u64,
        }
    }
}
