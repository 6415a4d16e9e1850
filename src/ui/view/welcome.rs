//! What stands in the viewport while nothing is open: one card that says how to begin.

use crate::session::{Action, Session, command};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use egui::{
    Align, Align2, Button, Frame, Label, Layout, Margin, Rect, RichText, Stroke, TextStyle, Ui, UiBuilder, vec2,
};
use egui_material_icons::icons;

/// What can be opened.
const FORMATS: &str = "Cast (.cast), glTF 2.0 (.glb, .gltf), .Shape, MRTK recordings (.bin), an image of surroundings (.hdr, .exr), and \
                       folders of textures";

/// Widest the card gets, points, and its height without what a narrow window wraps.
const CARD: [f32; 2] = [440.0, 190.0];

/// `rect`: the part of the viewport that nothing covers.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let width = CARD[0].min(rect.width() - 2.0 * space::L);
    if width < size::PANEL_MIN {
        return;
    }
    let place = Align2::CENTER_CENTER.align_size_within_rect(vec2(width, CARD[1].min(rect.height())), rect);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min)));
    let frame = Frame::new()
        .fill(theme.raised)
        .stroke(Stroke::new(size::LINE, theme.line))
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::same(space::XL as i8));
    frame.show(&mut ui, |ui| {
        ui.set_width(width - 2.0 * space::XL);
        ui.vertical_centered(|ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            ui.label(
                control::icon(icons::ICON_UPLOAD_FILE)
                    .size(size::LARGE)
                    .color(theme.dim),
            );
            ui.label(
                RichText::new("Drop a model or an animation here")
                    .text_style(TextStyle::Heading)
                    .color(theme.text),
            );
            ui.add_space(space::XS);
            buttons(ui, session, actions);
            ui.add_space(space::XS);
            let formats = RichText::new(FORMATS).color(theme.dim).text_style(theme::dense());
            ui.add(Label::new(formats).wrap());
        });
    });
}

/// Side by side in the middle.
fn buttons(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let [open, demo] = ["open", "demo"].map(command);
    let widths = 140.0;
    let gap = ((ui.available_width() - 2.0 * widths - space::S) * 0.5).max(0.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        ui.add_space(gap);
        let text = RichText::new(open.title).color(theme.on_accent);
        let button = Button::new(text)
            .fill(theme.accent)
            .min_size(vec2(widths, size::TRANSPORT_ROW));
        let response = ui.add(button).on_hover_text(control::tip(session, open));
        if response.accessible_name("Open a file").clicked() {
            actions.push(open.action());
        }
        let button = Button::new(demo.title).min_size(vec2(widths, size::TRANSPORT_ROW));
        let response = ui.add_enabled(demo.is_enabled(session), button);
        if response.accessible_name("Show the demo").clicked() {
            actions.push(demo.action());
        }
    });
}
