//! Questions about bones.

use super::*;
use crate::big_rig::{self, hair_joint};
use castview_motion::animation::Unposed;
use castview_session::view::followed;
use castview_session::{BoneColoring, BoneSpace, BonesShown, WindowAction, hand_pose_words};

const HAND: Start = Start::Bones(&["hand_l"]);
const SPINE: Start = Start::Bones(&["spine_02"]);

pub(super) const ROWS: &[Row] = &[
    Row {
        question: "where is a bone of this name?",
        plays: &[Play {
            from: Start::Other(|| tall(rig())),
            gestures: &[("Ctrl+F", ctrl(Key::F)), ("type, Enter", Type("bkout17"))],
            is_answered: |window| {
                let wanted = vec![hair_joint(1, 17)];
                selected_names(window) == wanted && labels(window) == wanted
            },
        }],
    },
    Row {
        question: "what is this bone called?",
        plays: &[Play {
            from: HAND,
            gestures: &[("B", key(Key::B)), ("N", key(Key::N))],
            is_answered: |window| labels(window).len() > 300,
        }],
    },
    Row {
        question: "what is inside of the mesh?",
        plays: &[Play {
            from: HAND,
            gestures: &[("X", key(Key::X))],
            is_answered: |window| session_of(window).view().overlays().xray,
        }],
    },
    Row {
        question: "which bone lies beneath this one?",
        plays: &[Play {
            from: Start::Other(clicked_joint),
            gestures: &[("click again on the same spot", At(click_there))],
            is_answered: |window| {
                let fresh = bones_drawn();
                session_of(window).edits().selected == beneath(&fresh, joint(&fresh)).get(1).copied()
            },
        }],
    },
    Row {
        question: "what does it hang on?",
        plays: &[
            Play {
                from: HAND,
                gestures: &[],
                is_answered: |window| {
                    let links = window.query_all_by_role(Role::Link);
                    let path: Vec<String> = links.filter_map(|node| node.accesskit_node().label()).collect();
                    path.ends_with(&["lowerarm_l".to_owned(), "hand_l".to_owned()])
                },
            },
            Play {
                from: HAND,
                gestures: &[(
                    "each name in it",
                    At(|window| window.get_by_role_and_label(Role::Link, "lowerarm_l").click()),
                )],
                is_answered: |window| selected_names(window) == ["lowerarm_l"],
            },
        ],
    },
    Row {
        question: "where is it in the world?",
        plays: &[Play {
            from: HAND,
            gestures: &[("World", Click("World space"))],
            is_answered: |window| {
                let space = session_of(window).preferences().bones.readout.space;
                space == BoneSpace::World && says(window, "T x ")
            },
        }],
    },
    Row {
        question: "how far is it from its rest pose?",
        plays: &[Play {
            from: SPINE,
            gestures: &[("Offset from rest", Click("Offset space"))],
            is_answered: |window| {
                let space = session_of(window).preferences().bones.readout.space;
                space == BoneSpace::Offset && says(window, "R x 0.02")
            },
        }],
    },
    Row {
        question: "why is it there, and how does the model stand after each step?",
        plays: &[Play {
            from: SPINE,
            gestures: &[
                ("Why is it there?", Click("Why is it there?")),
                ("a click on a step", ClickSome("rest: at ")),
            ],
            is_answered: |window| session_of(window).edits().stopped.is_some() && says(window, "Stopped at rest"),
        }],
    },
    Row {
        question: "how would it stand turned a little further?",
        plays: &[Play {
            from: HAND,
            gestures: &[("E", key(Key::E)), ("a drag of a ring", At(drag_a_ring))],
            is_answered: |window| hand_pose_words(session_of(window)).is_some(),
        }],
    },
    Row {
        question: "how does it stand at rest, or where its mesh was attached?",
        plays: &[
            Play {
                from: SPINE,
                gestures: &[("Shift+R", shift(Key::R))],
                is_answered: |window| is_unposed(window, Unposed::Rest),
            },
            Play {
                from: SPINE,
                gestures: &[("Shift+B", shift(Key::B))],
                is_answered: |window| is_unposed(window, Unposed::Bind),
            },
        ],
    },
    Row {
        question: "how far is it from another bone, a pinned vertex or the ground, and when the most?",
        plays: &[
            Play {
                from: Start::Bones(&["spine_02", "hand_l"]),
                gestures: &[("Ctrl+M", ctrl(Key::M))],
                is_answered: |window| says(window, "distance") && says(window, "greatest: "),
            },
            Play {
                from: SPINE,
                gestures: &[("Ctrl+M", ctrl(Key::M))],
                is_answered: |window| says(window, "ground") && says(window, "greatest: "),
            },
        ],
    },
    Row {
        question: "what is the angle of a knee?",
        plays: &[Play {
            from: Start::Bones(&["thigh_l", "foot_l", "calf_l"]),
            gestures: &[("Ctrl+M", ctrl(Key::M))],
            is_answered: |window| says(window, "angle") && says(window, "°"),
        }],
    },
    Row {
        question: "copy that",
        plays: &[Play {
            from: HAND,
            gestures: &[("click a number", ClickSome("T x "))],
            is_answered: |window| {
                let asked = std::mem::take(&mut window.state_mut().actions);
                let copies = |action: &Action| match action {
                    Action::Window(WindowAction::Copy(text)) => text.parse::<f64>().is_ok(),
                    _ => false,
                };
                asked.iter().any(copies)
            },
        }],
    },
    Row {
        question: "what are its curves?",
        plays: &[
            Play {
                from: SPINE,
                gestures: &[("V", key(Key::V))],
                is_answered: |window| window.query_by_label("Curve plot").is_some(),
            },
            Play {
                from: SPINE,
                gestures: &[],
                is_answered: |window| window.query_by_label("Curves").is_some(),
            },
        ],
    },
    Row {
        question: "what are its keys, and where in the file?",
        plays: &[Play {
            from: SPINE,
            gestures: &[("Shift+K", shift(Key::K))],
            is_answered: |window| says(window, "Key: frame ") && says(window, "byte 0x"),
        }],
    },
    Row {
        question: "does the clip drive it, in which mode?",
        plays: &[
            Play {
                from: SPINE,
                gestures: &[],
                is_answered: |window| says(window, big_rig::CLIP) && window.query_by_label("Curves").is_some(),
            },
            Play {
                from: Start::Other(drawn_spine),
                gestures: &[
                    ("Ctrl+P", ctrl(Key::P)),
                    ("bones colored by curve mode", Type("bones colored by curve mode")),
                ],
                is_answered: |window| is_colored_by(window, BoneColoring::Modes, "not driven"),
            },
        ],
    },
    Row {
        question: "what does it move, seen near by?",
        plays: &[Play {
            from: HAND,
            gestures: &[("F", key(Key::F))],
            is_answered: |window| {
                let far = session_of(&HAND.window()).view().camera().distance;
                session_of(window).view().camera().distance < far * 0.5
            },
        }],
    },
    Row {
        question: "keep it in view while it moves",
        plays: &[Play {
            from: HAND,
            gestures: &[("C", key(Key::C))],
            is_answered: |window| {
                let session = session_of(window);
                followed(session).map(|(bone, _)| bone) == session.edits().selected
            },
        }],
    },
    Row {
        question: "which way does it go, how fast?",
        plays: &[Play {
            from: HAND,
            gestures: &[("Shift+T", shift(Key::T))],
            is_answered: |window| {
                let picture = session_of(window).picture([640, 480], 1);
                picture.trails.len() == 1 && legends(window).iter().any(|words| words.ends_with("/s"))
            },
        }],
    },
    Row {
        question: "which bones move most in this clip?",
        plays: &[Play {
            from: Start::Other(drawn_spine),
            gestures: &[
                ("Ctrl+P", ctrl(Key::P)),
                ("bones colored by movement", Type("bones colored by movement")),
            ],
            is_answered: |window| is_colored_by(window, BoneColoring::Movement, "/s"),
        }],
    },
    Row {
        question: "which bones move vertices?",
        plays: &[
            Play {
                from: HAND,
                gestures: &[
                    ("Ctrl+P", ctrl(Key::P)),
                    ("bones that move vertices", Type("bones that move vertices")),
                ],
                is_answered: |window| {
                    let display = session_of(window).preferences().bones.display;
                    session_of(window).view().overlays().bones && display.shown == BonesShown::Skinning
                },
            },
            Play {
                from: HAND,
                gestures: &[("B", key(Key::B)), ("B again", key(Key::B))],
                is_answered: |window| !session_of(window).view().overlays().bones,
            },
        ],
    },
    Row {
        question: "which belong to the rig?",
        plays: &[Play {
            from: Start::Other(drawn_spine),
            gestures: &[
                ("Ctrl+P", ctrl(Key::P)),
                ("bones colored by rig", Type("bones colored by rig")),
            ],
            is_answered: |window| is_colored_by(window, BoneColoring::Rig, "IK chain"),
        }],
    },
    Row {
        question: "what does a constraint tie, what does an IK chain reach for?",
        plays: &[
            Play {
                from: Start::Bones(&["helper_elbow_l"]),
                gestures: &[],
                is_answered: |window| labels(window).iter().any(|name| name.contains("lowerarm_l")),
            },
            Play {
                from: Start::Bones(&["calf_l"]),
                gestures: &[],
                is_answered: |window| labels(window).iter().any(|name| name.contains("leg_l")),
            },
        ],
    },
    Row {
        question: "where does the chain go if its goal moves?",
        plays: &[Play {
            from: Start::Handle,
            gestures: &[("drag the ball", Drag("Goal of IK handle leg_l", vec2(20.0, -60.0)))],
            is_answered: |window| {
                let session = session_of(window);
                hand_pose_words(session).is_some() && session.composition().rig() && says(window, "effector to goal")
            },
        }],
    },
    Row {
        question: "which chain is it part of, which is its mirror bone?",
        plays: &[
            Play {
                from: Start::Other(|| {
                    let mut window = tall(rig());
                    crate::tree::deep_rig::selecting(&mut window, &hair_joint(3, 17));
                    window
                }),
                gestures: &[("Shift+C", shift(Key::C))],
                is_answered: |window| selected_names(window).len() >= big_rig::HAIR_JOINTS,
            },
            Play {
                from: HAND,
                gestures: &[("Shift+X", shift(Key::X))],
                is_answered: |window| selected_names(window).contains(&"hand_r".to_owned()),
            },
        ],
    },
    Row {
        question: "how far is it from where it stood at another frame, or in another clip?",
        plays: &[
            Play {
                from: Start::Other(pinned_elsewhere),
                gestures: &[],
                is_answered: |window| window.query_by_label("from B").is_some(),
            },
            Play {
                from: Start::Other(pinned_elsewhere),
                gestures: &[("A", key(Key::A))],
                is_answered: |window| says(window, "Shows B: "),
            },
        ],
    },
    Row {
        question: "where is the same bone in the other model?",
        plays: &[Play {
            from: Start::Other(two_models),
            gestures: &[("Shift+E", shift(Key::E))],
            is_answered: |window| {
                let all: Vec<Selected> = session_of(window).edits().all_selected().collect();
                selected_names(window) == ["hand_l", "hand_l"] && all[0].placed() != all[1].placed()
            },
        }],
    },
    Row {
        question: "hide the rest",
        plays: &[
            Play {
                from: HAND,
                gestures: &[("/", key(Key::Slash))],
                is_answered: |window| session_of(window).edits().is_solo(),
            },
            Play {
                from: HAND,
                gestures: &[("/", key(Key::Slash)), ("/ again", key(Key::Slash))],
                is_answered: |window| !session_of(window).edits().is_solo(),
            },
        ],
    },
    Row {
        question: "hide a limb",
        plays: &[
            Play {
                from: HAND,
                gestures: &[("H", key(Key::H))],
                is_answered: |window| hides_bones(window),
            },
            Play {
                from: HAND,
                gestures: &[("H", key(Key::H)), ("Alt+H", alt(Key::H))],
                is_answered: |window| !hides_bones(window),
            },
        ],
    },
];

fn is_unposed(window: &Panels, unposed: Unposed) -> bool {
    let shown = session_of(window).composition().shown_pose();
    shown.unposed == unposed && shown.weight == 0.0
}

fn is_colored_by(window: &Panels, by: BoneColoring, legend: &str) -> bool {
    let coloring = session_of(window).preferences().bones.display.coloring;
    coloring == by && legends(window).iter().any(|words| words.contains(legend))
}

fn hides_bones(window: &Panels) -> bool {
    let hidden = session_of(window).edits().hidden_bones.values();
    hidden.flat_map(|bones| bones.iter()).any(|is_hidden| *is_hidden)
}

/// The spine at frame 15, pinned at frame 5.
fn pinned_elsewhere() -> Panels {
    let mut window = SPINE.window();
    let seek = |frame| Action::Playback(PlaybackAction::Seek(Seek::Frame(frame)));
    act(&mut window, seek(5.0));
    shift(Key::A).make(&mut window);
    act(&mut window, seek(15.0));
    window
}

fn two_models() -> Panels {
    let second = OpenedFile {
        location: "/home/someone/models/second.cast".into(),
        ..OpenedFile::of(FileKey(2), "second.cast", big_rig::scene())
    };
    let mut session = fixture::opened(vec![big_rig::opened(), second]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let hand = bone(&session, "hand_l");
    session.apply(Action::Selection(SelectionAction::Select(Some(hand))));
    tall(session)
}

fn drag_a_ring(window: &mut Panels) {
    let rings = ["Turn bone about x", "Turn bone about y", "Turn bone about z"];
    let ring = rings.iter().find_map(|name| window.query_by_label(name));
    let at = ring.expect("some ring is open").rect().center();
    drag(window, at, at + vec2(24.0, 30.0));
}

/// Bones that are drawn near a point of the window, the nearest first.
fn beneath(window: &Panels, at: Pos2) -> Vec<Selected> {
    let (view, session) = (window.state().shown().viewport, session_of(window));
    let scale = session.view().viewport()[0] as f32 / view.width();
    let at = (at - view.min) * scale;
    view::drawn_at(session, glam::vec2(at.x, at.y), 10.0 * scale)
}

/// The walker with its bones.
fn bones_drawn() -> Panels {
    let mut window = tall(paused());
    window.key_press(Key::B);
    window.run_steps(3);
    window
}

/// The spine is selected, and bones are drawn.
fn drawn_spine() -> Panels {
    let mut window = SPINE.window();
    key(Key::B).make(&mut window);
    window
}

/// A joint where several bones meet.
fn joint(window: &Panels) -> Pos2 {
    let (view, session) = (window.state().shown().viewport, session_of(window));
    let scale = session.view().viewport()[0] as f32 / view.width();
    let joints = view::bone_lines(session).into_iter();
    let joints = joints.filter(|line| line.from == line.to);
    let places = joints.map(|line| view.min + vec2(line.from.x, line.from.y) / scale);
    let at = places
        .filter(|at| view.shrink(40.0).contains(*at))
        .max_by_key(|at| beneath(window, *at).len());
    at.expect("some joint is in view")
}

/// Bones are drawn, and that joint was clicked.
fn clicked_joint() -> Panels {
    let mut window = bones_drawn();
    click_there(&mut window);
    window
}

fn click_there(window: &mut Panels) {
    let at = joint(&bones_drawn());
    window.drag_at(at);
    window.run_steps(1);
    window.drop_at(at);
    window.run_steps(2);
}
