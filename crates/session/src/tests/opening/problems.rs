//! One rule for all problems: a notice about one stands while it is so, and no longer.

use super::relinking::{arrives, asked, image, painted, put};
use super::*;
use crate::joining::problems;
use crate::stage::watched::is_deleted;
use crate::tests::camera::box_mesh;
use castview_base::core::{Diagnostics, Place, Rule, TextureIndex};
use std::collections::BTreeSet;

static CUT: Rule = Rule::error("C9", "", "");

const TEXTURED: FileKey = FileKey(1);

/// Notices of `effects` about a problem like `wanted`: of the same kind.
fn told(effects: &[Effect], wanted: fn(&Problem) -> bool) -> Problem {
    let notices = effects.iter().filter_map(|effect| match effect {
        Effect::Notify(notice) => notice.problem.clone(),
        _ => None,
    });
    let mut of_kind = notices.filter(wanted);
    of_kind.next().unwrap_or_else(|| panic!("nothing told: {effects:?}"))
}

pub(super) fn loaded(session: &mut Session, files: Vec<OpenedFile>, placement: Placement) -> Vec<Effect> {
    let generation = session.opening().generation();
    let message = Message::Loaded {
        generation,
        files,
        placement,
    };
    session.receive(message).effects
}

fn texture(session: &mut Session, state: TextureState, full_size: Option<[u32; 2]>) -> Vec<Effect> {
    let message = Message::TextureLoaded {
        file: TEXTURED,
        texture: TextureIndex::new(0),
        location: None,
        file_bytes: 0,
        full_size,
        parts: None,
        state,
    };
    session.receive(message).effects
}

fn missing() -> OpenedFile {
    let mut file = painted(1);
    file.textures[0].state = TextureState::Missing("looked for beside it".into());
    file
}

fn stood(session: &Session, problem: &Problem) {
    assert!(problems::stands(session, problem), "{problem:?} stands");
}

// Each tells of a problem in a session with a pilot that walks, and solves it.

fn a_file_that_fails(s: &mut Session) -> Problem {
    let generation = s.opening().generation();
    let effects = s.receive(Message::LoadFailed {
        generation,
        name: "a.cast".into(),
        location: "/a.cast".into(),
        message: "it is empty".into(),
        details: String::new(),
        retry: None,
        waits: None,
    });
    let problem = told(&effects, |problem| matches!(problem, Problem::NotOpened(_)));
    stood(s, &problem);
    let a = OpenedFile {
        location: "/a.cast".into(),
        ..file(2, vec![model("a")], vec![])
    };
    open(s, vec![a], Placement::Add);
    problem
}

fn a_file_that_waits(s: &mut Session) -> Problem {
    let effects = super::lacking::refused(s, "/a.gltf", Placement::Replace);
    let problem = told(&effects, |problem| matches!(problem, Problem::Waits(_)));
    stood(s, &problem);
    s.apply(Action::Stage(StageAction::CloseAll));
    problem
}

fn a_half_written_file(s: &mut Session) -> Problem {
    let problem = Problem::NotWhole("/tmp/file1.cast".into());
    s.receive(Message::Told(Notice::warning("half").about(problem.clone())));
    stood(s, &problem);
    loaded(s, vec![file(1, vec![model("pilot")], vec![])], Placement::Reload);
    problem
}

fn a_folder(s: &mut Session) -> Problem {
    let list = |error: Option<&str>| FolderList {
        location: "/mods".into(),
        error: error.map(str::to_owned),
        ..FolderList::default()
    };
    let ask = |s: &mut Session, list| {
        s.apply(Action::Browser(BrowserAction::OpenFolder("/mods".into())));
        let (generation, news) = (s.browser().question(), FolderNews::Listed(list));
        s.receive(Message::Folder { generation, news }).effects
    };
    let effects = ask(s, list(Some("no leave")));
    let problem = told(&effects, |problem| matches!(problem, Problem::NotListed(_)));
    stood(s, &problem);
    ask(s, list(None));
    problem
}

fn a_place_to_save(s: &mut Session) -> Problem {
    let save = |s: &mut Session, failed: Option<String>| {
        s.receive(Message::Saved {
            name: "a.png".into(),
            place: "/full/a.png".into(),
            failed,
        })
        .effects
    };
    let effects = save(s, Some("no space".into()));
    let problem = told(&effects, |problem| matches!(problem, Problem::NotSaved(_)));
    stood(s, &problem);
    assert_eq!(notices(&save(s, None)), ["Saved a.png."]);
    problem
}

fn a_cut_file(s: &mut Session) -> Problem {
    let mut diagnostics = Diagnostics::default();
    diagnostics.report(&CUT, Place::default, || {
        "the file is cut off after 1 of 2 meshes".into()
    });
    let cut = OpenedFile {
        diagnostics: Arc::new(diagnostics),
        ..file(2, vec![model("cut")], vec![])
    };
    let effects = open(s, vec![cut], Placement::Add);
    let problem = told(&effects, |problem| matches!(problem, Problem::CutOff(_)));
    stood(s, &problem);
    loaded(s, vec![file(2, vec![model("cut")], vec![])], Placement::Reload);
    problem
}

/// It stays open, and its coming back reloads it.
fn a_deleted_file(s: &mut Session) -> Problem {
    open(s, vec![file(2, vec![model("other")], vec![])], Placement::Add);
    let location = s.stage().files().last().expect("open").location.clone();
    let effects = s
        .receive(Message::FilesGone(vec![location.clone(), "/not/open.cast".into()]))
        .effects;
    let problem = told(&effects, |problem| *problem == Problem::Gone(FileKey(2)));
    assert_eq!(effects.len(), 1);
    stood(s, &problem);
    assert!(is_deleted(s, FileKey(2)) && !is_deleted(s, FileKey(1)) && s.stage().file(FileKey(2)).is_some());
    let effects = s.receive(Message::FilesChanged(vec![location])).effects;
    let reloads = |effect: &Effect| matches!(effect, Effect::Load { keys, .. } if *keys == [FileKey(2)]);
    assert!(effects.iter().any(reloads), "{effects:?}");
    problem
}

fn a_clip_without_a_match(s: &mut Session) -> Problem {
    let effects = open(
        s,
        vec![file(2, vec![], vec![clip("fly", "wing", None)])],
        Placement::Add,
    );
    let problem = told(&effects, |problem| matches!(problem, Problem::NotMatched(_)));
    stood(s, &problem);
    // Another clip plays: this one still matches nothing.
    s.apply(Action::Playback(PlaybackAction::StepClip(ClipStep::Next)));
    stood(s, &problem);
    s.apply(Action::Stage(StageAction::CloseFile(FileKey(2))));
    problem
}

fn a_clip_of_another_scale(s: &mut Session) -> Problem {
    let problem = Problem::OtherScale(s.active_clip().expect("it walks").key);
    s.receive(Message::Told(Notice::warning("scale").about(problem.clone())));
    stood(s, &problem);
    s.apply(Action::Composition(CompositionAction::ScaleClips(
        FileKey(1),
        Some(0.5),
    )));
    problem
}

fn a_missing_texture(s: &mut Session) -> Problem {
    *s = Session::default();
    let effects = open(s, vec![missing()], Placement::Replace);
    let problem = told(&effects, |problem| *problem == Problem::MissingTextures);
    stood(s, &problem);
    // By a folder that was dropped, or by an image in its place: both arrive alike.
    let (question, _) = asked(&put(s, Some("/drawn/new.png")).effects);
    arrives(s, question, "/drawn/new.png", image(2));
    problem
}

fn a_half_written_image(s: &mut Session) -> Problem {
    open(s, vec![painted(1)], Placement::Replace);
    let mut again = painted(1);
    again.textures[0].state = TextureState::Loading;
    loaded(s, vec![again], Placement::Reload);
    let effects = texture(s, TextureState::Broken("it ends too early".into()), None);
    let problem = told(&effects, |problem| matches!(problem, Problem::OldImage(..)));
    stood(s, &problem);
    texture(s, image(1), None);
    problem
}

fn an_image_too_large(s: &mut Session) -> Problem {
    open(s, vec![painted(1)], Placement::Replace);
    texture(s, image(1), Some([4, 4]));
    let effects = texture(s, TextureState::Broken("no memory".into()), Some([4, 4]));
    let problem = told(&effects, |problem| matches!(problem, Problem::Smaller(..)));
    stood(s, &problem);
    texture(s, image(4), None);
    problem
}

fn a_bad_image_in_place(s: &mut Session) -> Problem {
    open(s, vec![painted(1)], Placement::Replace);
    let (question, _) = asked(&put(s, Some("/bad.png")).effects);
    let effects = arrives(s, question, "/bad.png", TextureState::Broken("no image".into()));
    let problem = told(&effects, |problem| matches!(problem, Problem::NotRelinked(..)));
    stood(s, &problem);
    put(s, Some("/good.png"));
    problem
}

fn a_missing_instance(s: &mut Session) -> Problem {
    let mut level = file(2, vec![model("level")], vec![]);
    let instance = castview_base::scene::Instance {
        name: "".into(),
        path: "crate.cast".into(),
        placement: Transform::IDENTITY,
        offset: 0,
    };
    level.scene = Arc::new(Scene {
        instances: vec![instance],
        ..(*level.scene).clone()
    });
    let mut found = level.clone();
    level.instances.targets = vec![Target::Missing("nowhere".into())];
    level.instances.target_of = vec![0];
    let effects = open(s, vec![level], Placement::Add);
    let problem = told(&effects, |problem| *problem == Problem::MissingInstances);
    stood(s, &problem);
    found.instances.targets = vec![Target::Found("/crate.cast".into())];
    found.instances.target_of = vec![0];
    loaded(s, vec![found], Placement::Reload);
    problem
}

fn a_file_outside(s: &mut Session) -> Problem {
    let mut asking = file(2, vec![model("hero")], vec![]);
    let within = asking.clone();
    asking.outside = vec![Outside {
        kind: OutsideKind::Texture,
        stored: "../a.png".into(),
        of: "/tmp".into(),
        folder: "/tex".into(),
        shown: "../tex".into(),
    }];
    let effects = open(s, vec![asking], Placement::Add);
    let problem = told(&effects, |problem| *problem == Problem::Outside);
    stood(s, &problem);
    loaded(s, vec![within], Placement::Reload);
    problem
}

fn smaller_images(s: &mut Session) -> Problem {
    open(s, vec![painted(1)], Placement::Replace);
    texture(s, image(1), Some([4, 4]));
    let effects = s.receive(Message::TexturesReduced("1 texture is smaller.".into()));
    let problem = told(&effects, |problem| *problem == Problem::SmallerImages);
    stood(s, &problem);
    texture(s, image(4), None);
    problem
}

fn a_model_that_cannot_be_drawn(s: &mut Session) -> Problem {
    let problem = Problem::NotDrawn(s.stage().models().iter().map(|placed| placed.key).collect());
    stood(s, &problem);
    open(s, vec![file(2, vec![model("other")], vec![])], Placement::Replace);
    problem
}

fn a_replaced_stage(s: &mut Session) -> Problem {
    let effects = open(s, vec![file(2, vec![model("other")], vec![])], Placement::Replace);
    let problem = told(&effects, |problem| *problem == Problem::Replaced);
    stood(s, &problem);
    s.apply(Action::Stage(StageAction::AddInstead));
    problem
}

fn a_hung_drop(s: &mut Session) -> Problem {
    let on = Placement::On {
        leader: s.stage().models()[0].key,
        bone: castview_base::core::BoneIndex::new(1),
    };
    let effects = open(s, vec![file(2, vec![model("gun")], vec![])], on);
    let problem = told(&effects, |problem| *problem == Problem::Hung);
    stood(s, &problem);
    s.apply(Action::Stage(StageAction::TakeBackHung));
    problem
}

fn an_arranged_stage(s: &mut Session) -> Problem {
    let effects = open(s, vec![file(2, vec![model("other")], vec![])], Placement::Add);
    let problem = told(&effects, |problem| matches!(problem, Problem::Arranged(_)));
    stood(s, &problem);
    s.apply(Action::Stage(StageAction::PutFilesBack(vec![FileKey(2)])));
    problem
}

fn a_mesh_far_away(s: &mut Session) -> Problem {
    let mut content = model("hero");
    let boxes = [("body", 0.0, 1.0), ("speck", 500.0, 0.01)];
    let boxes = boxes.map(|(name, x, half)| Mesh {
        skin: None,
        ..box_mesh(name, Vec3::X * x, Vec3::splat(half), 0)
    });
    content.meshes = boxes.into();
    let effects = open(s, vec![file(2, vec![content], vec![])], Placement::Replace);
    let problem = told(&effects, |problem| *problem == Problem::FarAway);
    stood(s, &problem);
    s.apply(Action::Stage(StageAction::CloseFile(FileKey(2))));
    problem
}

/// A kind that is added must be named here, and be told and solved above.
fn number(problem: &Problem) -> usize {
    match problem {
        Problem::NotOpened(_) => 0,
        Problem::NotWhole(_) => 1,
        Problem::NotListed(_) => 2,
        Problem::NotSaved(_) => 3,
        Problem::CutOff(_) => 4,
        Problem::NotMatched(_) => 5,
        Problem::OtherScale(_) => 6,
        Problem::Gone(_) => 18,
        Problem::MissingTextures => 7,
        Problem::OldImage(..) => 8,
        Problem::Smaller(..) => 9,
        Problem::NotRelinked(..) => 10,
        Problem::MissingInstances => 11,
        Problem::Outside => 12,
        Problem::OverBudget => 13,
        Problem::SmallerImages => 14,
        Problem::NotDrawn(_) => 15,
        Problem::Replaced => 16,
        Problem::Arranged(_) => 17,
        Problem::FarAway => 19,
        Problem::Hung => 20,
        Problem::Waits(_) => 21,
    }
}

#[test]
fn every_kind_of_problem_stands_until_it_is_solved() {
    let cases: [fn(&mut Session) -> Problem; 21] = [
        a_file_that_waits,
        a_hung_drop,
        a_deleted_file,
        a_mesh_far_away,
        a_file_that_fails,
        a_half_written_file,
        a_folder,
        a_place_to_save,
        a_cut_file,
        a_clip_without_a_match,
        a_clip_of_another_scale,
        a_missing_texture,
        a_half_written_image,
        an_image_too_large,
        a_bad_image_in_place,
        a_missing_instance,
        a_file_outside,
        smaller_images,
        a_model_that_cannot_be_drawn,
        a_replaced_stage,
        an_arranged_stage,
    ];
    let mut kinds = BTreeSet::new();
    for tell_and_solve in cases {
        let mut session = with_pilot(vec![clip("walk", "hip", None)]);
        let problem = tell_and_solve(&mut session);
        assert!(!problems::stands(&session, &problem), "{problem:?} is solved");
        kinds.insert(number(&problem));
    }
    // A stage that costs too much takes a stage of that size (`crates/render/tests/pictures/budgets.rs`).
    assert!(!problems::stands(&Session::default(), &Problem::OverBudget));
    kinds.insert(number(&Problem::OverBudget));
    assert!(kinds.into_iter().eq(0..22));
}
