//! Questions about meshes, shapes and vertices.

use super::*;
use crate::big_rig;
use castview_base::scene::{ColorLayer, Influences, Skinning};
use castview_picture::{Channel, ColorBy};
use castview_session::probe;
use castview_session::view;

const HAND: Start = Start::Bones(&["hand_l"]);
const BODY: Start = Start::Mesh(0);
const DAMAGED: Start = Start::Other(damaged);

/// A choice of the menu *Shading*, which colors surfaces.
macro_rules! shading {
    ($($title:literal => $by:expr),+) => {
        &[$(Play {
            from: HAND,
            gestures: &[("Shading", Click("Shading")), ($title, Click($title))],
            is_answered: |window| view::color_by(session_of(window)) == $by && legends(window).len() >= 2,
        }),+]
    };
}

pub(super) const ROWS: &[Row] = &[
    Row {
        question: "what does this bone move, and how much?",
        plays: &[Play {
            from: HAND,
            gestures: &[("K", key(Key::K))],
            is_answered: |window| {
                let is_told = legends(window).iter().any(|words| words == "weight of hand_l");
                is_told && view::color_by(session_of(window)) == ColorBy::Weights
            },
        }],
    },
    Row {
        question: "how many vertices does it move, of which meshes?",
        plays: &[Play {
            from: HAND,
            gestures: &[],
            is_answered: |window| window.query_by_label("moves").is_some() && says(window, "vertices of"),
        }],
    },
    Row {
        question: "which vertices have no weight, or weights of a wrong sum?",
        plays: &[
            Play {
                from: DAMAGED,
                gestures: &[("a click on the number", ClickSome("without weight: 1"))],
                is_answered: |window| view::color_by(session_of(window)) == ColorBy::WeightSum,
            },
            Play {
                from: DAMAGED,
                gestures: &[("a click lists its vertices", ClickSome("2 influences: 1"))],
                is_answered: |window| says(window, "Pin vertex 1"),
            },
        ],
    },
    Row {
        question: "what do these bones move together?",
        plays: &[Play {
            from: Start::Bones(&["hand_l", "hand_r", "head"]),
            gestures: &[("K", key(Key::K))],
            is_answered: |window| {
                let told = "weight of 3 bones together";
                legends(window).iter().any(|words| words == told)
            },
        }],
    },
    Row {
        question: "which bone moves this part most?",
        plays: shading!("Bones of the greatest weight" => ColorBy::DominantBone),
    },
    Row {
        question: "how many bones move each vertex?",
        plays: shading!("Numbers of influences" => ColorBy::InfluenceCount),
    },
    Row {
        question: "where do weights not sum to 1, where are there none?",
        plays: shading!("Sums of weights" => ColorBy::WeightSum),
    },
    Row {
        question: "how does the face look with this shape alone?",
        plays: &[Play {
            from: Start::Shape,
            gestures: &[("Only this shape", Click("Only this shape"))],
            is_answered: |window| {
                let set: Vec<f32> = session_of(window).edits().shape_weights.values().copied().collect();
                set.iter().filter(|weight| **weight > 0.0).count() == 1
            },
        }],
    },
    Row {
        question: "which shape moves this spot, and what does it do?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[
                ("P", key(Key::P)),
                (
                    "drag the surface to the right",
                    At(|window| {
                        let at = shaped_spot(window);
                        press(window, at);
                        window.hover_at(at + vec2(40.0, 0.0));
                        window.run_steps(2);
                    }),
                ),
            ],
            is_answered: |window| {
                let set = session_of(window).edits().shape_weights.values().next().copied();
                set.is_some_and(|weight| says(window, &format!("smile {weight:.2}")))
            },
        }],
    },
    Row {
        question: "what does this blend shape move, and how far?",
        plays: &[Play {
            from: Start::Shape,
            gestures: &[("K", key(Key::K))],
            is_answered: |window| {
                view::color_by(session_of(window)) == ColorBy::ShapeDelta && !legends(window).is_empty()
            },
        }],
    },
    Row {
        question: "how do linear and dual-quaternion skinning differ here?",
        plays: shading!("Linear against dual quaternion" => ColorBy::MethodDifference),
    },
    Row {
        question: "how would this mesh look with the other?",
        plays: &[Play {
            from: BODY,
            gestures: &[
                ("method", Click("Skinning method")),
                ("the other", Click("Dual quaternion")),
            ],
            is_answered: |window| {
                let methods = &session_of(window).edits().methods;
                methods.values().eq([&Skinning::DualQuaternion])
            },
        }],
    },
    Row {
        question: "where do normals and tangents point as it is posed, which side is the front?",
        plays: shading!(
            "Normals" => ColorBy::Normals,
            "Tangents" => ColorBy::Tangents,
            "Sides of faces" => ColorBy::FaceSides
        ),
    },
    Row {
        question: "which faces have no area, and where?",
        plays: shading!("Faces without area" => ColorBy::DegenerateFaces),
    },
    Row {
        question: "how large is this mesh as it is posed?",
        plays: &[
            Play {
                from: BODY,
                gestures: &[],
                is_answered: |window| window.query_by_label("size posed").is_some(),
            },
            Play {
                from: BODY,
                gestures: &[("a click on size at rest", ClickSome("size at rest: "))],
                is_answered: |window| {
                    castview_session::command("mesh_bounds").is_checked(session_of(window)) == Some(true)
                },
            },
        ],
    },
    Row {
        question: "how does the texture lie?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[("Shading", Click("Shading")), ("UV 0", Click("UV 0"))],
            is_answered: |window| view::color_by(session_of(window)) == ColorBy::Uv(0),
        }],
    },
    Row {
        question: "where in the texture is this spot, and where on the model is that texel?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[("U", key(Key::U))],
            is_answered: |window| window.query_by_label("UV plane").is_some(),
        }],
    },
    Row {
        question: "what do vertex colors hold?",
        plays: &[Play {
            from: Start::Other(colored),
            gestures: &[("Shading", Click("Shading")), ("Vertex colors 0", At(choose_red))],
            is_answered: |window| view::color_by(session_of(window)) == ColorBy::VertexColors(0, Channel::Red),
        }],
    },
    Row {
        question: "what moves this vertex?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[("Alt+click", AltClick)],
            is_answered: |window| says(window, "Weight of "),
        }],
    },
    Row {
        question: "where would each of its bones alone put it?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[("Alt+click", AltClick), ("Why is it there?", Click("Why is it there?"))],
            is_answered: |window| {
                let session = session_of(window);
                let way = probe::vertex_way(session, &session.edits().pins()[0]);
                way.is_some_and(|way| way.rungs.len() > 2) && says(window, ": × ")
            },
        }],
    },
    Row {
        question: "which blend shapes move it, and how far?",
        plays: &[Play {
            from: Start::Walker,
            gestures: &[("Alt+click", AltClick)],
            is_answered: |window| says(window, "Current weight of smile"),
        }],
    },
    Row {
        question: "where in the file is it?",
        plays: &[
            Play {
                from: HAND,
                gestures: &[("Alt+click", AltClick)],
                is_answered: |window| says(window, "Show position in the file: "),
            },
            Play {
                from: HAND,
                gestures: &[
                    ("Alt+click", AltClick),
                    ("a click on one", ClickSome("Show position in the file: ")),
                ],
                is_answered: |window| session_of(window).window().page() == Some(Page::Document),
            },
        ],
    },
    Row {
        question: "what are the numbers of all its vertices, at rest and posed?",
        plays: &[Play {
            from: BODY,
            gestures: &[("Ctrl+T", ctrl(Key::T))],
            is_answered: |window| says(window, "vertex 0, x "),
        }],
    },
    Row {
        question: "which vertices did not move, which moved least?",
        plays: &[Play {
            from: BODY,
            gestures: &[("Ctrl+T", ctrl(Key::T)), ("a click on moved", Click("Sort by moved"))],
            is_answered: |window| {
                let moved = moved(window);
                moved.len() > 3 && moved.is_sorted()
            },
        }],
    },
];

/// The rig, whose body has one vertex without weight and one with two influences; the body is selected.
fn damaged() -> Panels {
    let mut scene = big_rig::scene();
    let body = &mut scene.models[0].meshes[0];
    let old = &body.influences;
    let count = body.positions.len();
    let slots: Vec<u32> = (0..count).flat_map(|vertex| [old.slots.get(vertex), 0]).collect();
    let mut weights: Vec<f32> = (0..count).flat_map(|_| [1.0, 0.0]).collect();
    weights[..4].copy_from_slice(&[0.0, 0.0, 0.5, 0.5]);
    body.influences = Influences {
        stride: 2,
        slots: slots.into(),
        weights: weights.into(),
        wrong_sums: vec![(0, 0.0)].into(),
    };
    with_body(scene)
}

/// The rig, whose body has vertex colors.
fn colored() -> Panels {
    let mut scene = big_rig::scene();
    let body = &mut scene.models[0].meshes[0];
    body.colors = vec![ColorLayer::Float(
        vec![[1.0, 0.5, 0.0, 1.0]; body.positions.len()].into(),
    )];
    with_body(scene)
}

fn with_body(scene: Scene) -> Panels {
    let mut session = fixture::opened(vec![OpenedFile::of(FileKey(1), big_rig::FILE, scene)]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let body = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(0));
    selecting(session, &[body])
}

/// The submenu opens below the pointer.
fn choose_red(window: &mut Panels) {
    let at = window.get_by_label("Vertex colors 0").rect().center();
    window.hover_at(at);
    window.run_steps(30);
    window.get_by_label("Vertex colors 0, red").click();
}

/// How far the vertices of the table moved, from its first row on.
fn moved(window: &Panels) -> Vec<f64> {
    let rows = window.query_all_by_role(Role::Row);
    let mut rows: Vec<(f32, String)> = rows
        .filter_map(|row| Some((row.rect().top(), row.accesskit_node().label()?)))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let moved = |(_, told): &(f32, String)| {
        told.split(", ")
            .find_map(|part| part.strip_prefix("moved ")?.parse().ok())
    };
    rows.iter().filter_map(moved).collect()
}
