//! The table of a mesh's vertices: what goes into the deform pass and what comes out. Only the rows in sight are made; they are put in order
//! in the background.

mod state;

pub use state::VerticesPage;

use crate::kit::fonts::Background;
use crate::kit::keyboard::row_keys::jump;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use crate::kit::{control, page};
use castview_base::core::{MeshIndex, Stored};
use castview_picture::PlacedKey;
use castview_session::{
    Action, FilePlace, Page, Placed, ProbeAction, Selected, Session, VertexColumn, VertexRows, WindowAction, mesh_name,
    probe,
};
use egui::accesskit::Role;
use egui::{
    Align, Align2, Button, Context, FontId, Key, Label, Layout, Rect, Response, RichText, Sense, TextStyle, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// Characters of a number, of the number of a vertex, and of names with weights at least.
const NUMBER: usize = 11;
const INDEX: usize = 9;
const WEIGHTS: usize = 28;
/// Decimals of a cell; the row that is copied has all digits.
const DECIMALS: u8 = 4;

/// Shows the page.
pub fn show(
    ctx: &Context,
    session: &Session,
    memory: &mut VerticesPage,
    background: &Background,
    actions: &mut Vec<Action>,
) {
    page::show_wide(ctx, Page::Vertices, "Table of vertices", actions, |ui, actions| {
        let shown = probe::uv_mesh(session);
        let rows = shown.and_then(|(placed, mesh)| {
            let rows = VertexRows::of(placed.model(), placed.pose(), mesh)?;
            Some((placed, mesh, rows))
        });
        let Some((placed, mesh, rows)) = rows else {
            control::empty(
                ui,
                "Open a model, and the vertices of its selected mesh are listed here.",
            );
            return;
        };
        memory.update(placed, mesh);
        head(ui, memory, (placed, mesh, &rows), actions);
        let whole = ui.available_rect_before_wrap();
        ui.allocate_rect(whole, Sense::hover());
        let columns = Columns::of(ui, placed, mesh, memory.first, whole.width());
        let (titles, below) = whole.split_top_bottom_at_y(whole.top() + size::ROW);
        let chosen = columns.titles(ui, titles, memory);
        if let Some(column) = chosen {
            memory.sort(ui.ctx(), placed, mesh, column, background);
        }
        table(ui, memory, (placed, mesh, &rows), &columns, below, actions);
    });
}

fn head(
    ui: &mut Ui,
    memory: &mut VerticesPage,
    (placed, mesh, rows): (&Placed, MeshIndex, &VertexRows<'_>),
    actions: &mut Vec<Action>,
) {
    let all = VertexColumn::of(&placed.model().meshes[mesh.get()])
        .len()
        .saturating_sub(1);
    ui.horizontal(|ui| {
        let (back, on) = (
            memory.first.checked_sub(1),
            Some(memory.first + 1).filter(|to| *to < all),
        );
        let mut column = |ui: &mut Ui, glyph, name: &str, to: Option<usize>| {
            if control::icon_button(ui, glyph, name, name, to.is_some()).clicked() {
                memory.first = to.unwrap_or(memory.first);
            }
        };
        column(ui, icons::ICON_CHEVRON_LEFT, "Columns before (←)", back);
        column(ui, icons::ICON_CHEVRON_RIGHT, "Columns behind (→)", on);
        let save = ui
            .button("Save as CSV…")
            .on_hover_text("All columns of all vertices, in the pose of now");
        if save.clicked() {
            actions.push(Action::Probe(ProbeAction::SaveVertices(placed.key, mesh)));
        }
        let sorting = if memory.is_sorting() { " · sorting…" } else { "" };
        let count = words::counted(rows.len() as u64, "vertex", "vertices");
        let told = format!("{}: {count}{sorting}", mesh_name(placed, mesh));
        let told = RichText::new(told).color(theme::of(ui).dim).text_style(theme::dense());
        ui.add(Label::new(told).truncate());
    });
}

/// Columns that fit, each with its left and right edge from the left edge of the table.
struct Columns {
    shown: Vec<(VertexColumn, f32, f32)>,
    font: FontId,
    digit: f32,
}

impl Columns {
    fn of(ui: &Ui, placed: &Placed, mesh: MeshIndex, first: usize, room: f32) -> Self {
        let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
        let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let all = VertexColumn::of(&placed.model().meshes[mesh.get()]);
        let room = room - space::M;
        let (mut shown, mut left) = (Vec::new(), space::XS);
        let beside = all.iter().skip(1).skip(first.min(all.len().saturating_sub(2)));
        for column in all.iter().take(1).chain(beside) {
            let chars = match column {
                VertexColumn::Index => INDEX,
                VertexColumn::Weights => WEIGHTS,
                _ => NUMBER,
            };
            let right = left + digit * chars as f32;
            if right > room && shown.len() > 1 {
                break;
            }
            // Names take what is left.
            let right = if *column == VertexColumn::Weights { room } else { right };
            shown.push((*column, left, right));
            left = right;
        }
        Self { shown, font, digit }
    }

    /// The titles; out: the one that was clicked.
    fn titles(&self, ui: &mut Ui, rect: Rect, memory: &VerticesPage) -> Option<VertexColumn> {
        let mut chosen = None;
        for (column, left, right) in &self.shown {
            let cell = Rect::from_min_max(
                pos2(rect.left() + left, rect.top()),
                pos2(rect.left() + right, rect.bottom()),
            );
            let mark = match memory.sorted {
                Some((by, descends)) if by == *column => {
                    if descends {
                        " ▼"
                    } else {
                        " ▲"
                    }
                }
                _ => "",
            };
            let title = column.title();
            let text = RichText::new(format!("{title}{mark}")).font(self.font.clone());
            // Titles of numbers stand at the right edge, as the numbers do.
            let layout = match column.is_number() {
                true => Layout::right_to_left(Align::Center),
                false => Layout::left_to_right(Align::Center),
            };
            let builder = UiBuilder::new().max_rect(cell).layout(layout).id_salt(title.as_str());
            let mut ui = ui.new_child(builder);
            ui.spacing_mut().button_padding = vec2(space::XS, 0.0);
            if !column.is_number() {
                ui.add_space(self.digit);
                ui.add(Label::new(text).truncate());
                continue;
            }
            let button = Button::new(text).frame_when_inactive(false).truncate();
            let response = ui.add(button);
            let name = format!("Sort by {title}");
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if response
                .on_hover_text(format!("{name}: up, down, as in the file"))
                .clicked()
            {
                chosen = Some(*column);
            }
        }
        chosen
    }

    fn paint(&self, ui: &Ui, rect: Rect, rows: &VertexRows<'_>, vertex: usize) -> String {
        let theme = theme::of(ui);
        let mut spoken = Vec::with_capacity(self.shown.len());
        for (column, left, right) in &self.shown {
            let text = match column {
                VertexColumn::Index | VertexColumn::Bones | VertexColumn::Weights => rows.text(*column, vertex),
                _ => {
                    let number = rows.number(*column, vertex);
                    words::fitting(number, number.abs(), Some(DECIMALS), NUMBER - 1)
                }
            };
            let color = match column {
                VertexColumn::Index => theme.dim,
                _ => theme.text,
            };
            let middle = rect.center().y;
            match column {
                VertexColumn::Weights => {
                    let at = pos2(rect.left() + left + self.digit, middle);
                    let shown = control::elided(ui, &text, self.font.clone(), color, right - left - self.digit);
                    ui.painter().galley(at - vec2(0.0, shown.size().y * 0.5), shown, color);
                }
                _ => {
                    let at = pos2(rect.left() + right - space::XS, middle);
                    ui.painter()
                        .text(at, Align2::RIGHT_CENTER, &text, self.font.clone(), color);
                }
            }
            spoken.push(format!("{} {text}", column.title()));
        }
        spoken.join(", ")
    }
}

fn table(
    ui: &mut Ui,
    memory: &mut VerticesPage,
    (placed, mesh, rows): (&Placed, MeshIndex, &VertexRows<'_>),
    columns: &Columns,
    rect: Rect,
    actions: &mut Vec<Action>,
) {
    let id = control::stable_id("vertex table");
    let mut lines = std::mem::take(&mut memory.lines);
    let mut clicked = None;
    let keys = lines.show(ui, (id, "Vertices"), rect, rows.len(), |ui, rect, at| {
        let vertex = memory.vertex(at);
        let response = ui.interact(rect, control::stable_id("vertex row").with(at), Sense::CLICK);
        let is_chosen = memory.row == Some(at);
        control::row_back(ui, rect, &response, is_chosen);
        let spoken = columns.paint(ui, rect, rows, vertex);
        response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_chosen, &spoken));
        if response.clicked() {
            clicked = Some(at);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        if response.double_clicked() {
            pin((placed.key, mesh, vertex), actions);
        }
        menu(&response, (placed, mesh, rows), vertex, actions);
    });
    let page = lines.page;
    memory.lines = lines;
    let is_here = ui.memory(|memory| memory.has_focus(id));
    for key in keys {
        match key {
            Key::ArrowLeft => memory.first = memory.first.saturating_sub(1),
            Key::ArrowRight => {
                let all = VertexColumn::of(&placed.model().meshes[mesh.get()]).len();
                memory.first = (memory.first + 1).min(all.saturating_sub(2));
            }
            _ => clicked = jump(key, clicked.or(memory.row), rows.len(), page).or(clicked),
        }
    }
    if let Some(row) = clicked {
        memory.row = Some(row);
        memory.lines.reveal(row);
    }
    let is_entered = is_here && ui.input(|input| input.key_pressed(Key::Enter));
    if let Some(row) = memory.row.filter(|_| is_entered) {
        pin((placed.key, mesh, memory.vertex(row)), actions);
    }
}

/// Pins the vertex and closes the page, so that it is seen.
fn pin((model, mesh, vertex): (PlacedKey, MeshIndex, usize), actions: &mut Vec<Action>) {
    let Ok(vertex) = u32::try_from(vertex) else {
        return;
    };
    actions.push(Action::Window(WindowAction::TogglePage(Page::Vertices)));
    actions.push(Action::select(Selected::Mesh(model, mesh)));
    actions.push(Action::Probe(ProbeAction::PinVertex(model, mesh, vertex)));
}

fn menu(
    response: &Response,
    (placed, mesh, rows): (&Placed, MeshIndex, &VertexRows<'_>),
    vertex: usize,
    actions: &mut Vec<Action>,
) {
    response.context_menu(|ui| {
        if control::entry(ui, "Pin this vertex", "Enter", true, None) {
            pin((placed.key, mesh, vertex), actions);
        }
        let of_mesh = &placed.model().meshes[mesh.get()];
        let place = match of_mesh.positions.stored(vertex..vertex + 1) {
            Stored::At {
                file: None,
                offset,
                len,
            } => Some(FilePlace::Bytes(placed.file, offset, len)),
            _ => None,
        };
        if control::entry(ui, "Show in the file", "", place.is_some(), None) {
            actions.extend(place.map(|place| Action::Window(WindowAction::ShowInFile(place))));
        }
        if control::entry(ui, "Copy row", "", true, None) {
            let cells = VertexColumn::of(of_mesh)
                .into_iter()
                .map(|column| rows.text(column, vertex));
            let text = cells.collect::<Vec<_>>().join("\t");
            actions.push(Action::Window(WindowAction::Copy(text)));
        }
    });
}
