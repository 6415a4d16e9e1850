//! The small controls that several panels share: buttons with an icon, menu entries, rows of facts.
//!
//! Each has an accessible name, a tooltip that names its action and key, and the states of the theme.

use super::cut::{self, CutLook};
use super::theme::{self, size, space};
use castview_session::{Action, Command, Session, command};
use egui::accesskit::Role;
use egui::containers::menu::MenuConfig;
use egui::text::TextFormat;
use egui::{
    Align, Align2, Button, Color32, FontId, Id, Layout, PopupCloseBehavior, Rect, Response, RichText, Sense, Stroke,
    TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_material_icons::{MaterialIcon, icons};

/// An icon in the size of the controls.
pub fn icon(icon: MaterialIcon) -> RichText {
    icon.rich_text().size(size::ICON)
}

/// A square button with an icon. `name` is read out; `tip` says what the button does and names its key.
pub fn icon_button(ui: &mut Ui, glyph: MaterialIcon, name: &str, tip: &str, enabled: bool) -> Response {
    let button = Button::new(icon(glyph))
        .frame_when_inactive(false)
        .min_size(Vec2::splat(size::ROW));
    let response = tight(ui, |ui| ui.add_enabled(enabled, button));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    response
        .on_hover_text(tip)
        .on_disabled_hover_text(tip)
        .accessible_name(name)
}

/// A square button that is on or off.
pub fn icon_toggle(ui: &mut Ui, glyph: MaterialIcon, name: &str, tip: &str, on: bool) -> Response {
    let theme = theme::of(ui);
    let text = if on {
        icon(glyph).color(theme.accent)
    } else {
        icon(glyph).color(theme.dim)
    };
    let button = Button::new(text)
        .frame_when_inactive(on)
        .min_size(Vec2::splat(size::ROW));
    let response = tight(ui, |ui| ui.add(button));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, name));
    response.on_hover_text(tip).accessible_name(name)
}

/// Padding that keeps a button with one glyph square.
fn tight<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding = vec2(space::XS - 1.0, 0.0);
        add(ui)
    })
    .inner
}

/// `Play (Space)`: the title of a command and its first key.
pub fn tip(session: &Session, command: &Command) -> String {
    match session.preferences().key_label(command) {
        key if key.is_empty() => command.title.to_owned(),
        key => format!("{} ({key})", command.title),
    }
}

/// A button for a command of the table; its action when clicked.
pub fn command_button(ui: &mut Ui, session: &Session, name: &str, glyph: MaterialIcon) -> Option<Action> {
    let command = command(name);
    let tip = tip(session, command);
    let response = match command.is_checked(session) {
        Some(on) => icon_toggle(ui, glyph, command.title, &tip, on),
        None => icon_button(ui, glyph, command.title, &tip, command.is_enabled(session)),
    };
    response.clicked().then(|| command.action())
}

/// A line of a menu: a mark if it is on, the title, the key.
pub fn menu_entry(ui: &mut Ui, session: &Session, command: &Command) -> Option<Action> {
    let enabled = command.is_enabled(session);
    let checked = command.is_checked(session);
    let keys = session.preferences().key_label(command);
    let response = line_of(ui, command.title, &keys, enabled, checked);
    let response = match command.needs().filter(|_| !enabled) {
        Some(needs) => response.on_disabled_hover_text(needs),
        None => response,
    };
    if !response.clicked() {
        return None;
    }
    ui.close();
    Some(command.action())
}

/// A line of a menu that is not in the table, with `checked` for one of several choices. A click on it closes the menu.
pub fn entry(ui: &mut Ui, title: &str, keys: &str, enabled: bool, checked: Option<bool>) -> bool {
    let is_clicked = line(ui, title, keys, enabled, checked);
    if is_clicked {
        ui.close();
    }
    is_clicked
}

/// Like [`entry`], in a menu whose lines are ticked one after another: a click leaves the menu open.
pub fn tick(ui: &mut Ui, title: &str, enabled: bool, is_on: bool) -> bool {
    line(ui, title, "", enabled, Some(is_on))
}

/// A line of a menu that cannot be chosen now; `reason` is told where the pointer rests on it.
pub fn refused(ui: &mut Ui, title: &str, reason: &str) {
    let _ = line_of(ui, title, "", false, None).on_disabled_hover_text(reason);
}

fn line(ui: &mut Ui, title: &str, keys: &str, enabled: bool, checked: Option<bool>) -> bool {
    line_of(ui, title, keys, enabled, checked).clicked()
}

fn line_of(ui: &mut Ui, title: &str, keys: &str, enabled: bool, checked: Option<bool>) -> Response {
    let theme = theme::of(ui);
    let mark = match checked {
        Some(true) => icon(egui_material_icons::icons::ICON_CHECK).color(theme.accent),
        _ => icon(egui_material_icons::icons::ICON_CHECK).color(Color32::TRANSPARENT),
    };
    let keys = RichText::new(keys).color(theme.dim).text_style(theme::dense());
    let button = Button::new((mark, title)).right_text(keys);
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| match checked {
        Some(on) => WidgetInfo::selected(Role::MenuItemCheckBox, enabled, on, title),
        None => WidgetInfo::labeled(Role::MenuItem, enabled, title),
    });
    ring_in_menu(ui, &response);
    response.accessible_name(title)
}

/// The lines of a menu without gaps; they scroll where the window is too low for all of them.
pub fn menu_column(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let height = ui.ctx().content_rect().height() - size::MENU - space::L;
    // A popup offers only its default height before it has been measured: the least is told as well as the most.
    let area = egui::ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height);
    // A bar that floats is seen by those alone who scroll already.
    ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        add(ui);
    });
}

/// A line of a menu that opens another one beside it.
pub fn submenu(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    let blank = icon(egui_material_icons::icons::ICON_CHECK).color(Color32::TRANSPARENT);
    let (response, _) = egui::containers::menu::SubMenuButton::new((blank, title)).ui(ui, |ui| menu_column(ui, add));
    ring_in_menu(ui, &response);
    let _ = response.accessible_name(title);
}

/// The lines of egui's menus have no edges, those with the keyboard among them.
fn ring_in_menu(ui: &Ui, response: &Response) {
    if response.has_focus() {
        focus_ring(ui, response.rect);
    }
}

/// A small title that folds what follows; it is open at first.
pub fn section(ui: &mut Ui, title: &str, count: Option<usize>, add: impl FnOnce(&mut Ui)) {
    section_that(ui, title, (count, true), add);
}

/// As [`section`], folded at first: what `add` paints is made when it is asked for.
pub fn folded_section(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    section_that(ui, title, (None, false), add);
}

fn section_that(ui: &mut Ui, title: &str, (count, is_open): (Option<usize>, bool), add: impl FnOnce(&mut Ui)) {
    let id = ui.make_persistent_id(("section", title));
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(is_open);
    let theme = theme::of(ui);
    ui.add_space(space::S);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    if response.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, title));
    row_back(ui, rect, &response, false);
    fold_arrow(ui, pos2(rect.left() + space::S, rect.center().y), open, theme.dim);
    let left = rect.left() + space::L;
    let painter = ui.painter();
    let text = semibold(
        painter,
        pos2(left, rect.center().y),
        title,
        TextStyle::Body.resolve(ui.style()),
        theme.text,
    );
    if let Some(count) = count {
        painter.text(
            pos2(text.right() + space::S, rect.center().y),
            Align2::LEFT_CENTER,
            super::words::grouped(count as u64),
            theme::dense().resolve(ui.style()),
            theme.dim,
        );
    }
    if open {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            add(ui);
        });
    }
}

/// A title in a stronger face: no face of the window is heavier than its text, so each stroke is drawn twice. `at`: the middle of its left
/// edge.
pub fn semibold(painter: &egui::Painter, at: egui::Pos2, title: &str, font: FontId, color: Color32) -> Rect {
    // Text begins at whole pixels.
    let pixels = painter.pixels_per_point();
    let beside = at + vec2((STRONGER * pixels).round().max(1.0) / pixels, 0.0);
    painter.text(beside, Align2::LEFT_CENTER, title, font.clone(), color);
    painter.text(at, Align2::LEFT_CENTER, title, font, color)
}

/// Points that a stroke of a title is wider.
const STRONGER: f32 = 0.5;

/// A title over lines of a page, in a stronger face.
pub fn title(ui: &mut Ui, word: &str, font: FontId, color: Color32) {
    let size = elided(ui, word, font.clone(), color, f32::INFINITY).size();
    let (rect, response) = ui.allocate_exact_size(size + vec2(STRONGER, 0.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, word));
    semibold(ui.painter(), rect.left_center(), word, font, color);
}

/// The ground of every other row of a long list, so that the eye stays in its row.
pub fn row_band(ui: &Ui, rect: Rect, at: usize) {
    if at % 2 == 1 {
        ui.painter().rect_filled(rect, 0, theme::of(ui).band());
    }
}

/// A triangle that points down when open.
pub fn fold_arrow(ui: &Ui, center: egui::Pos2, open: bool, color: Color32) {
    use egui_material_icons::icons::{ICON_CHEVRON_RIGHT, ICON_EXPAND_MORE};
    let glyph = if open { ICON_EXPAND_MORE } else { ICON_CHEVRON_RIGHT };
    paint_icon(ui, center, glyph, size::ICON, color);
}

pub fn paint_icon(ui: &Ui, center: egui::Pos2, glyph: MaterialIcon, points: f32, color: Color32) -> Rect {
    let font = FontId::new(points, glyph.font_family());
    ui.painter()
        .text(center, Align2::CENTER_CENTER, glyph.codepoint, font, color)
}

/// The ground of a row: selected, under the pointer, or with the keyboard.
pub fn row_back(ui: &Ui, rect: Rect, response: &Response, selected: bool) {
    let theme = theme::of(ui);
    let painter = ui.painter();
    if selected {
        painter.rect_filled(rect, size::RADIUS, theme.selected_fill);
        let bar = Rect::from_min_size(rect.min, vec2(size::RING, rect.height()));
        painter.rect_filled(bar, 0, theme.selected);
    } else if response.hovered() || response.is_pointer_button_down_on() {
        painter.rect_filled(rect, size::RADIUS, theme.hover);
    }
    if response.has_focus() {
        focus_ring(ui, rect);
    }
}

/// The ground of a row that is selected beside the active one.
pub fn row_also_selected(ui: &Ui, rect: Rect) {
    ui.painter()
        .rect_filled(rect, size::RADIUS, theme::of(ui).selected_fill);
}

pub fn focus_ring(ui: &Ui, rect: Rect) {
    ring(ui, rect, theme::of(ui).accent);
}

/// The ring of a button that is filled with the accent color, beside which the usual ring is not seen.
pub fn ring_on_accent(ui: &Ui, response: &Response) {
    if response.has_focus() {
        ring(ui, response.rect.shrink(size::RING), theme::of(ui).on_accent);
    }
}

fn ring(ui: &Ui, rect: Rect, color: Color32) {
    let stroke = Stroke::new(size::RING, color);
    ui.painter()
        .rect_stroke(rect, size::RADIUS, stroke, egui::StrokeKind::Inside);
}

/// A label on the left, a value on the right of a fixed column; the value is cut, its tooltip is whole.
pub fn fact(ui: &mut Ui, label: &str, value: impl Into<RichText>) -> Response {
    fact_with(ui, label, |ui| {
        let value: RichText = value.into();
        let text = value.text().to_owned();
        ui.add(egui::Label::new(value.text_style(TextStyle::Monospace)).truncate())
            .on_hover_text(text)
    })
}

/// A label on the left and whatever `add` paints on the right.
pub fn fact_with<R>(ui: &mut Ui, label: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let theme = theme::of(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(size::ROW - space::XS);
        ui.add_space(space::L);
        let width = size::LABEL.min(ui.available_width() * 0.5);
        ui.allocate_ui_with_layout(
            vec2(width, size::ROW - space::XS),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(width);
                ui.add(egui::Label::new(RichText::new(label).color(theme.dim).text_style(theme::dense())).truncate());
            },
        );
        add(ui)
    })
    .inner
}

/// Names the part of a panel that `add` fills, for screen readers and tests.
pub fn named<R>(ui: &mut Ui, role: Role, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let builder = egui::UiBuilder::new()
        .accessibility_role(role)
        .accessibility_label(name);
    ui.scope_builder(builder, add).inner
}

/// A dim sentence in the middle of an empty panel.
pub fn empty(ui: &mut Ui, sentence: &str) {
    ui.add_space(space::XL);
    ui.vertical_centered(|ui| {
        ui.set_max_width(ui.available_width() - space::XL);
        ui.label(RichText::new(sentence).color(theme::of(ui).dim));
    });
}

/// Text cut to `width` with an ellipsis.
pub fn elided(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    ui.painter().layout_job(job)
}

/// A name cut to `width` in its middle: names of files, clips and bones differ at either end.
pub fn cut_name(ui: &Ui, name: &str, font: FontId, color: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    let look = CutLook {
        plain: TextFormat::simple(font, color),
        marked: &[],
        mark: Color32::TRANSPARENT,
    };
    cut::middle(ui, name, &look, width.max(0.0)).galley
}

/// A name as a label of the room that is left, cut in its middle. Who reads the screen aloud gets all of it.
pub fn name_label(ui: &mut Ui, name: &str, style: TextStyle, color: Color32) -> Response {
    let font = style.resolve(ui.style());
    let galley = cut_name(ui, name, font, color, ui.available_width());
    let response = ui.add(egui::Label::new(galley));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
    response
}

/// An id that is the same wherever the panel is shown: as a column or as a drawer.
pub fn stable_id(name: &'static str) -> Id {
    Id::unique(name)
}

/// A tool with a menu. In a low window the menu scrolls.
pub fn menu(ui: &mut Ui, text: &str, name: &str, tip: &str, add: impl FnOnce(&mut Ui)) {
    menu_for(ui, (text, &[]), name, tip, add);
}

/// As [`menu`], never narrower than any of `words`, so that its neighbours keep their places when another word is chosen.
pub fn menu_for(ui: &mut Ui, (text, words): (&str, &[&str]), name: &str, tip: &str, add: impl FnOnce(&mut Ui)) {
    let theme = theme::of(ui);
    let font = theme::dense().resolve(ui.style());
    let width = |word: &&str| elided(ui, word, font.clone(), theme.text, f32::INFINITY).size().x;
    let widest = words.iter().map(width).fold(0.0, f32::max);
    let least = match words {
        [] => 0.0,
        _ => widest + size::ICON + 2.0 * ui.spacing().button_padding.x + 2.0 * ARROW_GAP,
    };
    let arrow = icon(icons::ICON_ARROW_DROP_DOWN).color(theme.dim);
    let button = Button::new((
        RichText::new(text).text_style(theme::dense()),
        egui::Atom::grow(),
        arrow,
    ))
    .frame_when_inactive(false)
    .gap(ARROW_GAP)
    .min_size(vec2(least, 0.0));
    let button = egui::containers::menu::MenuButton::from_button(button).config(menu_config());
    let (response, _) = button.ui(ui, |ui| menu_column(ui, add));
    response.on_hover_text(tip).accessible_name(name);
}

/// As [`menu`], with its word cut where there is no room for all of it.
pub fn menu_within(ui: &mut Ui, text: &str, name: &str, tip: &str, add: impl FnOnce(&mut Ui)) {
    let theme = theme::of(ui);
    let arrow = icon(icons::ICON_ARROW_DROP_DOWN).color(theme.dim);
    let button = Button::new((RichText::new(text).text_style(theme::dense()), arrow))
        .frame_when_inactive(false)
        .gap(ARROW_GAP)
        .truncate();
    let button = egui::containers::menu::MenuButton::from_button(button).config(menu_config());
    let (response, _) = button.ui(ui, |ui| menu_column(ui, add));
    response.on_hover_text(tip).accessible_name(name);
}

/// The width that [`menu_within`] takes where its word is not cut, points.
pub fn menu_width(ui: &Ui, text: &str) -> f32 {
    let font = theme::dense().resolve(ui.style());
    let word = elided(ui, text, font, theme::of(ui).text, f32::INFINITY).size().x;
    word + size::ICON + 2.0 * ui.spacing().button_padding.x + 2.0 * ARROW_GAP
}

/// Between the word of a menu and its arrow.
const ARROW_GAP: f32 = 2.0;

/// For menus that may hold a slider: a click beside their lines, or on a slider, leaves them open.
pub fn menu_config() -> MenuConfig {
    MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside)
}

/// A menu below one icon beside a search: how the list is ordered and what it leaves out. `is_on`: the list is not as usual.
pub fn list_menu(ui: &mut Ui, glyph: MaterialIcon, name: &str, is_on: bool, add: impl FnOnce(&mut Ui)) -> Response {
    let theme = theme::of(ui);
    let color = if is_on { theme.accent } else { theme.dim };
    let button = Button::new(icon(glyph).color(color))
        .frame_when_inactive(is_on)
        .min_size(Vec2::splat(size::ROW));
    ui.spacing_mut().button_padding = vec2(space::XS - 1.0, 0.0);
    let menu = egui::containers::menu::MenuButton::from_button(button).config(menu_config());
    let (response, _) = menu.ui(ui, |ui| menu_column(ui, add));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, name));
    response.accessible_name(name)
}
