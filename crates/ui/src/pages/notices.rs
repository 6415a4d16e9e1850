//! The notices of this run, the newest first.

use crate::kit::theme::{self, space};
use crate::kit::{control, page, words};
use crate::shell::notice_log::{Logged, NoticeLog, NoticeRow};
use crate::shell::notices::icon_of;
use castview_session::joining;
use castview_session::{Action, Notice, Page, Session, Urgency, WindowAction};
use egui::accesskit::Role;
use egui::{Button, CollapsingHeader, Context, Label, RichText, ScrollArea, Ui, WidgetInfo};

pub fn show(ctx: &Context, session: &Session, log: &mut NoticeLog, actions: &mut Vec<Action>) {
    log.mark_read();
    page::show(ctx, Page::Notices, "Notices", actions, |ui, actions| {
        if log.len() == 0 {
            control::empty(ui, "No notices yet. What goes wrong is kept here.");
            return;
        }
        let height = ui.available_height() - theme::size::ROW - space::M;
        ScrollArea::vertical()
            .id_salt("notices")
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                page::scroll_by_keys(ui);
                let unfolds = log.unfolds.take();
                let rows = log.rows();
                for (at, row) in rows.iter().enumerate() {
                    match row.kind() {
                        Some(kind) => group(ui, session, row, (unfolds == Some(kind)).then_some(true), actions),
                        None => row.members.iter().for_each(|logged| {
                            line(ui, session, (rows.len() - at, logged), actions);
                        }),
                    }
                    ui.add_space(space::XS);
                }
            });
        ui.add_space(space::M);
        ui.horizontal(|ui| {
            if ui.button("Copy all").clicked() {
                actions.push(Action::Window(WindowAction::Copy(as_text(log))));
            }
            if ui.button("Clear").clicked() {
                log.clear();
            }
        });
    });
}

/// The icon of a notice, dim once its trouble is gone.
fn mark(ui: &mut Ui, logged: &Logged) {
    let theme = theme::of(ui);
    let color = match logged.is_solved {
        true => theme.dim,
        false => theme.urgency(logged.notice.urgency),
    };
    let (glyph, word) = icon_of(logged.notice.urgency);
    let mark = ui.label(control::icon(glyph).color(color));
    mark.widget_info(|| WidgetInfo::labeled(Role::Image, true, word));
}

/// Several notices of one kind: their count, and all of them in a fold. `open`: whether it opens now.
fn group(ui: &mut Ui, session: &Session, row: &NoticeRow<'_>, open: Option<bool>, actions: &mut Vec<Action>) {
    let Some(first) = row.members.first() else { return };
    let theme = theme::of(ui);
    ui.horizontal_top(|ui| {
        mark(ui, first);
        ui.vertical(|ui| {
            let title = row.text() + if first.is_solved { ", solved" } else { "" };
            let text = if first.is_solved { theme.dim } else { theme.text };
            CollapsingHeader::new(RichText::new(title).color(text))
                .id_salt((row.kind(), first.is_solved))
                .open(open)
                .show(ui, |ui| {
                    for (member, logged) in row.members.iter().enumerate() {
                        line(ui, session, (row.members.len() - member, logged), actions);
                    }
                    if row.more > 0 {
                        let more = format!("and {} before them", words::grouped(row.more as u64));
                        ui.label(RichText::new(more).color(theme.dim).text_style(theme::dense()));
                    }
                });
        });
    });
}

/// `at`: counted from the oldest.
fn line(ui: &mut Ui, session: &Session, (at, logged): (usize, &Logged), actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    ui.horizontal_top(|ui| {
        mark(ui, logged);
        ui.vertical(|ui| {
            let text = RichText::new(&logged.notice.text);
            let text = text.color(if logged.is_solved { theme.dim } else { theme.text });
            ui.add(Label::new(text).wrap());
            if !logged.notice.details.is_empty() {
                // One fold for each line, however often a text comes again.
                ui.push_id(at, |ui| {
                    CollapsingHeader::new(RichText::new("Details").color(theme.dim))
                        .default_open(false)
                        .show(ui, |ui| {
                            let details = RichText::new(&logged.notice.details).color(theme.dim);
                            ui.add(Label::new(details.text_style(theme::dense())).wrap().selectable(true));
                        });
                });
            }
            let mut beside = Vec::new();
            if logged.times > 1 {
                beside.push(format!("{} times", logged.times));
            }
            // A notice that was no trouble has ended, but nothing is solved.
            if logged.is_solved && logged.notice.urgency != Urgency::Info {
                beside.push("solved".to_owned());
            }
            if !beside.is_empty() {
                let beside = RichText::new(beside.join(", ")).color(theme.dim);
                ui.label(beside.text_style(theme::dense()));
            }
            // The buttons of a notice without a problem may be of another time.
            let problem = logged.notice.problem.as_ref();
            let stands = problem.is_some_and(|problem| joining::stands(session, problem));
            for own in logged.notice.actions.iter().filter(|_| stands) {
                let button = Button::new(RichText::new(&*own.label).color(theme.accent));
                if ui.add(button).clicked() {
                    actions.push(Action::Window(WindowAction::TogglePage(Page::Notices)));
                    actions.push((*own.action).clone());
                }
            }
        });
    });
}

/// The oldest first, as it happened.
fn as_text(log: &NoticeLog) -> String {
    let mut lines: Vec<String> = log
        .newest_first()
        .map(|logged| {
            let word = icon_of(logged.notice.urgency).1;
            let Notice { text, details, .. } = &logged.notice;
            match details.is_empty() {
                true => format!("{word}: {text}\n"),
                false => format!("{word}: {text}\n    {details}\n"),
            }
        })
        .collect();
    lines.reverse();
    lines.concat()
}
