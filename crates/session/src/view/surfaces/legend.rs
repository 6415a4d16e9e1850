//! Meanings of the colours of surfaces, in words.

use super::tint::tint_legend;
use crate::composition::attach::camera_travel;
use crate::composition::by_hand::told::{hand_pose_legend, hand_shape_legend};
use crate::composition::pinned::told::pinned_legends;
use crate::composition::stopped::told::stopped_legend;
use crate::view::bones::legends;
use crate::view::ground::posed_world_bounds;
use crate::view::mesh_facts::MOST_MODELS;
use crate::view::surfaces::marked;
use crate::view::surfaces::posed_points::posed_points;
use crate::window::colors;
use crate::{Edits, Placed, Selected, Session};
use castview_base::core::{BoneIndex, grouped};
use castview_base::scene::Input;
use castview_picture::{
    ColorBy, Colors, DENSITY_OCTAVES, Legend, LegendEntry, NO_BONE, OVERDRAW_STEP, Picture, Ramp, Texture, bone_colors,
    least_density,
};
use std::collections::BTreeSet;

/// A count that the colours tell apart from those below it.
const MOST_COUNTED: u8 = 8;
/// As in shaders/surfaces/color_by.wgsl.
const COUNT_BEND: f32 = 0.6;
/// As in shaders/shared/measures.wgsl.
const DEPTH_LINES: f32 = 24.0;

/// Children of the selected bone whose colours have their names beside them.
const MOST_CHILDREN: usize = 4;

/// Legends of the surfaces in each half of the picture, or in all of it.
pub(crate) fn surface_legends(session: &Session) -> Vec<Legend> {
    let mut all = legends_of_halves(session);
    all.extend(tint_legend(session));
    all
}

/// The meanings of colours in all of the picture, or in each half.
fn legends_of_halves(session: &Session) -> Vec<Legend> {
    let left = marked::color_by(session);
    let Some(at) = session.view.divided else {
        return Vec::from_iter(surface_legend(session, "Colors of surfaces", left));
    };
    let right = session.edits.color_by_or_shape(session.view.right.color_by);
    let halves = [
        ("Colors of surfaces to the left", [0.0, at], "left:", left),
        ("Colors of surfaces to the right", [at, 1.0], "right:", right),
    ];
    let of_half = |(title, across, word, by)| {
        let mut legend = surface_legend(session, title, by)?;
        legend.across = across;
        legend.entries.insert(0, LegendEntry::words(word));
        Some(legend)
    };
    halves.into_iter().filter_map(of_half).collect()
}

fn surface_legend(session: &Session, title: &'static str, by: ColorBy) -> Option<Legend> {
    if !session.stage.has_model() {
        return None;
    }
    let colors = colors::colors(session);
    Some(Legend {
        across: Legend::WHOLE,
        title,
        entries: match by {
            ColorBy::Material => return None,
            ColorBy::Weights => weight_entries(session, &colors),
            ColorBy::DominantBone => bone_entries(session),
            ColorBy::InfluenceCount => counts(&colors),
            ColorBy::WeightSum => vec![
                LegendEntry::square(colors.neutral, "weights of the file sum to 1"),
                LegendEntry::ramp(Ramp::Heat, "off by 1, or no weight at all"),
            ],
            ColorBy::ShapeDelta => {
                let mut entries = vec![
                    LegendEntry::words(shape_words(session)),
                    LegendEntry::square(colors.neutral, "not moved"),
                    LegendEntry::ramp(Ramp::Heat, length_words(session, marked::longest_of(session, by))),
                ];
                entries.extend(seen_through_entry(session));
                entries
            }
            ColorBy::MethodDifference => vec![
                LegendEntry::words("linear and dual quaternion, apart by"),
                LegendEntry::square(colors.neutral, "0"),
                LegendEntry::ramp(
                    Ramp::Heat,
                    format!("{} or more", length_words(session, marked::longest_of(session, by))),
                ),
            ],
            ColorBy::Normals => directions("normals, by the file's axes"),
            ColorBy::Tangents => {
                let mut entries = directions("tangents, by the file's axes");
                entries.push(LegendEntry::square(colors.neutral, "none"));
                entries
            }
            ColorBy::FaceSides => vec![
                LegendEntry::square(colors.neutral, "front of a face"),
                LegendEntry::square(colors.back, "back"),
            ],
            ColorBy::DegenerateFaces => vec![
                LegendEntry::words(degenerate_words(session)),
                LegendEntry::square(colors.neutral, "none here"),
                LegendEntry::square(colors.heat[4], "a face without area, or its corner"),
            ],
            ColorBy::Uv(layer) => vec![
                LegendEntry::words(format!("UV {layer}, 16 squares along the texture")),
                LegendEntry::words("redder with u"),
                LegendEntry::words("bluer with v"),
                LegendEntry::square(colors.neutral, "none"),
            ],
            ColorBy::VertexColors(layer, channel) => vec![
                LegendEntry::words(format!("vertex colors, layer {layer}, {}", channel.word())),
                LegendEntry::square(colors.neutral, "none"),
            ],
            ColorBy::Input(input) => input_entries(input),
            ColorBy::Unlit | ColorBy::Matcap(_) => return None,
            ColorBy::TexelDensity => density_entries(session, &colors),
            ColorBy::Depth => depth_entries(session),
            ColorBy::Overdraw => overdrawn(),
        },
    })
}

fn density_entries(session: &Session, colors: &Colors) -> Vec<LegendEntry> {
    // Those that still load count.
    let mut textures = session.stage.models().iter().flat_map(|placed| placed.textures.iter());
    if textures.all(|texture| *texture == Texture::Missing) {
        return vec![LegendEntry::square(colors.neutral, "no textures")];
    }
    let least = least_density(&session.view.steady_bounds);
    let (meters, unit) = legends::meters_per_unit(session).map_or((1.0, "unit"), |meters| (meters, "m"));
    let number = |density: f32| format!("{} texels per {unit}", grouped((density / meters).round() as u64, ' '));
    vec![
        LegendEntry::square(colors.neutral, "no texels"),
        LegendEntry::square(colors.heat[0], number(least)),
        LegendEntry::square(colors.heat[2], number(least * (DENSITY_OCTAVES / 2.0).exp2())),
        LegendEntry::square(colors.heat[4], number(least * DENSITY_OCTAVES.exp2())),
    ]
}

fn depth_entries(session: &Session) -> Vec<LegendEntry> {
    let mut camera = session.view.seen_camera();
    camera.target += camera_travel(session);
    let seen = Picture {
        camera,
        bounds: session.view.steady_bounds,
        posed_bounds: posed_world_bounds(session),
        posed_points: posed_points(session),
        ..Picture::of(Vec::new())
    };
    let [near, far] = seen.depth_range();
    let (meters, unit) = legends::meters_per_unit(session).map_or((1.0, "units"), |meters| (meters, "m"));
    let [near, far] = [near * meters, far * meters];
    let apart = (far - near) / DEPTH_LINES;
    let decimals = if apart < 0.1 { 3 } else { 2 };
    vec![
        LegendEntry::words(format!("from the eye, dark lines {apart:.decimals$} {unit} apart")),
        LegendEntry::square([0xf2; 3], format!("{near:.2} {unit}")),
        LegendEntry::square([0x14; 3], format!("{far:.2} {unit}")),
    ]
}

fn degenerate_words(session: &Session) -> String {
    let mut count = 0u64;
    let models = session.stage.models().iter().take(MOST_MODELS);
    for placed in models.filter(|placed| !placed.model().meshes.is_empty()) {
        match session.view.faces_of(placed) {
            Some(faces) => count += faces.degenerate(),
            None => return "faces without area are being counted".to_owned(),
        }
    }
    let found = match count {
        0 => "no face is without area".to_owned(),
        1 => "1 face without area".to_owned(),
        count => format!("{count} faces without area"),
    };
    match session.stage.models().len() > MOST_MODELS {
        true => format!("{found} in the first {MOST_MODELS} models"),
        false => found,
    }
}

fn weight_entries(session: &Session, colors: &Colors) -> Vec<LegendEntry> {
    let models = session.stage.models().iter();
    let bones: Vec<String> = models
        .flat_map(|placed| session.edits.names_of_marked(placed))
        .collect();
    let whose = match &bones[..] {
        [] => return vec![LegendEntry::words("select a bone to see what it moves")],
        [one] => format!("weight of {one}"),
        several => format!("weight of {} bones together", several.len()),
    };
    let mut entries = vec![
        LegendEntry::words(whose),
        LegendEntry::square(colors.neutral, "0"),
        LegendEntry::ramp(Ramp::Heat, "1, lines at each quarter"),
    ];
    entries.extend(seen_through_entry(session));
    entries
}

/// Said where meshes are seen through that the heat map is not about.
fn seen_through_entry(session: &Session) -> Option<LegendEntry> {
    let mut models = session.stage.models().iter();
    let any = models.any(|placed| marked::marked(session, placed).seen_through.contains(&true));
    any.then(|| LegendEntry::words("others see-through"))
}

fn shape_words(session: &Session) -> String {
    let models = session.stage.models().iter();
    let names: BTreeSet<&str> = models
        .flat_map(|placed| {
            let shapes = session.edits.marked_shapes(placed).into_iter();
            shapes.filter_map(|shape| Some(placed.model().blend_shapes.get(shape.get())?.name.as_str()))
        })
        .collect();
    match names.first() {
        Some(name) if names.len() == 1 => format!("moved by {name} at weight 1"),
        _ => format!("moved by {} shapes together at weight 1", names.len()),
    }
}

/// The selected bone, its parent and its children: eight colours serve all bones, but differ between neighbours.
fn bone_entries(session: &Session) -> Vec<LegendEntry> {
    let mut entries = vec![LegendEntry::words("the bone of the greatest weight")];
    let selected = session.edits.selected;
    let placed = selected.and_then(|selected| session.stage.placed(selected.placed()?));
    if let (Some(placed), Some(selected)) = (placed, selected)
        && let Selected::Bone(_, bone) = placed.shown_as(selected)
    {
        let skeleton = &placed.model().skeleton;
        let colors = bone_colors(skeleton);
        let children: Vec<BoneIndex> = skeleton
            .bones()
            .filter(|other| skeleton.parent(*other) == Some(bone))
            .collect();
        let more = children.len().saturating_sub(MOST_CHILDREN);
        let named = [Some(bone), skeleton.parent(bone)].into_iter().flatten();
        let named = named.chain(children.into_iter().take(MOST_CHILDREN));
        entries.extend(named.map(|bone| LegendEntry::square(colors[bone.get()], skeleton.name(bone))));
        if more > 0 {
            entries.push(LegendEntry::words(format!("and {more} more children")));
        }
    } else {
        entries.push(LegendEntry::words("select a bone to see its color and its neighbors'"));
    }
    entries.push(LegendEntry::square(NO_BONE, "no bone"));
    entries
}

/// In millimetres if the size of a unit is known, else in units.
fn length_words(session: &Session, length: f32) -> String {
    let (number, unit) = match legends::meters_per_unit(session) {
        Some(meters) => (length * meters * 1000.0, "mm"),
        None => (length, "units"),
    };
    let decimals = if number < 10.0 { 3 } else { 0 };
    format!("{number:.decimals$} {unit}")
}

impl Edits {
    fn names_of_marked(&self, placed: &Placed) -> Vec<String> {
        let skeleton = &placed.model().skeleton;
        let bones = self.marked_bones(placed).into_iter();
        bones.map(|bone| skeleton.name(bone).to_owned()).collect()
    }
}

fn counts(colors: &Colors) -> Vec<LegendEntry> {
    let mut entries = vec![
        LegendEntry::words("bones that move a vertex"),
        LegendEntry::square(colors.neutral, "0"),
    ];
    let along = |count: u8| (f32::from(count - 1) / f32::from(MOST_COUNTED - 1)).powf(COUNT_BEND);
    let color = |count: u8| colors.on(Ramp::Heat, along(count));
    entries.extend((1..MOST_COUNTED).map(|count| LegendEntry::square(color(count), count.to_string())));
    entries.push(LegendEntry::square(
        color(MOST_COUNTED),
        format!("{MOST_COUNTED} or more"),
    ));
    entries
}

/// Legend entries of an input.
fn input_entries(input: Input) -> Vec<LegendEntry> {
    let word = ColorBy::Input(input).words().to_lowercase();
    match input {
        Input::BaseColor | Input::SpecularColor | Input::Emissive | Input::SheenColor => {
            vec![LegendEntry::words(format!("{word}, without light"))]
        }
        Input::Normal | Input::ClearcoatNormal => directions(&format!("{word} with its map, world")),
        _ => vec![
            LegendEntry::words(word),
            LegendEntry::square([0; 3], "0"),
            LegendEntry::square(
                [255; 3],
                match input {
                    Input::IridescenceThickness => "1000 nm or more",
                    Input::Thickness => "1 or more, units of the file",
                    _ => "1",
                },
            ),
        ],
    }
}

fn overdrawn() -> Vec<LegendEntry> {
    let mut entries = vec![LegendEntry::words("surfaces behind a pixel")];
    for count in [1, 2, 3, 4, 6, 8, 16] {
        let color = OVERDRAW_STEP.map(|step| encoded((step * count as f32).min(1.0)));
        entries.push(LegendEntry::square(color, count.to_string()));
    }
    entries
}

/// Linear light as an sRGB byte.
fn encoded(linear: f32) -> u8 {
    let srgb = match linear <= 0.003_130_8 {
        true => linear * 12.92,
        false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    };
    (srgb * 255.0).round() as u8
}

fn directions(what: &str) -> Vec<LegendEntry> {
    vec![
        LegendEntry::words(what),
        LegendEntry::square([0xff, 0x80, 0x80], "+x"),
        LegendEntry::square([0x80, 0xff, 0x80], "+y"),
        LegendEntry::square([0x80, 0x80, 0xff], "+z"),
    ]
}

/// Legends of the colours in the view; empty while these mean nothing.
pub fn legends(session: &Session) -> Vec<Legend> {
    let aids = [
        legends::trail_legend(session),
        legends::bone_legend(session),
        hand_pose_legend(session),
        hand_shape_legend(session),
        stopped_legend(session),
    ];
    surface_legends(session)
        .into_iter()
        .chain(aids.into_iter().flatten())
        .chain(pinned_legends(session))
        .collect()
}
