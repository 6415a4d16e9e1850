//! Images in place of textures: chosen, asked for, remembered, undone.

use super::*;
use crate::joining::problems;
use crate::saved::saved_view;
use crate::stage::textures::elsewhere::{count_from_elsewhere, image_from_elsewhere, offered_image, texture_mark};
use crate::stage::textures::instances::{
    count_instead, first_from_elsewhere, instance_from_elsewhere, offered_instance,
};
use crate::stage::textures::relink::relinked_image;
use crate::stage::textures::relink::with_relinks;
use crate::{BrowserAction, DialogAction, DialogFor, TextureMark, put_by_view};
use castview_base::core::{InstanceIndex, MaterialIndex, TextureIndex, Transform};
use castview_base::scene::{Instance, Material, Slot, SlotSource};
use castview_images::{Image, Pixels};
use castview_picture::opened::{Elsewhere, FoundFile, Lacking, NamedPath, Place, Places, Target};

pub(super) fn image(side: u32) -> TextureState {
    TextureState::Ready(Arc::new(Pixels::Plain(Image {
        width: side,
        height: side,
        rgba: vec![9; (side * side * 4) as usize],
    })))
}

/// A model whose mesh has the texture `skin.png` for its base color.
pub(super) fn painted(key: u64) -> OpenedFile {
    let mut body = model("pilot");
    body.materials.push(Material {
        slots: vec![Slot::new("albedo", SlotSource::Texture(TextureIndex::new(0)))],
        ..Material::default()
    });
    body.meshes[0].material = Some(MaterialIndex::new(0));
    let file = file(key, vec![body], vec![]);
    let scene = Scene {
        textures: vec!["skin.png".into()],
        ..(*file.scene).clone()
    };
    OpenedFile {
        textures: vec![TextureEntry {
            elsewhere: Default::default(),
            reference: "skin.png".into(),
            location: Some("/models/skin.png".into()),
            file_bytes: 1,
            full_size: None,
            parts: None,
            state: image(1),
        }],
        scene: Arc::new(scene),
        ..file
    }
}

/// The only question about a texture among them, and the image that is wanted.
pub(super) fn asked(effects: &[Effect]) -> (u64, Option<&str>) {
    let relinks = effects.iter().filter_map(|effect| match effect {
        Effect::Relink(asked) => Some(asked),
        _ => None,
    });
    let all: Vec<_> = relinks.flatten().collect();
    assert_eq!(all.len(), 1, "{effects:?}");
    (all[0].question, all[0].location.as_deref())
}

pub(super) fn arrives(session: &mut Session, question: u64, location: &str, state: TextureState) -> Vec<Effect> {
    let outcome = session.receive(Message::Relinked {
        question,
        file: FileKey(1),
        texture: TextureIndex::new(0),
        location: Some(location.into()),
        file_bytes: 7,
        full_size: None,
        parts: None,
        state,
    });
    outcome.effects
}

/// Width of the image that is shown, and where it lies.
fn shown(session: &Session) -> (u32, Option<&str>) {
    let entry = &session.stage().files()[0].textures[0];
    let width = session.stage().models()[0].textures[0]
        .image()
        .map_or(0, |image| image.size()[0]);
    (width, entry.location.as_deref())
}

pub(super) fn put(session: &mut Session, location: Option<&str>) -> Outcome {
    session.apply(Action::Stage(StageAction::Relink {
        file: FileKey(1),
        texture: TextureIndex::new(0),
        location: location.map(str::to_owned),
    }))
}

#[test]
fn an_image_stands_for_a_texture_until_that_is_undone() {
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    let effects = put(&mut session, Some("/drawn/new.png")).effects;
    let (question, wanted) = asked(&effects);
    assert_eq!(wanted, Some("/drawn/new.png"));
    assert_eq!(shown(&session), (1, Some("/models/skin.png")), "until it is there");
    arrives(&mut session, question, "/drawn/new.png", image(2));
    assert_eq!(shown(&session), (2, Some("/drawn/new.png")));
    let key = (FileKey(1), TextureIndex::new(0));
    assert_eq!(relinked_image(&session, key), Some("/drawn/new.png"));
    // The file's own image comes late.
    session.receive(Message::TextureLoaded {
        file: FileKey(1),
        texture: TextureIndex::new(0),
        location: Some("/models/skin.png".into()),
        file_bytes: 1,
        full_size: None,
        parts: None,
        state: image(1),
    });
    assert_eq!(shown(&session), (2, Some("/drawn/new.png")));

    let effects = session.apply(Action::Undo).effects;
    let (own, wanted) = asked(&effects);
    assert_eq!((wanted, relinked_image(&session, key)), (None, None));
    arrives(&mut session, question, "/drawn/new.png", image(2));
    arrives(&mut session, own, "/models/skin.png", image(1));
    assert_eq!(shown(&session), (1, Some("/models/skin.png")));
    let effects = session.apply(Action::Redo).effects;
    assert_eq!(asked(&effects).1, Some("/drawn/new.png"));
}

#[test]
fn a_chosen_image_is_remembered_of_its_file() {
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    put(&mut session, Some("/drawn/new.png"));
    let stored = Relinks::clone(session.edits.all_relinks());
    let mut next = with_relinks(Session::default(), stored);
    let effects = open(&mut next, vec![painted(1)], Placement::Replace);
    let (question, wanted) = asked(&effects);
    assert_eq!(wanted, Some("/drawn/new.png"));
    arrives(&mut next, question, "/drawn/new.png", image(2));
    // A file that is loaded again brings its own image.
    let effects = open(&mut next, vec![painted(1)], Placement::Reload);
    assert_eq!(asked(&effects).1, Some("/drawn/new.png"));
    let effects = put(&mut next, None).effects;
    assert_eq!(asked(&effects).1, None);
    assert!(next.edits.all_relinks().is_empty(), "and forgotten");
}

#[test]
fn an_image_that_cannot_be_read_changes_nothing_and_is_told() {
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    let effects = put(&mut session, Some("/drawn/bad.png")).effects;
    let (question, _) = asked(&effects);
    let effects = arrives(
        &mut session,
        question,
        "/drawn/bad.png",
        TextureState::Broken("it is empty".into()),
    );
    let notice = told(&effects);
    assert_eq!(notice.text, "bad.png does not stand for skin.png: it is empty.");
    let problem = notice.problem.as_ref().expect("it is about the texture");
    assert!(problems::stands(&session, problem));
    assert_eq!(shown(&session), (1, Some("/models/skin.png")));
}

fn told(effects: &[Effect]) -> &Notice {
    let mut notices = effects.iter().filter_map(|effect| match effect {
        Effect::Notify(notice) => Some(notice),
        _ => None,
    });
    notices.next().unwrap_or_else(|| panic!("{effects:?}"))
}

/// Nor is it replaced in the list, nor a step that can be undone.
#[test]
fn a_refused_image_is_not_remembered() {
    let broken = || TextureState::Broken("it is empty".into());
    let key = (FileKey(1), TextureIndex::new(0));
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    let (question, _) = asked(&put(&mut session, Some("/drawn/bad.png")).effects);
    let effects = arrives(&mut session, question, "/drawn/bad.png", broken());
    assert_eq!(
        (relinked_image(&session, key), session.edits.all_relinks().len()),
        (None, 0)
    );
    assert!(!session.history.can_undo());
    let (own, wanted) = asked(&effects);
    assert_eq!(wanted, None);
    arrives(&mut session, own, "/models/skin.png", image(1));
    // The image that was chosen before comes back.
    let (question, _) = asked(&put(&mut session, Some("/drawn/new.png")).effects);
    arrives(&mut session, question, "/drawn/new.png", image(2));
    let (question, _) = asked(&put(&mut session, Some("/drawn/bad.png")).effects);
    let effects = arrives(&mut session, question, "/drawn/bad.png", broken());
    let (again, wanted) = asked(&effects);
    assert_eq!(wanted, Some("/drawn/new.png"));
    assert_eq!(relinked_image(&session, key), Some("/drawn/new.png"));
    // Whatever becomes of the image now: it was read before.
    arrives(&mut session, again, "/drawn/new.png", broken());
    assert_eq!(relinked_image(&session, key), Some("/drawn/new.png"));
    assert_eq!(shown(&session), (2, Some("/drawn/new.png")));
}

/// A drive may be away today.
#[test]
fn an_image_of_an_earlier_run_stays_chosen_when_it_cannot_be_read() {
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    put(&mut session, Some("/drawn/new.png"));
    let mut next = with_relinks(Session::default(), Relinks::clone(session.edits.all_relinks()));
    let (question, _) = asked(&open(&mut next, vec![painted(1)], Placement::Replace));
    let gone = TextureState::Broken("there is no such file".into());
    let effects = arrives(&mut next, question, "/drawn/new.png", gone);
    assert_eq!(
        told(&effects).text,
        "new.png does not stand for skin.png: there is no such file."
    );
    assert_eq!(
        relinked_image(&next, (FileKey(1), TextureIndex::new(0))),
        Some("/drawn/new.png")
    );
}

#[test]
fn a_dropped_image_goes_to_the_surface_it_was_dropped_on() {
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    let model = session.stage().models()[0].key;
    let mut drop_on = |on| {
        session.apply(Action::Stage(StageAction::DropImage("/drawn/new.png".into())));
        session.apply(Action::Stage(StageAction::PutImage(on))).effects
    };
    let effects = drop_on(Some(Selected::Mesh(model, MeshIndex::new(0))));
    assert_eq!(asked(&effects).1, Some("/drawn/new.png"));
    // Beside everything it is opened as any file is.
    let effects = drop_on(None);
    assert!(
        matches!(&effects[..], [Effect::Load { locations, .. }] if locations == &["/drawn/new.png"]),
        "{effects:?}"
    );
    assert!(!session.stage.misses_texture("none.png"));
}

/// Nothing takes an image that is dropped on a surface of one color, and that is said.
#[test]
fn a_surface_without_a_texture_takes_no_image() {
    let mut body = model("pilot");
    body.materials.push(Material {
        name: "red paint".into(),
        ..Material::default()
    });
    body.meshes[0].material = Some(MaterialIndex::new(0));
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![body], vec![])], Placement::Replace);
    let mesh = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    session.apply(Action::Stage(StageAction::DropImage("/drawn/new.png".into())));
    let effects = session.apply(Action::Stage(StageAction::PutImage(Some(mesh)))).effects;
    assert_eq!(
        told(&effects).text,
        "red paint has no base color texture that new.png could replace."
    );
    assert_eq!(effects.len(), 1, "{effects:?}");
}

/// In the built-in dialog, where the desktop has none.
#[test]
fn an_image_whose_path_is_typed_takes_the_place_of_a_texture() {
    let mut session = Session::default();
    open(&mut session, vec![painted(1)], Placement::Replace);
    let wants = DialogFor::Image(FileKey(1), TextureIndex::new(0));
    session.receive(Message::NoDialog {
        wants,
        name: String::new(),
    });
    let typed = DialogAction::GoTo("/images/red.png".into());
    let effects = session.apply(Action::Browser(BrowserAction::Dialog(typed)));
    let [Effect::ListPlaces { generation, .. }] = effects[..] else {
        panic!("{effects:?}");
    };
    let red = Place {
        name: "red.png".into(),
        location: "/images/red.png".into(),
        is_picture: true,
    };
    let effects = session.receive(Message::Places {
        generation,
        places: Places {
            location: "/images".into(),
            named: Some(red),
            ..Places::default()
        },
    });
    assert_eq!(asked(&effects).1, Some("/images/red.png"));
}

/// A model that lacks its texture, for which an image of another drop may be offered.
fn lacking(offered: Option<&str>) -> OpenedFile {
    let mut file = painted(1);
    file.textures[0].state = TextureState::Missing("nowhere".into());
    file.textures[0].location = None;
    file.textures[0].elsewhere = offered.map_or(Elsewhere::No, |image| Elsewhere::Offered(image.into()));
    file
}

fn texture() -> (FileKey, TextureIndex) {
    (FileKey(1), TextureIndex::new(0))
}

#[test]
fn an_image_of_another_drop_is_shown_only_after_a_click_and_remembered_then() {
    let mut session = Session::default();
    let effects = open(
        &mut session,
        vec![lacking(Some("/mods/old/skin.png"))],
        Placement::Replace,
    );
    let notice = told(&effects);
    assert_eq!(notice.text, "1 texture missing in file1.cast; 1 was found in mods/old.");
    assert_eq!((shown(&session).0, count_from_elsewhere(&session)), (0, 0));
    assert_eq!(offered_image(&session, texture()), Some("/mods/old/skin.png"));
    let use_it = notice.actions.first().cloned().expect("a button");
    assert_eq!(use_it.label, "Use it");
    let effects = session.apply(*use_it.action).effects;
    let (question, wanted) = asked(&effects);
    assert_eq!(wanted, Some("/mods/old/skin.png"));
    arrives(&mut session, question, "/mods/old/skin.png", image(2));
    // Marked while it is used.
    assert_eq!((shown(&session).0, count_from_elsewhere(&session)), (2, 1));
    assert_eq!(image_from_elsewhere(&session, texture()), Some("/mods/old/skin.png"));
    assert_eq!(
        texture_mark(&session, Selected::File(FileKey(1))),
        Some(TextureMark::Elsewhere)
    );
    let material = Selected::Material(session.stage().models()[0].key, MaterialIndex::new(0));
    assert_eq!(texture_mark(&session, material), Some(TextureMark::Elsewhere));
    // Remembered in another run, where nothing is offered.
    let mut next = with_relinks(Session::default(), Relinks::clone(session.edits.all_relinks()));
    let effects = open(&mut next, vec![lacking(None)], Placement::Replace);
    assert_eq!(asked(&effects).1, Some("/mods/old/skin.png"));
    // One Undo takes it back.
    session.apply(Action::Undo);
    assert!(session.edits.all_relinks().is_empty());
}

#[test]
fn what_was_dropped_for_open_files_is_used_and_what_came_with_others_is_offered() {
    let found = || {
        vec![FoundFile {
            file: FileKey(1),
            lacking: Lacking::Texture(TextureIndex::new(0)),
            location: "/tex/skin.png".into(),
        }]
    };
    for used in [true, false] {
        let mut session = Session::default();
        open(&mut session, vec![lacking(None)], Placement::Replace);
        let effects = session.receive(Message::MissingFound { found: found(), used }).effects;
        let text = &told(&effects).text;
        match used {
            true => {
                assert_eq!(asked(&effects).1, Some("/tex/skin.png"));
                assert_eq!(text, "1 texture is shown by an image from /tex.");
            }
            false => {
                assert!(session.edits.all_relinks().is_empty());
                assert_eq!(offered_image(&session, texture()), Some("/tex/skin.png"));
                assert!(text.ends_with("1 was found in /tex."), "{text}");
            }
        }
    }
}

/// Found by name in what came with the file: used, and marked all the same.
#[test]
fn an_image_found_by_its_name_alone_is_marked() {
    let mut session = Session::default();
    let mut file = painted(1);
    file.textures[0].elsewhere = Elsewhere::ByName;
    open(&mut session, vec![file], Placement::Replace);
    assert_eq!(image_from_elsewhere(&session, texture()), Some("/models/skin.png"));
    assert_eq!(count_from_elsewhere(&session), 1);
}

/// A file with an instance of a path that lies nowhere; `offered`: a model of that name that another drop has.
fn lacking_instance(offered: Option<&str>) -> OpenedFile {
    let mut file = file(1, vec![model("town")], vec![]);
    let mut scene = (*file.scene).clone();
    scene.instances = vec![Instance {
        name: "rock".into(),
        path: "props/rock.cast".into(),
        placement: Transform::IDENTITY,
        offset: 0,
    }];
    file.scene = Arc::new(scene);
    file.instances.targets = vec![Target::Missing("not found".into())];
    file.instances.target_of = vec![0];
    file.instances.lacking = vec![NamedPath::own("props/rock.cast")];
    let offered = offered.map(|offered| (NamedPath::own("props/rock.cast"), offered.to_owned()));
    file.instances.offered = offered.into_iter().collect();
    file
}

/// The files in place of those that instances name, as the loader is told, and whether it reads the file again.
fn put_instead(effects: &[Effect]) -> (Option<Vec<String>>, bool) {
    let instead = effects.iter().find_map(|effect| match effect {
        Effect::PutInstead { instead, .. } => Some(instead.values().cloned().collect()),
        _ => None,
    });
    let is_read = |effect: &Effect| matches!(effect, Effect::Load { keys, .. } if *keys == [FileKey(1)]);
    (instead, effects.iter().any(is_read))
}

#[test]
fn a_model_of_another_drop_stands_for_an_instance_only_after_a_click_and_is_remembered_then() {
    let rock = "/mods/old/props/rock.cast";
    let (mut session, first) = (Session::default(), InstanceIndex::new(0));
    let effects = open(&mut session, vec![lacking_instance(Some(rock))], Placement::Replace);
    let notice = told(&effects);
    assert_eq!(
        notice.text,
        "The file of the instance is missing; 1 was found in old/props."
    );
    assert_eq!(put_instead(&effects), (None, false));
    let offered = |session: &Session| {
        let file = session.stage().file(FileKey(1)).expect("it is open");
        offered_instance(session, file, first).map(str::to_owned)
    };
    assert_eq!((offered(&session).as_deref(), count_instead(&session)), (Some(rock), 0));
    let use_it = notice.actions.first().cloned().expect("a button");
    let effects = session.apply(*use_it.action).effects;
    assert_eq!(put_instead(&effects), (Some(vec![rock.to_owned()]), true));
    // Marked while it is used, and offered no more.
    assert_eq!((offered(&session), count_instead(&session)), (None, 1));
    let marked = Selected::Instance(FileKey(1), first);
    assert_eq!(first_from_elsewhere(&session), Some(marked));
    // Remembered in another run, where nothing is offered; the file is read with it once.
    let mut next = with_relinks(Session::default(), Relinks::clone(session.edits.all_relinks()));
    let effects = open(&mut next, vec![lacking_instance(None)], Placement::Replace);
    assert_eq!(put_instead(&effects), (Some(vec![rock.to_owned()]), true));
    let again = vec![lacking_instance(None)];
    let effects = super::problems::loaded(&mut next, again, Placement::Reload);
    assert_eq!(put_instead(&effects), (None, false));
    // Undo takes it back: the file is read again without it.
    session.apply(Action::Stage(StageAction::CancelLoad));
    let effects = session.apply(Action::Undo).effects;
    assert!(session.edits.all_relinks().is_empty());
    assert_eq!(put_instead(&effects).0, Some(Vec::new()));
}

#[test]
fn a_model_that_came_with_other_files_is_offered_for_an_instance() {
    let mut session = Session::default();
    open(&mut session, vec![lacking_instance(None)], Placement::Replace);
    let found = vec![FoundFile {
        file: FileKey(1),
        lacking: Lacking::Instance(NamedPath::own("props/rock.cast")),
        location: "/mods/old/rock.cast".into(),
    }];
    let effects = session.receive(Message::MissingFound { found, used: false }).effects;
    assert!(told(&effects).text.ends_with("; 1 was found in mods/old."));
    assert!(session.edits.all_relinks().is_empty());
}

/// The user dropped the folder for this file: what its instances show of it is a choice, marked, remembered, and taken back by one step.
#[test]
fn a_model_of_a_folder_that_was_lent_is_a_choice_and_is_not_read_twice() {
    let rock = "/mods/props/rock.cast";
    let mut session = Session::default();
    open(&mut session, vec![lacking_instance(None)], Placement::Replace);
    session.receive(Message::Lent(vec![FileKey(1)]));
    let mut shown = lacking_instance(None);
    shown.instances.targets = vec![Target::Found(rock.into())];
    shown.instances.lacking.clear();
    shown.instances.elsewhere = [(NamedPath::own("props/rock.cast"), rock.to_owned())].into();
    super::problems::loaded(&mut session, vec![shown], Placement::Reload);
    assert_eq!(count_instead(&session), 0);
    let found = vec![FoundFile {
        file: FileKey(1),
        lacking: Lacking::Instance(NamedPath::own("props/rock.cast")),
        location: rock.into(),
    }];
    let effects = session.receive(Message::MissingFound { found, used: true }).effects;
    assert_eq!(
        told(&effects).text,
        "1 path of instances is shown by a file from mods/props."
    );
    assert_eq!(put_instead(&effects), (Some(vec![rock.to_owned()]), false));
    let marked = Selected::Instance(FileKey(1), InstanceIndex::new(0));
    assert_eq!(
        (count_instead(&session), first_from_elsewhere(&session)),
        (1, Some(marked))
    );
    let button = told(&effects).actions.first().cloned().expect("a button");
    session.apply(*button.action);
    assert_eq!(session.edits().selected, Some(marked));
    // A view says it.
    let saved = saved_view(&session).instances;
    assert_eq!(
        (saved.len(), &*saved[0].path, &*saved[0].location),
        (1, "props/rock.cast", rock)
    );
    session.apply(Action::Undo);
    let effects = session.apply(Action::Undo).effects;
    assert!(session.edits.all_relinks().is_empty());
    assert_eq!(put_instead(&effects), (Some(Vec::new()), true));
}

/// Two files inside of one level spell one path alike, and mean different files: a choice is for the file that names the path.
#[test]
fn a_choice_for_a_path_is_that_of_the_file_that_names_it() {
    let inside = ["/tmp/left/part.cast", "/tmp/right/part.cast"];
    let level = || {
        let mut level = lacking_instance(None);
        level.instances.namers = inside.map(str::to_owned).into();
        level
    };
    let mut session = Session::default();
    open(&mut session, vec![level()], Placement::Replace);
    let rock = "/mods/rock.cast";
    let named = NamedPath::by(inside[0], "props/rock.cast");
    let found = vec![FoundFile {
        file: FileKey(1),
        lacking: Lacking::Instance(named.clone()),
        location: rock.into(),
    }];
    let effects = session.receive(Message::MissingFound { found, used: true }).effects;
    let put = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::PutInstead { instead, .. } => Some(instead.clone()),
            _ => None,
        })
    };
    let wanted = Some([(named, rock.to_owned())].into());
    assert_eq!(put(&effects), wanted, "neither the level nor the other file is meant");
    assert_eq!(
        first_from_elsewhere(&session),
        None,
        "the level's own path stays as it is"
    );
    // Remembered for that file, wherever it stands inside another.
    let mut next = with_relinks(Session::default(), Relinks::clone(session.edits.all_relinks()));
    assert_eq!(put(&open(&mut next, vec![level()], Placement::Replace)), wanted);
    let mut other = with_relinks(Session::default(), Relinks::clone(session.edits.all_relinks()));
    assert_eq!(
        put(&open(&mut other, vec![lacking_instance(None)], Placement::Replace)),
        None
    );
}

/// A view file says it: it holds while the file is open, is no choice of the user, and a choice counts more.
#[test]
fn a_model_of_a_view_stands_for_an_instance_and_is_not_remembered() {
    let (view, own) = ("/view/rock.cast", "/own/rock.cast");
    let mut session = Session::default();
    open(&mut session, vec![lacking_instance(None)], Placement::Replace);
    let chosen = [(NamedPath::own("props/rock.cast"), view.to_owned())].into();
    let effects = put_by_view(&mut session, FileKey(1), chosen);
    assert_eq!(put_instead(&effects), (Some(vec![view.to_owned()]), true));
    assert!(session.edits.all_relinks().is_empty(), "nothing is remembered");
    let file = session.stage().file(FileKey(1)).expect("it is open");
    let first = InstanceIndex::new(0);
    assert_eq!(
        instance_from_elsewhere(&session, file, first),
        Some(view),
        "it is marked"
    );
    let mut shown = lacking_instance(None);
    shown.instances.elsewhere = [(NamedPath::own("props/rock.cast"), view.to_owned())].into();
    let effects = super::problems::loaded(&mut session, vec![shown], Placement::Reload);
    assert_eq!(put_instead(&effects), (None, false), "it is read once");
    // The user's own choice, and back to what the file says.
    for (choice, wanted) in [(Some(own), vec![own.to_owned()]), (None, vec![])] {
        let effects = session.apply(Action::Stage(StageAction::RelinkInstance {
            file: FileKey(1),
            instance: first,
            location: choice.map(str::to_owned),
        }));
        // The first of them is still being read.
        assert_eq!(put_instead(&effects.effects).0, Some(wanted), "{choice:?}");
    }
}
