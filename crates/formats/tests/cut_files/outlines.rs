//! Outlines of all formats, of whole files and of cut ones: every line lies in its file, knows its line above, and is found by its bytes.

use super::gltf::Gltf;
use super::{cuts, recording, shape_file};
use castview_base::core::{Diagnostics, Options, SharedBytes};
use castview_formats::{OutlineId, OutlineThing, Outlined, outline};
use castview_testkit::everything::everything;
use castview_testkit::se;

fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let mut gltf = Gltf::new();
    let triangle = gltf.triangle();
    let mesh = gltf.mesh(triangle);
    gltf.add("nodes", serde_json::json!({"name": "leaf", "mesh": mesh}));
    vec![
        ("cast", everything()),
        ("glb", gltf.glb()),
        ("gltf", gltf.gltf("data.bin")),
        (
            "shape",
            shape_file::write(&shape_file::samples::everything(), &shape_file::Switches::default()),
        ),
        ("mrtk", recording::wave().bytes()),
        ("semodel", se::model::everything().bytes()),
        ("seanim", se::anim::everything().bytes()),
    ]
}

fn outlined(bytes: &[u8]) -> Option<Outlined> {
    let bytes = SharedBytes::from(bytes.to_vec());
    outline(bytes, &Options::NONE, &mut Diagnostics::default()).ok()
}

/// All lines, parents before children, each held against what an outline promises.
fn checked(outlined: &Outlined, name: &str) -> Vec<OutlineId> {
    let size = outlined.bytes().len();
    let mut all = Vec::new();
    let mut open = outlined.roots();
    open.reverse();
    while let Some(id) = open.pop() {
        let line = outlined.line(id).expect("it is a line");
        let children = outlined.children(id);
        assert_eq!(line.is_branch, !children.is_empty(), "{name}: {line:?}");
        assert_eq!(outlined.is_branch(id), line.is_branch, "{name}: {line:?}");
        for child in &children {
            assert_eq!(outlined.parent(*child), Some(id), "{name}: {line:?}");
        }
        if let Some(place) = &line.place {
            assert!(
                place.start <= place.end && place.end <= size,
                "{name}: {line:?} of {size}"
            );
            assert!(
                place.is_empty() || outlined.at_byte(place.start).is_some(),
                "{name}: {line:?}"
            );
        }
        if let Some(values) = outlined.values(id) {
            for index in [0, values.count / 2, values.count.saturating_sub(1)] {
                let text = values.text(outlined.bytes(), index);
                assert_eq!(text.is_some(), index < values.count, "{name}: {line:?}, value {index}");
                if index < values.count {
                    assert_eq!(
                        values.index_at(values.range(index).start),
                        Some(index),
                        "{name}: {line:?}"
                    );
                }
            }
        }
        all.push(id);
        open.extend(children.into_iter().rev());
    }
    all
}

#[test]
fn lines_of_whole_and_of_cut_files_lie_in_their_bytes() {
    for (name, bytes) in samples() {
        let whole = outlined(&bytes).expect("a good file");
        assert!(checked(&whole, name).len() > 20, "{name}");
        for cut in cuts(bytes.len(), 40, &[]) {
            if let Some(part) = outlined(&bytes[..cut]) {
                checked(&part, name);
            }
        }
    }
}

#[test]
fn things_are_found_by_name_and_lines_say_what_they_describe() {
    for (name, kind, called) in [
        ("cast", OutlineThing::Bone, ""),
        ("glb", OutlineThing::Bone, "leaf"),
        ("shape", OutlineThing::Material, ""),
        ("semodel", OutlineThing::Bone, "j_knee"),
        ("seanim", OutlineThing::Bone, ""),
        ("mrtk", OutlineThing::Bone, ""),
    ] {
        let (_, bytes) = samples().into_iter().find(|(of, _)| *of == name).expect("a sample");
        let outlined = outlined(&bytes).expect("a good file");
        let all = checked(&outlined, name);
        let mut described = all.iter().filter_map(|id| outlined.described(*id));
        let thing = described.find(|thing| thing.kind == kind && (called.is_empty() || thing.name == called));
        let thing = thing.unwrap_or_else(|| panic!("{name} has {kind:?}"));
        let id = outlined
            .thing(kind, &thing.name, thing.nth)
            .expect("it is found by its name");
        assert_eq!(outlined.described(id), Some(thing.clone()), "{name}");
        let (found, _) = outlined.find(&thing.name.to_uppercase(), 0, usize::MAX);
        assert!(!found.is_empty(), "{name}: {thing:?}");
    }
}

#[test]
fn links_lead_to_nodes_bones_and_elements() {
    let of = |name: &str| {
        let (_, bytes) = samples().into_iter().find(|(of, _)| *of == name).expect("a sample");
        let outlined = outlined(&bytes).expect("a good file");
        let all = checked(&outlined, name);
        let links = all.iter().filter_map(|id| {
            let to = outlined.linked(*id, 0)?;
            Some((outlined.line(*id)?.name, outlined.line(to)?))
        });
        links.map(|(name, to)| (name, to.name)).collect::<Vec<_>>()
    };
    let has = |links: &[(String, String)], from: &str, to: &str| {
        let found = links.iter().any(|(name, line)| name == from && line.starts_with(to));
        assert!(found, "{from} to {to}: {links:?}");
    };
    let cast = of("cast");
    has(&cast, "p", "Bone");
    has(&cast, "m", "Material");
    has(&cast, "wb", "Bone");
    let glb = of("glb");
    has(&glb, "mesh", "meshes[0]");
    has(&glb, "POSITION", "accessors[");
    has(&of("semodel"), "parent", "j_hip");
    has(&of("shape"), "material", "material");
}

#[test]
fn a_search_looks_at_a_part_and_says_where_to_go_on() {
    let outlined = outlined(&everything()).expect("a good file");
    let (whole, none) = outlined.find("bone", 0, usize::MAX);
    assert!(!whole.is_empty() && none.is_none());
    let (mut parts, mut next) = (Vec::new(), Some(0));
    while let Some(from) = next {
        let (found, on) = outlined.find("bone", from, 3);
        parts.extend(found);
        next = on;
    }
    assert_eq!(parts, whole);
    // A hash is found in the way it is told.
    let (by_hash, _) = outlined.find("0x28", 0, usize::MAX);
    let names: Vec<String> = by_hash.iter().filter_map(|id| Some(outlined.line(*id)?.name)).collect();
    assert!(names.contains(&"Material".to_owned()), "{names:?}");
    assert!(outlined.find("", 0, usize::MAX).0.is_empty());
}
