//! The node tree's pictures over 65 535 bones: standing, scrolling, typing a search, unfolding everything.
//!
//! `cargo bench --bench tree` prints the CPU time of one picture, panel and triangles, least, median and most. Typed words are followed
//! until the search is finished: the most is that of the costliest picture of all these.

#[path = "common/times.rs"]
mod times;

use castview::core::Transform;
use castview::opened::{FileKey, OpenedFile, Placement};
use castview::scene::{Bone, Model, Scene, Skeleton};
use castview::session::{Action, Message, Session, StageAction};
use castview::ui::kit::fonts::Background;
use castview::ui::kit::theme;
use castview::ui::tree::node_tree::{self, NodeTree};
use egui::{Context, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Panel, RawInput, TouchPhase, pos2, vec2};
use glam::Vec3;
use std::sync::Arc;
use std::time::{Duration, Instant};
use times::report;

const BONES: usize = 65_535;
/// Joints of a chain.
const CHAIN: usize = 30;
/// Every picture counts as the quickest of so many: what else the machine does is none of its cost.
const WALKS: usize = 5;
const WORDS: [&str; 3] = ["bkout17", "strand_0123_joint", "h"];

fn main() {
    let session = session();
    println!("{BONES} bones in chains of {CHAIN}, a panel of 260 × 600 points");
    let walks = |walk: &dyn Fn(&mut Bench) -> Vec<Duration>| {
        let mut least: Vec<Duration> = Vec::new();
        for _ in 0..WALKS {
            let mut bench = Bench::new(&session);
            let times = walk(&mut bench);
            least.resize(times.len().max(least.len()), Duration::MAX);
            for (least, time) in least.iter_mut().zip(times) {
                *least = (*least).min(time);
            }
        }
        least
    };
    report("first picture", &walks(&|bench| vec![bench.first]));
    report(
        "standing",
        &walks(&|bench| (0..60).map(|_| bench.picture(Vec::new())).collect()),
    );
    let unfold = |bench: &mut Bench| -> Vec<Duration> { bench.unfold() };
    report("unfolding a chain", &walks(&unfold));
    report(
        "scrolling",
        &walks(&|bench| {
            bench.unfold();
            (0..240)
                .map(|step| bench.scroll(if step < 120 { -400.0 } else { 173.0 }))
                .collect()
        }),
    );
    for word in WORDS {
        report(&format!("typing {word}"), &walks(&|bench| bench.type_word(word)));
    }
    report(
        "scrolling what was found",
        &walks(&|bench| {
            bench.type_word("h");
            (0..240)
                .map(|step| bench.scroll(if step < 120 { -400.0 } else { 173.0 }))
                .collect()
        }),
    );
}

struct Bench<'a> {
    ctx: Context,
    session: &'a Session,
    tree: NodeTree,
    time: f64,
    first: Duration,
}

impl<'a> Bench<'a> {
    fn new(session: &'a Session) -> Self {
        let ctx = Context::default();
        theme::install(&ctx, true);
        let mut bench = Self {
            ctx,
            session,
            tree: NodeTree::default(),
            time: 0.0,
            first: Duration::ZERO,
        };
        bench.first = bench.picture(vec![Event::PointerMoved(pos2(100.0, 300.0))]);
        (0..3).for_each(|_| _ = bench.picture(Vec::new()));
        bench
    }

    /// The time of one picture, from its events to its triangles.
    fn picture(&mut self, events: Vec<Event>) -> Duration {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(egui::Rect::from_min_size(pos2(0.0, 0.0), vec2(260.0, 600.0))),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let (session, tree) = (self.session, &mut self.tree);
        let background: Background = Arc::new(|job| drop(std::thread::spawn(job)));
        let start = Instant::now();
        let output = self.ctx.run_ui(input, |ui| {
            let mut actions = Vec::new();
            Panel::left("tree").exact_size(260.0).show(ui, |ui| {
                ui.take_available_space();
                node_tree::show(ui, session, tree, &background, &mut actions);
            });
        });
        let meshes = self.ctx.tessellate(output.shapes.clone(), 1.0);
        let spent = start.elapsed();
        std::hint::black_box(meshes);
        output.drop_without_applying_deltas();
        spent
    }

    fn scroll(&mut self, points: f32) -> Duration {
        self.picture(vec![Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            source: MouseWheelSource::Wheel,
            delta: vec2(0.0, points),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        }])
    }

    /// Down through the rows, unfolding each: every key makes the rows anew.
    fn unfold(&mut self) -> Vec<Duration> {
        let id = castview::ui::tree::keyboard::id();
        self.ctx.memory_mut(|memory| memory.request_focus(id));
        self.picture(Vec::new());
        let keys = [Key::ArrowDown, Key::ArrowRight].into_iter().cycle().take(120);
        keys.map(|key| {
            self.picture(vec![Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            }])
        })
        .collect()
    }

    /// Letter by letter, with two pictures between them, and then until the search has looked at every name.
    fn type_word(&mut self, word: &str) -> Vec<Duration> {
        self.tree.wants_search = true;
        self.picture(Vec::new());
        self.picture(Vec::new());
        let mut times = Vec::new();
        for letter in word.chars() {
            times.push(self.picture(vec![Event::Text(letter.to_string())]));
            times.extend((0..2).map(|_| self.picture(Vec::new())));
        }
        times.extend((0..BONES.div_ceil(1024)).map(|_| self.picture(Vec::new())));
        times
    }
}

fn session() -> Session {
    let name = |bone: usize| {
        let (chain, joint) = (bone / CHAIN, bone % CHAIN);
        let region = ["back_outer", "back_inner", "side", "temple", "fringe"][chain % 5];
        format!("hair_{region}_strand_{chain:04}_joint_{joint:02}")
    };
    let bone = |index: usize| Bone {
        name: name(index),
        parent: (index > 0).then(|| if index.is_multiple_of(CHAIN) { 0 } else { index - 1 }),
        rest: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        compensates_scale: false,
        ..Bone::default()
    };
    let model = Model {
        name: "hairy".into(),
        skeleton: Skeleton::new((0..BONES).map(bone).collect()).expect("parents come first"),
        ..Model::default()
    };
    let scene = Scene {
        models: vec![model],
        ..Scene::default()
    };
    let mut session = Session::default();
    session.apply(Action::Stage(StageAction::Open {
        locations: vec!["hairy.cast".into()],
        placement: Placement::Replace,
    }));
    session.receive(Message::Loaded {
        generation: 1,
        files: vec![OpenedFile::of(FileKey(1), "hairy.cast", scene)],
        placement: Placement::Replace,
    });
    session
}
