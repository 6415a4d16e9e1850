//! All keys, from the table that also makes them work, and what the mouse does.

use crate::kit::theme::{self, size, space};
use crate::kit::{control, page};
use castview_session::{Action, Binding, Hold, Menu, Page, Session, commands};
use egui::{Align, Context, Frame, Label, Layout, Margin, RichText, ScrollArea, Stroke, TextStyle, Ui, vec2};

const MOUSE: &[(&str, &str)] = &[
    ("Select", "Click"),
    ("Scrub to fractions of a frame", "Shift + drag"),
    ("Frame a bone or mesh", "Double click its row"),
];

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    page::show_wide(ctx, Page::Shortcuts, "Keyboard shortcuts", actions, |ui, _| {
        let height = ui.available_height();
        ScrollArea::vertical()
            .id_salt("shortcuts")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                page::scroll_by_keys(ui);
                ui.spacing_mut().item_spacing.y = 0.0;
                columns(ui, &groups(session));
            });
    });
}

/// A title and its lines: what there is, and how.
struct Group {
    title: &'static str,
    lines: Vec<(&'static str, Vec<String>)>,
}

fn groups(session: &Session) -> Vec<Group> {
    let menus = [
        (Menu::Play, "Play"),
        (Menu::View, "View"),
        (Menu::Skeleton, "Skeleton"),
        (Menu::File, "File"),
        (Menu::Edit, "Edit"),
        (Menu::Help, "Help"),
    ];
    let mut groups: Vec<Group> = menus
        .into_iter()
        .map(|(menu, title)| Group {
            title,
            lines: commands()
                .filter(|command| command.menu == menu)
                .map(|command| {
                    let keys: Vec<String> = session
                        .preferences()
                        .bound_keys(command)
                        .iter()
                        .map(Binding::label)
                        .collect();
                    (command.title.trim_end_matches('…'), keys)
                })
                .filter(|(_, keys)| !keys.is_empty())
                .collect(),
        })
        .collect();
    let drags = [
        ("Turn", Hold::Orbit, None),
        ("Pan", Hold::Pan, None),
        ("Zoom to the pointer", Hold::Zoom, Some("Wheel")),
        ("Turn the environment", Hold::Light, None),
    ];
    let drags = drags.map(|(what, hold, wheel)| {
        let drags = session.preferences().camera.mouse.words(hold);
        (what, wheel.map(str::to_owned).into_iter().chain(drags).collect())
    });
    let others = MOUSE.iter().map(|(what, how)| (*what, vec![(*how).to_owned()]));
    groups.push(Group {
        title: "Mouse",
        lines: drags.into_iter().chain(others).collect(),
    });
    groups
}

/// As many columns as have room, filled one after the other; a group is not torn apart.
fn columns(ui: &mut Ui, groups: &[Group]) {
    let count = ((ui.available_width() / COLUMN) as usize).clamp(1, MOST_COLUMNS);
    let heights = groups.iter().map(|group| group.lines.len() + TITLE_LINES);
    let column_of = spread(&heights.collect::<Vec<_>>(), count);
    ui.columns(count, |columns| {
        for (group, column) in groups.iter().zip(column_of) {
            let ui = &mut columns[column];
            ui.spacing_mut().item_spacing.y = 0.0;
            title(ui, group.title);
            for (what, keys) in &group.lines {
                line(ui, what, keys);
            }
        }
    });
}

/// Least width of a column.
const COLUMN: f32 = 300.0;
const MOST_COLUMNS: usize = 3;
/// A title takes the height of so many lines.
const TITLE_LINES: usize = 2;

/// The column of each group: in order, so that the longest column is as short as it can be.
fn spread(heights: &[usize], count: usize) -> Vec<usize> {
    let all: usize = heights.iter().sum();
    let fill = |most: usize| {
        let (mut column, mut used) = (0, 0);
        let columns: Vec<usize> = heights
            .iter()
            .map(|height| {
                if used > 0 && used + height > most {
                    (column, used) = (column + 1, 0);
                }
                used += height;
                column
            })
            .collect();
        (column < count).then_some(columns)
    };
    (1..=all).find_map(fill).unwrap_or_else(|| vec![0; heights.len()])
}

fn title(ui: &mut Ui, word: &str) {
    ui.add_space(space::M);
    let font = TextStyle::Body.resolve(ui.style());
    control::title(ui, word, font, theme::of(ui).text);
    ui.add_space(space::XS);
}

fn line(ui: &mut Ui, what: &str, keys: &[String]) {
    let width = ui.available_width();
    ui.allocate_ui_with_layout(
        vec2(width, size::ROW + space::XS),
        Layout::left_to_right(Align::Center),
        |ui| {
            ui.set_min_size(vec2(width, size::ROW + space::XS));
            ui.add(Label::new(what).truncate());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_filled_in_order_and_about_alike() {
        assert_eq!(spread(&[5, 5, 5, 5], 2), [0, 0, 1, 1]);
        assert_eq!(spread(&[9, 1, 1, 1], 2), [0, 1, 1, 1]);
        assert_eq!(spread(&[1, 2, 3], 1), [0, 0, 0]);
        assert_eq!(spread(&[], 3), [0; 0]);
    }
}
