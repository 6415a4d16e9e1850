//! What a bone moves, and what the weights of a mesh are like.

use super::rows::{dim_line, link, shown_by};
use crate::core::{BoneIndex, MeshIndex};
use crate::scene::MeshWeights;
use crate::session::{Action, Placed, Selected, Session};
use crate::ui::kit::control::{self, fact, section};
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::words::{self, counted};
use crate::ui::tree::node::{self, Node};
use egui::accesskit::Role;
use egui::{Align2, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Meshes and bones that are listed; a number tells of the rest.
const LISTED: usize = 8;

/// How many vertices `bone` moves, of which meshes, and its greatest weight.
pub fn of_bone(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    if placed.model().skins.is_empty() {
        return;
    }
    section(ui, "Weights", None, |ui| {
        let Some(facts) = session.weights_of(placed) else {
            dim_line(ui, "The weights are being counted.");
            return;
        };
        let (meshes, vertices, greatest) = facts.total(bone);
        if meshes == 0 {
            fact(ui, "moves", "no vertex by itself");
            return;
        }
        fact(ui, "moves", counted(vertices, "vertex", "vertices"));
        fact(ui, "greatest weight", words::fixed(greatest.into(), 3));
        for moved in facts.of_bone(bone).take(LISTED) {
            let item = Selected::Mesh(placed.key, moved.mesh);
            let name = node::label(session.stage(), Node::Item(item));
            let label = counted(u64::from(moved.vertices), "vertex of", "vertices of");
            link(ui, &label, name, item, actions);
        }
        rest(ui, meshes, "mesh", "meshes");
    });
}

/// How many influences the vertices of `mesh` have, and what is wrong with its weights.
pub fn of_mesh(ui: &mut Ui, session: &Session, placed: &Placed, mesh: MeshIndex, actions: &mut Vec<Action>) {
    let model = placed.model();
    if model.meshes.get(mesh.get()).is_none_or(|mesh| mesh.skin.is_none()) {
        return;
    }
    section(ui, "Weights", None, |ui| {
        let Some(facts) = session.weights_of(placed) else {
            dim_line(ui, "The weights are being counted.");
            return;
        };
        let Some(weights) = facts.of_mesh(mesh) else { return };
        let vertices = |count: u32| counted(count.into(), "vertex", "vertices");
        let without = vertices(weights.weightless);
        shown_by(ui, session, ("without weight", &without, "weight_sums"), actions);
        let wrong = vertices(weights.wrong_sums);
        shown_by(ui, session, ("wrong sums", &wrong, "weight_sums"), actions);
        if weights.wrong_sums > 0 {
            fact(ui, "worst sum", words::measure(weights.worst_sum));
        }
        histogram(ui, weights);
        fact(ui, "idle bones", words::grouped(weights.idle.into()));
        for bone in weights.idle_bones.iter().take(LISTED) {
            let name = model.skeleton.name(*bone);
            link(ui, "weighs nothing", name, Selected::Bone(placed.key, *bone), actions);
        }
        rest(ui, weights.idle as usize, "bone", "bones");
    });
}

fn rest(ui: &mut Ui, count: usize, one: &str, many: &str) {
    if let Some(more) = count.checked_sub(LISTED).filter(|more| *more > 0) {
        dim_line(ui, &format!("and {} more", counted(more as u64, one, many)));
    }
}

/// A bar for each number of influences, as long as its share of the vertices.
fn histogram(ui: &mut Ui, weights: &MeshWeights) {
    let theme = theme::of(ui);
    let most = weights.histogram.iter().copied().max().unwrap_or(0).max(1);
    let last = weights.histogram.iter().rposition(|count| *count > 0).unwrap_or(0);
    let font = TextStyle::Monospace.resolve(ui.style());
    for (influences, count) in weights.histogram.iter().enumerate().take(last + 1) {
        // Vertices without any are the exception.
        if influences == 0 && *count == 0 {
            continue;
        }
        let word = match influences {
            1 => "1 influence".to_owned(),
            _ if influences + 1 == MeshWeights::COUNTED => format!("{influences} or more"),
            _ => format!("{influences} influences"),
        };
        control::fact_with(ui, &word, |ui| {
            let room = vec2(ui.available_width() - space::S, size::ROW - space::XS);
            let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
            let share = *count as f32 / most as f32;
            // The numbers stand right of all bars.
            let width = ((rect.width() - size::NUMBER).max(0.0) * share).max(if *count > 0 { size::RING } else { 0.0 });
            let bar = Rect::from_min_size(
                pos2(rect.left(), rect.center().y - space::XS),
                vec2(width, 2.0 * space::XS),
            );
            ui.painter().rect_filled(bar, 0, theme.handle);
            let number = words::grouped(u64::from(*count));
            let at = pos2(rect.right(), rect.center().y);
            ui.painter()
                .text(at, Align2::RIGHT_CENTER, &number, font.clone(), theme.text);
            let said = format!("{word}: {}", counted(u64::from(*count), "vertex", "vertices"));
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
            response.on_hover_text(said);
        });
    }
}
