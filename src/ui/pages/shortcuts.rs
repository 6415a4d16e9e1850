//! All keys, from the table that also makes them work, and what the mouse does.

use crate::session::{Action, Binding, Hold, Menu, Page, Session, commands};
use crate::ui::kit::page;
use crate::ui::kit::theme::{self, size, space};
use egui::{Align, Context, Frame, Label, Layout, Margin, RichText, ScrollArea, Stroke, TextStyle, Ui, vec2};

const MOUSE: &[(&str, &str)] = &[
    ("Select", "Click"),
    ("Scrub to fractions of a frame", "Shift + drag"),
    ("Frame a bone or mesh", "Double click its row"),
];

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Shortcuts, "Keyboard shortcuts", actions, |ui, _| {
        let height = ui.available_height();
        ScrollArea::vertical()
            .id_salt("shortcuts")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (menu, word) in [
                    (Menu::Play, "Play"),
                    (Menu::View, "View"),
                    (Menu::Skeleton, "Skeleton"),
                    (Menu::File, "File"),
                    (Menu::Edit, "Edit"),
                    (Menu::Help, "Help"),
                ] {
                    title(ui, word);
                    for command in commands().filter(|command| command.menu == menu) {
                        let keys: Vec<String> = session.bound_keys(command).iter().map(Binding::label).collect();
                        if keys.is_empty() {
                            continue;
                        }
                        line(ui, command.title, &keys);
                    }
                }
                title(ui, "Mouse");
                for (what, hold, wheel) in [
                    ("Turn", Hold::Orbit, None),
                    ("Pan", Hold::Pan, None),
                    ("Zoom to the pointer", Hold::Zoom, Some("Wheel")),
                    ("Turn the environment", Hold::Light, None),
                ] {
                    let drags = session.preferences().mouse.words(hold);
                    let all: Vec<String> = wheel.map(str::to_owned).into_iter().chain(drags).collect();
                    line(ui, what, &all);
                }
                for (what, how) in MOUSE {
                    line(ui, what, &[(*how).to_owned()]);
                }
            });
    });
}

fn title(ui: &mut Ui, word: &str) {
    ui.add_space(space::M);
    ui.label(RichText::new(word).color(theme::of(ui).dim).text_style(theme::dense()));
    ui.add_space(space::XS);
}

fn line(ui: &mut Ui, what: &str, keys: &[String]) {
    let width = ui.available_width();
    ui.allocate_ui_with_layout(
        vec2(width, size::ROW + space::XS),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.set_min_size(vec2(width, size::ROW + space::XS));
            ui.label(what.trim_end_matches('…'));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(space::S);
                for key in keys.iter().rev() {
                    // A chord reads from left to right, and this row is laid out from the right.
                    for (index, part) in key.split('+').rev().enumerate() {
                        if index > 0 {
                            ui.add_space(space::XS - ui.spacing().item_spacing.x);
                        }
                        chip(ui, part);
                    }
                }
            });
        },
    );
}

/// A key as it is drawn on a keyboard.
fn chip(ui: &mut Ui, key: &str) {
    let theme = theme::of(ui);
    Frame::new()
        .fill(theme.ground)
        .stroke(Stroke::new(size::LINE, theme.line))
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::symmetric(space::XS as i8 + 2, 1))
        .show(ui, |ui| {
            ui.add(Label::new(RichText::new(key).text_style(TextStyle::Monospace)));
        });
}
