//! Every shader is parsed and validated without a device, and its structs are held against the Rust ones.

use castview::render::gpu::gpu_types::LAYOUTS;
use castview::render::gpu::shaders;
use naga::TypeInner;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::BTreeMap;

fn parse(shader: &shaders::Shader) -> naga::Module {
    let source = shader.source();
    let module = naga::front::wgsl::parse_str(&source)
        .unwrap_or_else(|error| panic!("{}: {}", shader.name, error.emit_to_string(&source)));
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}: {}", shader.name, error.emit_to_string(&source)));
    module
}

#[test]
fn every_shader_is_valid() {
    for shader in shaders::ALL {
        let module = parse(shader);
        assert!(!module.entry_points.is_empty(), "{} has no entry point", shader.name);
    }
}

#[test]
fn every_shader_file_is_listed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    for entry in std::fs::read_dir(folder).expect("the folder is part of the project") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|ending| ending == "wgsl") {
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("plain names");
            assert!(
                shaders::ALL.iter().any(|shader| shader.name == name),
                "{name} is not listed"
            );
        }
    }
}

#[test]
fn rust_and_wgsl_agree_on_every_shared_struct() {
    let mut seen = BTreeMap::new();
    for shader in shaders::ALL {
        let module = parse(shader);
        for (_, ty) in module.types.iter() {
            let TypeInner::Struct { members, span } = &ty.inner else {
                continue;
            };
            let Some(layout) = LAYOUTS.iter().find(|layout| Some(layout.name) == ty.name.as_deref()) else {
                continue;
            };
            *seen.entry(layout.name).or_insert(0) += 1;
            assert_eq!(
                layout.size, *span as usize,
                "size of {} in {}",
                layout.name, shader.name
            );
            for &(field, offset) in layout.fields {
                let member = members
                    .iter()
                    .find(|member| member.name.as_deref() == Some(field))
                    .unwrap_or_else(|| panic!("{} in {} has no {field}", layout.name, shader.name));
                assert_eq!(
                    offset, member.offset as usize,
                    "{}.{field} in {}",
                    layout.name, shader.name
                );
            }
            let padding = |name: &str| name.starts_with("_pad");
            for member in members {
                let name = member.name.as_deref().unwrap_or("");
                assert!(
                    padding(name) || layout.fields.iter().any(|(field, _)| *field == name),
                    "{}.{name} in {} is unknown to Rust",
                    layout.name,
                    shader.name
                );
            }
        }
    }
    for layout in LAYOUTS {
        assert!(seen.contains_key(layout.name), "no shader uses {}", layout.name);
    }
}
