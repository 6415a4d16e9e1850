//! Words that users of other programs type into the palette, and the answer they want first.

use crate::panels::*;
use castview_ui::{Answer, Things, found};

/// The typed words, and the name of the command that comes first.
const QUESTIONS: &[(&str, &str)] = &[
    // Blender.
    ("onion skin", "ghosts"),
    ("onion", "ghosts"),
    ("onion skinning", "ghosts"),
    ("isolate", "solo"),
    ("local view", "solo"),
    ("graph editor", "curve_view"),
    ("graph", "curve_view"),
    ("fcurves", "curve_view"),
    ("dope sheet", "dope_sheet"),
    ("dopesheet", "dope_sheet"),
    ("action editor", "dope_sheet"),
    ("timeline", "dope_sheet"),
    ("outliner", "tree"),
    ("properties", "inspector"),
    ("n panel", "panels"),
    ("weight paint", "weights"),
    ("vertex groups", "weights"),
    ("shape keys", "shapes_together"),
    ("motion path", "trail"),
    ("viewport shading", "shading"),
    ("material preview", "shading_textured"),
    ("solid", "shading_untextured"),
    ("wireframe", "wireframe"),
    ("wire", "wireframe"),
    ("face orientation", "face_sides"),
    ("x-ray", "xray"),
    ("xray", "xray"),
    ("x ray", "xray"),
    ("rest position", "show_rest"),
    ("armature", "bones"),
    ("bone names", "names"),
    ("in front", "xray"),
    ("unparent", "take_off"),
    ("nla", "dock_layers"),
    ("walk navigation", "fly"),
    ("portrait", "view_face"),
    ("bokeh", "depth_of_field_slight"),
    ("numpad 7", "view_top"),
    ("hdri", "environment_studio"),
    ("view transform", "tone_neutral"),
    ("filmic", "tone_aces"),
    ("uv editor", "uv_layout"),
    ("floor", "grid"),
    ("unhide", "show_all"),
    ("search", "find"),
    // Maya.
    ("heat map", "weights"),
    ("morph target", "shapes_together"),
    ("morph", "shapes_together"),
    ("blendshapes", "shapes_together"),
    ("pull face", "pose_shapes"),
    ("skin weights", "weights"),
    ("skinning", "weights"),
    ("weights", "weights"),
    ("joints", "bones"),
    ("bind pose", "show_bind"),
    ("go to bind pose", "show_bind"),
    ("attribute editor", "inspector"),
    ("channel box", "inspector"),
    ("motion trail", "trail"),
    ("ghosting", "ghosts"),
    ("isolate selected", "solo"),
    ("playblast", "save_picture"),
    ("hypershade", "texture_page"),
    ("tumble pivot", "orbit_selection"),
    ("stepped keys", "stepped"),
    ("animation layer", "layer_add"),
    ("retarget", "matching"),
    ("humanik", "matching"),
    ("dual quaternion", "method_difference"),
    // Unreal.
    ("t-pose", "rest_pose"),
    ("tpose", "rest_pose"),
    ("t pose", "rest_pose"),
    ("a-pose", "rest_pose"),
    ("reference pose", "rest_pose"),
    ("content browser", "browser"),
    ("anim notify", "notifications"),
    ("root motion", "root_as_authored"),
    ("in place", "root_in_place"),
    ("lod", "level_by_distance"),
    ("shader complexity", "overdraw"),
    ("unlit", "unlit"),
    ("lit", "shading_textured"),
    ("stat unit", "stats"),
    ("fps", "stats"),
    ("triangle count", "stats"),
    ("socket", "hang"),
    ("sequencer", "dope_sheet"),
    ("details", "inspector"),
    ("blend mask", "layer_mask"),
    ("play rate", "faster"),
    ("skybox", "background_sharp"),
    ("collision", "volumes"),
    ("bounding box", "mesh_bounds"),
    ("texture list", "texture_page"),
    ("output log", "diagnostics"),
    // Windows, and plain words.
    ("screenshot", "save_picture"),
    ("preferences", "settings"),
    ("options", "settings"),
    ("exit", "quit"),
    ("import", "open"),
    ("refresh", "reload"),
    ("hotkeys", "shortcuts"),
    ("kbd short", "shortcuts"),
    ("dark mode", "theme_dark"),
    ("fullscreen", "full_screen"),
    ("gpu", "adapters"),
    ("version", "about"),
    ("fov", "reset_lens"),
    ("perspective", "orthographic"),
    ("ortho", "orthographic"),
    ("front", "view_front"),
    ("top", "view_top"),
    ("side by side", "divide"),
    ("compare", "divide"),
    ("albedo", "input_base_color"),
    ("normal map", "input_normal"),
    ("roughness", "input_roughness"),
    ("pause", "play"),
    ("slow motion", "slower"),
    ("loop", "loop"),
    ("bounce", "ping_pong"),
    ("jump to frame", "go_to_frame"),
    ("bookmark", "marker"),
    ("zoom to fit", "frame_all"),
    ("focus", "frame_selection"),
    ("zoom extents", "frame_all"),
    ("skeleton", "bones"),
    ("about", "about"),
    ("undo", "undo"),
];

#[test]
fn each_question_has_its_answer_first() {
    assert!(QUESTIONS.len() >= 120, "{}", QUESTIONS.len());
    let mut session = paused();
    let spine = bone(&session, "j_spine4");
    session.apply(Action::Selection(castview_session::SelectionAction::Select(Some(
        spine,
    ))));
    let mut things = Things::default();
    let wrong: Vec<String> = QUESTIONS
        .iter()
        .filter_map(|(typed, wanted)| match found(&session, typed, &mut things).first() {
            Some(Answer::Command(command)) if command.name == *wanted => None,
            other => {
                let got = match other {
                    Some(Answer::Command(command)) => command.name,
                    Some(Answer::Thing(thing)) => &thing.name,
                    None => "nothing",
                };
                Some(format!("{typed}: {got} instead of {wanted}"))
            }
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_nothing_is_called_finds_nothing() {
    let session = paused();
    for typed in ["qqq", "zzz", "qwertz", "asdf", "delete system32"] {
        let found = found(&session, typed, &mut Things::default());
        assert!(found.is_empty(), "{typed}: {found:?}");
    }
}

/// Bones, clips, models, files of the folder and files opened lately stand below commands, and are chosen by Enter.
#[test]
fn whatever_has_a_name_is_found_below_the_commands() {
    let session = crate::pages::browser::browsing(vec![crate::pages::browser::listed("gun_rifle.cast", "")]);
    let first = |typed: &str| match found(&session, typed, &mut Things::default()).into_iter().next() {
        Some(Answer::Thing(thing)) => thing,
        other => panic!("{typed}: {other:?}"),
    };
    let spine = bone(&session, "j_spine4");
    let chosen = Action::Selection(castview_session::SelectionAction::Select(Some(spine)));
    assert_eq!(first("j_spine4").action, chosen);
    assert_eq!(first("spine4").action, chosen);
    let clip = session.stage().clips()[0].key;
    let wave = session.stage().clips()[0].name.clone();
    let played = Action::Playback(PlaybackAction::ChooseClip(Some(clip)));
    let all = found(&session, &wave, &mut Things::default());
    let is_played = |answer: &Answer| matches!(answer, Answer::Thing(thing) if thing.action == played);
    assert!(all.iter().any(is_played), "{wave}: {all:?}");
    assert_eq!(first("rifle").name, "gun_rifle.cast");
    // A word that is both.
    let both = found(&session, "j", &mut Things::default());
    let last_command = both.iter().rposition(|answer| matches!(answer, Answer::Command(_)));
    let first_thing = both.iter().position(|answer| matches!(answer, Answer::Thing(_)));
    assert!(last_command < first_thing, "{both:?}");
    assert!(both.len() < 100, "the list is cut");
}

/// One Enter switches nothing that is kept without saying so, and what it says takes it back.
#[test]
fn a_kept_setting_says_its_new_state_and_how_to_take_it_back() {
    for (typed, said) in [
        (
            "Open files in the running window",
            "Open files in the running window: on",
        ),
        ("Mouse as in Maya", "Mouse as in Maya: on"),
        ("Play what is opened", "Play what is opened: off"),
    ] {
        let mut harness = window(paused());
        let before = session_of(&harness).preferences().clone();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
        harness.run_steps(3);
        harness.event(egui::Event::Text(typed.into()));
        harness.run_steps(3);
        harness.key_press(Key::Enter);
        harness.run_steps(4);
        assert!(harness.query_by_label_contains(said).is_some(), "{said}");
        assert_ne!(session_of(&harness).preferences(), &before);
        harness.get_by_label("Undo").click();
        harness.run_steps(3);
        let mut after = session_of(&harness).preferences().clone();
        after.window.recent_commands = before.window.recent_commands.clone();
        assert_eq!(after, before, "{typed}");
    }
}
