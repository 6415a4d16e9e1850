//! Search words of the palette: names of the commands in Blender, Maya, Unreal and Windows.
//!
//! One row a command, its words with commas between them; those of switches and dials stand in their own rows. Words of the title have no place here.

const WORDS: &[(&str, &str)] = &[
    // File and edit.
    ("open", "import, load, browse, add file"),
    ("open_folder", "import folder, browse folder, directory, project"),
    ("next_file", "next model, next asset"),
    ("previous_file", "previous model, previous asset"),
    ("reload", "refresh, revert, reimport, update"),
    ("keep_both", "append, add instead of replacing, import beside"),
    ("restore", "recover last session, reopen, resume"),
    ("close", "new scene, clear scene, unload, remove all"),
    (
        "save_picture",
        "screenshot, render image, export image, snapshot, capture, viewport render, png, playblast",
    ),
    (
        "export_pictures",
        "gif, video, record, turntable, animation export, render animation, movie, film, mp4, webm, webp, apng, image sequence, playblast",
    ),
    ("copy_picture", "clipboard, screenshot, copy image, copy screen"),
    ("copy_view", "command line, copy camera, share view"),
    ("allowed_folders", "permissions, security, trusted folders"),
    ("quit", "exit, close window"),
    ("undo", "revert, step back"),
    ("redo", "repeat, step forward"),
    ("settings", "preferences, options, configuration, customize"),
    // The view.
    ("camera_back", "camera undo, view back"),
    ("camera_forward", "camera redo, view forward"),
    (
        "frame_all",
        "home, view all, zoom extents, fit all, reset camera, zoom to fit, center view",
    ),
    (
        "frame_selection",
        "focus, zoom to selection, view selected, fit selected, look at",
    ),
    ("view_front", "numpad 1"),
    ("view_right", "side view, numpad 3"),
    ("view_top", "plan view, numpad 7"),
    ("view_iso", "isometric, perspective view, axonometric"),
    (
        "view_face",
        "face, portrait, head shot, close-up, zoom to head, camera preset",
    ),
    ("view_hands", "fingers, close-up, zoom to hands, camera preset"),
    ("orthographic", "ortho, perspective, parallel projection, numpad 5"),
    (
        "look_through",
        "camera view, active camera, numpad 0, look through selected",
    ),
    ("shading", "viewport shading, shade mode, cycle shading, view mode"),
    (
        "weights",
        "weights, weight paint, vertex weights, skin weights, skinning, vertex groups, paint weights, bone weights, influence",
    ),
    (
        "dominant_bones",
        "skinning, rigid parts, bone colors on mesh, multi color weights",
    ),
    ("influence_counts", "max influences, bones per vertex, skinning"),
    ("weight_sums", "normalized weights, weights normalize, skinning"),
    (
        "method_difference",
        "dqs, dual quaternion skinning, linear blend skinning, candy wrapper, preserve volume",
    ),
    (
        "normals",
        "normal display, face normals, vertex normals, shading normals",
    ),
    ("tangents", "tangent space, binormals"),
    (
        "face_sides",
        "face orientation, backface, flipped faces, culling, two sided, inside out",
    ),
    ("degenerate_faces", "zero area, bad triangles, mesh cleanup"),
    ("hide", "hide selected, visibility off"),
    ("hide_geoset", "geoset, submesh"),
    ("show_all", "unhide, reveal hidden, visibility"),
    ("show_whole", "full resolution, budget, everything"),
    (
        "texture_page",
        "texture list, images, missing textures, relink, find missing files, hypershade, materials",
    ),
    (
        "pin_b",
        "a b comparison, a/b, before and after, snapshot, store pose, hold against",
    ),
    ("flip_b", "swap a b, toggle before after, blink comparison"),
    ("ghost_b", "overlay comparison, reference ghost, blue print"),
    ("wipe_b", "curtain, slider comparison, split screen, before after line"),
    ("sweep_b", "worst frame, most different bones, deviation"),
    (
        "compare_page",
        "diff, differences, compare files, what changed, versions",
    ),
    (
        "document_page",
        "bytes, hex, hex dump, document, nodes, properties, raw data, offsets, hashes, binary, show in file, inspect file, dump",
    ),
    (
        "vertex_table",
        "spreadsheet, geometry spreadsheet, component editor, vertex list, positions, csv, export vertices, weights table",
    ),
    ("focus_curves", "select curves by keyboard"),
    ("fit_curves", "frame curves, view all curves"),
    ("fit_values", "normalize curves, fit values"),
    // Light.
    ("environment_left", "rotate light, rotate hdri, turn light"),
    ("environment_right", "rotate light, rotate hdri, turn light"),
    ("brighter", "exposure up, brightness, lighten"),
    ("darker", "exposure down, brightness, dim"),
    ("reset_light", "default lighting, reset exposure"),
    // Surfaces.
    ("swap_halves", "flip sides, swap sides"),
    (
        "unlit",
        "flat shading, no lighting, emissive only, shadeless, full bright",
    ),
    ("depth", "z buffer, distance, z depth"),
    ("overdraw", "quad overdraw, shader complexity, fill rate"),
    (
        "texel_density",
        "texture resolution, pixels per unit, checker map, uv checker",
    ),
    ("matcap_clay", "sculpt, clay render, solid shading"),
    ("matcap_metal", "reflective, zebra, surface check"),
    ("input_base_color", "albedo, diffuse, color map"),
    ("input_metallic", "metalness"),
    ("input_roughness", "gloss, glossiness, smoothness"),
    ("input_normal", "normal map, bump"),
    ("input_occlusion", "ao map"),
    ("input_emissive", "glow map, emission"),
    ("input_opacity", "alpha, transparency, mask"),
    ("adapters", "gpu, graphics card, video card, device, vulkan"),
    ("adapter_best", "automatic gpu, default gpu"),
    ("reset_lens", "fov, focal length, field of view, lens"),
    // The camera.
    // Time.
    ("play", "pause, stop, start, playback, space, play animation"),
    ("slower", "slow motion, speed down, half speed, time scale, slomo"),
    ("faster", "speed up, double speed, time scale, play rate"),
    ("step_back", "previous frame, frame step"),
    ("step_forward", "next frame, frame step"),
    ("first_frame", "jump to start, go to start, rewind, begin"),
    ("last_frame", "jump to end, go to end"),
    ("previous_key", "jump to keyframe, last keyframe"),
    ("next_key", "jump to keyframe, next keyframe"),
    ("marker", "bookmark, add marker, cue, timeline marker"),
    (
        "go_to_frame",
        "jump to frame, set frame, set time, seek, timecode, goto",
    ),
    ("range_in", "set start frame, in point, preview range"),
    ("range_out", "set end frame, out point, preview range"),
    ("range_clear", "clear preview range, reset range, full range"),
    ("notifications", "events, anim notify, event list, markers list, notify"),
    (
        "all_notifications",
        "events of all clips, event table, footsteps, find event, notes",
    ),
    (
        "loop_notification",
        "loop between events, loop between notes, repeat section, preview range",
    ),
    ("previous_notification", "jump to event, event before, note"),
    ("next_notification", "jump to event, event behind, note"),
    ("previous_trouble", "error before, previous problem, jump to trouble"),
    ("next_trouble", "next error, next problem, jump to trouble"),
    (
        "sockets",
        "attachment points, tag bones, attach, snap points, mount, weapon bone",
    ),
    (
        "hang_again",
        "reattach, attach again, same weapon as before, hung before",
    ),
    ("clear_layers", "remove layers, clear nla"),
    (
        "rest_pose",
        "t pose, tpose, a pose, apose, reference pose, clear pose, stop animation, reset pose",
    ),
    (
        "layer_add",
        "additive, animation layer, blend animations, mix, nla strip, overlay",
    ),
    ("layer_heavier", "blend weight up, influence up"),
    ("layer_lighter", "blend weight down, influence down"),
    ("layer_mute", "disable layer, mute strip"),
    (
        "layer_mask",
        "bone mask, upper body, blend mask, per bone blend, avatar mask",
    ),
    // The skeleton.
    ("clear_trails", "clear motion paths"),
    ("clear_pins", "unpin, clear probes, vertex info"),
    ("select_children", "select hierarchy, select below, children"),
    ("select_chain", "select linked, bone chain"),
    ("select_mirror", "mirror selection, symmetry, opposite bone, flip"),
    ("find", "search, filter, look for bone, find bone, locate"),
    ("carry", "cut model, parent to bone, constrain, attach to"),
    ("hang", "parent to bone, socket, snap to bone, constrain, weapon"),
    ("take_off", "unparent, clear parent, drop, unattach"),
    (
        "matching",
        "retarget, retargeting, bone mapping, name mapping, remap bones, humanik",
    ),
    (
        "reset_shapes",
        "shape keys, morph targets, morphs, blendshapes, face, facial expressions, zero morphs",
    ),
    (
        "measure",
        "distance, ruler, measure tool, angle, protractor, dimension, length",
    ),
    ("clear_measures", "delete distances, clear rulers"),
    ("show_all_steps", "continue evaluation, evaluate all, leave step"),
    (
        "pose_turn",
        "rotate bone, rotate tool, pose mode, gizmo, manipulator, transform",
    ),
    (
        "pose_shift",
        "grab, translate, move tool, pose mode, gizmo, manipulator, transform",
    ),
    (
        "pose_shapes",
        "pull face, sculpt expression, face posing, set weight, pose mode",
    ),
    (
        "pose_copy",
        "copy attributes, paste pose, clipboard, transfer pose, pose library",
    ),
    (
        "pose_paste",
        "insert pose, apply pose, clipboard, transfer pose, pose library",
    ),
    (
        "pose_paste_mirrored",
        "paste flipped, flip pose, other side, symmetry, clipboard, x-flipped",
    ),
    (
        "pose_mirror",
        "flip pose, symmetry, symmetrize, other side, left to right, swap sides",
    ),
    (
        "pose_save",
        "export pose, pose library, store, write, one frame, still, key all",
    ),
    (
        "pose_scale",
        "scale tool, resize, pose mode, gizmo, manipulator, transform",
    ),
    (
        "pose_reset",
        "clear pose, clear transform, clear user transforms, clear rotation, clear location, zero transforms",
    ),
    (
        "pose_reset_all",
        "clear pose, clear all transforms, discard pose, undo pose",
    ),
    ("reset_modes", "additive mode, absolute relative, reset animation mode"),
    // Help.
    ("palette", "command search, f3"),
    (
        "next_panel",
        "focus next pane, cycle panes, keyboard navigation, switch focus",
    ),
    ("previous_panel", "focus previous pane, cycle panes back"),
    ("menu_bar", "focus menu, alt menu"),
    ("shortcuts", "keymap, hotkeys, key bindings, cheat sheet, kbd, help"),
    ("demo", "example, sample, tutorial"),
    (
        "diagnostics",
        "errors, log, message log, output log, problems, validation, issues, info",
    ),
    (
        "trouble",
        "pop, jitter, glitch, flip, foot slide, skating, seam, open loop, ground penetration, stretched edges, candy wrapper, asymmetry, flipped faces, \
         duplicate names, check, lint",
    ),
    ("notices", "message history, log, output"),
    ("save_diagnostics", "bug report, export log, support"),
    ("about", "version, license, credits"),
];

/// The words of the command of that name, as people type them.
pub(super) fn of(name: &str) -> &'static str {
    let row = WORDS.iter().find(|(command, _)| *command == name);
    row.map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;
    use std::collections::HashSet;

    #[test]
    fn every_row_is_a_commands_own() {
        let mut seen = HashSet::new();
        for (name, words) in WORDS {
            let command = commands().find(|command| command.name == *name);
            assert!(seen.insert(name), "{name} twice");
            let title = command.unwrap_or_else(|| panic!("no command is named {name}")).title;
            for word in words.split(", ") {
                assert_eq!(word, word.trim().to_lowercase(), "{name}");
                assert!(!word.is_empty() && !title.eq_ignore_ascii_case(word), "{name}: {word}");
            }
        }
    }
}
