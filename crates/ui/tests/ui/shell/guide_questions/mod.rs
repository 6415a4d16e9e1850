//! The tables of questions in the guide, asked: each row has its gestures here, at most two, and these bring its answer on the screen.
//!
//! The rows are read from `docs/guide.md`: one without a case, or a case without its row, fails; so does a gesture that its row does not name.

mod bones;
mod file;
mod meshes;

use crate::inspector::probe::{alt_click, spot};
use crate::panels::*;
use crate::tree::deep_rig::rig;
use castview_base::core::{BlendShapeIndex, IkHandleIndex};
use castview_session::{ProbeAction, SelectionAction, view};

/// More is no answer but a search for one.
const MOST_GESTURES: usize = 2;
/// As many questions as there have to be.
const LEAST_QUESTIONS: usize = 30;

/// A row of the guide.
struct Row {
    question: &'static str,
    /// Each answers the question, or a part of it.
    plays: &'static [Play],
}

/// Gestures that answer a question.
struct Play {
    from: Start,
    /// Each with the words by which the row names it; empty for a part of another one's words.
    gestures: &'static [(&'static str, Gesture)],
    is_answered: fn(&mut Panels) -> bool,
}

/// The window before the first gesture, in which the question comes up.
#[derive(Clone, Copy)]
enum Start {
    /// The rig of 424 bones, whose clip stands at frame 15; these bones are selected, the last one is the active one.
    Bones(&'static [&'static str]),
    /// The same with that mesh selected.
    Mesh(usize),
    /// With its first blend shape selected.
    Shape,
    /// With an IK handle selected.
    Handle,
    /// The walker with notifications, paused.
    Walker,
    /// Another one.
    Other(fn() -> Panels),
}

/// Something that a hand does once.
#[derive(Clone, Copy)]
enum Gesture {
    Key(Modifiers, Key),
    /// Words into the field that has the keyboard, with Enter at their end.
    Type(&'static str),
    /// On what has that accessible name.
    Click(&'static str),
    /// On the first thing whose accessible name has these words.
    ClickSome(&'static str),
    RightClickSome(&'static str),
    /// From the thing of that name.
    Drag(&'static str, Vec2),
    /// On the surface, which the renderer answers with a vertex.
    AltClick,
    /// Somewhere else, as this says.
    At(fn(&mut Panels)),
}

use Gesture::{AltClick, At, Click, ClickSome, Drag, RightClickSome, Type};

const fn key(key: Key) -> Gesture {
    Gesture::Key(Modifiers::NONE, key)
}

const fn shift(key: Key) -> Gesture {
    Gesture::Key(Modifiers::SHIFT, key)
}

const fn ctrl(key: Key) -> Gesture {
    Gesture::Key(Modifiers::COMMAND, key)
}

const fn alt(key: Key) -> Gesture {
    Gesture::Key(Modifiers::ALT, key)
}

impl Start {
    fn window(self) -> Panels {
        let rig_with = |items: &dyn Fn(&Session) -> Vec<Selected>| {
            let mut session = rig();
            session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(15.0))));
            let items = items(&session);
            selecting(session, &items)
        };
        let first = |session: &Session| session.stage().models()[0].key;
        match self {
            Self::Bones(names) => rig_with(&|session| names.iter().map(|name| bone(session, name)).collect()),
            Self::Mesh(mesh) => rig_with(&|session| vec![Selected::Mesh(first(session), MeshIndex::new(mesh))]),
            Self::Shape => rig_with(&|session| vec![Selected::BlendShape(first(session), BlendShapeIndex::new(0))]),
            Self::Handle => rig_with(&|session| vec![Selected::Handle(first(session), IkHandleIndex::new(0))]),
            Self::Walker => tall(paused()),
            Self::Other(window) => window(),
        }
    }
}

/// The window with these selected, of which the last is the active one.
fn selecting(session: Session, items: &[Selected]) -> Panels {
    let mut harness = tall(session);
    for (at, item) in items.iter().enumerate() {
        let select = match at {
            0 => SelectionAction::Select(Some(*item)),
            _ => SelectionAction::Toggle(*item),
        };
        act(&mut harness, Action::Selection(select));
    }
    harness.run_steps(3);
    work(&mut harness);
    actions(&mut harness);
    harness
}

/// High enough for a whole page of the inspector.
fn tall(session: Session) -> Panels {
    let mut harness = build(builder(vec2(1280.0, 1800.0)), session);
    harness.run_steps(3);
    actions(&mut harness);
    harness
}

impl Gesture {
    fn make(self, harness: &mut Panels) {
        match self {
            Self::Key(modifiers, key) => harness.key_press_modifiers(modifiers, key),
            Type(words) => {
                harness.event(egui::Event::Text(words.into()));
                harness.run_steps(4);
                harness.key_press(Key::Enter);
            }
            Click(name) => harness.get_by_label(name).click(),
            ClickSome(words) => first(harness, words).click(),
            RightClickSome(words) => first(harness, words).click_secondary(),
            Drag(name, way) => {
                let at = harness.get_by_label(name).rect().center();
                drag(harness, at, at + way);
            }
            AltClick => {
                alt_click(harness);
                let spot = spot(session_of(harness));
                act(harness, Action::Probe(ProbeAction::Pin(spot)));
            }
            At(make) => make(harness),
        }
        harness.run_steps(4);
        work(harness);
    }
}

fn first<'a>(harness: &'a Panels, words: &'a str) -> egui_kittest::Node<'a> {
    let mut found = harness.query_all_by_label_contains(words);
    found.next().unwrap_or_else(|| panic!("nothing is called {words}"))
}

fn says(harness: &Panels, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

/// Question and way of each row of the table below that heading.
fn rows_of(heading: &str) -> Vec<(String, String)> {
    let guide = include_str!("../../../../../../docs/guide.md");
    let (_, below) = guide
        .split_once(&format!("\n## {heading}\n"))
        .expect("the guide has it");
    let (section, _) = below.split_once("\n## ").unwrap_or((below, ""));
    let lines = section.lines().filter(|line| line.starts_with("| "));
    let cells = lines.filter_map(|line| {
        let cells = line.trim_start_matches("| ").trim_end_matches(" |");
        let (question, way) = cells.split_once(" | ")?;
        Some((question.to_owned(), way.replace('*', "")))
    });
    let rows = cells.filter(|(question, _)| question != "question" && !question.starts_with("---"));
    rows.collect()
}

const TABLES: [(&str, &[Row]); 3] = [
    ("Questions about bones", bones::ROWS),
    ("Questions about meshes", meshes::ROWS),
    ("Questions about the file", file::ROWS),
];

#[test]
fn every_question_of_the_guide_has_its_case() {
    let mut asked = 0;
    for (heading, cases) in TABLES {
        let told: Vec<String> = rows_of(heading).into_iter().map(|(question, _)| question).collect();
        let played: Vec<&str> = cases.iter().map(|row| row.question).collect();
        assert_eq!(told, played, "{heading}");
        assert!(cases.iter().all(|row| !row.plays.is_empty()), "{heading}");
        asked += cases.len();
    }
    assert!(asked >= LEAST_QUESTIONS, "{asked} questions");
}

#[test]
fn every_question_takes_at_most_two_gestures_which_the_guide_names() {
    let mut wrong = Vec::new();
    for (heading, cases) in TABLES {
        let rows = rows_of(heading);
        for row in cases {
            let way = rows.iter().find(|(question, _)| question == row.question);
            let way = way.map_or("", |(_, way)| way);
            for play in row.plays {
                if play.gestures.len() > MOST_GESTURES {
                    wrong.push(format!("{}: {} gestures", row.question, play.gestures.len()));
                }
                let unnamed = play.gestures.iter().filter(|(told, _)| !names(way, told));
                wrong.extend(unnamed.map(|(told, _)| format!("{}: {told} is not in: {way}", row.question)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether `words` stand in `text`, and no letter goes on at their ends: B is no part of Ctrl+B.
fn names(text: &str, words: &str) -> bool {
    let goes_on = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '+');
    let mut found = text.match_indices(words);
    found.any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        !goes_on(before.chars().next_back()) && !goes_on(after.chars().next())
    })
}

/// Plays all rows of a table.
fn play(rows: &[Row]) {
    let mut unanswered = Vec::new();
    for row in rows {
        for (at, play) in row.plays.iter().enumerate() {
            let asked = std::panic::catch_unwind(|| {
                let mut harness = play.from.window();
                for (_, gesture) in play.gestures {
                    gesture.make(&mut harness);
                }
                (play.is_answered)(&mut harness)
            });
            if !matches!(asked, Ok(true)) {
                unanswered.push(format!("{} ({at})", row.question));
            }
        }
    }
    assert!(unanswered.is_empty(), "not answered: {unanswered:#?}");
}

#[test]
fn questions_about_bones_are_answered() {
    play(bones::ROWS);
}

#[test]
fn questions_about_meshes_are_answered() {
    play(meshes::ROWS);
}

#[test]
fn questions_about_the_file_are_answered() {
    play(file::ROWS);
}

/// Names that stand in the picture.
fn labels(harness: &Panels) -> Vec<String> {
    let labels = session_of(harness).picture([640, 480], 1).labels;
    labels.into_iter().map(|label| label.text).collect()
}

/// Words of the legends.
fn legends(harness: &Panels) -> Vec<String> {
    let legends = session_of(harness).picture([640, 480], 1).legends.into_iter();
    legends
        .flat_map(|legend| legend.entries)
        .map(|entry| entry.words)
        .collect()
}

fn selected_names(harness: &Panels) -> Vec<String> {
    let session = session_of(harness);
    let name = |item: Selected| match item {
        Selected::Bone(key, bone) => Some(session.stage().placed(key)?.model().skeleton.name(bone).to_owned()),
        _ => None,
    };
    session.edits().all_selected().filter_map(name).collect()
}

/// A place of the view where a shape moves the surface.
fn shaped_spot(harness: &Panels) -> Pos2 {
    let rect = harness.state().shown().viewport;
    let place = |x: u32, y: u32| rect.shrink(60.0).lerp_inside(vec2(x as f32, y as f32) / 60.0);
    let is_moved = |at: &Pos2| {
        let way = (*at - rect.center()) / (rect.size() * 0.5);
        view::shape_under(session_of(harness), glam::vec2(way.x, -way.y)).is_some()
    };
    let mut places = (0..=60).flat_map(|y| (0..=60).map(move |x| place(x, y)));
    places.find(is_moved).expect("a shape is in view")
}
