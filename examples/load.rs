//! Reads a file of any format and lists the bones of its models: `cargo run --example load`.

use castview::formats::{Request, import};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = "assets/demo.cast";
    let import = import(std::fs::read(file)?.into(), &Request::alone("demo"))?;
    for model in &import.scene.models {
        println!("{}: {} meshes", model.name, model.meshes.len());
        let skeleton = &model.skeleton;
        for bone in skeleton.bones() {
            let parent = skeleton
                .parent(bone)
                .map_or("the model", |parent| skeleton.name(parent));
            let place = skeleton.rest()[bone.get()].translation;
            println!("  {} hangs on {parent}, {place} from it", skeleton.name(bone));
        }
    }
    Ok(())
}

#[test]
fn runs() {
    main().expect("the demo is there");
}
