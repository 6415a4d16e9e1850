//! Every shader is parsed and validated without a device, and its structs are held against the Rust ones.

use castview_render::rows::LAYOUTS;
use castview_render::shaders;
use naga::TypeInner;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::collections::{BTreeMap, BTreeSet};

fn parse(shader: &shaders::Shader) -> naga::Module {
    let source = shader.source();
    let module = naga::front::wgsl::parse_str(&source)
        .unwrap_or_else(|error| panic!("{}: {}", shader.name, error.emit_to_string(&source)));
    // The renderer asks the adapter before it uses one of these.
    let capabilities = match shader.name {
        "picking/pick_triangle" => Capabilities::PRIMITIVE_INDEX,
        "surfaces/nearest" => Capabilities::SHADER_INT64 | Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
        "shadows/casters" => Capabilities::SHADER_INT64,
        "surfaces/mesh" => Capabilities::MULTISAMPLED_SHADING,
        _ => Capabilities::empty(),
    };
    Validator::new(ValidationFlags::all(), capabilities)
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
    for path in files().keys().filter(|path| !path.starts_with("shared/")) {
        let is_listed = shaders::ALL
            .iter()
            .any(|shader| path.strip_suffix(".wgsl") == Some(shader.name));
        assert!(is_listed, "{path} is not listed");
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

/// Text of every WGSL file, by its path inside `shaders`.
fn files() -> BTreeMap<String, String> {
    let root = castview_testkit::root().join("shaders");
    let mut files = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is part of the project") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "wgsl") {
                let name = path.strip_prefix(&root).expect("inside").to_str().expect("plain names");
                let text = std::fs::read_to_string(&path).expect("shaders are UTF-8");
                files.insert(name.replace('\\', "/"), text);
            }
        }
    }
    files
}

/// The source without comments, cut into names and single other characters.
fn tokens(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("//").next().unwrap_or_default().trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match is_name(first) {
                true => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            out.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
    }
    out
}

/// Functions, structs, constants and bindings of a file, which are all that stands at the beginning of a line.
fn definitions(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let words = tokens(line);
        let at = words
            .iter()
            .position(|word| ["fn", "struct", "const", "override", "var"].contains(word));
        let Some(at) = at.filter(|_| !line.starts_with(' ')) else {
            continue;
        };
        // Angle brackets say where a variable is kept, so its name follows them.
        let name = match words.get(at + 1) {
            Some(&"<") => words[at..].iter().skip_while(|word| **word != ">").nth(1),
            name => name,
        };
        names.extend(name.map(|name| (*name).to_owned()));
    }
    names
}

/// Which of `names` the file uses: not fields of that name, and not what it declares itself.
fn used<'a>(text: &str, names: &'a BTreeSet<String>) -> Vec<&'a str> {
    let tokens = tokens(text);
    let around = |at: usize| {
        let before = at
            .checked_sub(1)
            .and_then(|at| tokens.get(at))
            .copied()
            .unwrap_or_default();
        (before, tokens.get(at + 1).copied().unwrap_or_default())
    };
    let declares = |(before, after): (&str, &str)| ["let", "var", "fn", "struct"].contains(&before) || after == ":";
    let positions = |name: &str| -> Vec<usize> { (0..tokens.len()).filter(|at| tokens[*at] == name).collect() };
    let is_used = |name: &&String| {
        let at = positions(name);
        let is_own = at.iter().any(|at| declares(around(*at)));
        at.iter().any(|at| {
            let (before, after) = around(*at);
            before != "." && !declares((before, after)) && (!is_own || after == "(")
        })
    };
    names.iter().filter(is_used).map(String::as_str).collect()
}

/// Expands a name in a line of uses: `*_map` stands for all of `wanted` that end like that.
fn told_by(name: &str, file: &str, wanted: &[(String, String)]) -> Vec<(String, String)> {
    let Some(ending) = name.strip_prefix('*') else {
        return vec![(name.to_owned(), file.to_owned())];
    };
    let ends = |(wanted, of): &&(String, String)| wanted.ends_with(ending) && of == file;
    wanted.iter().filter(ends).cloned().collect()
}

/// A reader of one file is told where the names come from that it does not define.
#[test]
fn every_shader_says_what_it_uses_of_others() {
    let files = files();
    let defined: BTreeMap<&String, BTreeSet<String>> =
        files.iter().map(|(path, text)| (path, definitions(text))).collect();
    assert!(
        defined
            .values()
            .any(|names| names.contains("quat_rotate") && names.contains("quat_conjugate"))
    );
    let mut wrong = Vec::new();
    for (path, text) in &files {
        let own = &defined[path];
        let mut wanted = Vec::new();
        for (other, names) in &defined {
            if *other == path || !other.starts_with("shared/") {
                continue;
            }
            let foreign: BTreeSet<String> = names.difference(own).cloned().collect();
            wanted.extend(
                used(text, &foreign)
                    .into_iter()
                    .map(|name| (name.to_owned(), (*other).clone())),
            );
        }
        let told: BTreeSet<(String, String)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("// uses: ")?.strip_suffix(')')?.split_once(" ("))
            .flat_map(|(names, file)| names.split(", ").map(move |name| (name, file)))
            .flat_map(|(name, file)| told_by(name, file, &wanted))
            .collect();
        if told != wanted.iter().cloned().collect() {
            let mut lines: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (name, file) in &wanted {
                lines.entry(file).or_default().push(name);
            }
            let lines = lines
                .iter()
                .map(|(file, names)| format!("// uses: {} ({file})\n", names.join(", ")));
            wrong.push(format!("{path}\n{}", lines.collect::<String>()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Functions that read the shader's own buffers, and functions that Rust's library has.
const WITHOUT_TWIN: [&str; 5] = ["bends", "influence", "is_finite", "is_marked", "shape_of"];

#[test]
fn functions_of_the_deform_shader_have_twins_of_their_names() {
    let root = castview_testkit::root().join("crates");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("sources are UTF-8");
    let mut twin = [
        "base/src/core/math/linear.rs",
        "base/src/scene/geometry/blend_shape.rs",
        "render/src/upload/packing/octahedron.rs",
    ]
    .map(read)
    .join("\n");
    for entry in std::fs::read_dir(root.join("motion/src/deform")).expect("the room is there") {
        let path = entry.expect("readable").path();
        twin += &std::fs::read_to_string(path).expect("sources are UTF-8");
    }
    let files = files();
    let sources = [
        "shared/deformation.wgsl",
        "vertices/deform.wgsl",
        "vertices/vertex_values.wgsl",
    ]
    .map(|name| files[name].as_str());
    let functions: Vec<String> = sources
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("fn ")?.split_once('('))
        .map(|(name, _)| name.to_owned())
        .collect();
    assert!(functions.iter().any(|name| name == "skin_dual_quaternion"));
    let alone: Vec<&String> = functions
        .iter()
        .filter(|name| !twin.contains(&format!("fn {name}(")) && !twin.contains(&format!("fn {name}<")))
        .collect();
    assert_eq!(alone.len(), WITHOUT_TWIN.len(), "{alone:?}");
    assert!(
        alone.iter().all(|name| WITHOUT_TWIN.contains(&name.as_str())),
        "{alone:?}"
    );
}
