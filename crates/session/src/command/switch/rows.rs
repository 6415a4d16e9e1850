//! The table of switches, in the order of the menus. A group is what stands together there; `command` lists the groups.

use super::Switch;
use super::row::{
    GRID_AND_AIDS, Kept, LIGHT_FLAGS, MODEL_FLAGS, OVER_THE_TIMELINE, OVERLAY_FLAGS, SURFACE_FLAGS, SwitchRow, at,
    either, overlay, row,
};
use crate::aids::trails;
use crate::command::Command;
use crate::command::Menu::{File, Play, Skeleton, View};
use crate::command::{alt, ctrl, ctrl_shift, has_bone, has_clip, key, shift};
use crate::composition::evaluate;
use crate::effect::quiet;
use crate::playback::looping;
use crate::playback::play;
use crate::view::bones::display;
use crate::view::camera::follow;
use crate::view::visible;
use crate::window::motion;
use crate::{Change, Effect, LeftTab, Motion, Notice, Session};
use castview_motion::animation::Unposed;
use castview_picture::{Lights, Shading};

/// The rows, a constant for each switch, and a list of commands for each group.
macro_rules! switches {
    ($($group:ident { $($id:ident = $row:expr;)* })*) => {
        /// Positions in the table.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the constants below have these names")]
        enum At { $($($id,)*)* }

        const ROWS: &[SwitchRow] = &[$($($row,)*)*];

        impl Switch {
            $($(pub const $id: Self = Self(At::$id as u8);)*)*

            /// All of them, in the order of the menus.
            pub const ALL: &[Self] = &[$($(Self::$id,)*)*];

            pub const fn row(self) -> &'static SwitchRow {
                &ROWS[self.0 as usize]
            }
        }

        $(pub(crate) const $group: &[Command] = &[
            $(Switch::$id.row().command(|| Switch::$id.toggle()),)*
        ];)*
    };
}

switches! {
    WATCHING {
        WATCH = row("watch", "Reload changed files", File)
            .words("hot reload, auto reload, live update, watch files")
            .at(at!(preferences.files.watches)).on_at_first().kept(Kept::Settings);
    }
    STARTING {
        RESTORE_AT_START = row("restore_at_start", "Open last session at start", File)
            .words("startup file, reopen at start")
            .at(at!(preferences.files.restores)).kept(Kept::Settings);
        HAND_OVER = row("hand_over", "Open files in the running window", File)
            .words("single instance, one window, reuse window")
            .at(at!(preferences.files.hands_over)).kept(Kept::Settings);
    }
    FOLLOWING {
        // Before the next, which has the same key: a selected bone is followed.
        FOLLOW = row("follow", "Follow the selected bone", View)
            .keys(&[key("C")])
            .words("track bone, camera follow, lock to object, lock camera to object")
            .turns(|s| s.view.is_following(), |s, _| quiet(|| follow::toggle_follow(s)))
            .when(follow::can_follow);
    }
    SURFACES {
        TEXTURES = row("textures", "Textures", View)
            .keys(&[key("T")])
            .words("texture on, diffuse maps")
            .turns(
                |s| s.view.is_shaded(Shading::Textured),
                |s, on| quiet(|| s.view.see_shaded(if on { Shading::Textured } else { Shading::Untextured })),
            )
            .noting(Change::PICTURE)
            .on_at_first()
            .kept(Kept::View)
            .flagged_elsewhere();
        FILE_LIGHTS = row("file_lights", "Lights of the files", View)
            .keys(&[alt("L")])
            .words("scene lights, lamps, use all lights")
            .turns(
                |s| s.view.lights() == Lights::Files,
                |s, on| quiet(|| s.view.choose_lights(if on { Lights::Files } else { Lights::Environment })),
            )
            .noting(Change::PICTURE)
            .kept(Kept::View)
            .when(|session| session.stage.has_lights())
            .flag("", LIGHT_FLAGS, "Light surfaces by the lights of the files, if they have any");
        WIREFRAME = row("wireframe", "Wireframe over the surface", View).overlay(3)
            .keys(&[key("W")])
            .words("wire, edges, wireframe on shaded, topology, polygons")
            .at(overlay!(wireframe)).noting(Change::PICTURE).kept(Kept::View)
            .flag("", SURFACE_FLAGS, "Draw the edges of triangles over surfaces");
    }
    OVERLAYS {
        MESH_BOUNDS = row("mesh_bounds", "Bounds of meshes", View).under(GRID_AND_AIDS, 6).overlay(12)
            .words("bounding box, bbox, extents, dimensions")
            .turns(|s| s.view.mesh_bounds(), |s, on| quiet(|| s.view.show_mesh_bounds(on))).noting(Change::PICTURE).kept(Kept::View)
            .flag("bounds", OVERLAY_FLAGS, "Draw boxes around the meshes as they are posed");
        XRAY = row("xray", "X-ray", View).overlay(4)
            .keys(&[key("X")])
            .words("xray, see through, transparent, in front")
            .at(overlay!(xray)).noting(Change::PICTURE).kept(Kept::View)
            .flag("", SURFACE_FLAGS, "Let surfaces be seen through");
        MISSING = row("missing_colors", "Mark missing base colors", View).under(GRID_AND_AIDS, 7).overlay(5)
            .words("missing textures, pink textures, checker")
            .at(overlay!(missing)).noting(Change::PICTURE).kept(Kept::View)
            .flag("mark-missing", SURFACE_FLAGS, "Draw a pink pattern where a base color is not found [default: neutral clay]");
        GRID = row("grid", "Grid", View).under(GRID_AND_AIDS, 1).overlay(6)
            .keys(&[key("G")])
            .words("floor, ground plane")
            .turns(|s| s.view.overlays().grid, |s, on| quiet(|| (s.view.overlays_mut().grid, s.preferences.look.grid) = (on, on)))
            .noting(Change::PICTURE)
            .on_at_first()
            .kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw the ground grid and the axes");
        AXES = row("axes", "Axes", View).under(GRID_AND_AIDS, 2).overlay(7)
            .words("origin, gizmo, coordinate system, pivot, local axes")
            .turns(|s| s.view.overlays().axes, |s, on| quiet(|| (s.view.overlays_mut().axes, s.preferences.look.axes) = (on, on)))
            .noting(Change::PICTURE)
            .on_at_first()
            .kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw the axes, whatever --grid says");
        FIXTURES = row("fixtures", "Cameras and lights", View).under(GRID_AND_AIDS, 3).overlay(9)
            .words("show cameras, show lights, camera gizmo")
            .at(overlay!(fixtures)).noting(Change::PICTURE).on_at_first().kept(Kept::View)
            .flag("", OVERLAY_FLAGS, "Draw cameras, lights and other signs beside the surfaces");
        GHOST_HANDS = row("ghost_hands", "Hands that are not tracked", View).under(GRID_AND_AIDS, 4).overlay(10)
            .at(overlay!(ghost_hands)).noting(Change::PICTURE).kept(Kept::View)
            .when(|session| session.stage.has_hands())
            .flag("", OVERLAY_FLAGS, "Draw hands of a recording where they are not tracked");
        VOLUMES = row("volumes", "Bounding volumes", View).under(GRID_AND_AIDS, 5).overlay(11)
            .words("bounding volume, collision, capsule, sphere bounds")
            .at(overlay!(volumes)).noting(Change::PICTURE).kept(Kept::View)
            .when(|session| session.stage.has_volumes())
            .flag("", OVERLAY_FLAGS, "Draw the bounding volumes of the files");
        STATS = row("stats", "Statistics", View).under(GRID_AND_AIDS, 8).overlay(13)
            .words("fps, performance, frame rate, profiler, polycount, triangle count, memory, stat unit")
            .at(at!(preferences.window.stats)).kept(Kept::Settings);
    }
    ALONE {
        SOLO = row("solo", "Only what is selected", View)
            .keys(&[key("/")])
            .words("isolate, local view, isolate selected, hide unselected, focus mode")
            .turns(|session| session.edits.is_solo(), |s, _| quiet(|| visible::toggle_solo(s))).kept(Kept::View)
            .when(visible::can_solo)
            .flag("", MODEL_FLAGS, "Draw only what --weights or --delta selects");
    }
    PANELS {
        PANELS = row("panels", "Panels", View)
            .keys(&[key("Tab")])
            .words("hide ui, sidebars, toggle sidebar, n panel, t panel, clean screen")
            .turns(|s| !s.window.panels_hidden(), |s, on| quiet(|| s.window.show_panels(on))).on_at_first();
        TREE = row("tree", "Node tree", View)
            .words("outliner, hierarchy, scene collection, scene graph, skeleton tree")
            .at(at!(preferences.window.tree_open)).on_at_first().kept(Kept::Settings);
        LIBRARY = row("library", "Clips tab", View)
            .keys(&[ctrl("L")])
            .words("animation list, actions, sequences, takes, animation browser")
            .at(either!(preferences.window.left_tab, LeftTab::Clips, LeftTab::Nodes))
            .kept(Kept::Settings);
        BROWSER = row("browser", "Files tab", View)
            .keys(&[ctrl_shift("L")])
            .words("content browser, asset browser, file browser, explorer")
            .at(either!(preferences.window.left_tab, LeftTab::Files, LeftTab::Nodes))
            .kept(Kept::Settings);
        INSPECTOR = row("inspector", "Inspector", View)
            .words("properties, details, attribute editor, channel box, transform")
            .at(at!(preferences.window.inspector_open)).on_at_first().kept(Kept::Settings);
        DOPE_SHEET = row("dope_sheet", "Dope sheet", View).under(OVER_THE_TIMELINE, 1)
            .keys(&[key("D")])
            .words("timeline, keyframes, action editor, sequencer, track editor, dopesheet")
            .at(at!(preferences.timeline.dope_sheet)).kept(Kept::Settings);
        CURVE_VIEW = row("curve_view", "Curve view", View).under(OVER_THE_TIMELINE, 2)
            .keys(&[key("V")])
            .words("graph editor, fcurves, animation curves, curve editor, graph")
            .at(at!(preferences.timeline.curve_view)).kept(Kept::Settings);
        KEY_TABLE = row("key_table", "Table of keys", View).under(OVER_THE_TIMELINE, 3)
            .keys(&[shift("K")])
            .words("keyframe list, spreadsheet, key values")
            .at(at!(preferences.timeline.key_table)).kept(Kept::Settings);
        DOCK_NOTIFICATIONS = row("dock_notifications", "Notifications in the dock", View).under(OVER_THE_TIMELINE, 4)
            .words("events on the time axis")
            .at(at!(preferences.timeline.dock_notifications)).kept(Kept::Settings);
        DOCK_LAYERS = row("dock_layers", "Layers on the time axis", View).under(OVER_THE_TIMELINE, 5)
            .words("nla, animation layers, track stack, blend tree")
            .at(at!(preferences.timeline.dock_layers)).kept(Kept::Settings);
        UV_LAYOUT = row("uv_layout", "UV layout", View)
            .keys(&[key("U")])
            .words("uv editor, uv map, unwrap, texture coordinates, uvs")
            .turns(|s| s.window.uv_layout(), |s, on| quiet(|| s.window.show_uv_layout(on)));
    }
    FILM {
        FILMSTRIP = row("filmstrip", "Filmstrip", View).under(OVER_THE_TIMELINE, 6)
            .keys(&[shift("F")])
            .words("thumbnails, contact sheet")
            .at(at!(preferences.timeline.filmstrip)).kept(Kept::Settings);
        FULL_SCREEN = row("full_screen", "Full screen", View)
            .keys(&[key("F11")])
            .words("fullscreen, maximize, f11, kiosk")
            .turns(|s| s.window.full_screen(), |s, on| {
                s.window.fill_screen(on);
                vec![Effect::SetFullScreen(on)]
            });
    }
    SHADOWS {
        FIT_EXPOSURE = row("fit_exposure", "Exposure that fits the model", View)
            .words("auto exposure, automatic exposure, eye adaptation, brightness")
            .at(at!(preferences.look.environment.fits)).noting(Change::PICTURE).on_at_first().kept(Kept::Settings)
            .word_flag(LIGHT_FLAGS, "Whether white models and strong light get less exposure, black models and nights more; --exposure is added to that [default: on]");
        SHADOWS = row("shadows", "Shadows", View)
            .words("cast shadows, shadow map")
            .at(at!(preferences.look.environment.shadows)).noting(Change::PICTURE).on_at_first().kept(Kept::Settings)
            .word_flag(LIGHT_FLAGS, "Whether the strongest lamp of the environment throws shadows on the model [default: on]");
        OCCLUSION = row("occlusion", "Ambient occlusion", View)
            .words("ao, ssao, cavity shading")
            .at(at!(preferences.look.environment.occlusion)).noting(Change::PICTURE).on_at_first().kept(Kept::Settings)
            .word_flag(LIGHT_FLAGS, "Whether creases and corners are darker (ambient occlusion) [default: on]");
        BLOOM = row("bloom", "Bloom around emission", View)
            .words("glow, halo, glare, emissive glow")
            .at(at!(preferences.look.environment.bloom)).noting(Change::PICTURE).kept(Kept::Settings)
            .word_flag(LIGHT_FLAGS, "Whether what emits light has a halo [default: off]");
        GROUND = row("ground", "Ground shadow", View)
            .words("shadow catcher, contact shadow")
            .at(at!(preferences.look.environment.ground)).noting(Change::PICTURE).on_at_first().kept(Kept::Settings)
            .word_flag(LIGHT_FLAGS, "Whether the model throws a shadow on the ground [default: on]");
        // Beside the flag `--reflections`, which says how strong they are.
        REFLECTIONS = row("reflections", "Reflections on the ground", View)
            .words("mirror floor, glossy floor, reflective ground, wet floor, showroom, polished")
            .at(at!(preferences.look.environment.reflects)).noting(Change::PICTURE).kept(Kept::Settings)
            .flagged_elsewhere();
    }
    HALVES {
        DIVIDE = row("divide", "Divide the picture", View)
            .words("split view, compare, side by side, before after, wipe")
            .turns(|s| s.view.divided().is_some(), |s, on| quiet(|| s.view.divide_in_two(on)))
            .noting(Change::PICTURE)
            .kept(Kept::View)
            .flag("", SURFACE_FLAGS, "Divide the picture: the right half shows the materials, or what the view file says");
    }
    SECTIONS {
        SECTION_FLIP = row("section_flip", "Clipping plane leaves out the lower side", View)
            .words("flip cross section, invert cutaway, other half")
            .at(at!(edits.section.is_flipped)).noting(Change::PICTURE).kept(Kept::View)
            .flag("", SURFACE_FLAGS, "The clipping plane leaves out what lies towards the lower end of its axis [default: the upper end]");
        SECTION_CAPS = row("section_caps", "Clipping plane fills bodies", View)
            .words("caps, solid cross section, fill holes of the cutaway")
            .turns(|s| !s.edits.section.is_open, |s, on| quiet(|| s.edits.section.is_open = !on))
            .noting(Change::PICTURE).on_at_first().kept(Kept::View)
            .word_flag(SURFACE_FLAGS, "Whether backs of opaque faces beyond the clipping plane are flat and of one color, so that closed bodies look solid [default: on]");
    }
    BONE_DISPLAY {
        BONES_CONSTANT = row("bones_constant", "Bones as thick from near and far", Skeleton)
            .at(at!(preferences.bones.display.is_constant)).noting(Change::PICTURE).kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw bones as thick from near and far");
        BONES_RIG = row("bones_rig", "Bones with IK handles and constraints", Skeleton)
            .at(at!(preferences.bones.display.rig)).noting(Change::PICTURE).on_at_first().kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw IK handles and constraints with the bones [default: on]");
    }
    CAMERA {
        VIEW_CUBE = row("view_cube", "View cube", View).overlay(8)
            .words("navigation gizmo, viewcube, axis gizmo")
            .at(at!(preferences.camera.view_cube)).on_at_first().kept(Kept::Settings);
        // As in Blender. On keyboards of other languages it is the key left of the 1.
        FLY = row("fly", "Fly", View)
            .keys(&[shift("Backtick")])
            .words("walk, wasd, first person, fly navigation, walk navigation, free camera")
            .turns(|s| s.view.flight().is_some(), |s, _| quiet(|| s.view.toggle_fly()));
        GLIDES = row("glides", "Glide to other views", View)
            .words("smooth view, camera animation, transition")
            .at(at!(preferences.camera.glides)).on_at_first().kept(Kept::Settings);
        MOTION = row("motion", "Panels and camera may glide", View)
            .words("animations off, reduce motion")
            .turns(motion::may_glide, |s, on| {
                quiet(|| s.preferences.window.motion = if on { Motion::Always } else { Motion::Never })
            })
            .on_at_first()
            .kept(Kept::Settings);
        INVERT_ORBIT = row("invert_orbit", "Invert turning up and down", View)
            .words("invert y, invert mouse")
            .at(at!(preferences.camera.inverts_orbit)).kept(Kept::Settings);
        INVERT_WHEEL = row("invert_wheel", "Invert the wheel", View)
            .words("invert scroll, zoom direction, reverse zoom")
            .at(at!(preferences.camera.inverts_wheel)).kept(Kept::Settings);
    }
    LOOPS {
        LOOP = row("loop", "Loop", Play)
            .keys(&[key("L")])
            .words("repeat, cycle, looping")
            .turns(|s| looping::loops(s) && !s.preferences.playing.ping_pong, |s, _| quiet(|| play::toggle_loop(s)))
            .on_at_first()
            .kept(Kept::Settings);
        PING_PONG = row("ping_pong", "Ping-pong", Play)
            .keys(&[shift("L")])
            .words("bounce, oscillate, back and forth")
            .turns(|s| s.preferences.playing.ping_pong, |s, _| quiet(|| play::toggle_ping_pong(s))).kept(Kept::Settings);
        FILE_LOOP = row("file_loop", "Loop as the file says", Play)
            .turns(|s| s.preferences.playing.follows_file_loop, |s, _| quiet(|| play::toggle_file_loop(s))).kept(Kept::Settings);
        REVERSE = row("reverse", "Backwards", Play)
            .keys(&[key("R")])
            .words("play backward, rewind, reverse playback")
            .turns(|s| s.playback.transport().speed < 0.0, |s, _| quiet(|| s.playback.reverse())).kept(Kept::View);
        PLAY_ALL = row("play_all", "All clips one after another", Play)
            .words("playlist, play everything, sequence")
            .turns(|s| s.playback.plays_all(), |s, _| play::toggle_play_all(s)).kept(Kept::View);
    }
    PLAYING {
        AUTOPLAY = row("autoplay", "Play what is opened", Play)
            .words("auto play, start playing")
            .at(at!(preferences.playing.autoplay)).on_at_first().kept(Kept::Settings);
        SNAP = row("snap", "Scrub to whole frames", Play)
            .keys(&[shift("S")])
            .words("frame snapping, whole frames, sub frame")
            .at(at!(preferences.timeline.snaps)).on_at_first().kept(Kept::Settings);
    }
    ROWS_OF_EVENTS {
        NOTIFICATION_ROWS = row("notification_rows", "A row for each notification", Play)
            .at(at!(preferences.timeline.notification_rows)).on_at_first().kept(Kept::Settings);
        NOTIFICATION_TEXTS = row("notification_texts", "Notifications in the view as they pass", Play)
            .words("event text, show notes, anim notify names, footsteps, hud")
            .at(at!(preferences.timeline.notification_texts)).on_at_first().kept(Kept::Settings);
    }
    STEPPING {
        STEPPED = row("stepped", "Step preview", Play)
            .keys(&[key("J")])
            .words("stepped keys, constant interpolation, hold, blocking")
            .turns(|s| s.composition.stepped(), |s, on| quiet(|| s.composition.step_keys(on)))
            .noting(Change::PICTURE.or(Change::POSES).or(Change::SEAM).or(Change::GROUND))
            .kept(Kept::View)
            .when(has_clip)
            .flagged_elsewhere();
    }
    BONES {
        BONES = row("bones", "Bones", Skeleton).overlay(1)
            .keys(&[key("B")])
            .words("skeleton, armature, joints, rig, show bones, show skeleton")
            .turns(|s| s.view.overlays().bones, |s, on| {
                display::show_bones(s, on);
                s.stage.with_reason(Vec::new(), on)
            }).noting(Change::PICTURE).kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw the bones over the model");
        NAMES = row("names", "Names of bones", Skeleton).overlay(2)
            .keys(&[key("N")])
            .words("bone names, joint names, labels, show names")
            .turns(|s| s.preferences.bones.names, |s, on| {
                s.preferences.bones.names = on;
                why_no_names(s)
            }).noting(Change::PICTURE).kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw the bones and their names, as many as find a place");
        RIG = row("rig", "IK handles and constraints", Skeleton)
            .keys(&[key("I")])
            .words("ik, inverse kinematics, controls, constraint display")
            .turns(|s| s.composition.rig(), |s, on| quiet(|| s.composition.solve_rig(on))).noting(Change::POSES.or(Change::SEAM).or(Change::GROUND)).kept(Kept::View)
            .when(|session| session.stage.has_rig())
            .flagged_elsewhere();
        REST = row("show_rest", "Show the rest pose", Skeleton)
            .keys(&[shift("R")])
            .words("t pose, tpose, a pose, reference pose, edit mode pose, rest position")
            .turns(
                |s| s.composition.shown_pose().shows(Unposed::Rest),
                |s, on| quiet(|| evaluate::show_pose(s, Unposed::Rest, if on { 0.0 } else { 1.0 })),
            )
            .kept(Kept::View)
            .flag("rest-pose", MODEL_FLAGS, "Draw the rest pose, whatever the clip says");
        BIND = row("show_bind", "Show the bind pose", Skeleton)
            .keys(&[shift("B")])
            .words("bindpose, go to bind pose, skin bind")
            .turns(
                |s| s.composition.shown_pose().shows(Unposed::Bind),
                |s, on| quiet(|| evaluate::show_pose(s, Unposed::Bind, if on { 0.0 } else { 1.0 })),
            )
            .kept(Kept::View)
            .flag("bind-pose", MODEL_FLAGS, "Draw the bind pose, whatever the clip says");
        TRAIL = row("trail", "Motion trails of the selected bones", Skeleton)
            .keys(&[shift("T")])
            .words("motion path, motion trail, trajectory, arc tracker")
            .turns(|session| session.aids.selected_has_trail(&session.edits), |s, _| trails::toggle_trail(s)).kept(Kept::View)
            .when(has_bone)
            .flag("", OVERLAY_FLAGS, "Draw the motion trails of the bones that --weights names");
    }
    GHOSTS {
        GHOSTS = row("ghosts", "Ghosts before and after", Skeleton)
            .keys(&[key("O")])
            .words("onion skin, onion skinning, ghosting, ghost frames")
            .at(at!(preferences.aids.ghosts.shown)).kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw ghosts of the frames before and after");
        GHOST_OUTLINES = row("ghost_outlines", "Ghosts as outlines", Skeleton)
            .words("onion skin outline")
            .at(at!(preferences.aids.ghosts.outlines)).kept(Kept::Settings)
            .flag("", OVERLAY_FLAGS, "Draw these ghosts as outlines");
    }
    SHAPES {
        SHAPES_TOGETHER = row("shapes_together", "Blend shapes of one name together", Skeleton)
            .words("shape keys, morph targets, blendshapes")
            .turns(|s| !s.preferences.motion.shapes_apart, |s, on| quiet(|| s.preferences.motion.shapes_apart = !on))
            .on_at_first()
            .kept(Kept::Settings);
    }
}

/// Why nothing is to be seen of the names that were switched on, with the way to see them.
fn why_no_names(session: &Session) -> Vec<Effect> {
    let is_on = session.preferences.bones.names;
    let mut effects = session.stage.with_reason(Vec::new(), is_on);
    let mut models = session.stage.models().iter();
    let are_drawn = session.view.overlays().bones || models.any(|placed| !placed.model().has_surface());
    if is_on && !session.stage.is_empty() && !are_drawn && session.stage.why_no_bones().is_none() {
        let notice = Notice::info("Names stand beside bones, which are not shown now.");
        effects.push(Effect::Notify(notice.with_action("Show bones", Switch::BONES.toggle())));
    }
    effects
}
