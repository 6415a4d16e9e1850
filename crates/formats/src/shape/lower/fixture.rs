//! Lights, cameras, anchors and sounds → fixtures on the root node (docs/formats/shape.md §3.2, §3.4, A11, A15 to A18;
//! §7 rows 26, 27).

use super::choices::Choices;
use super::facts::material::{numbers, shown};
use super::node::Nodes;
use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::document::{Camera, Document, Light, Sound};
use castview_base::core::{Diagnostics, Transform};
use castview_base::scene::{self, Fact, Fixture, FixtureKind, Lens, LightShape};
use glam::{Quat, Vec2, Vec3};

const ANCHOR: &[(&str, &str)] = &[
    ("auto", "As the file says"),
    ("vector", "A direction"),
    ("angles", "Yaw, pitch and roll"),
];
const FOV: &[(&str, &str)] = &[
    ("vertical", "Vertical"),
    ("horizontal", "Horizontal, of a picture 16 by 9"),
];
const CONE: &[(&str, &str)] = &[
    ("auto", "As the file says"),
    ("half", "From the axis to the edge"),
    ("full", "From edge to edge"),
];
/// Nearer than this a camera sees nothing, in metres; the file does not say.
const NEAR: f32 = 0.1;
/// Width to height of the picture whose horizontal angle would be stored.
const WIDE: f32 = 16.0 / 9.0;
/// Greatest channel of a colour, and greatest intensity: products with them in shading have to stay numbers.
const BRIGHTEST: f32 = 1e12;
const NO_FLARE: u16 = 0xffff;
const LIGHTS: [&str; 6] = [
    "point",
    "diffuse, which the simulator stores and does not use",
    "spot",
    "line",
    "circle",
    "area",
];

pub fn lower(
    document: &Document,
    space: &Space,
    nodes: &Nodes,
    choices: &mut Choices,
    diagnostics: &mut Diagnostics,
) -> Vec<Fixture> {
    let root = Some(nodes.bone(0));
    let fixture = |name, position: [f32; 3], rotation, kind, facts| {
        let place = space.vector(position);
        Fixture {
            name,
            bone: root,
            placement: Transform {
                translation: if place.is_finite() { place } else { Vec3::ZERO },
                rotation,
                scale: Vec3::ONE,
            },
            kind,
            facts,
        }
    };
    let mut out = Vec::new();
    let is_full = cone_is_full(document, choices);
    for (index, light) in document.lights.iter().enumerate() {
        let [yaw, pitch] = light.direction;
        let turn = space.angles([yaw, pitch, light.line_rotation]);
        report_light(document, light, index, diagnostics);
        let kind = FixtureKind::Light(of_light(light, is_full));
        out.push(fixture(
            document.text(light.name),
            light.position,
            turn,
            kind,
            light_facts(document, light),
        ));
    }
    let is_horizontal = !document.cameras.is_empty() && fov_is_horizontal(choices);
    for camera in &document.cameras {
        let (kind, facts) = of_camera(camera, is_horizontal);
        out.push(fixture(
            document.text(camera.name),
            camera.position,
            space.angles(camera.direction),
            kind,
            facts,
        ));
    }
    let are_angles = anchors_are_angles(document, choices);
    for anchor in &document.anchors {
        let turn = match are_angles {
            true => space.angles(anchor.direction),
            false => Quat::from_rotation_arc(Vec3::NEG_Z, direction(space, anchor.direction)),
        };
        let stored = match are_angles {
            true => unverified(&anchor.direction),
            false => numbers(&anchor.direction),
        };
        let facts = vec![Fact::new("Direction as stored", stored)];
        out.push(fixture(
            document.text(anchor.name),
            anchor.position,
            turn,
            FixtureKind::Anchor,
            facts,
        ));
    }
    for sound in &document.sounds {
        let radius = positive(sound.radius).unwrap_or(0.0);
        let (name, turn) = (document.text(sound.name), space.angles(sound.direction));
        out.push(fixture(
            name,
            sound.position,
            turn,
            FixtureKind::Sound { radius },
            sound_facts(document, sound),
        ));
    }
    out
}

fn of_camera(camera: &Camera, is_horizontal: bool) -> (FixtureKind, Vec<Fact>) {
    let fov = bounded(camera.fov, 0.01, 3.1, 0.8);
    let fov_y = match is_horizontal {
        true => 2.0 * ((fov / 2.0).tan() / WIDE).atan(),
        false => fov,
    };
    let kind = FixtureKind::Camera(scene::Camera {
        lens: Lens::Perspective { fov_y },
        near: NEAR,
        far: positive(camera.depth_distance),
        aspect: is_horizontal.then_some(WIDE),
    });
    let facts = vec![
        Fact::new("Depth distance", format!("{} m", camera.depth_distance)),
        Fact::new("FOV as stored", format!("{} rad", camera.fov)),
        Fact::new("Yaw, pitch, roll", unverified(&camera.direction)),
    ];
    (kind, facts)
}

fn sound_facts(document: &Document, sound: &Sound) -> Vec<Fact> {
    let mut facts = vec![
        Fact::new("Bank", document.text(sound.bank)),
        Fact::new("Event", document.text(sound.event)),
        Fact::new("Yaw, pitch, roll", unverified(&sound.direction)),
        Fact::new(
            "Allows shape change",
            if sound.allow_shape_change { "yes" } else { "no" },
        ),
        Fact::new("Change times", format!("{} s", numbers(&sound.change_times))),
        Fact::new("Change radius", sound.change_radius),
        Fact::new("Change speed", sound.change_speed),
    ];
    let properties = sound.properties.iter();
    facts.extend(properties.map(|p| Fact::new(document.text(p.name), shown(document, &p.value))));
    facts
}

/// Angles as stored: which axes they turn, and in which order, nobody has seen a file say (shape.md A15).
pub fn unverified(angles: &[f32]) -> String {
    format!("{} rad (unverified)", numbers(angles))
}

fn positive(value: f32) -> Option<f32> {
    (value.is_finite() && value > 0.0).then_some(value)
}

/// `value` if it lies between the two, else `otherwise`.
fn bounded(value: f32, least: f32, most: f32, otherwise: f32) -> f32 {
    if (least..=most).contains(&value) {
        value
    } else {
        otherwise
    }
}

/// shape.md A17: half angles as long as the outer one is no more than a right angle; decided for the file, by its widest cone.
fn cone_is_full(document: &Document, choices: &mut Choices) -> bool {
    let spots = document
        .lights
        .iter()
        .filter(|light| light.kind == 2)
        .map(|light| light.cone[1]);
    if spots.clone().next().is_none() {
        return false;
    }
    let widest = spots.filter(|outer| outer.is_finite()).fold(0.0, f32::max);
    let is_full = match choices.said("cone", CONE) {
        Some(said) => said == "full",
        None => widest > std::f32::consts::FRAC_PI_2,
    };
    let words = if is_full {
        "from edge to edge"
    } else {
        "from the axis to the edge"
    };
    choices.made(
        "cone",
        "Cones of spotlights",
        CONE,
        format!("{words}: the widest is {widest:.2} rad"),
    );
    is_full
}

fn fov_is_horizontal(choices: &mut Choices) -> bool {
    let is_horizontal = choices.said("fov", FOV).is_some();
    let outcome = match is_horizontal {
        false => "vertical: nothing in the file tells",
        true => "horizontal, of a picture 16 by 9",
    };
    choices.made("fov", "Field of view of cameras", FOV, outcome);
    is_horizontal
}

/// shape.md A11: "default: up" speaks for vectors, unless no anchor's is as long as a direction is.
fn anchors_are_angles(document: &Document, choices: &mut Choices) -> bool {
    if document.anchors.is_empty() {
        return false;
    }
    let length = |direction: [f32; 3]| Vec3::from(direction).length();
    let is_unit = |direction: [f32; 3]| (length(direction) - 1.0).abs() <= 0.05;
    let turned = document.anchors.iter().filter(|anchor| length(anchor.direction) > 0.0);
    let (all, units) = (
        turned.clone().count(),
        turned.filter(|anchor| is_unit(anchor.direction)).count(),
    );
    let are_angles = match choices.said("anchor", ANCHOR) {
        Some(said) => said == "angles",
        None => all > 0 && units == 0,
    };
    let words = if are_angles {
        "yaw, pitch and roll"
    } else {
        "directions"
    };
    choices.made(
        "anchor",
        "Directions of anchors",
        ANCHOR,
        format!("{words}: {units} of {all} have the length 1"),
    );
    are_angles
}

/// Up where nothing is said.
fn direction(space: &Space, stored: [f32; 3]) -> Vec3 {
    let up = if space.up_is_z {
        space.vector([0.0, 0.0, 1.0])
    } else {
        Vec3::Y
    };
    space.vector(stored).try_normalize().unwrap_or(up)
}

/// shape.md A18: watts times lux per watt; the radius ends it.
fn of_light(light: &Light, cone_is_full: bool) -> scene::Light {
    let half = |angle: f32| {
        let angle = if cone_is_full { angle / 2.0 } else { angle };
        bounded(angle, 0.0, std::f32::consts::FRAC_PI_2, 0.5)
    };
    let extends = Vec2::from(light.extends.map(|length| positive(length).unwrap_or(0.0))) / 2.0;
    let shape = match light.kind {
        1 => LightShape::Directional,
        2 => LightShape::Spot {
            inner: half(light.cone[0]).min(half(light.cone[1])),
            outer: half(light.cone[1]),
        },
        3 => LightShape::Line { half_length: extends.x },
        4 => LightShape::Disc {
            radius: positive(light.circle_radius).unwrap_or(0.0),
        },
        5 => LightShape::Rectangle { half: extends },
        _ => LightShape::Point,
    };
    let color = Vec3::from(light.color);
    let intensity = light.watt * light.lux_per_watt;
    scene::Light {
        shape,
        color: match color.is_finite() {
            true => color.clamp(Vec3::ZERO, Vec3::splat(BRIGHTEST)),
            false => Vec3::ONE,
        },
        intensity: if intensity.is_nan() {
            0.0
        } else {
            intensity.clamp(0.0, BRIGHTEST)
        },
        range: positive(light.radius),
    }
}

fn report_light(document: &Document, light: &Light, index: usize, diagnostics: &mut Diagnostics) {
    let place = || document.place(|| format!("light[{index}]"), light.at);
    if usize::from(light.kind) >= LIGHTS.len() {
        diagnostics.report(rule::S26, place, || {
            format!("the light's type is unknown ({}); taken as a point", light.kind)
        });
    }
    let flare = light.lens_flare;
    if flare != NO_FLARE && usize::from(flare) >= document.lens_flares.len() {
        diagnostics.report(rule::S27, place, || {
            format!("lens flare {flare} does not exist; taken as none")
        });
    }
}

fn light_facts(document: &Document, light: &Light) -> Vec<Fact> {
    let kind = LIGHTS
        .get(usize::from(light.kind))
        .map_or_else(|| format!("unknown ({})", light.kind), |w| (*w).into());
    let flare = document.lens_flares.get(usize::from(light.lens_flare));
    vec![
        Fact::new("Type", kind),
        Fact::new("Watt", light.watt),
        Fact::new("Lux per watt", light.lux_per_watt),
        Fact::new("Colour temperature", light.color_temperature),
        Fact::new("Radius", format!("{} m", light.radius)),
        Fact::new("Cone as stored", format!("{} rad", numbers(&light.cone))),
        Fact::new("Extends", format!("{} m", numbers(&light.extends))),
        Fact::new("Circle radius", format!("{} m", light.circle_radius)),
        Fact::new("Inner distance", format!("{} m", light.inner_distance)),
        Fact::new("Yaw, pitch", unverified(&light.direction)),
        Fact::new("Projection map", document.text(light.projection_map)),
        Fact::new(
            "Lens flare",
            flare.map_or_else(|| "none".into(), |flare| document.text(flare.name)),
        ),
    ]
}
