//! Reasons for the place of a pinned vertex: its steps from rest to the skin.
//!
//! In: the session as it stands, and a pin. Out: rows, made only while their section is open. A click on a step shows the model stopped
//! there.

use crate::inspector::motion::stopped;
use crate::kit::control::{fact, folded_section};
use crate::kit::words;
use castview_base::scene::Skinning;
use castview_session::{Action, Pin, Session, VertexRung, VertexStep, VertexWay, probe};
use egui::Ui;
use glam::{Affine3A, Vec3};

/// The folded section *Why is it there?* of a pin.
pub fn show(ui: &mut Ui, session: &Session, pin: &Pin, actions: &mut Vec<Action>) {
    folded_section(ui, "Why is it there?", |ui| {
        let Some(way) = probe::vertex_way(session, pin) else {
            return;
        };
        stopped::mark(ui, session, actions);
        let mut before = None;
        for rung in &way.rungs {
            step(ui, session, (&way, before, rung), actions);
            // Influences are parts of one step: each is told against what the shapes leave.
            if matches!(rung.step, VertexStep::Rest | VertexStep::Shapes) {
                before = Some(rung.position);
            }
        }
    });
}

fn step(
    ui: &mut Ui,
    session: &Session,
    (way, before, rung): (&VertexWay<'_>, Option<Vec3>, &VertexRung),
    actions: &mut Vec<Action>,
) {
    let at = words::row(&rung.position.to_array()).join(" ");
    let moved = before.map(|before| rung.position.distance(before));
    let moves = moved.map_or(String::new(), |moved| format!(", moves {}", words::measure(moved)));
    let skeleton = &way.facts.placed.model().skeleton;
    let (word, told) = match &rung.step {
        VertexStep::Rest => ("rest".to_owned(), format!("at {at}")),
        VertexStep::Shapes => ("shapes".to_owned(), format!("at {at}{moves}")),
        VertexStep::Influence { influence, .. } => (
            skeleton.name(influence.bone).to_owned(),
            format!("× {} at {at}{moves}", words::fixed(influence.weight.into(), 4)),
        ),
        VertexStep::Skinned(Skinning::Linear) => ("skinned".to_owned(), format!("at {at}{moves}, linear")),
        VertexStep::Skinned(Skinning::DualQuaternion) => {
            ("skinned".to_owned(), format!("at {at}{moves}, dual quaternion"))
        }
    };
    let exact = rung.position.to_array().map(|number| number.to_string()).join(" ");
    let numbers = match &rung.step {
        VertexStep::Influence { palette, .. } => format!("at {exact}\npalette, by columns\n{}", columns(palette)),
        _ => format!("at {exact}"),
    };
    match way.stop(rung) {
        Some(after) => {
            let model = way.facts.placed.key;
            stopped::row(ui, session, (&word, &told, &numbers), (model, after), actions);
        }
        None => _ = fact(ui, &word, told).on_hover_text(numbers),
    }
}

/// A line for each column, all digits.
fn columns(matrix: &Affine3A) -> String {
    let columns = matrix.to_cols_array_2d();
    let lines = columns.map(|column| column.map(|number| number.to_string()).join(" "));
    lines.join("\n")
}
