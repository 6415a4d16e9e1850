//! Statements of a material record, as lines for the inspector: in Direct3D's words where there are any.

use crate::shape::Document;
use crate::shape::document::{Material, ValueKind};
use castview_base::scene::Fact;

const ADDRESS: &[&str] = &["", "wrap", "mirror", "clamp", "border", "mirror once"];
const COMPARE: &[&str] = &["none", "never", "less", "equal", "≤", "greater", "≠", "≥", "always"];
const OPERATION: &[&str] = &["", "add", "subtract", "reverse subtract", "min", "max"];
const BLEND: &[&str] = &[
    "",
    "zero",
    "one",
    "source color",
    "1 − source color",
    "source alpha",
    "1 − source alpha",
    "destination alpha",
    "1 − destination alpha",
    "destination color",
    "1 − destination color",
    "saturated source alpha",
    "",
    "",
    "factor",
    "1 − factor",
    "source 1 color",
    "1 − source 1 color",
    "source 1 alpha",
    "1 − source 1 alpha",
];

fn word(words: &[&str], number: u8) -> String {
    match words.get(usize::from(number)) {
        Some(word) if !word.is_empty() => (*word).to_owned(),
        _ => format!("unknown ({number})"),
    }
}

pub fn facts(document: &Document, material: &Material) -> Vec<Fact> {
    let values = material
        .values
        .iter()
        .map(|value| Fact::new(document.text(value.name), shown(document, &value.value)));
    let maps = material
        .maps
        .iter()
        .map(|map| Fact::new(document.text(map.name), document.text(map.file)));
    let mut facts = vec![
        Fact::heading("State", state(material)),
        Fact::heading("Sampler", sampler(material)),
    ];
    for (name, children) in [("Values", values.collect::<Vec<_>>()), ("Maps", maps.collect())] {
        if !children.is_empty() {
            facts.push(Fact::heading(name, children));
        }
    }
    facts
}

fn state(material: &Material) -> Vec<Fact> {
    let yes = |flag: bool| if flag { "yes" } else { "no" };
    let [
        source,
        destination,
        operation,
        source_alpha,
        destination_alpha,
        operation_alpha,
    ] = material.blend;
    let blend = |a, op, b| format!("{} · {} · {}", word(BLEND, a), word(OPERATION, op), word(BLEND, b));
    vec![
        Fact::new("Opacity", yes(material.has_opacity)),
        Fact::new("No shadow", yes(material.no_shadow)),
        Fact::new("Fill", word(&["", "", "wireframe", "solid"], material.fill)),
        Fact::new("Cull", word(&["", "none", "front", "back"], material.cull)),
        Fact::new(
            "Topology type",
            word(
                &["undefined", "point", "line", "triangle", "patch"],
                material.topology_type,
            ),
        ),
        Fact::new("Front is counter-clockwise", yes(material.front_is_counter_clockwise)),
        Fact::new("Depth clip", yes(material.depth_clip)),
        Fact::new("Depth test", yes(material.depth_enable)),
        Fact::new("Depth bounds test", yes(material.depth_bounds_test)),
        Fact::new("Multisample", yes(material.multisample)),
        Fact::new("Antialiased lines", yes(material.antialiased_line)),
        Fact::new("Conservative raster", material.conservative_raster),
        Fact::new("Forced sample count", material.forced_samples),
        Fact::new("Blend", blend(source, operation, destination)),
        Fact::new("Blend alpha", blend(source_alpha, operation_alpha, destination_alpha)),
        Fact::new("Logic operation", material.logic_op),
        Fact::new("Alpha to coverage", material.alpha_to_coverage),
    ]
}

fn sampler(material: &Material) -> Vec<Fact> {
    vec![
        Fact::new("Filter", format!("{:#04x}", material.filter)),
        Fact::new(
            "Address",
            material.address.map(|address| word(ADDRESS, address)).join(", "),
        ),
        Fact::new("Comparison", word(COMPARE, material.comparison)),
        Fact::new("Border", numbers(&material.border)),
        Fact::new("Anisotropy", material.max_anisotropy),
        Fact::new("Mip bias", material.mip_bias),
        Fact::new("Mip range", numbers(&material.mip_range)),
    ]
}

pub fn shown(document: &Document, value: &ValueKind) -> String {
    match value {
        ValueKind::Text(text) => document.text(*text),
        ValueKind::Bool(flag) => if *flag { "yes" } else { "no" }.into(),
        ValueKind::Int(number) => number.to_string(),
        ValueKind::Uint(number) => number.to_string(),
        ValueKind::Float(number) => number.to_string(),
        ValueKind::Float2(numbers) => self::numbers(numbers),
        ValueKind::Float3(numbers) => self::numbers(numbers),
        ValueKind::Float4(numbers) => self::numbers(numbers),
    }
}

pub fn numbers(values: &[f32]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
