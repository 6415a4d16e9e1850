//! Animations → clips: channels → tracks in seconds (docs/formats/gltf.md §3; §8 rows 10, 23 to 26).

use super::keys::{self, Mode, Sampled, Width};
use super::pointer::{self, Meaning, Path};
use super::visibility::{self, Switch};
use crate::gltf::json::{Animation, AnimationSampler};
use crate::gltf::lower::context::Context;
use crate::gltf::lower::nodes::forest::Forest;
use crate::gltf::lower::nodes::owners::{Owner, Owners};
use crate::gltf::lower::nodes::skeleton::Bones;
use crate::gltf::lower::numbers;
use crate::gltf::lower::placed::Placed;
use crate::rules::gltf as rule;
use castview_base::core::{FrameRange, Place, Stream};
use castview_base::scene::{
    Beyond, Clip, CurveMode, Interpolation, KeyPlace, KeyPlaces, Keys, Model, Parameter, Property, Tangents, Track,
    Values,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Frames that one second is shown as.
const FRAMES_PER_SECOND: f64 = 30.0;

pub(crate) fn lower(
    context: &Context<'_>,
    forest: &Forest,
    bones: &Bones,
    placed: &[Placed],
    fallback_name: &str,
    owners: &mut Owners,
    model: &mut Model,
) -> (Vec<Clip>, KeyPlaces) {
    let animations = &context.document.root().animations;
    let mut lowering = Lowering {
        context,
        bones,
        of_node: placed.iter().map(|placed| (placed.node, placed)).collect(),
        owners,
        taken_apart: HashSet::new(),
        largest_weights: HashMap::new(),
    };
    let mut clips = Vec::with_capacity(animations.len());
    let mut key_places = KeyPlaces {
        otherwise: "Whether a mesh is shown follows from all nodes above it; the file has it nowhere as it is.",
        ..KeyPlaces::default()
    };
    for (index, animation) in animations.iter().enumerate() {
        let Tracks { list, switches } = lowering.tracks(index, animation);
        let (mut list, places): (Vec<Track>, Vec<KeyPlace>) = list.into_iter().unzip();
        list.extend(visibility::tracks(
            context,
            forest,
            placed,
            &switches,
            FRAMES_PER_SECOND,
            model,
        ));
        if list.is_empty() && !animation.channels.is_empty() && context.document.cut().is_some() {
            continue;
        }
        let end = list
            .iter()
            .map(|track| track.keys.frame(track.keys.len() - 1))
            .fold(0.0, f64::max);
        // gltf.md §3: from 0 on, unless keys lie before it.
        let start = list.iter().map(|track| track.keys.frame(0)).fold(0.0, f64::min);
        if start < 0.0 {
            context.report(
                rule::G_NEGATIVE,
                || context.place("animations", index, ""),
                || {
                    format!(
                        "its first key lies at {} s; played from there",
                        start / FRAMES_PER_SECOND
                    )
                },
            );
        }
        let first = list.iter().map(|track| track.keys.frame(0));
        let first = first.fold(f64::INFINITY, f64::min);
        if first > FRAMES_PER_SECOND && first < end {
            context.report(
                rule::G_STILL,
                || context.place("animations", index, ""),
                || {
                    let secs = first / FRAMES_PER_SECOND;
                    format!("{first} still frames, {secs} s, before the first key")
                },
            );
        }
        let name = animation.name.clone().filter(|name| !name.is_empty());
        key_places.clips.push(places);
        clips.push(Clip {
            root: None,
            name: name.unwrap_or_else(|| match animations.len() {
                1 => fallback_name.to_owned(),
                _ => format!("animation_{index}"),
            }),
            frames_per_second: FRAMES_PER_SECOND,
            looping: true,
            mode: None,
            tracks: list,
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start, end },
            skeleton: None,
        });
    }
    for shape in &mut model.blend_shapes {
        if let Some(largest) = lowering.largest_weights.get(&shape.name) {
            // Weights are not held to anything.
            shape.max_weight = shape.max_weight.max(*largest);
        }
    }
    (clips, key_places)
}

#[derive(Default)]
struct Tracks {
    list: Vec<(Track, KeyPlace)>,
    /// By node.
    switches: BTreeMap<usize, Switch>,
}

struct Lowering<'a> {
    context: &'a Context<'a>,
    bones: &'a Bones,
    of_node: HashMap<usize, &'a Placed>,
    owners: &'a mut Owners,
    /// Nodes whose matrix was reported (gltf.md row 25).
    taken_apart: HashSet<usize>,
    /// By name of the shape.
    largest_weights: HashMap<String, f32>,
}

impl Lowering<'_> {
    fn tracks(&mut self, index: usize, json: &Animation) -> Tracks {
        let context = self.context;
        let nodes = &context.document.root().nodes;
        let mut tracks = Tracks::default();
        // gltf.md row 23: of two channels for one thing the last counts.
        let mut last = HashMap::new();
        let meanings: Vec<Meaning> = json
            .channels
            .iter()
            .map(|channel| pointer::meaning(&channel.target))
            .collect();
        for (channel, meaning) in meanings.iter().enumerate() {
            last.insert(meaning, channel);
        }
        for (channel, meaning) in meanings.iter().enumerate() {
            let place = || context.place("animations", index, &format!(".channels[{channel}]"));
            match meaning {
                Meaning::Nothing => continue,
                Meaning::Unsupported(what) => {
                    context.report(rule::G_POINTER, place, || {
                        format!(
                            "nothing here is driven by \"{}\"; the channel is left out",
                            what.escape_debug()
                        )
                    });
                    continue;
                }
                _ if last.get(meaning) != Some(&channel) => {
                    context.report(rule::G23, place, || {
                        "a later channel drives the same; that one counts".into()
                    });
                    continue;
                }
                _ => {}
            }
            let sampler = || {
                let sampler = json.channels[channel].sampler;
                if sampler.is_none() {
                    context.report(rule::G10, place, || "the channel names no sampler; left out".into());
                }
                let found = context.within(sampler, &json.samplers, "samplers", place);
                found.map(|(_, sampler)| sampler)
            };
            let (node, path) = match *meaning {
                Meaning::Node(node, path) => (node, path),
                Meaning::Parameters(owner, ref parameters) => {
                    if let Some(sampler) = sampler() {
                        tracks.list.extend(self.parameters(owner, parameters, sampler, &place));
                    }
                    continue;
                }
                Meaning::EmissiveStrength(material) => {
                    let color = Meaning::Parameters(Owner::Material(material), EMISSIVE.to_vec());
                    if last.contains_key(&color) {
                        context.report(rule::G_POINTER, place, || {
                            "the emissive colour is animated, too; its strength stays as it is at rest".into()
                        });
                    } else if let Some(sampler) = sampler() {
                        tracks.list.extend(self.emissive_strength(material, sampler, &place));
                    }
                    continue;
                }
                Meaning::Nothing | Meaning::Unsupported(_) => continue,
            };
            if node >= nodes.len() {
                context.report(rule::G10, place, || {
                    format!("there is no node {node} among {}; the channel is left out", nodes.len())
                });
                continue;
            }
            // A node that is not in the shown scene has nothing to move.
            if self.bones.of(node).is_none() {
                continue;
            }
            let Some(sampler) = sampler() else { continue };
            self.report_name(node, &place);
            self.node_tracks((node, path), sampler, &place, &mut tracks);
        }
        tracks
    }

    /// Adds the tracks that `sampler` makes of one path of a node.
    fn node_tracks(
        &mut self,
        (node, path): (usize, Path),
        sampler: &AnimationSampler,
        place: &dyn Fn() -> Place,
        tracks: &mut Tracks,
    ) {
        let context = self.context;
        let read = |width| keys::read(context, sampler, width, place);
        match path {
            Path::Translation | Path::Scale => {
                self.report_matrix(node, place);
                if let Some(sampled) = read(Width::Vector(3)) {
                    tracks.list.extend(self.vector(node, path, &sampled));
                }
            }
            Path::Rotation => {
                self.report_matrix(node, place);
                if let Some(sampled) = read(Width::Vector(4)) {
                    tracks.list.push(self.rotation(node, sampled, place));
                }
            }
            Path::Weights => {
                let targets = self
                    .of_node
                    .get(&node)
                    .map_or(&[][..], |placed| placed.targets.as_slice());
                if targets.is_empty() {
                    context.report(rule::G24, place, || {
                        "the node has no morph targets; the channel is left out".into()
                    });
                } else if let Some(sampled) = read(Width::Scalars(targets.len())) {
                    let targets = targets.to_vec();
                    tracks.list.extend(self.weights(&targets, &sampled));
                }
            }
            Path::Visible => {
                if let Some(sampled) = read(Width::Scalars(1)) {
                    let visible = sampled.values.iter().map(|value| *value != 0.0).collect();
                    let times = sampled.times;
                    tracks.switches.insert(node, Switch { times, visible });
                }
            }
        }
    }

    /// One track for each number of a material, camera or light.
    fn parameters(
        &mut self,
        owner: Owner,
        parameters: &[Parameter],
        sampler: &AnimationSampler,
        place: &dyn Fn() -> Place,
    ) -> Vec<(Track, KeyPlace)> {
        let width = match parameters.len() {
            1 => Width::Scalars(1),
            width => Width::Vector(width),
        };
        let Some(name) = self.drive(owner, place) else {
            return Vec::new();
        };
        let Some(sampled) = keys::read(self.context, sampler, width, place) else {
            return Vec::new();
        };
        let strength = match owner {
            Owner::Material(index) if parameters == EMISSIVE => self.emissive_at_rest(index).1,
            _ => 1.0,
        };
        let track = |(index, parameter): (usize, &Parameter)| {
            let track = scalar_track(&name, Property::Parameter(*parameter), &sampled, index);
            scaled(track, sampled.place(index), strength)
        };
        parameters.iter().enumerate().map(track).collect()
    }

    /// The strength times each component of the colour, which is how the scene has it.
    fn emissive_strength(
        &mut self,
        material: usize,
        sampler: &AnimationSampler,
        place: &dyn Fn() -> Place,
    ) -> Vec<(Track, KeyPlace)> {
        let Some(name) = self.drive(Owner::Material(material), place) else {
            return Vec::new();
        };
        let Some(sampled) = keys::read(self.context, sampler, Width::Scalars(1), place) else {
            return Vec::new();
        };
        let (color, _) = self.emissive_at_rest(material);
        let track = |(parameter, share): (Parameter, f32)| {
            scaled(
                scalar_track(&name, Property::Parameter(parameter), &sampled, 0),
                sampled.place(0),
                share,
            )
        };
        EMISSIVE.into_iter().zip(color).map(track).collect()
    }

    /// Colour and strength as the file has them.
    fn emissive_at_rest(&self, material: usize) -> ([f32; 3], f32) {
        let json = &self.context.document.root().materials[material];
        let strength = json.extensions.get("KHR_materials_emissive_strength");
        let strength = numbers::number(strength.and_then(|value| value.get("emissiveStrength")));
        let color = json.emissive_factor.as_deref().and_then(|color| color.try_into().ok());
        let color = color.filter(|color: &[f32; 3]| color.iter().all(|c| c.is_finite()));
        (color.unwrap_or_default(), strength.unwrap_or(1.0).max(0.0))
    }

    fn drive(&mut self, owner: Owner, place: &dyn Fn() -> Place) -> Option<String> {
        let name = self.owners.drive(self.context, owner, &self.bones.names);
        if name.is_none() {
            self.context.report(rule::G10, place, || {
                format!("there is no {owner}; the channel is left out")
            });
        }
        name
    }

    /// gltf.md row 25.
    fn report_matrix(&mut self, node: usize, place: &dyn Fn() -> Place) {
        if self.bones.had_matrix[node] && self.taken_apart.insert(node) {
            self.context.report(rule::G25, place, || {
                format!("node {node} has a matrix and is animated; the matrix is taken apart once")
            });
        }
    }

    fn report_name(&self, node: usize, place: &dyn Fn() -> Place) {
        if self.bones.renamed[node] {
            self.context.report(rule::G_NAMES, place, || {
                format!(
                    "another node has the name of node {node}; this one is called \"{}\"",
                    self.bones.names[node]
                )
            });
        }
    }

    fn vector(&self, node: usize, path: Path, sampled: &Sampled) -> Vec<(Track, KeyPlace)> {
        let properties = match path {
            Path::Scale => [Property::ScaleX, Property::ScaleY, Property::ScaleZ],
            _ => [Property::TranslationX, Property::TranslationY, Property::TranslationZ],
        };
        let track = |(axis, property)| {
            let track = scalar_track(&self.bones.names[node], property, sampled, axis);
            (track, sampled.place(axis))
        };
        properties.into_iter().enumerate().map(track).collect()
    }

    fn weights(&mut self, targets: &[String], sampled: &Sampled) -> Vec<(Track, KeyPlace)> {
        let mut tracks = Vec::with_capacity(targets.len());
        for (index, target) in targets.iter().enumerate() {
            let track = scalar_track(target, Property::BlendWeight, sampled, index);
            let known = self.largest_weights.entry(target.clone()).or_default();
            *known = known.max(reach(&track, &sampled.times));
            tracks.push((track, sampled.place(index)));
        }
        tracks
    }

    fn rotation(&self, node: usize, sampled: Sampled, place: &dyn Fn() -> Place) -> (Track, KeyPlace) {
        let quaternions = |list: &[f32]| -> Vec<[f32; 4]> { list.as_chunks::<4>().0.to_vec() };
        let mut values = quaternions(&sampled.values);
        let (mut flat, mut is_changed) = (0, false);
        for value in &mut values {
            // Whoever brings it to unit length must be able to square it.
            if !glam::Vec4::from(*value).length_squared().is_normal() {
                let unit = numbers::unit(*value);
                flat += usize::from(unit.is_none());
                is_changed = true;
                *value = unit.unwrap_or_default().to_array();
            }
        }
        if flat > 0 {
            self.context.report(rule::G26, place, || {
                format!("{flat} rotations have no length; taken as none")
            });
        }
        let interpolation = match sampled.mode {
            Mode::Linear => Interpolation::Linear,
            Mode::Step => Interpolation::Step,
            Mode::Cubic => Interpolation::Cubic(Box::new(Tangents {
                incoming: Values::Rotation(quaternions(&sampled.incoming).into()),
                outgoing: Values::Rotation(quaternions(&sampled.outgoing).into()),
                weights: None,
            })),
        };
        let name = &self.bones.names[node];
        let values = Values::Rotation(values.into());
        let place = match (is_changed, sampled.place(0)) {
            (true, KeyPlace::Plain { .. }) => {
                KeyPlace::Nowhere("Some of these rotations have no usable length in the file, and were replaced.")
            }
            (_, place) => place,
        };
        (track(name, Property::Rotation, &sampled, values, interpolation), place)
    }
}

/// The farthest from 0 that a track of numbers can come, `times` being those of its keys: a cubic stays among the control points of
/// its Bézier form.
fn reach(track: &Track, times: &Stream<f32>) -> f32 {
    let Values::Scalar(values) = &track.values else {
        return 0.0;
    };
    let mut reach = values.iter().map(f32::abs).fold(0.0, f32::max);
    if let Interpolation::Cubic(tangents) = &track.interpolation
        && let (Values::Scalar(incoming), Values::Scalar(outgoing)) = (&tangents.incoming, &tangents.outgoing)
    {
        for key in 1..times.len() {
            let third = (times.get(key) - times.get(key - 1)) / 3.0;
            let after = values.get(key - 1) + outgoing.get(key - 1) * third;
            let before = values.get(key) - incoming.get(key) * third;
            reach = reach.max(after.abs()).max(before.abs());
        }
    }
    reach.min(f32::MAX)
}

/// Component `index` of what was sampled, as a track of its own.
fn scalar_track(target: &str, property: Property, sampled: &Sampled, index: usize) -> Track {
    let scalar = |list: &[f32]| Values::Scalar(sampled.component(list, index).into());
    let interpolation = match sampled.mode {
        Mode::Linear => Interpolation::Linear,
        Mode::Step => Interpolation::Step,
        Mode::Cubic => Interpolation::Cubic(Box::new(Tangents {
            incoming: scalar(&sampled.incoming),
            outgoing: scalar(&sampled.outgoing),
            weights: None,
        })),
    };
    track(target, property, sampled, scalar(&sampled.values), interpolation)
}

fn track(target: &str, property: Property, sampled: &Sampled, values: Values, interpolation: Interpolation) -> Track {
    Track {
        target: target.to_owned(),
        property,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::seconds(sampled.times.clone(), FRAMES_PER_SECOND),
        values,
        interpolation,
        beyond: [Beyond::Hold; 2],
    }
}

const EMISSIVE: [Parameter; 3] = [Parameter::Emissive(0), Parameter::Emissive(1), Parameter::Emissive(2)];

/// Values and tangents of a track of numbers, times `by`; where its values still lie.
fn scaled(mut track: Track, place: KeyPlace, by: f32) -> (Track, KeyPlace) {
    let scale = |values: &mut Values| {
        if let Values::Scalar(list) = values {
            let product = |value: f32| (value * by).clamp(f32::MIN, f32::MAX);
            *list = list.iter().map(product).collect::<Vec<f32>>().into();
        }
    };
    if by == 1.0 {
        return (track, place);
    }
    scale(&mut track.values);
    if let Interpolation::Cubic(tangents) = &mut track.interpolation {
        scale(&mut tangents.incoming);
        scale(&mut tangents.outgoing);
    }
    let why = "These values are the product of the emissive color and its strength, which the file has apart.";
    (track, KeyPlace::Nowhere(why))
}
