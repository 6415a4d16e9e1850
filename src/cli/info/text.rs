//! The inventory for people.

use super::report::{ClipReport, FileReport, MaterialReport, MeshReport, ModelReport, ReportExtent, SourceReport};
use crate::cli::diagnostics;
use crate::cli::output::{Failure, shown};
use crate::core::{Diagnostics, is_noise, printed};
use std::io::Write;

/// Entries of one list that are shown; the rest is counted.
const MOST: usize = 40;

pub fn write(out: &mut impl Write, report: &FileReport, found: &Diagnostics) -> Result<(), Failure> {
    writeln!(out, "{} ({} bytes)", printed(report.path), report.bytes)?;
    let metadata = &report.metadata;
    for (label, value) in [
        ("author", metadata.author),
        ("software", metadata.software),
        ("up axis", metadata.up),
        ("scene root", metadata.scene_root),
    ] {
        if let Some(value) = value {
            writeln!(out, "  {label}: {}", shown(value))?;
        }
    }
    for decision in &report.choices {
        let values = decision.values.join("|");
        let (title, outcome) = (decision.title, shown(decision.outcome));
        let names = match decision.is_offer {
            true => format!(", or by name: {}", names(&decision.names[1..])),
            false => String::new(),
        };
        writeln!(out, "  {title}: {outcome} (--import {}={values}{names})", decision.key)?;
    }
    for model in report.models.iter() {
        write_model(out, &model)?;
    }
    for clip in report.clips.iter() {
        write_clip(out, &clip)?;
    }
    let instances = report.instances.iter();
    let instance_count = instances.len();
    for instance in instances.take(MOST) {
        let (name, file) = (shown(instance.name), shown(instance.file));
        match (&instance.found, instance.unreadable) {
            (Some(found), Some(why)) => {
                writeln!(
                    out,
                    "  instance {name} of {file} → {}, which CANNOT BE READ: {}",
                    shown(found),
                    shown(why)
                )?;
            }
            (Some(found), None) => writeln!(out, "  instance {name} of {file} → {}", shown(found))?,
            (None, _) => writeln!(out, "  instance {name} of {file} is MISSING")?,
        }
    }
    rest(out, "  instance", instance_count)?;
    let missing = report
        .instances
        .iter()
        .filter(|instance| instance.found.is_none())
        .count();
    if missing > 0 {
        writeln!(out, "  {missing} of {instance_count} instances lead to no file")?;
    }
    if report.models.iter().len() + report.clips.iter().len() + instance_count == 0 {
        writeln!(out, "  nothing: no models, no clips, no instances")?;
    }
    writeln!(out, "  {}", diagnostics::summary(found))?;
    diagnostics::write_lines(out, found)
}

fn write_model(out: &mut impl Write, model: &ModelReport) -> Result<(), Failure> {
    writeln!(
        out,
        "  model {}: {}, {}, {}, {}",
        shown(model.name),
        counted(model.meshes.len(), "mesh", "meshes"),
        counted(model.vertices, "vertex", "vertices"),
        counted(model.triangles, "triangle", "triangles"),
        counted(model.bones.iter().len(), "bone", "bones"),
    )?;
    if let Some(copies) = &model.copies {
        let count = counted(copies.count, "copy", "copies");
        writeln!(
            out,
            "    {count}, carried by {} of {}",
            shown(copies.bone),
            shown(copies.model)
        )?;
    }
    if let Some(ReportExtent { min, max }) = &model.bounds {
        let largest = min
            .iter()
            .chain(max)
            .fold(0.0f32, |largest, number| largest.max(number.abs()));
        let (min, max) = (plain(min, largest), plain(max, largest));
        writeln!(out, "    from {min:?} to {max:?}")?;
    }
    list(out, "    mesh", &model.meshes, mesh_line)?;
    list(out, "    bone", model.bones.iter(), |bone| {
        match usize::try_from(bone.parent) {
            Ok(parent) => format!("{} under {}", shown(bone.name), shown(model.bones.name(parent))),
            Err(_) => shown(bone.name),
        }
    })?;
    list(out, "    blend shape", &model.blend_shapes, |shape| {
        format!(
            "{} of {}: {} vertices, up to {}",
            shown(shape.name),
            shown(shape.mesh),
            shape.vertices,
            shape.max_weight
        )
    })?;
    list(out, "    hair", &model.hairs, |hair| {
        format!("{}: {}", shown(hair.name), counted(hair.strands, "strand", "strands"))
    })?;
    for material in model.materials.iter().take(MOST) {
        write_material(out, material)?;
    }
    rest(out, "    material", model.materials.len())?;
    list(out, "    IK handle", &model.ik_handles, |name| shown(name))?;
    list(out, "    constraint", &model.constraints, |constraint| {
        format!(
            "{} ({}): {} follows {}",
            shown(constraint.name),
            constraint.kind,
            shown(constraint.driven),
            shown(constraint.target)
        )
    })
}

fn mesh_line(mesh: &MeshReport) -> String {
    let mut text = format!(
        "{}: {}, {}, {}",
        shown(mesh.name),
        counted(mesh.vertices, "vertex", "vertices"),
        counted(mesh.triangles, "triangle", "triangles"),
        counted(mesh.uv_layers, "UV layer", "UV layers"),
    );
    if mesh.color_layers > 0 {
        text += &format!(", {}", counted(mesh.color_layers, "color layer", "color layers"));
        text += match mesh.color_layers - mesh.shown_colors {
            0 => "",
            unseen if unseen == mesh.color_layers => " (nothing shows them)",
            _ => " (nothing shows any but the first)",
        };
    }
    if let Some(skinning) = mesh.skinning {
        text += &format!(", {} skinning with {}", skinning.replace('_', " "), mesh.influences);
    }
    if let Some(material) = mesh.material {
        text += &format!(", material {}", shown(material));
    }
    text
}

fn write_material(out: &mut impl Write, material: &MaterialReport) -> Result<(), Failure> {
    writeln!(
        out,
        "    material {} ({})",
        shown(material.name),
        material.workflow.replace('_', "/")
    )?;
    list(out, "      slot", &material.slots, |slot| {
        let source = match &slot.source {
            SourceReport::Texture {
                path,
                found: Some(found),
                unreadable: Some(why),
                ..
            } => format!(
                "{} → {}, which CANNOT BE READ: {}",
                shown(path),
                shown(found),
                shown(why)
            ),
            SourceReport::Texture {
                path,
                found: Some(found),
                several: Some(several),
                ..
            } => format!("{} → {}, {several}", shown(path), shown(found)),
            SourceReport::Texture {
                path,
                found: Some(found),
                ..
            } => format!("{} → {}", shown(path), shown(found)),
            SourceReport::Texture { path, found: None, .. } => format!("{} is MISSING", shown(path)),
            SourceReport::Color { rgba, space } => format!("color {:?} ({space})", plain(rgba, 1.0)),
            SourceReport::NoPath => "no path".into(),
            SourceReport::Dangling => "a link to nothing".into(),
        };
        format!("{}: {source}", shown(slot.slot))
    })
}

fn write_clip(out: &mut impl Write, clip: &ClipReport) -> Result<(), Failure> {
    writeln!(
        out,
        "  clip {}: frames {} to {} at {} a second ({:.2} s){}, {}, {}",
        shown(clip.name),
        clip.range[0],
        clip.range[1],
        clip.frames_per_second,
        clip.duration_secs,
        match clip.mode {
            Some(mode) => format!(", {mode}"),
            None if clip.looping => ", looping".into(),
            None => String::new(),
        },
        counted(clip.curves, "curve", "curves"),
        counted(clip.keys, "key", "keys"),
    )?;
    for (property, by_mode) in &clip.curves_by_property {
        let modes: Vec<String> = by_mode.iter().map(|(mode, count)| format!("{count} {mode}")).collect();
        writeln!(out, "    {property}: {}", modes.join(", "))?;
    }
    if let Some(made) = &clip.stand_in {
        writeln!(out, "    no skeleton of its own: {}", made.told)?;
    }
    list(out, "    override", &clip.overrides, |o| {
        let channels = [
            (o.translation, "translation"),
            (o.rotation, "rotation"),
            (o.scale, "scale"),
        ];
        let covered: Vec<&str> = channels.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
        format!("{} and below: {} {}", shown(o.bone), covered.join(", "), o.mode)
    })?;
    list(out, "    notification", &clip.notifications, |notification| {
        let frames: Vec<String> = notification.frames.iter().take(MOST).map(f64::to_string).collect();
        format!("{} at {}", shown(notification.name), frames.join(", "))
    })
}

/// `numbers` without what rounding left of 0 beside `largest`; JSON has them as they are.
fn plain<const N: usize>(numbers: &[f32; N], largest: f32) -> [f32; N] {
    numbers.map(|number| if is_noise(number, largest) { 0.0 } else { number })
}

/// One line per entry, up to [`MOST`], then how many more.
fn list<T>(
    out: &mut impl Write,
    label: &str,
    entries: impl IntoIterator<IntoIter: ExactSizeIterator<Item = T>>,
    line: impl Fn(T) -> String,
) -> Result<(), Failure> {
    let entries = entries.into_iter();
    let count = entries.len();
    for entry in entries.take(MOST) {
        writeln!(out, "{label} {}", line(entry))?;
    }
    rest(out, label, count)
}

/// As many as are shown, on one line.
fn names(all: &[&str]) -> String {
    let listed: Vec<String> = all.iter().take(MOST).map(|name| shown(name)).collect();
    match all.len() > MOST {
        true => format!("{}, …", listed.join(", ")),
        false => listed.join(", "),
    }
}

fn rest(out: &mut impl Write, label: &str, count: usize) -> Result<(), Failure> {
    if count > MOST {
        writeln!(out, "{label}: … and {} more", count - MOST)?;
    }
    Ok(())
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
