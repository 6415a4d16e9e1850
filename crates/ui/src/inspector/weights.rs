//! Vertices that a bone moves, and the state of a mesh's weights.

use super::rows::{dim_line, link, shown_by};
use crate::kit::control::{self, fact, section};
use crate::kit::theme::{self, size, space};
use crate::kit::words::{self, counted};
use crate::tree::node::{self, Node};
use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::MeshWeights;
use castview_session::probe;
use castview_session::{Action, ListedVertices, Placed, ProbeAction, Selected, Session};
use egui::accesskit::Role;
use egui::{Align2, Rect, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Meshes and bones that are listed; a number tells of the rest.
const LISTED: usize = 8;

/// How many vertices `bone` moves, of which meshes, and its greatest weight.
pub fn of_bone(ui: &mut Ui, session: &Session, placed: &Placed, bone: BoneIndex, actions: &mut Vec<Action>) {
    if placed.model().skins.is_empty() {
        return;
    }
    section(ui, "Weights", None, |ui| {
        let Some(facts) = session.view().weights_of(placed) else {
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
        let Some(facts) = session.view().weights_of(placed) else {
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
        histogram(ui, session, weights, (placed, mesh), actions);
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

/// A bar for each number of influences, as long as its share of the vertices; a click lists and marks these, another takes that back.
fn histogram(
    ui: &mut Ui,
    session: &Session,
    weights: &MeshWeights,
    (placed, mesh): (&Placed, MeshIndex),
    actions: &mut Vec<Action>,
) {
    let most = weights.histogram.iter().copied().max().unwrap_or(0).max(1);
    let last = weights.histogram.iter().rposition(|count| *count > 0).unwrap_or(0);
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
        let listed = probe::listed_vertices(session).filter(|listed| listed.influences == influences);
        if bar(ui, &word, (*count, most), listed.is_some()) {
            let list = ProbeAction::ListInfluences(placed.key, mesh, influences);
            actions.push(Action::Probe(list));
        }
        if let Some(listed) = listed {
            list(ui, listed, actions);
        }
    }
}

/// True when it was clicked. Nothing is behind a bar without vertices.
fn bar(ui: &mut Ui, word: &str, (count, most): (u32, u32), is_listed: bool) -> bool {
    let theme = theme::of(ui);
    let font = TextStyle::Monospace.resolve(ui.style());
    control::fact_with(ui, word, |ui| {
        let room = vec2(ui.available_width() - space::S, size::ROW - space::XS);
        let sense = if count > 0 { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(room, sense);
        control::row_back(ui, rect, &response, is_listed);
        let share = count as f32 / most as f32;
        // The numbers stand right of all bars.
        let width = ((rect.width() - size::NUMBER).max(0.0) * share).max(if count > 0 { size::RING } else { 0.0 });
        let bar = Rect::from_min_size(
            pos2(rect.left(), rect.center().y - space::XS),
            vec2(width, 2.0 * space::XS),
        );
        let color = if is_listed { theme.selected } else { theme.handle };
        ui.painter().rect_filled(bar, 0, color);
        let at = pos2(rect.right(), rect.center().y);
        let number = words::grouped(u64::from(count));
        ui.painter().text(at, Align2::RIGHT_CENTER, &number, font, theme.text);
        let said = format!("{word}: {}", counted(u64::from(count), "vertex", "vertices"));
        let role = if count > 0 { Role::Button } else { Role::Label };
        response.widget_info(|| WidgetInfo::selected(role, true, is_listed, &said));
        let tip = match (count, is_listed) {
            (0, _) => said,
            (_, true) => format!("{said}\nClick, or Esc, to list them no more"),
            (_, false) => format!("{said}\nClick to list them and mark them in the view"),
        };
        response.on_hover_text(tip).clicked()
    })
}

/// How many there are and are marked, and a row for each; a click on a row pins the vertex, which tells what moves it.
fn list(ui: &mut Ui, listed: &ListedVertices, actions: &mut Vec<Action>) {
    let all = counted(listed.vertices.len() as u64, "vertex", "vertices");
    let marked = listed.marked().len();
    let said = match marked == listed.vertices.len() {
        true => format!("{all}, marked in the view"),
        false => format!("{all}, {} of them marked in the view", words::grouped(marked as u64)),
    };
    dim_line(ui, &said);
    ui.scope(|ui| rows(ui, listed, actions));
}

/// As many at a time as fit.
fn rows(ui: &mut Ui, listed: &ListedVertices, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let count = listed.vertices.len();
    ScrollArea::vertical()
        .id_salt("listed vertices")
        .max_height(size::ROW * count.min(LISTED) as f32)
        .auto_shrink([false, true])
        .show_rows(ui, size::ROW, count, |ui, shown| {
            for vertex in listed.vertices.get(shown).unwrap_or_default() {
                if row(ui, *vertex) {
                    let pin = ProbeAction::PinVertex(listed.model, listed.mesh, *vertex);
                    actions.push(Action::Probe(pin));
                }
            }
        });
}

fn row(ui: &mut Ui, vertex: u32) -> bool {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    let word = format!("vertex {vertex}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Pin {word}")));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    control::row_back(ui, rect, &response, false);
    let font = TextStyle::Monospace.resolve(ui.style());
    let at = pos2(rect.left() + space::XL, rect.center().y);
    ui.painter().text(at, Align2::LEFT_CENTER, &word, font, theme.text);
    response
        .on_hover_text("Click to pin it: the pin tells what moves it")
        .clicked()
}
