//! Planted violations: the check of imports finds them, and leaves alone all that is allowed.

use super::*;

#[test]
fn planted_violations_are_found() {
    const BASE: &str = "crates/base/src";
    const PICTURE: &str = "crates/picture/src";
    const RENDER: &str = "crates/render/src";
    let broken = [
        (BASE, "core/a.rs", "use crate::scene::Mesh;", "reaches `scene`"),
        (
            BASE,
            "core/a.rs",
            "use crate::{core::Bounds, scene};",
            "reaches `scene`",
        ),
        (
            BASE,
            "core/a.rs",
            "use super::super::scene as content;",
            "reaches `scene`",
        ),
        (
            BASE,
            "core/a/b.rs",
            "mod c { use super::super::super::super::scene::run; }",
            "reaches `scene`",
        ),
        (BASE, "core/mod.rs", "use super::scene::Mesh;", "reaches `scene`"),
        (
            BASE,
            "core/a.rs",
            "fn f() -> crate::scene::Mesh { todo() }",
            "reaches `scene`",
        ),
        (
            BASE,
            "core/a.rs",
            "fn f<T: Into<Vec<crate::scene::Mesh>>>() {}",
            "reaches `scene`",
        ),
        (BASE, "core/a.rs", "impl crate::scene::Has for u8 {}", "reaches `scene`"),
        (
            BASE,
            "core/a.rs",
            "fn f(x: u8) { match x { crate::scene::ONE => {} _ => {} } }",
            "reaches `scene`",
        ),
        (
            BASE,
            "core/a.rs",
            "fn f() { println!(\"{}\", (1, [crate::scene::one()])); }",
            "reaches `scene`",
        ),
        (
            BASE,
            "core/a.rs",
            "macro_rules! m { () => { $crate::scene::one() }; }",
            "reaches `scene`",
        ),
        (
            BASE,
            "core/a.rs",
            "#[cfg(test)] mod tests { use crate::scene::Mesh; }",
            "reaches `scene`",
        ),
        (BASE, "helpers/a.rs", "", "no room Some(\"helpers\")"),
        (PICTURE, "light/a.rs", "use crate::Picture;", "reaches ``"),
        (
            RENDER,
            "upload/texture.rs",
            "use crate::passes::pass::Draw;",
            "reaches `passes` (rank 5) from `upload` (rank 2)",
        ),
        (
            RENDER,
            "gpu/a.rs",
            "use crate::upload::pool::BufferPool;",
            "reaches `upload`",
        ),
        (RENDER, "lists/a.rs", "use crate::labels::Labels;", "reaches `labels`"),
        (RENDER, "passes/list.rs", "use crate::job::Task;", "reaches ``"),
        (
            PICTURE,
            "label.rs",
            "use crate::opened::OpenedFile;",
            "reaches `opened`",
        ),
        ("src", "offline/a.rs", "use crate::cli::run;", "reaches `cli`"),
        ("src", "app/a.rs", "use crate::cli::run;", "reaches `cli`"),
        ("src", "cli/a.rs", "use winit::Event;", "uses the crate `winit`"),
        (
            "src",
            "cli/a.rs",
            "use {glam::Vec3, egui::{self, Ui}};",
            "uses the crate `egui`",
        ),
        ("src", "cli/a.rs", "fn f(ui: &mut egui::Ui) {}", "uses the crate `egui`"),
        (
            "src",
            "cli/a.rs",
            "fn f() { log::warn!(\"{:?}\", ::rfd::version()); }",
            "uses the crate `rfd`",
        ),
        (
            "src",
            "offline/a.rs",
            "#[derive(clap::Parser)] struct S;",
            "uses the crate `clap`",
        ),
        (BASE, "scene/a.rs", "extern crate wgpu;", "extern crate"),
        (BASE, "scene/a.rs", "#[path = \"../render/mod.rs\"] mod r;", "#[path]"),
        (BASE, "scene/a.rs", "include!(\"../render/mod.rs\");", "include!"),
        (
            "crates/session/src",
            "a.rs",
            "fn f() { std::fs::read(\"x\"); }",
            "is pure",
        ),
        (
            "crates/motion/src",
            "animation/a.rs",
            "use std::time::{Duration, Instant};",
            "is pure",
        ),
        (
            "crates/render/src",
            "a.rs",
            "fn f() { std::thread::spawn(|| ()); }",
            "starts a thread",
        ),
        ("src", "main.rs", "use clap::Parser;", "uses the crate `clap`"),
        (
            "src",
            "lib.rs",
            "pub mod app; pub fn shortcut() {}",
            "neither modules nor re-exports",
        ),
    ];
    for (crate_source, name, text, expected) in broken {
        let problems = check_planted(crate_source, name, text);
        assert!(
            problems.iter().any(|problem| problem.contains(expected)),
            "{name}: {text}\n{problems:?}"
        );
    }
}

#[test]
fn what_is_allowed_is_left_alone() {
    let fine = [
        (
            "crates/formats/src",
            "cast/read.rs",
            "use castview_base::core::Place; use super::document::Document; use crate::sniff;",
        ),
        (
            "crates/base/src",
            "scene/motion/a.rs",
            "use super::super::super::core::Bounds;",
        ),
        (
            "crates/base/src",
            "core/a.rs",
            "use core::mem::swap; use std::sync::Arc; pub(crate) fn f() { self::g(); core::hint::black_box(1); }",
        ),
        (
            "crates/base/src",
            "core/a.rs",
            "pub(in crate::scene) struct S; impl S { fn f(&self) -> &Self { self } }",
        ),
        (
            "src",
            "cli/mod.rs",
            "mod image; use image::Thing; fn f(wgpu: u8) -> u8 { wgpu + wgpu }",
        ),
        (
            "crates/base/src",
            "core/a.rs",
            "fn f() { log::warn!(\"crate::scene::x and wgpu::y\"); } // crate::scene",
        ),
        (
            "crates/base/src",
            "core/a.rs",
            "#[cfg(test)] mod tests { use super::*; use proptest::prelude::*; fn f() { std::fs::read(\"x\"); } }",
        ),
        (
            "crates/files/src",
            "a.rs",
            "use std::fs; fn f() { std::thread::spawn(|| fs::read(\"x\")); }",
        ),
        (
            "src",
            "app/a.rs",
            "use crate::render::Context; use crate::offline::convert; use crate::core::Bounds;",
        ),
        (
            "src",
            "main.rs",
            "fn main() -> std::process::ExitCode { castview::cli::main() }",
        ),
    ];
    for (crate_source, name, text) in fine {
        assert_eq!(
            check_planted(crate_source, name, text),
            Vec::<String>::new(),
            "{name}: {text}"
        );
    }
}

fn check_planted(crate_source: &str, name: &str, text: &str) -> Vec<String> {
    let manifest = "[dependencies]\nwgpu = \"1\"\negui.workspace = true\nrfd = \"1\"\nclap = \"1\"\nglam = \"1\"\nlog = \"1\"\n\
                    image = \"1\"\nwinit = \"1\"\n[dev-dependencies]\nproptest = \"1\"\n";
    let source = Source {
        crate_source,
        name,
        text,
    };
    check(&source, &dependencies(manifest))
}
