//! KHR_node_visibility: a node that is not visible hides all below it.
//!
//! The scene switches meshes; what several nodes say of one mesh is put together here.

use crate::gltf::lower::context::Context;
use crate::gltf::lower::nodes::forest::{Forest, below};
use crate::gltf::lower::placed::Placed;
use castview_base::core::Stream;
use castview_base::scene::{Beyond, Clip, CurveMode, Interpolation, Keys, Model, Property, Track, Values};
use std::collections::{BTreeMap, HashSet};

const NAME: &str = "KHR_node_visibility";

/// Visibility of one node in a clip.
pub(crate) struct Switch {
    pub times: Stream<f32>,
    pub visible: Vec<bool>,
}

impl Switch {
    /// Held from each key to the next, and before the first.
    fn at(&self, time: f32) -> bool {
        let (mut after, mut end) = (0, self.times.len());
        while after < end {
            let middle = (after + end) / 2;
            if self.times.get(middle) > time {
                end = middle;
            } else {
                after = middle + 1;
            }
        }
        self.visible[after.saturating_sub(1)]
    }
}

fn is_visible(context: &Context<'_>, node: usize) -> bool {
    let extensions = context.document.root().nodes[node].extensions.as_ref();
    let extension = extensions.and_then(|extensions| extensions.get(NAME));
    extension
        .and_then(|extension| extension.get("visible")?.as_bool())
        .unwrap_or(true)
}

/// Hides the meshes of hidden nodes; those that a clip may show are absent while none does.
pub(crate) fn hide(context: &Context<'_>, forest: &Forest, placed: &[Placed], clips: &[Clip], model: &mut Model) {
    let tracks = clips.iter().flat_map(|clip| &clip.tracks);
    let switched: HashSet<&str> = tracks
        .filter(|track| track.property == Property::Visibility)
        .map(|track| track.target.as_str())
        .collect();
    let hidden: Vec<bool> = (0..forest.parents.len())
        .map(|node| !is_visible(context, node))
        .collect();
    let hidden = below(&forest.parents, &hidden);
    for placed in placed.iter().filter(|placed| hidden[placed.node]) {
        for mesh in &mut model.meshes[placed.meshes.clone()] {
            mesh.absent_at_rest = switched.contains(mesh.name.as_str());
            mesh.hidden = !mesh.absent_at_rest;
        }
    }
}

/// One track per node whose mesh is switched, by itself or by what it hangs on.
pub(crate) fn tracks(
    context: &Context<'_>,
    forest: &Forest,
    placed: &[Placed],
    switches: &BTreeMap<usize, Switch>,
    frames_per_second: f64,
    model: &Model,
) -> Vec<Track> {
    let mut tracks = Vec::new();
    if switches.is_empty() {
        return tracks;
    }
    for placed in placed.iter().filter(|placed| !placed.meshes.is_empty()) {
        let above: Vec<usize> = forest.ancestors_and_self(placed.node).collect();
        if context.accessors.charge(above.len() as u64 * 8).is_err() {
            return tracks;
        }
        let own: Vec<&Switch> = above.iter().filter_map(|node| switches.get(node)).collect();
        if own.is_empty() {
            continue;
        }
        let still = above
            .iter()
            .filter(|node| !switches.contains_key(node))
            .all(|node| is_visible(context, *node));
        let mut times: Vec<f32> = own.iter().flat_map(|switch| switch.times.iter()).collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        if context
            .accessors
            .charge((times.len() * (5 + own.len())) as u64)
            .is_err()
        {
            return tracks;
        }
        let visible = times
            .iter()
            .map(|time| still && own.iter().all(|switch| switch.at(*time)))
            .collect();
        tracks.push(Track {
            target: model.meshes[placed.meshes.start].name.clone(),
            property: Property::Visibility,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::seconds(times, frames_per_second),
            values: Values::Switch(visible),
            interpolation: Interpolation::Step,
            beyond: [Beyond::Hold; 2],
        });
    }
    tracks
}
