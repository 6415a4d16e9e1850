//! The bar that is always there: play, step, loop, speed, which clip, which frame, and the ruler under them.

use super::control;
use super::ruler::{self, Scrub};
use super::theme::{self, size, space};
use super::time_view::TimeView;
use super::words;
use crate::animation::Timeline;
use crate::session::{Action, ClipKey, Seek, Session, command};
use egui::accesskit::Role;
use egui::{
    Align, Button, ComboBox, DragValue, Frame, Label, Layout, Margin, Panel, RichText, TextStyle, Ui, WidgetInfo, vec2,
};
use egui_material_icons::icons;

/// The speeds one click away.
const SPEEDS: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

pub fn show(ui: &mut Ui, session: &Session, view: &mut TimeView, scrub: &mut Scrub, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let wraps = ui.available_width() < size::TRANSPORT_WRAP;
    let rows = if wraps { 2.0 } else { 1.0 };
    let height = rows * size::TRANSPORT_ROW + ruler::height(session) + space::XS;
    let frame = Frame::new().fill(theme.ground).inner_margin(Margin::ZERO);
    Panel::bottom("transport")
        .exact_size(height)
        .frame(frame)
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            row(ui, |ui| {
                buttons(ui, session, actions);
                divider(ui);
                speed(ui, session, actions);
                if !wraps {
                    divider(ui);
                    clip_choice(ui, session, actions);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        readouts(ui, session, actions)
                    });
                }
            });
            if wraps {
                row(ui, |ui| {
                    clip_choice(ui, session, actions);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        readouts(ui, session, actions)
                    });
                });
            }
            ruler::show(ui, session, view, scrub, actions);
        });
}

fn row(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let width = ui.available_width();
    ui.allocate_ui_with_layout(
        vec2(width, size::TRANSPORT_ROW),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.set_min_size(vec2(width, size::TRANSPORT_ROW));
            ui.spacing_mut().item_spacing.x = space::XS;
            ui.add_space(space::S);
            add(ui);
        },
    );
}

/// More air than a line: the groups are told apart by distance.
fn divider(ui: &mut Ui) {
    ui.add_space(space::M);
}

fn buttons(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let press = |ui: &mut Ui, name: &str, glyph| control::command_button(ui, session, name, glyph);
    actions.extend(press(ui, "first_frame", icons::ICON_SKIP_PREVIOUS));
    actions.extend(press(ui, "step_back", icons::ICON_CHEVRON_LEFT));
    actions.extend(play(ui, session));
    actions.extend(press(ui, "step_forward", icons::ICON_CHEVRON_RIGHT));
    actions.extend(press(ui, "last_frame", icons::ICON_SKIP_NEXT));
    ui.add_space(space::XS);
    actions.extend(press(ui, "loop", icons::ICON_REPEAT));
}

/// The one button that stands out: wide and filled while there is something to play.
fn play(ui: &mut Ui, session: &Session) -> Option<Action> {
    let theme = theme::of(ui);
    let command = command("play");
    let (glyph, word) = if session.is_playing() {
        (icons::ICON_PAUSE, "Pause")
    } else {
        (icons::ICON_PLAY_ARROW, "Play")
    };
    let enabled = session.active_clip().is_some();
    let text = control::icon(glyph).size(size::ICON + 2.0).color(theme.on_accent);
    let button = Button::new(text)
        .fill(theme.accent)
        .min_size(vec2(size::PLAY, size::ROW));
    let response = ui.add_enabled(enabled, button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, word));
    let tip = format!("{word} ({})", key_of(command.name));
    let response = response
        .on_hover_text(tip)
        .on_disabled_hover_text("Nothing to play: no clip is chosen");
    response.accessible_name(word).clicked().then(|| command.action())
}

fn speed(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let mut value = session.live().transport.speed;
    let before = value;
    let field = DragValue::new(&mut value)
        .range(0.05..=10.0)
        .speed(0.01)
        .fixed_decimals(2)
        .suffix("×")
        .update_while_editing(false)
        .min_size(vec2(52.0, size::ROW));
    let tip = format!(
        "Speed: drag, type, or double-click for 1.00×. Slower {}, faster {}",
        key_of("slower"),
        key_of("faster")
    );
    let response = ui.add(field).on_hover_text(tip).accessible_name("Speed");
    if response.double_clicked() {
        value = 1.0;
    }
    if value != before {
        actions.push(Action::SetSpeed(value));
    }
    let more = Button::new(control::icon(icons::ICON_ARROW_DROP_DOWN)).frame_when_inactive(false);
    let (more, _) = egui::containers::menu::MenuButton::from_button(more).ui(ui, |ui| {
        for speed in SPEEDS {
            let is_chosen = (before - speed).abs() < 1e-9;
            if control::entry(ui, &format!("{speed}×"), "", true, Some(is_chosen)) {
                actions.push(Action::SetSpeed(speed));
            }
        }
    });
    more.on_hover_text("Usual speeds").accessible_name("Usual speeds");
}

fn key_of(name: &str) -> String {
    command(name)
        .keys
        .first()
        .map(|chord| chord.label())
        .unwrap_or_default()
}

fn clip_choice(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let stage = session.stage();
    if stage.clips.is_empty() {
        ui.label(RichText::new("No clips. Drop a .cast with an animation.").color(theme::of(ui).dim));
        return;
    }
    let name_of = |key: ClipKey| {
        super::tree_rows::label(stage, super::tree_rows::Node::Item(crate::session::Selected::Clip(key)))
    };
    let chosen = session.live().active_clip;
    let text = match chosen {
        Some(key) => RichText::new(words::shortened(name_of(key), 40)).text_style(TextStyle::Monospace),
        None => RichText::new("Rest pose").color(theme::of(ui).dim),
    };
    let width = (ui.available_width() * 0.4).clamp(120.0, 240.0);
    let combo = ComboBox::from_id_salt("clip choice")
        .selected_text(text)
        .width(width)
        .truncate()
        .icon(|ui, rect, visuals, _open| {
            let color = visuals.fg_stroke.color;
            control::paint_icon(ui, rect.center(), icons::ICON_ARROW_DROP_DOWN, size::ICON, color);
        });
    let response = combo
        .show_ui(ui, |ui| {
            if control::entry(ui, "Rest pose", "", true, Some(chosen.is_none())) {
                actions.push(Action::ChooseClip(None));
            }
            ui.separator();
            for clip in &stage.clips {
                if control::entry(ui, name_of(clip.key), "", true, Some(chosen == Some(clip.key))) {
                    actions.push(Action::ChooseClip(Some(clip.key)));
                }
            }
        })
        .response;
    let tip = format!(
        "Which clip plays. Previous {}, next {}",
        key_of("previous_clip"),
        key_of("next_clip")
    );
    response.on_hover_text(tip).accessible_name("Clip");
}

/// From the right edge inwards: rate, seconds, end of the range, frame.
fn readouts(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    ui.add_space(space::M);
    let (Some(timeline), Some(frame)) = (session.timeline(), session.frame()) else {
        return;
    };
    let Timeline {
        frames_per_second,
        range,
        ..
    } = timeline;
    let number = |text: String| RichText::new(text).text_style(TextStyle::Monospace);
    ui.label(number(words::frames_per_second(frames_per_second)).color(theme.dim))
        .on_hover_text("Frames per second of this clip");
    ui.add_space(space::M);
    let seconds = timeline.secs(frame - range.start);
    ui.label(number(format!("{} s", words::fixed(seconds, 2))))
        .on_hover_text(format!(
            "Seconds since the start, of {}",
            words::fixed(timeline.duration_secs(), 2)
        ));
    ui.add_space(space::M);
    ui.label(number(format!("/ {}", words::frame(range.end))).color(theme.dim))
        .on_hover_text(format!(
            "The clip goes from {} to {}",
            words::frame(range.start),
            words::frame(range.end)
        ));
    let mut value = frame;
    let shown = ui.add(
        DragValue::new(&mut value)
            .range(range.start..=range.end)
            .speed(0.1)
            .fixed_decimals(2)
            .update_while_editing(false)
            .min_size(vec2(size::NUMBER, size::ROW)),
    );
    let shown = shown.on_hover_text("Frame: drag or type").accessible_name("Frame");
    if shown.changed() && value != frame {
        actions.push(Action::Seek(Seek::Frame(value)));
    }
    ui.add(Label::new(
        RichText::new("frame").color(theme.dim).text_style(theme::dense()),
    ));
}
