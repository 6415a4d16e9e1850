//! Sentences for commands that wait for a selection: told where their keys are pressed without one, and where menus and palette show them dim.
//!
//! One row a command. Commands that wait for a file or a clip have none: the empty panels say how to get those.

const NEEDS: &[(&str, &str)] = &[
    ("copy_transform", "Select a bone to copy its transform."),
    ("frame_selection", "Select something to frame it."),
    ("follow", "Select a bone that a clip moves to follow it."),
    ("solo", "Select meshes or models to show nothing else."),
    (
        "hide",
        "Select a mesh, or a thing with meshes that are shown, to hide it.",
    ),
    ("layer_add", "Select a clip, while another one plays, to lay it over."),
    ("layer_up", "Choose a layer that lies over the clip to move it up."),
    ("layer_down", "Choose a layer that lies over the clip to move it down."),
    (
        "layer_later",
        "Choose a layer that lies over the clip to have it play later.",
    ),
    (
        "layer_earlier",
        "Choose a layer that lies over the clip to have it play earlier.",
    ),
    ("layer_remove", "Choose a layer that lies over the clip to take it off."),
    (
        "previous_notification",
        "Play a clip that has notifications to go from one to the next.",
    ),
    (
        "next_notification",
        "Play a clip that has notifications to go from one to the next.",
    ),
    (
        "loop_notification",
        "Play a clip that has notifications to loop between two of them.",
    ),
    ("trail", "Select a bone to see its way through the clip."),
    (
        "measure",
        "Select one, two or three bones, or pin a vertex, to measure.",
    ),
    ("select_children", "Select a bone to select all below it, too."),
    ("select_chain", "Select a bone to select its chain, too."),
    ("select_mirror", "Select a bone to select its mirror bone, too."),
    (
        "select_same_name",
        "Select a bone, while several models are open, to select its namesakes.",
    ),
    ("pose_turn", "Select a bone to turn it by hand."),
    ("pose_shift", "Select a bone to move it by hand."),
    ("pose_scale", "Select a bone to scale it by hand."),
    ("pose_reset", "Select bones that are posed by hand to reset them."),
    ("carry", "Select a model, or a part of one, to pick it up."),
    (
        "hang",
        "Pick a model up, then select the bone or model that it is to hang on.",
    ),
    ("take_off", "Select a model that hangs on another to detach it."),
];

/// The sentence of the command of that name; `None`: it waits for no selection.
pub(super) fn of(name: &str) -> Option<&'static str> {
    let row = NEEDS.iter().find(|(of, _)| *of == name);
    row.map(|(_, sentence)| *sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::commands;

    #[test]
    fn rows_are_of_commands_with_keys_and_each_is_a_sentence() {
        for (name, sentence) in NEEDS {
            let command = commands().find(|command| command.name == *name);
            let command = command.unwrap_or_else(|| panic!("no command is named {name}"));
            assert!(!command.keys.is_empty(), "{name}");
            assert!(sentence.ends_with('.') && sentence.len() < 90, "{name}: {sentence}");
        }
    }
}
