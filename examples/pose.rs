//! Where the bones of a model stand at a frame of a clip: `cargo run --example pose`.

use castview::animation::pose_at;
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
    for bone in model.skeleton.bones() {
        let place = pose.model_from_bone[bone.get()].translation;
        println!("{}: {place}", model.skeleton.name(bone));
    }
    Ok(())
}

#[test]
fn runs() {
    main().expect("the demo is there");
}
