//! `explain`: why a bone or a vertex is where it is, with the numbers of every step.

mod lines;
mod told;

use super::args::ExplainArgs;
use super::input::refuse_words_of_switches;
use super::output::{Failure, complain, json_line, output};
use super::outside;
use super::view_file;
use crate::core::BoneIndex;
use crate::offline::Poser;
use std::collections::BTreeSet;
use std::io::Write;
use told::WayTold;

pub fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    refuse_words_of_switches(&args.files)?;
    let view = args.view_file.as_deref().map(view_file::told).transpose()?;
    let batch = outside::open_for(&args.files, &args.import, view.as_deref())?;
    let arrangement = args.stop.of(args.stack.arrangement(args.clip.clone()));
    let mut poser = Poser::of_view(batch, &arrangement, view.as_deref()).map_err(Failure::new)?;
    poser.fitting().iter().for_each(complain);
    poser.seek(args.moment()).map_err(Failure::new)?;
    let mut out = output();
    if let Some(bone) = &args.bone {
        for way in poser.ways_of(bone).map_err(Failure::new)? {
            let told = WayTold::of(&way);
            match args.json {
                true => json_line(&mut out, &told)?,
                false => lines::write_bone(&mut out, &way, &told)?,
            }
        }
    }
    if let Some(wish) = &args.vertex {
        let found = poser.find_vertex(wish).map_err(Failure::new)?;
        let Some(facts) = poser.vertex_facts(&found) else {
            return Err(Failure::new("the model of the vertex is not on the stage"));
        };
        let bones: BTreeSet<BoneIndex> = facts.influences.iter().map(|influence| influence.bone).collect();
        let ways: Vec<_> = bones.iter().map(|bone| poser.way(facts.placed, *bone)).collect();
        let told: Vec<WayTold<'_>> = ways.iter().map(WayTold::of).collect();
        if args.json {
            // One more field of the object, spelled as `pose --vertex` spells it.
            let mut object = facts.json();
            object.pop();
            out.writes_json();
            writeln!(out, "{object},\"bones\":{}}}", serde_json::to_string(&told)?)?;
        } else {
            writeln!(out, "{}", facts.text())?;
            for (way, told) in ways.iter().zip(&told) {
                writeln!(out)?;
                lines::write_bone(&mut out, way, told)?;
            }
        }
    }
    out.flush()?;
    Ok(0)
}
