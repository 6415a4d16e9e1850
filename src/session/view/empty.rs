//! What the viewport says while there is nothing to see in it.

use crate::session::{OpenFile, Session};
use std::collections::BTreeSet;

impl Session {
    /// One sentence about the open files when none of them puts anything visible on the stage; `None` when
    /// something is there to look at, or nothing is open.
    pub fn empty_message(&self) -> Option<String> {
        let anything_visible = self.stage.models.iter().any(|placed| !placed.bounds.is_empty());
        if anything_visible || self.stage.is_empty() {
            return None;
        }
        let sentences: Vec<String> = self.stage.files.iter().map(contents).collect();
        Some(sentences.join("\n"))
    }
}

fn contents(file: &OpenFile) -> String {
    let scene = &file.scene;
    let mut held = Vec::new();
    if !scene.instances.is_empty() {
        let files: BTreeSet<&str> = scene.instances.iter().map(|instance| &*instance.path).collect();
        held.push(format!(
            "{} of {}",
            count(scene.instances.len(), "instance"),
            count(files.len(), "other file")
        ));
    }
    if !scene.clips.is_empty() {
        held.push(count(scene.clips.len(), "clip"));
    }
    if !scene.models.is_empty() {
        held.push(format!(
            "{} without vertices or bones",
            count(scene.models.len(), "model")
        ));
    }
    let hint = match (
        scene.instances.is_empty(),
        scene.clips.is_empty(),
        scene.models.is_empty(),
    ) {
        (false, _, _) => " The files they name hold nothing to see.",
        (true, false, true) => " Drop the model it belongs to.",
        _ => "",
    };
    match held.as_slice() {
        [] => format!("{} is empty.", file.name),
        held => format!("{} holds {}.{hint}", file.name, held.join(" and ")),
    }
}

/// `1 clip`, `2 clips`.
fn count(n: usize, word: &str) -> String {
    if n == 1 {
        format!("1 {word}")
    } else {
        format!("{n} {word}s")
    }
}
