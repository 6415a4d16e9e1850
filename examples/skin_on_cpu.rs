//! The vertices of a model in a pose, as points of an OBJ file: `cargo run --example skin_on_cpu`.

use castview::animation::pose_at;
use castview::core::MeshIndex;
use castview::deform::skinned;
use castview::formats::{Request, import};
use castview::scene::Scene;
use std::error::Error;

fn read(file: &str) -> Result<Scene, Box<dyn Error>> {
    Ok(import(std::fs::read(file)?.into(), &Request::alone("demo"))?.scene)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (model, clip) = (
        &read("assets/demo.cast")?.models[0],
        &read("assets/demo_idle.cast")?.clips[0],
    );
    let pose = pose_at(model, clip, 12.5);
    for mesh in 0..model.meshes.len() {
        for position in skinned(model, MeshIndex::new(mesh), &pose).positions {
            println!("v {} {} {}", position.x, position.y, position.z);
        }
    }
    Ok(())
}

#[test]
fn runs() {
    main().expect("the demo is there");
}
