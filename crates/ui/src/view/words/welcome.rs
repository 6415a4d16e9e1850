//! Card in the viewport while nothing is open: it says how to begin, with the files that were opened lately.

use crate::AppInfo;
use crate::kit::theme::{self, size, space};
use crate::kit::{control, thumbnail, words};
use castview_picture::opened::Placement;
use castview_session::{Action, BrowserAction, Session, StageAction, command};
use egui::accesskit::Role;
use egui::{
    Align, Align2, Button, FontId, Frame, Label, Layout, Margin, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle,
    Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// Formats that can be opened.
const FORMATS: &str = "Cast (.cast), SEModel and SEAnim (.semodel, .seanim), glTF 2.0 (.glb, .gltf), .Shape, MRTK recordings (.bin), an image of surroundings (.hdr, .exr), and \
                       folders of textures";

/// Widest the card gets, points, and its height without what a narrow window wraps.
const CARD: [f32; 2] = [440.0, 190.0];

/// In a lower viewport the card has its words and buttons only, points.
const LOW: f32 = 150.0;
/// The card's height there, points.
const LOW_CARD: f32 = 84.0;

/// Files that were opened lately and are shown.
const MOST_RECENT: usize = 4;
/// Width and height of each, points: its picture, and its name below that.
const RECENT: [f32; 2] = [88.0, 84.0];

/// `rect`: the part of the viewport that nothing covers.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let width = CARD[0].min(rect.width() - 2.0 * space::L);
    if width < size::PANEL_MIN {
        return;
    }
    let recent: &[String] = &session.browser().recent().files;
    let recent = &recent[..recent.len().min(MOST_RECENT)];
    // In a low window what can be opened goes before what was.
    let pictures = match recent {
        [] => 0.0,
        _ => RECENT[1] + space::S,
    };
    let has_room = CARD[1] + pictures <= rect.height();
    let is_low = rect.height() < LOW;
    let (recent, height) = match (has_room, is_low) {
        (true, _) => (recent, CARD[1] + pictures),
        (false, false) => (&[][..], CARD[1]),
        (false, true) => (&[][..], LOW_CARD),
    };
    let margin = if is_low { space::S } else { space::XL };
    let place = Align2::CENTER_CENTER.align_size_within_rect(vec2(width, height.min(rect.height())), rect);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min)));
    let frame = Frame::new()
        .fill(theme.raised)
        .stroke(Stroke::new(size::LINE, theme.line))
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::same(margin as i8));
    frame.show(&mut ui, |ui| {
        ui.set_width(width - 2.0 * margin);
        ui.vertical_centered(|ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            if !is_low {
                ui.label(
                    control::icon(icons::ICON_UPLOAD_FILE)
                        .size(size::LARGE)
                        .color(theme.dim),
                );
            }
            ui.label(
                RichText::new("Drop a model or an animation here")
                    .text_style(TextStyle::Heading)
                    .color(theme.text),
            );
            ui.add_space(space::XS);
            buttons(ui, session, actions);
            ui.add_space(space::XS);
            if !recent.is_empty() {
                lately(ui, recent, session, app, actions);
            }
            if !is_low {
                let formats = RichText::new(FORMATS).color(theme.dim).text_style(theme::dense());
                ui.add(Label::new(formats).wrap());
            }
        });
    });
}

/// The files that were opened lately, side by side in the middle as far as there is room.
fn lately(ui: &mut Ui, recent: &[String], session: &Session, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    let each = RECENT[0] + space::S;
    let room = ((ui.available_width() + space::S) / each) as usize;
    let shown = &recent[..recent.len().min(room)];
    let gap = ((ui.available_width() + space::S - each * shown.len() as f32) * 0.5).max(0.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(gap);
        for location in shown {
            one(ui, location, session, app, actions);
            ui.add_space(space::S);
        }
    });
}

/// One of them: its picture, and its name below that. When the file is gone the card says so, and takes it out of the list on demand.
fn one(ui: &mut Ui, location: &str, session: &Session, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
    let (is_gone, locations) = (
        session.browser().is_gone(location),
        session.browser().recent().opened_by(location),
    );
    let (rect, response) = ui.allocate_exact_size(RECENT.into(), Sense::click());
    let name = words::file_name(location);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, thumbnail::spoken(name, is_gone)));
    let theme = theme::of(ui);
    let picture = Rect::from_min_size(rect.min, vec2(RECENT[0], RECENT[0] / thumbnail::ASPECT));
    thumbnail::paint_recent(ui, picture, app.thumbnails, location, is_gone);
    let (color, line) = match response.hovered() || response.has_focus() {
        true => (theme.text, theme.accent),
        false => (theme.dim, theme.line),
    };
    let line = Stroke::new(size::LINE, line);
    ui.painter()
        .rect_stroke(picture, size::RADIUS, line, StrokeKind::Inside);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let below = |ui: &Ui, text: &str, top: f32| {
        let galley = control::cut_name(ui, text, font.clone(), color, RECENT[0]);
        let at = pos2(rect.center().x - galley.size().x * 0.5, top);
        ui.painter().galley(at, galley, color);
    };
    below(ui, name, picture.bottom() + space::XS * 0.5);
    if is_gone {
        below(ui, thumbnail::NOT_FOUND, picture.center().y + size::ICON * 0.5);
        let corner = Rect::from_min_size(picture.right_top() - vec2(size::ROW, 0.0), vec2(size::ROW, size::ROW));
        let tip = format!("Remove {name} from the list");
        let mut beside = ui.new_child(UiBuilder::new().max_rect(corner));
        if control::icon_button(&mut beside, icons::ICON_CLOSE, &tip, &tip, true).clicked() {
            actions.push(Action::Browser(BrowserAction::ForgetOne(location.to_owned())));
        }
    }
    let tip = match is_gone {
        true => format!("{location} was not found. Click to look for it again."),
        false if locations.len() > 1 => format!("Open {location} and {} more", locations.len() - 1),
        false => format!("Open {location}"),
    };
    if response.on_hover_text(tip).clicked() {
        actions.push(Action::Stage(StageAction::Open {
            locations,
            placement: Placement::Replace,
        }));
    }
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
        control::ring_on_accent(ui, &response);
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
