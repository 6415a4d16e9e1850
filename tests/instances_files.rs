//! Instances: the files at their paths, the places of everything, and the bounds (docs/formats/cast.md §3.14, §4 row 79).

use castview::core::{InstanceIndex, UpAxis};
use castview::files::{Allowance, MAX_DEPTH};
use castview::formats::cast::{NodeDraft, NodeKind};
use castview::opened::{FileKey, OpenedFile, Placement, StandsFor, Target};
use castview::session::stage;
use castview::session::view;
use castview::session::{
    Action, CameraMove, Message, PlaybackAction, Selected, SelectionAction, Session, StageAction, ViewAction,
};
use castview_testkit::assets;
use castview_testkit::program::{Folder, clip};
use castview_testkit::worlds::{instance, open, opened, prop, scene_root};
use glam::Vec3;
use serde_json::{Value, json};

/// Name of each referenced file and where it stands, in order; boxes come last.
fn stands(file: &OpenedFile) -> Vec<(String, Vec<[f32; 3]>)> {
    let files = file.instances.files.iter();
    let at = |matrix: &glam::Affine3A| Vec3::from(matrix.translation).to_array();
    files
        .map(|one| (one.name.clone(), one.standing.places.iter().map(at).collect()))
        .collect()
}

fn warnings(file: &OpenedFile) -> Vec<String> {
    let items = file.diagnostics.items().iter();
    items
        .filter(|item| item.rule.id == "C79")
        .map(|item| item.message.clone())
        .collect()
}

fn one(name: &str, places: &[[f32; 3]]) -> (String, Vec<[f32; 3]>) {
    (name.to_owned(), places.to_vec())
}

#[test]
fn each_file_is_read_once_and_nested_placements_are_multiplied_out() {
    let folder = Folder::new();
    folder
        .cast(
            "world.cast",
            [
                instance("left", "sets/row.cast", [-10.0, 0.0, 0.0]),
                instance("tree", r"props\tree.cast", [0.0, 5.0, 0.0]),
                instance("right", "sets/./row.cast", [10.0, 0.0, 0.0]),
            ],
        )
        // Paths of a referenced file start at its own root.
        .cast(
            "sets/row.cast",
            [
                scene_root(".."),
                instance("a", "props/tree.cast", [1.0, 0.0, 0.0]),
                instance("b", "props/tree.cast", [2.0, 0.0, 0.0]),
            ],
        )
        .cast("props/tree.cast", [prop("tree")]);
    let file = open(&folder.at("world.cast"));
    let tree = [
        [-9.0, 0.0, 0.0],
        [-8.0, 0.0, 0.0],
        [0.0, 5.0, 0.0],
        [11.0, 0.0, 0.0],
        [12.0, 0.0, 0.0],
    ];
    assert_eq!(stands(&file), [one("tree.cast", &tree)]);
    assert_eq!(*file.instances.files[0].standing.sources, [0, 0, 1, 2, 2]);
    assert_eq!(warnings(&file), [""; 0]);
    assert_eq!(file.instances.missing_count(), 0);
    // Turned and stretched instances turn and stretch what is inside.
    let turned = instance("turned", "row.cast", [0.0, 1.0, 0.0])
        .vec4s("r", &[[0.0, 0.0, 0.5f32.sqrt(), 0.5f32.sqrt()]])
        .vec3s("s", &[[2.0; 3]]);
    folder.cast("sets/turned.cast", [turned]);
    let places = stands(&open(&folder.at("sets/turned.cast")));
    for (got, wanted) in places[0].1.iter().zip([[0.0, 3.0, 0.0], [0.0, 5.0, 0.0]]) {
        assert!((Vec3::from(*got) - Vec3::from(wanted)).length() < 1e-5, "{got:?}");
    }
}

#[test]
fn what_is_missing_or_broken_is_a_box_and_the_rest_stands() {
    let folder = Folder::new();
    folder
        .cast(
            "world.cast",
            [
                instance("gone", "none.cast", [1.0, 0.0, 0.0]),
                instance("tree", "tree.cast", [2.0, 0.0, 0.0]),
                instance("broken", "broken.cast", [3.0, 0.0, 0.0]),
                instance("gone again", "none.cast", [4.0, 0.0, 0.0]),
            ],
        )
        .put("broken.cast", b"no cast file at all")
        .cast("tree.cast", [prop("tree")]);
    let file = open(&folder.at("world.cast"));
    assert_eq!(
        stands(&file),
        [
            one("tree.cast", &[[2.0, 0.0, 0.0]]),
            one("missing files", &[[1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
        ]
    );
    let boxes = &file.instances.files[1];
    assert_eq!(boxes.stands_for, StandsFor::Missing);
    assert_eq!(*boxes.standing.sources, [0, 2, 3]);
    let edge = boxes.standing.places.first_place().matrix3.x_axis.length();
    assert!(edge > 0.02 && edge < 0.5, "small beside a world of 3: {edge}");
    assert_eq!(file.instances.missing_count(), 2);
    assert_eq!(file.instances.unreadable_count(), 1, "it lies there");
    assert!(matches!(
        file.instances.targets.get(file.instances.target_of[2] as usize),
        Some(Target::Unreadable(..))
    ));
    let said = warnings(&file);
    assert_eq!(said.len(), 2, "once a path: {said:?}");
    assert!(
        said.iter().any(|text| text.contains("none.cast was not found")),
        "{said:?}"
    );
    assert!(said.iter().any(|text| text.ends_with("broken.cast")), "{said:?}");
}

#[test]
fn what_leads_back_is_cut() {
    let folder = Folder::new();
    folder
        .cast(
            "a.cast",
            [
                prop("a"),
                instance("self", "a.cast", [1.0, 0.0, 0.0]),
                instance("b", "b.cast", [2.0, 0.0, 0.0]),
            ],
        )
        .cast(
            "b.cast",
            [
                prop("b"),
                instance("back", "./a.cast", [1.0, 0.0, 0.0]),
                instance("self", "B.CAST", [1.0, 0.0, 0.0]),
            ],
        );
    let file = open(&folder.at("a.cast"));
    assert_eq!(stands(&file), [one("b.cast", &[[2.0, 0.0, 0.0]])]);
    let said = warnings(&file);
    assert_eq!(
        said.iter().filter(|text| text.contains("leads back")).count(),
        3,
        "{said:?}"
    );
    // The way round by another file is no cycle.
    folder.cast(
        "top.cast",
        [
            instance("1", "c.cast", [0.0; 3]),
            instance("2", "d.cast", [0.0; 3]),
            instance("3", "c.cast", [5.0, 0.0, 0.0]),
        ],
    );
    folder
        .cast("c.cast", [prop("c")])
        .cast("d.cast", [instance("c", "c.cast", [0.0, 1.0, 0.0])]);
    let file = open(&folder.at("top.cast"));
    assert_eq!(warnings(&file), [""; 0]);
    assert_eq!(
        stands(&file),
        [one("c.cast", &[[0.0; 3], [0.0, 1.0, 0.0], [5.0, 0.0, 0.0]])]
    );
}

#[test]
fn eight_levels_are_followed() {
    let folder = Folder::new();
    for level in 0..=MAX_DEPTH + 2 {
        let next = format!("{}.cast", level + 1);
        let nodes = [prop(&level.to_string()), instance("next", &next, [1.0, 0.0, 0.0])];
        folder.cast(format!("{level}.cast"), nodes);
    }
    let file = open(&folder.at("0.cast"));
    let names: Vec<String> = stands(&file).into_iter().map(|(name, _)| name).collect();
    let wanted: Vec<String> = (1..=MAX_DEPTH).map(|level| format!("{level}.cast")).collect();
    assert_eq!(names, wanted);
    assert_eq!(stands(&file)[MAX_DEPTH - 1].1, [[MAX_DEPTH as f32, 0.0, 0.0]]);
    let said = warnings(&file);
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("8 levels"), "{said:?}");
}

/// Few instances inside few others are millions: boxes stand for what is too much, around all that it would bring.
#[test]
fn placements_are_counted_through_all_levels_before_the_first_is_made() {
    let folder = Folder::new();
    let many = |count: usize, path: &str| {
        let at = move |at: usize| [at as f32, 0.0, 0.0];
        (0..count)
            .map(|index| instance("", path, at(index)))
            .collect::<Vec<_>>()
    };
    let placed =
        |file: &OpenedFile| -> usize { file.instances.files.iter().map(|one| one.standing.places.len()).sum() };
    let sets = (0..1000).map(|at| instance("", "sets.cast", [0.0, at as f32 * 1000.0, 0.0]));
    folder
        .cast("world.cast", sets)
        .cast("sets.cast", many(1000, "tree.cast"))
        .cast("tree.cast", [prop("tree")]);
    let world = open(&folder.at("world.cast"));
    assert_eq!(placed(&world), 1000, "a box for each set");
    assert_eq!(world.instances.files[0].stands_for, StandsFor::Crowd);
    let said = warnings(&world);
    assert!(
        said.len() == 1 && said[0].contains("1001000") && said[0].contains("1000 boxes"),
        "{said:?}"
    );
    assert_eq!(world.instances.missing_count(), 0);
    // The first box is around the thousand trees of the first set.
    let own = |file: &OpenedFile| {
        let model = &file.instances.files[0].scene.models[0];
        model.meshes[0].bounds.transformed(model.placement.affine())
    };
    let first = own(&world).transformed(world.instances.files[0].standing.places.first_place());
    // As many fit where files state them themselves: nothing is a box.
    folder.cast("flat.cast", many(1000, "tree.cast"));
    let flat = open(&folder.at("flat.cast"));
    assert_eq!((placed(&flat), warnings(&flat).len()), (1000, 0));
    let trees = flat.instances.files[0].standing.places.around(own(&flat));
    assert!(
        first.min.distance(trees.min) < 1e-3 && first.max.distance(trees.max) < 1e-3,
        "{first:?} {trees:?}"
    );
    // Six levels of twenty each, and those that lead nowhere or back to themselves in between.
    for level in 0..6 {
        let next = format!("{}.cast", level + 1);
        let mut nodes = many(20, &next);
        nodes.extend([instance("", "gone.cast", [0.0; 3]), instance("", "0.cast", [0.0; 3])]);
        folder.cast(format!("{level}.cast"), nodes);
    }
    folder.cast("6.cast", [prop("leaf")]);
    let deep = open(&folder.at("0.cast"));
    assert!(placed(&deep) < 3000, "{}", placed(&deep));
    let crowd = |file: &OpenedFile| -> usize {
        let crowds = file.instances.files.iter();
        let crowds = crowds.filter(|one| one.stands_for == StandsFor::Crowd);
        crowds.map(|one| one.standing.places.len()).sum()
    };
    // Twenty along a line, of twenty along a line each: 400 boxes would lie over each other.
    assert_eq!(crowd(&deep), 1);
    // The same beside each other, of which each twenty overlap: a box for each of the first twenty. Far from each other all are shown.
    for (step, boxes) in [(100.0, 20), (1000.0, 400)] {
        let apart = (0..20).map(|at| instance("", "1.cast", [at as f32 * step, 0.0, 0.0]));
        folder.cast("apart.cast", apart);
        assert_eq!(crowd(&open(&folder.at("apart.cast"))), boxes, "{step}");
    }
    // All at one place: each box could cover the whole picture.
    for level in 0..6 {
        let next = format!("{}.cast", level + 1);
        let nodes: Vec<_> = (0..20).map(|_| instance("", &next, [0.0; 3])).collect();
        folder.cast(format!("{level}.cast"), nodes);
    }
    let one_place = open(&folder.at("0.cast"));
    assert_eq!(crowd(&one_place), 1);
    assert!(warnings(&one_place)[0].contains("1 box stands for what instances bring"));
    // Nothing but instances inside instances ends as well.
    folder
        .cast("tree.cast", many(1000, "empty.cast"))
        .cast("empty.cast", Vec::new());
    assert_eq!(stands(&open(&folder.at("world.cast"))), []);
}

#[test]
fn loading_can_be_stopped() {
    let folder = Folder::new();
    folder
        .cast("world.cast", [instance("tree", "tree.cast", [0.0; 3])])
        .cast("tree.cast", [prop("tree")]);
    let path = folder.at("world.cast");
    let mut opened =
        castview::files::open_file(&path, FileKey(1), &Allowance::default(), &mut |_| true).expect("opens");
    let stopped = castview::files::open_instances(&mut opened, &path, &mut || FileKey(2), &mut |name, _| {
        assert_eq!(name, "tree.cast");
        false
    });
    assert!(stopped.is_err());
}

#[test]
fn the_authored_world_has_all_but_one_of_its_props() {
    let Some(assets) = assets::shared_assets() else { return };
    let expect = std::fs::read_to_string(assets.join("authored/expect.json")).expect("readable");
    let expect: Value = serde_json::from_str(&expect).expect("JSON");
    let expect = &expect["instances"];
    let opened = opened(&assets.join("authored/instances.cast"));
    let file = &opened.file;
    let placed: usize = file.instances.files.iter().map(|one| one.standing.places.len()).sum();
    assert_eq!(json!(placed), expect["count"], "props and the box");
    assert_eq!(json!(placed - file.instances.missing_count()), expect["resolved"]);
    let names: Vec<String> = stands(file).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["prop_b.cast", "prop_a.cast", "missing files"]);
    assert_eq!(opened.instanced.len(), file.instances.files.len());
}

fn load(session: &mut Session, files: Vec<OpenedFile>, placement: Placement) {
    session.receive(Message::Loaded {
        generation: 0,
        files,
        placement,
    });
}

#[test]
fn a_world_is_framed_posed_selected_and_closed_as_one() {
    let folder = Folder::new();
    let up = |axis: &str| NodeDraft::new(NodeKind::Metadata).string("up", axis);
    folder
        .cast(
            "world.cast",
            [
                up("y"),
                instance("left", "tree.cast", [-10.0, 0.0, 0.0]),
                instance("right", "tree.cast", [10.0, 0.0, 0.0]),
                instance("gone", "none.cast", [0.0, 20.0, 0.0]),
            ],
        )
        // The hint of a referenced file is ignored (cast.md A48).
        .cast("tree.cast", [up("x"), prop("tree")])
        .cast("wave.cast", [clip("wave")]);
    let mut session = Session::default();
    load(&mut session, vec![open(&folder.at("world.cast"))], Placement::Replace);
    assert_eq!(stage::up_axis(&session), UpAxis::Y);
    assert_eq!(view::empty_message(&session), None);
    let bounds = view::world_bounds(&session);
    assert_eq!((bounds.min.x, bounds.max.x), (-10.0, 11.0));
    assert!(bounds.max.y > 20.0, "the box is framed too");
    let models = &session.picture([64, 64], 1).models;
    let counts: Vec<usize> = models.iter().map(|model| model.places.len()).collect();
    assert_eq!(counts, [2, 1]);

    // A clip drives what it matches, all instances of a model alike; where they stand is never written again.
    let wave = castview::files::open_file(&folder.at("wave.cast"), FileKey(9), &Allowance::default(), &mut |_| {
        true
    });
    load(&mut session, vec![wave.expect("opens").file], Placement::Replace);
    assert_eq!(session.stage().models().len(), 2, "clips join the stage");
    let again = &session.picture([64, 64], 1).models;
    for (before, after) in models.iter().zip(again) {
        assert!(before.places.is(&after.places));
    }

    // A click selects one of the instances.
    let tree = session.stage().models()[0].key;
    let right = session.stage().instance_at(tree, 1);
    assert_eq!(right, Some(Selected::Instance(FileKey(1), InstanceIndex::new(1))));
    session.apply(Action::Selection(SelectionAction::Select(right)));
    assert_eq!(session.edits().selected, right);
    session.apply(Action::View(ViewAction::Camera(CameraMove::FrameSelection)));
    let target = session.view().camera().target;
    assert!((target - Vec3::new(10.5, 0.5, 1.0)).length() < 1e-4, "{target}");
    let file = session.stage().file(FileKey(1)).expect("open");
    assert!(matches!(file.target(InstanceIndex::new(0)), Some(Target::Found(at)) if at.ends_with("tree.cast")));
    assert!(matches!(file.target(InstanceIndex::new(2)), Some(Target::Missing(_))));
    // Reloaded, the selection holds.
    load(&mut session, vec![open(&folder.at("world.cast"))], Placement::Reload);
    assert_eq!(session.edits().selected, right);
    assert_eq!(session.stage().models()[0].key, tree);
    session.apply(Action::Stage(StageAction::CloseFile(FileKey(1))));
    assert_eq!(session.edits().selected, None);
    assert!(!session.stage().has_model());
}

#[test]
fn a_clip_drives_referenced_models_by_name() {
    let folder = Folder::new();
    let curve = NodeDraft::new(NodeKind::Curve)
        .string("nn", "hip")
        .string("kp", "tx")
        .uints("kb", &[0, 10])
        .floats("kv", &[0.0, 4.0])
        .string("m", "absolute");
    let walk = NodeDraft::new(NodeKind::Animation)
        .string("n", "walk")
        .floats("fr", &[30.0])
        .child(curve);
    folder
        .cast(
            "world.cast",
            [
                instance("left", "tree.cast", [-10.0, 0.0, 0.0]),
                instance("right", "tree.cast", [10.0, 0.0, 0.0]),
            ],
        )
        .cast("tree.cast", [prop("tree")])
        .cast("walk.cast", [walk]);
    let mut session = Session::default();
    let walk = castview::files::open_file(&folder.at("walk.cast"), FileKey(9), &Allowance::default(), &mut |_| {
        true
    });
    load(
        &mut session,
        vec![open(&folder.at("world.cast")), walk.expect("opens").file],
        Placement::Add,
    );
    assert_eq!(session.stage().matches().map(|m| (m.matched, m.total)), Some((1, 1)));
    session.apply(Action::Playback(PlaybackAction::Seek(castview::session::Seek::Frame(
        10.0,
    ))));
    let bounds = view::world_bounds(&session);
    assert_eq!((bounds.min.x, bounds.max.x), (-6.0, 15.0), "both stand 4 further");
}

#[test]
fn info_says_where_instances_lead_and_validate_which_do_not() {
    let folder = Folder::new();
    folder
        .cast(
            "maps/world.cast",
            [
                scene_root(r"..\props"),
                instance("tree", r"Green\Tree.cast", [1.0, 2.0, 3.0]),
                instance("gone", "none.cast", [0.0; 3]),
            ],
        )
        .cast("props/green/tree.cast", [prop("tree")]);
    let info = folder.run("info maps/world.cast --json --allow props").fine().json();
    let instances = &info[0]["instances"];
    assert_eq!(instances[0]["name"], "tree");
    assert_eq!(instances[0]["file"], r"Green\Tree.cast");
    let found = instances[0]["found"].as_str().expect("found").replace('\\', "/");
    assert!(found.ends_with("props/green/tree.cast"), "{found}");
    assert_eq!(instances[0]["placement"]["translation"], json!([1.0, 2.0, 3.0]));
    assert_eq!(instances[1]["found"], Value::Null);
    let text = folder.run("info maps/world.cast --allow props").fine().text();
    for wanted in [
        "instance tree of",
        "instance gone of none.cast is MISSING",
        "1 of 2 instances lead to no file",
    ] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    // Missing files, and those that lie there and cannot be read, in different words; nothing of what is fine.
    let validated = folder.run("validate maps/world.cast --allow props");
    let text = validated.text().to_owned();
    assert_eq!(validated.code, 1, "{text}");
    assert!(
        text.contains("none.cast was not found") && !text.contains("Tree"),
        "{text}"
    );
    std::fs::write(folder.at("props/none.cast"), b"no cast file").expect("writable");
    let text = folder.run("validate maps/world.cast --allow props").text().to_owned();
    assert!(text.contains("cannot be read") && !text.contains("not found"), "{text}");
    let text = folder.run("info maps/world.cast --allow props").fine().text();
    assert!(text.contains("none.cast, which CANNOT BE READ"), "{text}");
    // `pose` lists the file's own models only.
    let posed = folder.run("pose maps/world.cast --frame 0 --json").fine().json();
    assert_eq!(posed[0]["frames"][0]["models"], json!([]));
}

#[test]
fn the_loader_brings_referenced_files_then_their_textures() {
    let folder = Folder::new();
    let material = NodeDraft::new(NodeKind::Material)
        .hash(5)
        .string("n", "skin")
        .string("t", "pbr")
        .u64s("albedo", &[6])
        .child(NodeDraft::new(NodeKind::File).hash(6).string("p", "skin.png"));
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
        .uints("f", &[0, 1, 2])
        .u64s("m", &[5]);
    let model = NodeDraft::new(NodeKind::Model).child(mesh).child(material);
    let red = castview::images::Image {
        width: 1,
        height: 1,
        rgba: vec![255, 0, 0, 255],
    };
    folder
        .cast("world.cast", [instance("tree", "props/tree.cast", [0.0; 3])])
        .cast("props/tree.cast", [model])
        .put("late/skin.png", &castview::export::png(&red));
    let mut loader = castview::files::Loader::new(|| ());
    let next = |loader: &castview::files::Loader| {
        let answer = loader.wait(std::time::Duration::from_secs(60));
        castview::app::message_of(answer.expect("the loader answers"))
    };
    let mut session = Session::default();
    let at = |name: &str| folder.at(name).to_string_lossy().into_owned();
    let [castview::session::Effect::Load { generation, .. }] = session.apply(Action::Stage(StageAction::Open {
        locations: vec![at("world.cast")],
        placement: Placement::Replace,
    }))[..] else {
        panic!("a load is asked for");
    };
    loader.load(generation, &[at("world.cast")], &[], Placement::Replace);
    let mut seen = Vec::new();
    while session.stage().is_empty() {
        let message = next(&loader);
        if let Message::LoadProgress { name, progress, .. } = &message {
            assert!((0.0..=1.0).contains(progress));
            seen.push(name.clone());
        }
        session.receive(message);
    }
    assert!(seen.contains(&"tree.cast".to_owned()), "{seen:?}");
    let textures = |session: &Session| session.picture([8, 8], 1).models[0].textures.clone();
    assert!(textures(&session)[0].image().is_none());
    // The texture is beside nothing: a folder dropped later brings it.
    loader.load(generation, &[at("late")], &[], Placement::Replace);
    while textures(&session)[0].image().is_none() {
        for effect in session.receive(next(&loader)) {
            if let castview::session::Effect::Relink(asked) = effect {
                loader.relink(asked);
            }
        }
    }
    let textures = textures(&session);
    let image = textures[0].image().expect("loaded").texels().expect("decoded");
    assert_eq!(image.rgba, [255, 0, 0, 255]);
}
