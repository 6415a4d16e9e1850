//! Textures that the loader made smaller, asked for again at full size.

use super::super::*;
use castview_base::core::{MaterialIndex, TextureIndex};
use castview_base::scene::{Alpha, Material, Surface};
use castview_images::{Image, Pixels};

fn image(side: u32) -> TextureState {
    let rgba = vec![9; (side * side * 4) as usize];
    TextureState::Ready(Arc::new(Pixels::Plain(Image {
        width: side,
        height: side,
        rgba,
    })))
}

/// A model with textures in these states, each with its size on disk if that differs.
fn textured(key: u64, textures: &[(TextureState, Option<[u32; 2]>)]) -> OpenedFile {
    let of_one = |(state, full_size): &(TextureState, Option<[u32; 2]>)| TextureEntry {
        elsewhere: Default::default(),
        reference: "skin.png".into(),
        location: None,
        file_bytes: 0,
        full_size: *full_size,
        parts: None,
        state: state.clone(),
    };
    let file = file(key, vec![model("pilot")], vec![]);
    let scene = Scene {
        textures: vec!["skin.png".into(); textures.len()],
        ..(*file.scene).clone()
    };
    OpenedFile {
        textures: textures.iter().map(of_one).collect(),
        scene: Arc::new(scene),
        ..file
    }
}

/// The texture `at` of the file `key` arrives in that state.
fn arrives(
    session: &mut Session,
    (key, at): (u64, usize),
    state: TextureState,
    full_size: Option<[u32; 2]>,
) -> Vec<Effect> {
    let outcome = session.receive(Message::TextureLoaded {
        file: FileKey(key),
        texture: TextureIndex::new(at),
        location: None,
        file_bytes: 0,
        full_size,
        parts: None,
        state,
    });
    outcome.effects
}

fn lift(session: &mut Session) -> Vec<Effect> {
    session.apply(command("show_whole").action()).effects
}

/// Texture of a file, by its key.
type TextureOf = (u64, usize);

/// The request of an effect to the loader: its number, files, textures.
fn asked(effects: &[Effect]) -> Option<(u64, Vec<u64>, Vec<TextureOf>)> {
    effects.iter().find_map(|effect| match effect {
        Effect::LiftBudget {
            generation,
            files,
            textures,
        } => Some((
            *generation,
            files.iter().map(|file| file.0).collect(),
            textures.iter().map(|(file, texture)| (file.0, texture.get())).collect(),
        )),
        _ => None,
    })
}

fn refused() -> TextureState {
    TextureState::Broken("it has 8000 × 8000 texels, and there is no room".into())
}

const FULL: Option<[u32; 2]> = Some([64; 2]);

#[test]
fn lifting_the_budget_names_every_texture_that_was_made_smaller_or_left_out() {
    let mut session = Session::default();
    let mut first = textured(1, &[(image(8), None), (image(4), FULL), (refused(), FULL)]);
    let inside = textured(7, &[(image(4), FULL)]);
    first.instances.files.push(InstancedFile {
        key: inside.key,
        name: inside.name,
        location: inside.location,
        scene: inside.scene,
        textures: inside.textures,
        reach: inside.reach,
        standing: Standing::default(),
        stands_for: castview_picture::opened::StandsFor::Itself,
    });
    open(&mut session, vec![first], Placement::Replace);
    open(&mut session, vec![textured(2, &[(image(4), FULL)])], Placement::Add);
    assert_eq!(session.view.budget_sentence(), None, "only textures are reduced");
    assert!(command("show_whole").is_enabled(&session));

    let (generation, files, textures) = asked(&lift(&mut session)).expect("an effect");
    assert_eq!(files, [1, 2]);
    assert_eq!(textures, [(1, 1), (1, 2), (7, 0), (2, 0)]);
    let under_way = session.opening().under_way().expect("it is told");
    assert_eq!(under_way.name, "4 textures at full size");
    let told = |session: &mut Session, generation, progress| {
        session.receive(Message::FullSizeProgress { generation, progress });
        session.opening().under_way().map(|loading| loading.progress)
    };
    assert_eq!(
        told(&mut session, generation - 1, None),
        Some(0.0),
        "of an older request"
    );
    for (at, (file, texture)) in textures.into_iter().enumerate() {
        arrives(&mut session, (file, texture), image(64), None);
        let share = (at + 1) as f32 / 4.0;
        assert_eq!(told(&mut session, generation, Some(share)), Some(share));
    }
    assert_eq!(told(&mut session, generation, None), None);
    assert!(!command("show_whole").is_enabled(&session), "all are at full size");
    let sides: Vec<u32> = session.stage().models()[0]
        .textures
        .iter()
        .filter_map(castview_picture::Texture::image)
        .map(|image| image.size()[0])
        .collect();
    assert_eq!(sides, [8, 64, 64]);
}

#[test]
fn escape_stops_what_is_decoded_at_full_size_and_it_can_be_asked_for_again() {
    let mut session = Session::default();
    let files = vec![textured(1, &[(image(4), FULL), (image(4), FULL)])];
    open(&mut session, files, Placement::Replace);
    let (first, ..) = asked(&lift(&mut session)).expect("an effect");
    arrives(&mut session, (1, 0), image(64), None);
    assert_eq!(session.apply(Action::Escape), [Effect::StopFullSize]);
    assert_eq!(session.opening().under_way(), None);
    assert_eq!(session.apply(Action::Escape), [], "nothing is left to stop");
    assert!(command("show_whole").is_enabled(&session));
    let (second, _, textures) = asked(&lift(&mut session)).expect("an effect");
    assert!(second > first);
    assert_eq!(textures, [(1, 1)]);
    // Files that are loaded meanwhile are stopped first, and what is closed needs no textures.
    let file = textured(2, &[]);
    let locations = vec![file.location];
    let placement = Placement::Add;
    session.apply(Action::Stage(StageAction::Open { locations, placement }));
    assert_eq!(session.apply(Action::Escape), [Effect::CancelLoad]);
    let effects = session.apply(Action::Stage(StageAction::CloseAll));
    assert!(effects.contains(&Effect::StopFullSize), "{effects:?}");
}

/// The loader has settled by then how large they are.
#[test]
fn textures_that_arrive_smaller_after_the_budget_was_lifted_are_asked_for_at_once() {
    let mut session = Session::default();
    let awaited = || (TextureState::Loading, None);
    open(
        &mut session,
        vec![textured(1, &[awaited(), awaited(), awaited()])],
        Placement::Replace,
    );
    let (_, _, textures) = asked(&lift(&mut session)).expect("the loader remembers the file");
    assert_eq!(textures, []);
    assert_eq!(session.opening().under_way(), None);
    assert_eq!(asked(&arrives(&mut session, (1, 0), image(4), FULL)), None);
    assert_eq!(asked(&arrives(&mut session, (1, 2), image(4), FULL)), None);
    let (_, _, textures) = asked(&arrives(&mut session, (1, 1), image(8), None)).expect("the last one asks");
    assert_eq!(textures, [(1, 0), (1, 2)]);
    // The sentence about them is no news any more.
    assert_eq!(session.receive(Message::TexturesReduced("2 textures …".into())), []);
    // Nothing asks without end.
    assert_eq!(asked(&arrives(&mut session, (1, 0), image(4), FULL)), None);
}

#[test]
fn a_file_that_is_held_to_the_budget_offers_its_full_size() {
    let mut session = Session::default();
    let files = vec![textured(1, &[(TextureState::Loading, None)])];
    open(&mut session, files, Placement::Replace);
    assert!(!command("show_whole").is_enabled(&session));
    assert_eq!(asked(&arrives(&mut session, (1, 0), image(4), FULL)), None);
    let effects = session.receive(Message::TexturesReduced("1 texture shown at a smaller size.".into()));
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}");
    };
    let button = notice.actions.first().expect("a button");
    assert_eq!(
        (notice.text.as_str(), &*button.label),
        ("1 texture shown at a smaller size.", "Show all of it")
    );
    assert_eq!(*button.action, command("show_whole").action());
    assert!(command("show_whole").is_enabled(&session));
    // Read again, the file has its leave still.
    lift(&mut session);
    let files = vec![textured(1, &[(TextureState::Loading, None)])];
    open(&mut session, files, Placement::Reload);
    assert!(asked(&arrives(&mut session, (1, 0), image(4), FULL)).is_some());
}

#[test]
fn a_smaller_picture_is_not_given_up_for_none() {
    let mut session = Session::default();
    open(&mut session, vec![textured(1, &[(image(4), FULL)])], Placement::Replace);
    let broken = TextureState::Broken("its end is missing".into());
    let effects = arrives(&mut session, (1, 0), broken, None);
    assert_eq!(
        notices(&effects),
        ["skin.png stays at a smaller size: its end is missing."]
    );
    assert_eq!(session.stage().files()[0].textures[0].state, image(4));
}

/// Texel density is about the file's own image.
#[test]
fn a_picture_knows_the_full_size_of_what_is_decoded_smaller() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![textured(1, &[(image(4), FULL), (image(4), None)])],
        Placement::Replace,
    );
    let textures = session.stage().models()[0].textures.clone();
    let sizes = textures.iter().map(castview_picture::Texture::full_size);
    assert_eq!(sizes.collect::<Vec<_>>(), [FULL, Some([4, 4])]);
    assert!(
        textures
            .iter()
            .all(|texture| texture.image().is_some_and(|image| image.size()[0] == 4))
    );
}

/// Digits stand in groups of three, as in the panels.
#[test]
fn the_legend_of_texel_density_groups_digits() {
    let mut session = Session::default();
    open(&mut session, vec![textured(1, &[(image(4), FULL)])], Placement::Replace);
    session.apply(Action::View(ViewAction::ToggleColorBy(
        castview_picture::ColorBy::TexelDensity,
    )));
    let legends = session.picture([64, 64], 1).legends;
    let most = &legends[0].entries.last().expect("there are some").words;
    let number = most
        .strip_suffix(" texels per unit")
        .expect("a number stands before it");
    let groups: Vec<&str> = number.split(' ').collect();
    assert!(
        groups.len() > 1 && groups.iter().all(|group| group.len() <= 3),
        "{most}"
    );
}

#[test]
fn legends_of_models_without_textures_have_no_texel_density() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], Vec::new())],
        Placement::Replace,
    );
    session.apply(Action::View(ViewAction::ToggleColorBy(
        castview_picture::ColorBy::TexelDensity,
    )));
    let legends = session.picture([64, 64], 1).legends;
    let words: Vec<&str> = legends[0].entries.iter().map(|entry| entry.words.as_str()).collect();
    assert_eq!(words, ["no textures"]);
}

/// A model of two meshes in one place, whose material blends or does not.
fn of_two(alpha: Alpha) -> Session {
    let mut twice = model("pane");
    let other = Mesh {
        positions: vec![[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.0, 1.0, 0.5]].into(),
        ..twice.meshes[0].clone()
    };
    twice.meshes.push(other);
    twice
        .meshes
        .iter_mut()
        .for_each(|mesh| mesh.material = Some(MaterialIndex::new(0)));
    twice.materials = vec![Material {
        surface: Surface {
            alpha,
            ..Surface::default()
        },
        ..Material::default()
    }];
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![twice], vec![])], Placement::Replace);
    session
}

/// Two meshes that blend may interleave, and the picture sums them up then: that takes memory by its size.
#[test]
fn what_blends_in_any_order_counts_with_the_size_of_the_picture() {
    let over_budget = |alpha, viewport: [u32; 2], xray: bool| {
        let mut session = of_two(alpha);
        let all = session.stage.models()[0].facts.most();
        let bytes = all.0.plus(all.1).bytes + 2_000;
        session.receive(Message::LimitMemory {
            // Half of it is for others.
            bytes: Some(2 * bytes),
            reads_blocks: true,
        });
        session.apply(Action::View(ViewAction::ResizeViewport(viewport)));
        if xray {
            session.apply(Switch::XRAY.toggle());
        }
        session.view.budget_sentence().is_some()
    };
    assert!(!over_budget(Alpha::Opaque, [1280, 720], false));
    assert!(over_budget(Alpha::Opaque, [1280, 720], true), "all of it blends");
    assert!(over_budget(Alpha::Blend, [1280, 720], false));
    assert!(!over_budget(Alpha::Blend, [4, 4], false), "a small picture");
}
