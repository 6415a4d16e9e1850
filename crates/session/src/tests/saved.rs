//! A view that was written down is the same picture when it is shown again, in every field.

use super::derived::any_action;
use super::*;
use crate::saved::saved_view;
use crate::saved::show_saved;
use crate::view::bones::speeds;
use crate::{Backdrop, BoneDisplay, BonesShown, CameraKey, LevelPick, OpenFile, RootMotion, SavedView};
use castview_base::core::{BoneIndex, MaterialIndex, TextureIndex};
use castview_base::scene::{self, Fixture, FixtureKind, Lens, Material, Slot, SlotSource};
use castview_images::{Image, Pixels};
use castview_picture::light::{EnvironmentMap, Preset};
use castview_picture::{Channel, ColorBy, Environment, Ghost, Picture, PlacedKey, PlacedModel, Shading, Tone};
use glam::{Quat, Vec2};
use proptest::prelude::*;
use std::collections::BTreeSet;

const SIZE: [u32; 2] = [320, 200];
/// An image of 4 MB.
const LARGE: &str = "/drawn/large skin.png";
/// Bytes of a machine without room for it.
const SCARCE: u64 = 3 << 20;

/// A model with bones, a mesh, one face of which has no area, a shape, a texture and a camera; another that can hang on it; clips for both.
fn busy() -> Session {
    let mut session = Session::default();
    let clips = vec![clip("walk", "hip", None), clip("turn", "spine", None)];
    let mut body = model("pilot");
    body.meshes[0].triangles = vec![0, 1, 2, 0, 1, 1].into();
    body.meshes[0].material = Some(MaterialIndex::new(0));
    body.materials = vec![Material {
        slots: vec![Slot::new("albedo", SlotSource::Texture(TextureIndex::new(0)))],
        ..Material::default()
    }];
    body.fixtures = vec![slanted_camera()];
    let pilot = file(1, vec![body], clips);
    let painted = Scene {
        textures: vec!["skin.png".into()],
        ..Scene::clone(&pilot.scene)
    };
    let pilot = OpenedFile {
        textures: textures_of(&painted),
        scene: Arc::new(painted),
        ..pilot
    };
    open(&mut session, vec![pilot], Placement::Replace);
    open(&mut session, vec![file(2, vec![model("hat")], vec![])], Placement::Add);
    session
}

/// On the bone that the clip moves, turned about its own axis.
fn slanted_camera() -> Fixture {
    Fixture {
        name: "slanted".into(),
        bone: Some(BoneIndex::new(0)),
        placement: Transform {
            translation: Vec3::new(0.0, 1.0, 6.0),
            rotation: Quat::from_rotation_z(0.4),
            ..Transform::IDENTITY
        },
        kind: FixtureKind::Camera(scene::Camera {
            lens: Lens::Perspective { fov_y: 0.8 },
            near: 0.1,
            far: None,
            aspect: None,
        }),
        facts: Vec::new(),
    }
}

/// As the search finds them.
fn textures_of(scene: &Scene) -> Vec<TextureEntry> {
    let found = |reference: &String| TextureEntry {
        elsewhere: Default::default(),
        reference: reference.clone(),
        location: Some(format!("/models/{reference}")),
        file_bytes: 1,
        full_size: None,
        parts: None,
        state: image_at(&format!("/models/{reference}")),
    };
    scene.textures.iter().map(found).collect()
}

/// An image, of another size for names of another length; one is too large for [`SCARCE`].
fn image_at(location: &str) -> TextureState {
    let side = match location {
        LARGE => 1024,
        _ => location.len(),
    };
    TextureState::Ready(Arc::new(Pixels::Plain(Image {
        width: side as u32,
        height: side as u32,
        rgba: vec![9; side * side * 4],
    })))
}

/// Every field of a picture as text. A field that is added to a picture, to a placed model or to the camera must be named here: nothing is
/// left out by two dots.
fn fields(picture: &Picture) -> Vec<(&'static str, String)> {
    let Picture {
        size,
        scale,
        pixels_per_point,
        samples,
        shift_px,
        lens_point,
        depth_of_field,
        section,
        camera,
        through_camera,
        world_from_stage,
        bounds,
        background,
        shading,
        color_by,
        longest,
        divided,
        // B is in no view file.
        left_models: _,
        lights,
        environment,
        environment_turn_rad,
        exposure,
        tone,
        shadows,
        reflection,
        posed_bounds,
        posed_points,
        overlays,
        bones,
        colors,
        models,
        most_texels,
        bloom,
        ghosts,
        trails,
        lines,
        face_lines,
        labels,
        grid_labels,
        covered,
        legends,
        camera_paths,
        ray_length,
    } = picture;
    let castview_base::core::Camera {
        target,
        yaw_rad,
        pitch_rad,
        roll_rad,
        distance,
        projection,
        fov_y_rad,
        near,
        far,
    } = camera;
    let of_environment = match environment {
        Environment::Preset(preset) => format!("{preset:?}"),
        Environment::Image(map) => format!("an image of side {}", map.side()),
    };
    let ghosts: Vec<String> = (ghosts.iter())
        .map(|ghost| {
            let Ghost {
                model,
                color,
                opacity,
                is_outline,
            } = ghost;
            format!("{color:?} {opacity:?} {is_outline} {}", model_text(model))
        })
        .collect();
    vec![
        ("size", format!("{size:?}")),
        ("scale", format!("{scale:?}")),
        ("pixels_per_point", format!("{pixels_per_point:?}")),
        ("samples", format!("{samples:?}")),
        ("shift_px", format!("{shift_px:?}")),
        ("lens_point", format!("{lens_point:?}")),
        ("depth_of_field", format!("{depth_of_field:?}")),
        ("camera.target", format!("{target:?}")),
        ("camera.yaw_rad", format!("{yaw_rad:?}")),
        ("camera.pitch_rad", format!("{pitch_rad:?}")),
        ("camera.roll_rad", format!("{roll_rad:?}")),
        ("camera.distance", format!("{distance:?}")),
        ("camera.projection", format!("{projection:?}")),
        ("camera.fov_y_rad", format!("{fov_y_rad:?}")),
        ("camera.near", format!("{near:?}")),
        ("camera.far", format!("{far:?}")),
        ("through_camera", format!("{through_camera:?}")),
        ("world_from_stage", format!("{world_from_stage:?}")),
        ("bounds", format!("{bounds:?}")),
        ("background", format!("{background:?}")),
        ("shading", format!("{shading:?}")),
        ("color_by", format!("{color_by:?}")),
        ("longest", format!("{longest:?}")),
        ("divided", format!("{divided:?}")),
        ("section", format!("{section:?}")),
        ("lights", format!("{lights:?}")),
        ("environment", of_environment),
        ("environment_turn_rad", format!("{environment_turn_rad:?}")),
        ("exposure", format!("{exposure:?}")),
        ("tone", format!("{tone:?}")),
        ("bloom", format!("{bloom:?}")),
        ("shadows", format!("{shadows:?}")),
        ("reflection", format!("{reflection:?}")),
        ("posed_bounds", format!("{posed_bounds:?}")),
        ("posed_points", format!("{posed_points:?}")),
        ("overlays", format!("{overlays:?}")),
        ("bones", format!("{bones:?}")),
        ("colors", format!("{colors:?}")),
        ("models", models.iter().map(model_text).collect::<Vec<_>>().join("\n")),
        ("most_texels", format!("{most_texels:?}")),
        ("ghosts", ghosts.join("\n")),
        ("trails", format!("{trails:?}")),
        ("lines", format!("{lines:?}")),
        ("face_lines", format!("{face_lines:?}")),
        ("labels", format!("{labels:?}")),
        ("grid_labels", format!("{grid_labels:?}")),
        ("covered", format!("{covered:?}")),
        ("legends", format!("{legends:?}")),
        ("camera_paths", format!("{camera_paths:?}")),
        ("ray_length", format!("{ray_length:?}")),
    ]
}

fn model_text(placed: &PlacedModel) -> String {
    let PlacedModel {
        // Another session counts otherwise, and what it opened is another copy of the same file.
        key: _,
        scene: _,
        model,
        textures,
        pose,
        stage_from_model,
        places,
        hidden_meshes,
        selection,
        also_selected_meshes,
        tints,
        bones,
        marked,
    } = placed;
    format!(
        "{model:?} {textures:?} {pose:?} {stage_from_model:?} {places:?} {hidden_meshes:?} {selection:?} {also_selected_meshes:?} {tints:?} {bones:?} \
         {marked:?}"
    )
}

/// The same files in a session in which all keys are others, with the images that `saved` names.
fn reopened(session: &Session, saved: &SavedView) -> Session {
    let mut again = Session::default();
    open(
        &mut again,
        vec![file(90, vec![model("other"), model("another")], vec![])],
        Placement::Replace,
    );
    let textures = |open: &OpenFile| {
        let mut textures = textures_of(&open.scene);
        for image in saved.images.iter().filter(|image| image.file == open.key) {
            let shown = textures.iter_mut().filter(|entry| entry.reference == image.texture);
            shown.for_each(|entry| entry.state = image_at(&image.location));
        }
        textures
    };
    let files = session.stage.files().iter().map(|open| OpenedFile {
        location: open.location.clone(),
        textures: textures(open),
        ..OpenedFile::of(FileKey(open.key.0 + 40), open.name.clone(), Scene::clone(&open.scene))
    });
    let files: Vec<OpenedFile> = files.collect();
    if files.is_empty() {
        again.apply(Action::Stage(StageAction::CloseAll));
        return again;
    }
    open(&mut again, files, Placement::Replace);
    again
}

/// A session that shows the view of `session` from its file.
fn shown_again(session: &Session) -> Session {
    let json = serde_json::to_string(&saved_view(session)).expect("plain data");
    let saved: SavedView = serde_json::from_str(&json).expect("what was written");
    assert_eq!(saved, saved_view(session), "on the way through JSON");
    let mut again = reopened(session, &saved);
    if let Some(image) = session.view.lighting_image() {
        again.receive(Message::EnvironmentLoaded(image.clone()));
    }
    let effects = show_saved(&mut again, &saved).expect("the same files");
    measure(&mut again, effects);
    again
}

/// As the window does in the background.
fn measure(session: &mut Session, effects: impl IntoIterator<Item = Effect>) {
    for effect in effects {
        let measured = match effect {
            Effect::MeasureMeshes { question } => session.view.measure_meshes(question).map(|count| count()),
            Effect::MeasureSpeeds { question } => speeds::measure_speeds(session, question).map(|measure| measure()),
            Effect::Relink(asked) => asked.into_iter().next().map(|asked| Message::Relinked {
                question: asked.question,
                file: asked.file,
                texture: asked.texture,
                state: asked
                    .location
                    .as_deref()
                    .map_or_else(|| image_at("/models/skin.png"), image_at),
                location: asked.location,
                file_bytes: 1,
                full_size: None,
                parts: None,
            }),
            _ => None,
        };
        measured.into_iter().for_each(|message| drop(session.receive(message)));
    }
}

/// As the window draws it, and the command: with 4 samples.
fn seen(session: &Session) -> Picture {
    session.picture(session.view().viewport(), 4)
}

fn differences(one: &Session, other: &Session) -> Vec<(&'static str, String, String)> {
    let (one, other) = (seen(one), seen(other));
    let both = fields(&one).into_iter().zip(fields(&other));
    both.filter(|(one, other)| one != other)
        .map(|((name, one), (_, other))| (name, one, other))
        .collect()
}

fn view(action: ViewAction) -> Action {
    Action::View(action)
}

fn key(session: &Session, at: usize) -> PlacedKey {
    session.stage.models()[at].key
}

/// That image in place of the texture.
fn put_on(location: &str) -> Action {
    Action::Stage(StageAction::Relink {
        file: FileKey(1),
        texture: TextureIndex::new(0),
        location: Some(location.into()),
    })
}

/// One after another, each makes some field of a picture another.
fn everything(session: &Session) -> Vec<Action> {
    let (pilot, hat) = (key(session, 0), key(session, 1));
    let bone = |at| Selected::Bone(pilot, castview_base::core::BoneIndex::new(at));
    let spot = Spot {
        model: pilot,
        mesh: MeshIndex::new(0),
        placement: 0,
        triangle: 0,
        corners: [0, 1, 2],
        shares: [0.25, 0.5, 0.25],
        vertex: 1,
    };
    vec![
        view(ViewAction::ResizeViewport(SIZE)),
        view(ViewAction::ScaleViewport(Some(1.75))),
        view(ViewAction::Cover(vec![[0, 0, 50, 40]])),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(3.7))),
        view(ViewAction::Camera(CameraMove::Orbit { yaw: 0.31, pitch: 0.17 })),
        view(ViewAction::Camera(CameraMove::Pan(Vec2::new(0.11, -0.07)))),
        view(ViewAction::Camera(CameraMove::Zoom {
            factor: 1.3,
            ndc: Vec2::ZERO,
        })),
        view(ViewAction::Camera(CameraMove::Lens { fov_y_rad: 0.61 })),
        view(ViewAction::Camera(CameraMove::ToggleProjection)),
        DialValue::up_axis(Some(castview_base::core::UpAxis::X)).choose(),
        DialValue::environment(Some(Preset::Sunset)).choose(),
        view(ViewAction::TurnEnvironment(0.7)),
        view(ViewAction::SetExposure(0.3)),
        DialValue::tone(Tone::Aces).choose(),
        DialValue::APERTURE_MEDIUM.choose(),
        DialValue::background(Backdrop::Blurred).choose(),
        Switch::SHADOWS.toggle(),
        Switch::OCCLUSION.toggle(),
        Switch::BLOOM.toggle(),
        Switch::GROUND.toggle(),
        Switch::REFLECTIONS.toggle(),
        view(ViewAction::SetReflection(0.8)),
        view(ViewAction::SetReflectionRoughness(0.1)),
        Switch::FILE_LIGHTS.toggle(),
        view(ViewAction::SetShading(Shading::Untextured)),
        Switch::WIREFRAME.toggle(),
        Switch::XRAY.toggle(),
        Switch::MISSING.toggle(),
        Switch::DIVIDE.toggle(),
        view(ViewAction::DivideAt(0.3)),
        view(ViewAction::SwapHalves),
        DialValue::section(Some(SectionAxis::Z)).choose(),
        view(ViewAction::MoveSection(0.3)),
        Switch::SECTION_FLIP.toggle(),
        Switch::SECTION_CAPS.toggle(),
        DialValue::bones_shown(Some(BonesShown::Chain)).choose(),
        Switch::NAMES.toggle(),
        view(ViewAction::SetBoneDisplay(BoneDisplay {
            size: 1.7,
            is_constant: true,
            ..BoneDisplay::default()
        })),
        Switch::FIXTURES.toggle(),
        Switch::VOLUMES.toggle(),
        Switch::MESH_BOUNDS.toggle(),
        Switch::GHOST_HANDS.toggle(),
        view(ViewAction::SetLevel(LevelPick::ByDistance)),
        view(ViewAction::SetRayLength(3.3)),
        Action::Selection(SelectionAction::Select(Some(bone(1)))),
        Switch::TRAIL.toggle(),
        Switch::GHOSTS.toggle(),
        Switch::GHOST_OUTLINES.toggle(),
        view(ViewAction::ToggleColorBy(ColorBy::Depth)),
        view(ViewAction::ToggleColorBy(ColorBy::DegenerateFaces)),
        view(ViewAction::ToggleColorBy(ColorBy::VertexColors(1, Channel::Red))),
        view(ViewAction::ToggleColorBy(ColorBy::Weights)),
        Action::Composition(CompositionAction::SetShapeWeight {
            model: pilot,
            shape: BlendShapeIndex::new(0),
            weight: Some(0.4),
        }),
        Action::Selection(SelectionAction::Select(Some(Selected::BlendShape(
            pilot,
            BlendShapeIndex::new(0),
        )))),
        Action::Probe(ProbeAction::Pin(spot)),
        Action::Composition(CompositionAction::Attach(
            hat,
            Some(Attachment::Bone {
                leader: pilot,
                bone: castview_base::core::BoneIndex::new(1),
            }),
        )),
        Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(hat, MeshIndex::new(0)))),
        Action::Composition(CompositionAction::SetMethod(
            pilot,
            MeshIndex::new(0),
            Some(castview_base::scene::Skinning::DualQuaternion),
        )),
        Action::Composition(CompositionAction::AddLayer {
            clip: session.stage.clips()[1].key,
            model: None,
        }),
        DialValue::root_motion(RootMotion::InPlace).choose(),
        DialValue::root_motion(RootMotion::FollowWithCamera).choose(),
        DialValue::root_motion(RootMotion::AsAuthored).choose(),
        Switch::STEPPED.toggle(),
        DialValue::theme(Theme::Light).choose(),
        Switch::GRID.toggle(),
        Switch::AXES.toggle(),
        Action::Composition(CompositionAction::Move(
            pilot,
            Some(Moved {
                offset: Vec3::new(0.5, 0.0, -1.0),
                turn: Vec3::new(0.0, 30.0, 0.0),
            }),
        )),
        Action::Selection(SelectionAction::Select(Some(bone(1)))),
        Switch::FOLLOW.toggle(),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(6.0))),
        view(ViewAction::SaveViewpoint(0)),
        view(ViewAction::LookThrough(Some(CameraKey {
            model: pilot,
            fixture: 0,
        }))),
        Action::Playback(PlaybackAction::Seek(Seek::Frame(8.5))),
        view(ViewAction::ResizeViewport([300, 340])),
    ]
}

/// Fields that nothing of this test changes, and why a command need not say them.
const BY_OTHERS: [&str; 4] = [
    // A session makes pictures that are not shifted; whoever averages several shifts them.
    "shift_px",
    "lens_point",
    // A session makes whole pictures; the window scales its copy of one while something moves.
    "scale", // Whoever draws says it: the window's pictures and those of the command have 4 each.
    "samples",
];

#[test]
fn every_field_of_a_picture_is_saved_and_shown_again() {
    let mut session = busy();
    let mut changed = BTreeSet::new();
    for action in everything(&session) {
        let shown = format!("{action:?}");
        let before = fields(&seen(&session));
        let effects = session.apply(action);
        measure(&mut session, effects);
        let after = fields(&seen(&session));
        let differ = before.iter().zip(&after).filter(|(before, after)| before != after);
        changed.extend(differ.map(|((name, _), _)| *name));
        assert_eq!(differences(&session, &shown_again(&session)), [], "after {shown}");
    }
    // A machine with little memory sends smaller textures, and so does the command there.
    let limit = Message::LimitMemory {
        bytes: Some(SCARCE),
        reads_blocks: false,
    };
    let mut scarce = busy();
    let effects = scarce.apply(put_on(LARGE));
    measure(&mut scarce, effects);
    scarce.receive(limit.clone());
    let mut again = shown_again(&scarce);
    assert_eq!(seen(&again).most_texels, u64::MAX);
    again.receive(limit);
    assert!(seen(&scarce).most_texels < 1024 * 1024);
    assert_eq!(differences(&scarce, &again), [], "with little memory");
    changed.insert("most_texels");
    // An image on a surface, in place of its texture.
    let before = fields(&seen(&session));
    let effects = session.apply(put_on("/drawn/another skin.png"));
    measure(&mut session, effects);
    assert_ne!(fields(&seen(&session)), before, "the image is shown");
    assert_eq!(differences(&session, &shown_again(&session)), [], "with another image");
    // An image of surroundings.
    session.receive(Message::EnvironmentLoaded(EnvironmentImage {
        name: "even.hdr".into(),
        location: "/tmp/even.hdr".into(),
        map: Arc::new(EnvironmentMap::uniform(Vec3::ONE)),
    }));
    assert_eq!(saved_view(&session).environment_image.as_deref(), Some("/tmp/even.hdr"));
    assert_eq!(differences(&session, &shown_again(&session)), []);
    let all: BTreeSet<&str> = fields(&seen(&session)).iter().map(|(name, _)| *name).collect();
    let unchanged: Vec<&str> = all.difference(&changed).copied().collect();
    let mut wanted = BY_OTHERS.to_vec();
    wanted.sort_unstable();
    assert_eq!(unchanged, wanted, "no action of this test changes these");
}

#[test]
fn a_view_of_other_files_is_refused_and_changes_nothing() {
    let session = busy();
    let saved = saved_view(&session);
    let mut other = Session::default();
    open(
        &mut other,
        vec![file(1, vec![model("pilot")], vec![])],
        Placement::Replace,
    );
    let before = fields(&seen(&other));
    let why = show_saved(&mut other, &saved).expect_err("one model only");
    assert!(
        why.contains("2 files with 2 models (") && why.contains("file1.cast") && why.ends_with("1 file with 1 model"),
        "{why}"
    );
    assert_eq!(fields(&seen(&other)), before);
    let newer = SavedView {
        castview_view: 2,
        ..saved
    };
    assert!(
        show_saved(&mut reopened(&session, &newer), &newer)
            .expect_err("of the future")
            .contains("version 2")
    );
}

#[test]
fn the_command_names_files_and_says_how_they_are_read() {
    let mut session = busy();
    let effects = session.apply(Action::Window(WindowAction::CopyView));
    let [Effect::CopyView(command)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(command.files, ["/tmp/file1.cast", "/tmp/file2.cast"]);
    assert_eq!(command.size, session.view().viewport());
    assert_eq!(command.options, ["--samples", "16"], "as fine as the window at rest");
    assert_eq!(command.view, saved_view(&session));
    let copied = |is_demo| {
        let mut session = Session::default();
        let file = OpenedFile {
            is_demo,
            ..OpenedFile::of(FileKey(1), "demo.cast", Scene::default())
        };
        session.receive(Message::Loaded {
            generation: 0,
            files: vec![file],
            placement: Placement::Replace,
        });
        session.apply(Action::Window(WindowAction::CopyView)).effects
    };
    assert!(matches!(copied(false)[..], [Effect::Notify(_)]), "standard input");
    let effects = copied(true);
    let [Effect::CopyView(command)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (&command.files[..], &command.view.files[..]),
        (&["".into()][..], &["demo.cast".into()][..])
    );
}

#[test]
fn each_file_is_read_as_it_was_decided() {
    let decided = |key, options: &str| {
        let mut file = file(key, vec![model("pilot")], vec![]);
        file.decided.options = Options::parse(options).expect("options");
        file
    };
    let mut session = Session::default();
    let files = vec![decided(1, "up=z,hand=left"), decided(2, ""), decided(3, "up=y")];
    open(&mut session, files, Placement::Replace);
    let json = serde_json::to_value(session.view_command().expect("files").view).expect("plain data");
    let wanted = serde_json::json!([{"hand": "left", "up": "z"}, {}, {"up": "y"}]);
    assert_eq!(json["imports"], wanted);
    // Those that were written before say nothing about it.
    let mut old = json;
    old.as_object_mut().expect("fields").remove("imports");
    let old: SavedView = serde_json::from_value(old).expect("a view file");
    assert_eq!(old.imports, []);
}

/// The pointer leaves the view, a stopped model goes on, and B is forgotten: none of them is kept in a view file.
fn let_go(session: &mut Session) {
    session.apply(Action::Selection(SelectionAction::Hover(None)));
    session.apply(Action::Probe(ProbeAction::HoverLayout(Vec::new())));
    session.apply(Action::Probe(ProbeAction::HoverSurface(None)));
    session.apply(Action::Composition(CompositionAction::Stop(None)));
    session.apply(Action::Composition(CompositionAction::Pinned(PinnedAction::Forget)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_done_the_view_comes_back(actions in prop::collection::vec(any_action(), 1..20)) {
        let mut session = busy();
        for action in actions {
            let effects = session.apply(action);
            measure(&mut session, effects);
        }
        let_go(&mut session);
        prop_assert_eq!(differences(&session, &shown_again(&session)), []);
    }
}
