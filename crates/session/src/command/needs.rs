//! Sentences for commands that wait for a selection, a clip or a file: told where their keys are pressed without one, and where menus and
//! palette show them dim.
//!
//! One row a command that waits for a selection; commands that wait for a clip or a file share a sentence.

/// Told of [`OF_A_CLIP`].
const CLIP: &str = "Play a clip first: open an animation, or choose one among the clips.";

/// Commands that wait for a clip that plays.
const OF_A_CLIP: &[&str] = &[
    "frame_clip",
    "slower",
    "faster",
    "step_back",
    "step_forward",
    "first_frame",
    "last_frame",
    "previous_key",
    "next_key",
    "marker",
    "go_to_frame",
    "range_in",
    "range_out",
    "notifications",
    "previous_clip",
    "next_clip",
    "rest_pose",
    "stepped",
    "layer_heavier",
    "layer_lighter",
    "layer_mute",
    "layer_solo",
    "layer_mask",
];

/// Told of [`OF_A_FILE`].
const FILE: &str = "Open a file first: drop one on the window, or choose File ▸ Open…";

/// Commands that wait for a file that is open.
const OF_A_FILE: &[&str] = &[
    "next_file",
    "previous_file",
    "reload",
    "close",
    "export_models",
    "export_pictures",
    "copy_view",
    "pin_b",
    "pose_save",
    "pose_paste",
    "pose_paste_mirrored",
    "find",
];

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
    (
        "previous_trouble",
        "Look for trouble first: Help ▸ Trouble marks what it finds on the clip.",
    ),
    (
        "next_trouble",
        "Look for trouble first: Help ▸ Trouble marks what it finds on the clip.",
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
    ("flip_b", "Pin what is shown as B first, to flip between A and B."),
    ("wipe_b", "Pin what is shown as B first, to wipe between B and A."),
    ("pose_turn", "Select a bone or an IK handle to turn it by hand."),
    ("pose_shift", "Select a bone or an IK handle to move it by hand."),
    ("pose_scale", "Select a bone or an IK handle to scale it by hand."),
    ("pose_shapes", "Open a model with blend shapes to drag them."),
    ("pose_copy", "Select bones, or a model, to copy their pose."),
    ("pose_mirror", "Pose bones by hand to mirror them."),
    ("pose_reset", "Select bones that are posed by hand to reset them."),
    ("carry", "Select a model, or a part of one, to pick it up."),
    (
        "hang",
        "Pick a model up, then select the bone or model that it is to hang on.",
    ),
    ("take_off", "Select a model that hangs on another to detach it."),
];

/// The sentence of the command of that name; `None`: it waits for none of these.
pub(super) fn of(name: &str) -> Option<&'static str> {
    let row = NEEDS.iter().find(|(of, _)| *of == name);
    let shared = [(CLIP, OF_A_CLIP), (FILE, OF_A_FILE)];
    let shared = || shared.iter().find(|(_, commands)| commands.contains(&name));
    row.map(|(_, sentence)| *sentence)
        .or_else(|| shared().map(|(sentence, _)| *sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::commands;
    use crate::{Session, tests};

    #[test]
    fn rows_are_of_commands_with_keys_and_each_is_a_sentence() {
        for (name, sentence) in NEEDS {
            let command = commands().find(|command| command.name == *name);
            let command = command.unwrap_or_else(|| panic!("no command is named {name}"));
            assert!(!command.keys.is_empty(), "{name}");
            assert!(sentence.ends_with('.') && sentence.len() < 90, "{name}: {sentence}");
        }
    }

    #[test]
    fn commands_of_one_sentence_wait_for_just_that() {
        let nothing = Session::default();
        let file = tests::with_pilot(Vec::new());
        let clip = tests::with_pilot(vec![tests::clip("walk", "hip", None)]);
        let mut missing = Vec::new();
        for command in commands() {
            let [nothing, file, clip] = [&nothing, &file, &clip].map(|session| command.is_enabled(session));
            if !nothing && clip && command.needs().is_none() {
                missing.push((command.name, file));
            }
            if OF_A_CLIP.contains(&command.name) {
                assert!(!nothing && !file && clip, "{} waits for something else", command.name);
            }
            if OF_A_FILE.contains(&command.name) {
                assert!(!nothing && file, "{} waits for something else", command.name);
            }
        }
        assert_eq!(missing, [], "these say nothing of what they wait for");
        assert!(CLIP.len() < 90 && FILE.len() < 90);
        let known = |name: &&str| commands().any(|command| command.name == *name);
        assert!(OF_A_CLIP.iter().chain(OF_A_FILE).all(known));
        let has_own = |name: &&&str| NEEDS.iter().any(|(of, _)| of == *name);
        assert_eq!(OF_A_CLIP.iter().chain(OF_A_FILE).find(has_own), None);
    }
}
