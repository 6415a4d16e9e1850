//! Notices in the viewport's lower left corner: one line each, two where the text is long and there is room; with the buttons of what can be done.
//!
//! In: notices as they come, and what stands at the foot of the view. Out: lines that leave by themselves, and a log of all of them.
//! Notices of the same kind of problem are one line with a count; solved ones are taken away. Never more lines than stay clear of a framed
//! model, and none while a page is open.

use super::notice_log::{NoticeLog, kind, said_of};
use crate::kit::control;
use crate::kit::theme::{self, size, space, time};
use crate::kit::words;
use castview_session::joining;
use castview_session::{Action, Notice, NoticeAction, Page, Session, Urgency, WindowAction};
use egui::accesskit::{Live, Role};
use egui::text::LayoutJob;
use egui::{
    Area, Button, Color32, Context, Frame, Label, LayerId, Margin, Order, Painter, Rangef, Rect, RichText, Sense,
    Stroke, Style, TextStyle, Ui, WidgetInfo, pos2,
};
use egui_material_icons::{MaterialIcon, icons};
use std::time::Duration;

/// Lines that are shown or wait for room; older ones leave for the log.
const MOST_LINES: usize = 16;
/// Notices of one line of which each is remembered. More are only counted.
const MOST_MEMBERS: usize = 1000;
/// Lines of the text of a notice.
const MOST_ROWS: usize = 2;
/// The share of the viewport's smaller side that stays free below a framed model: framing fills 85 % of it.
const FREE_SHARE: f32 = 0.075;

/// Notices on their way out, and all there have been.
#[derive(Default)]
pub struct Notices {
    /// The newest last.
    items: Vec<Listed>,
    pub log: NoticeLog,
}

/// A line: one notice, or several of one kind.
struct Listed {
    members: Vec<Notice>,
    /// Members that are counted and not remembered.
    more: usize,
    /// How often the same notice came while it was shown.
    times: u32,
    /// Seconds that it will still be shown.
    left: f64,
    /// Context time of the last pass that showed it.
    seen: Option<f64>,
}

fn seconds(urgency: Urgency) -> f64 {
    match urgency {
        Urgency::Info => time::NOTICE,
        // There is something to read and decide.
        Urgency::Warning => time::NOTICE * 2.0,
        Urgency::Error => time::NOTICE * 4.0,
    }
}

impl Notices {
    pub fn push(&mut self, notice: Notice) {
        self.log.push(notice.clone());
        let left = seconds(notice.urgency);
        let of = kind(&notice);
        let same_kind = |listed: &Listed| of.is_some() && listed.kind() == of;
        if let Some(at) = self.items.iter().position(same_kind) {
            let mut listed = self.items.remove(at);
            listed.join(notice);
            self.items.push(Listed { left, ..listed });
            return;
        }
        // The same notice again is the same line, fresh; of two about one problem, or with one offer, only the newer holds.
        let is_same = |listed: &&Listed| matches!(&listed.members[..], [only] if *only == notice);
        let before = self.items.iter().find(is_same).map_or(0, |listed| listed.times);
        self.items.retain(|listed| !listed.is_replaced_by(&notice));
        self.items.push(Listed {
            members: vec![notice],
            more: 0,
            times: before.saturating_add(1),
            left,
            seen: None,
        });
        if self.items.len() > MOST_LINES {
            let least = self.items.iter().enumerate().min_by_key(|(_, listed)| listed.urgency());
            let least = least.map_or(0, |(at, _)| at);
            self.items.remove(least);
        }
    }

    /// `viewport`: the part beside the drawers. `axes`: the width of the little axes in its corner. `foot`: what else stands at the lower edge.
    pub fn show(
        &mut self,
        ctx: &Context,
        session: &Session,
        (viewport, axes): (Rect, f32),
        foot: &[Rect],
        actions: &mut Vec<Action>,
    ) {
        self.log.settle(session);
        self.items.retain_mut(|listed| listed.is_left(session));
        if self.items.is_empty() {
            return;
        }
        if session.window().page().is_some() {
            // They would lie over the page. Time stands still until it closes.
            self.items.iter_mut().for_each(|listed| listed.seen = None);
            return;
        }
        let left = match viewport.width() > size::NOTICE {
            true => viewport.left() + axes,
            false => viewport.left() + space::S,
        };
        let width = size::NOTICE_MOST.min(viewport.right() - left - space::S);
        let bottom = bottom(viewport, foot, Rangef::new(left, left + width));
        let most = lines(viewport, viewport.bottom() - bottom);
        let rows: Vec<usize> = self.items.iter().map(|listed| listed.rows(ctx, width)).collect();
        let has_room = shown_of(&self.items, &rows, most);
        // A notice that finds no room, only informs and offers nothing is not worth waiting for.
        let mut at = 0;
        self.items.retain(|listed| {
            at += 1;
            has_room.iter().any(|shown| shown.at == at - 1) || listed.urgency() != Urgency::Info || listed.offers()
        });
        let rows: Vec<usize> = self.items.iter().map(|listed| listed.rows(ctx, width)).collect();
        let shown = shown_of(&self.items, &rows, most);
        let now = ctx.input(|input| input.time);
        let mut closed = Vec::new();
        let area = Area::new(control::stable_id("notices"))
            .order(Order::Foreground)
            .pivot(egui::Align2::LEFT_BOTTOM)
            .fixed_pos(pos2(left, bottom))
            .constrain(false)
            .fade_in(false)
            .accessible_name("Notices in the view")
            .show(ctx, |ui| {
                ui.set_max_width(width);
                ui.spacing_mut().item_spacing.y = space::XS;
                for &Shown { at, rows } in &shown {
                    if !self.items[at].show(ui, (width, rows), &mut self.log, actions) {
                        closed.push(at);
                    }
                }
            });
        let held = area.response.contains_pointer();
        let mut next: Option<f64> = None;
        for &Shown { at, .. } in &shown {
            let listed = &mut self.items[at];
            let passed = now - listed.seen.replace(now).unwrap_or(now);
            // Under the pointer time stands still: somebody reads.
            if !held {
                listed.left -= passed;
            }
            next = Some(next.map_or(listed.left, |next: f64| next.min(listed.left)));
            if listed.left <= 0.0 {
                closed.push(at);
            }
        }
        let mut at = 0;
        self.items.retain(|_| {
            at += 1;
            !closed.contains(&(at - 1))
        });
        // One wake-up when the next leaves: an idle window stays idle until then.
        if let Some(next) = next.filter(|next| !held && *next > 0.0) {
            ctx.request_repaint_after(Duration::from_secs_f64(next));
        }
        if !closed.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// The bottom of lines that take `across`: above what of `foot` stands there, as far as that is in the lower half of the view.
fn bottom(viewport: Rect, foot: &[Rect], across: Rangef) -> f32 {
    let lowest = viewport.bottom() - space::S;
    let below = foot.iter().filter(|part| part.x_range().intersects(across));
    let above = below.map(|part| part.top() - space::XS).fold(lowest, f32::min);
    match above - size::NOTICE_LINE >= viewport.center().y {
        true => above,
        false => lowest,
    }
}

/// Lines that stay below a model that is framed, if the lowest ends `raised` above the lower edge; one at least.
fn lines(viewport: Rect, raised: f32) -> usize {
    let free = viewport.width().min(viewport.height()) * FREE_SHARE - raised;
    ((free / (size::NOTICE_LINE + space::XS)) as usize).max(1)
}

/// A notice that is shown.
#[derive(Clone, Copy)]
struct Shown {
    /// Its place among all.
    at: usize,
    /// Lines for its text.
    rows: usize,
}

/// The most urgent notices, of equal ones the newest, as far as they have room in `most` lines; in the order in which they came. `rows`: the
/// lines that each asks for. Who comes last may get fewer.
fn shown_of(items: &[Listed], rows: &[usize], most: usize) -> Vec<Shown> {
    let mut places: Vec<usize> = (0..items.len()).rev().collect();
    places.sort_by_key(|at| std::cmp::Reverse(items[*at].urgency()));
    let mut left = most;
    let mut shown = Vec::new();
    for at in places {
        let rows = rows[at].min(left);
        if rows > 0 {
            left -= rows;
            shown.push(Shown { at, rows });
        }
    }
    shown.sort_unstable_by_key(|shown| shown.at);
    shown
}

/// The height of a notice of so many lines: as that of so many notices.
fn height(rows: usize) -> f32 {
    rows as f32 * (size::NOTICE_LINE + space::XS) - space::XS
}

impl Listed {
    fn kind(&self) -> Option<&'static str> {
        kind(self.members.first()?)
    }

    fn urgency(&self) -> Urgency {
        self.members.first().map_or(Urgency::Info, |first| first.urgency)
    }

    /// Whether it has a button of its own.
    fn offers(&self) -> bool {
        self.members.iter().any(|member| !member.actions.is_empty())
    }

    fn join(&mut self, notice: Notice) {
        // The newer of two notices about one problem holds.
        self.members.retain(|member| member.problem != notice.problem);
        if self.members.len() < MOST_MEMBERS {
            self.members.push(notice);
        } else {
            self.more += 1;
        }
    }

    fn is_replaced_by(&self, newer: &Notice) -> bool {
        self.members.iter().any(|member| {
            member.text == newer.text
                || newer.problem.is_some() && member.problem == newer.problem
                || !newer.actions.is_empty() && member.actions == newer.actions
        })
    }

    /// Takes what is solved out of it; false when nothing is left.
    fn is_left(&mut self, session: &Session) -> bool {
        self.members.retain(|member| {
            member
                .problem
                .as_ref()
                .is_none_or(|problem| joining::stands(session, problem))
        });
        !self.members.is_empty()
    }

    /// Returns the words of the line, and whether they are all.
    fn words(&self) -> (String, bool) {
        let count = self.members.len() + self.more;
        match (&self.members[..], self.kind()) {
            ([.., last], None) if self.times > 1 => (format!("{} ({} times)", last.text, self.times), true),
            ([.., last], None) => (last.text.clone(), true),
            ([only], _) if count == 1 => (only.text.clone(), true),
            (members, _) => (
                format!("{} {}", words::grouped(count as u64), said_of(members.iter())),
                false,
            ),
        }
    }

    /// Whether the log says more about it.
    fn has_details(&self) -> bool {
        self.members.last().is_some_and(|last| !last.details.is_empty())
    }

    /// Its buttons. Without any, the log has the details.
    fn own(&self) -> &[NoticeAction] {
        let (_, is_all) = self.words();
        let last = self.members.last().filter(|_| is_all);
        last.map_or(&[], |last| &last.actions)
    }

    /// The labels of its buttons.
    fn labels(&self) -> Vec<&str> {
        match self.own() {
            [] => vec![DETAILS],
            own => own.iter().map(|one| &*one.label).collect(),
        }
    }

    /// The width of its text in a notice of that width: the rest is for the icon and the buttons.
    fn room(&self, painter: &Painter, style: &Style, width: f32) -> f32 {
        let body = TextStyle::Body.resolve(style);
        let wide = |label: &str| {
            let galley = painter.layout_no_wrap(label.to_owned(), body.clone(), Color32::PLACEHOLDER);
            galley.size().x + 2.0 * style.spacing.button_padding.x + space::S
        };
        let beside: f32 = self.labels().into_iter().map(wide).sum();
        width - (2.0 * size::ROW + 4.0 * space::S + beside)
    }

    /// The lines that its text asks for in a notice of that width.
    fn rows(&self, ctx: &Context, width: f32) -> usize {
        let (painter, style) = (ctx.layer_painter(LayerId::background()), ctx.global_style());
        let room = self.room(&painter, &style, width);
        let body = TextStyle::Body.resolve(&style);
        let whole = painter.layout_no_wrap(self.words().0, body, Color32::PLACEHOLDER);
        if whole.size().x > room { MOST_ROWS } else { 1 }
    }

    /// In that width and so many lines of text. Whether it stays.
    fn show(&self, ui: &mut Ui, (width, rows): (f32, usize), log: &mut NoticeLog, actions: &mut Vec<Action>) -> bool {
        let theme = theme::of(ui);
        let color = theme.urgency(self.urgency());
        let mut stays = true;
        let (text, is_all) = self.words();
        let own = self.own();
        let body = TextStyle::Body.resolve(ui.style());
        let frame = Frame::popup(ui.style())
            .inner_margin(Margin::symmetric(space::S as i8, 0))
            .stroke(Stroke::new(size::LINE, theme.line))
            .shadow(egui::Shadow::NONE);
        let shown = frame.show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            ui.horizontal(|ui| {
                ui.set_height(height(rows));
                let (glyph, word) = icon_of(self.urgency());
                let mark = ui.label(control::icon(glyph).color(color));
                mark.widget_info(|| WidgetInfo::labeled(Role::Image, true, word));
                // Cut text can be read in the log, which a click opens.
                let room = self.room(ui.painter(), ui.style(), width);
                let mut job = LayoutJob::simple(text.clone(), body, theme.text, room.max(0.0));
                job.wrap.max_rows = rows;
                job.wrap.break_anywhere = rows == 1;
                job.break_on_newline = false;
                let galley = ui.painter().layout_job(job);
                let is_cut = galley.elided;
                let sense = if is_cut { Sense::click() } else { Sense::hover() };
                let said = ui.add(Label::new(galley).sense(sense));
                let mut opens_log = said.clicked();
                said.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
                ui.ctx()
                    .accesskit_node_builder(said.id, |node| node.set_live(Live::Polite));
                if is_cut {
                    said.on_hover_text(&text);
                }
                let says_more = is_cut || !is_all || self.has_details();
                for (at, label) in self.labels().into_iter().enumerate() {
                    let own = own.get(at);
                    if own.is_none() && !says_more {
                        continue;
                    }
                    let button = Button::new(RichText::new(label).color(theme.accent)).frame_when_inactive(false);
                    if ui.add(button).clicked() {
                        stays = false;
                        match own {
                            Some(own) => actions.push((*own.action).clone()),
                            None => opens_log = true,
                        }
                    }
                }
                if opens_log {
                    log.unfolds = self.kind();
                    actions.push(Action::Window(WindowAction::TogglePage(Page::Notices)));
                }
                let close = control::icon_button(ui, icons::ICON_CLOSE, "Close notice", "Close", true);
                stays &= !close.clicked();
            });
        });
        let rect = shown.response.rect;
        let bar = Rect::from_min_max(rect.min, pos2(rect.left() + size::RING, rect.bottom()));
        ui.painter().rect_filled(bar, size::RADIUS, color);
        stays
    }
}

/// The button of a line that does not say all.
const DETAILS: &str = "Details";

pub fn icon_of(urgency: Urgency) -> (MaterialIcon, &'static str) {
    match urgency {
        Urgency::Info => (icons::ICON_INFO, "Note"),
        Urgency::Warning => (icons::ICON_WARNING, "Warning"),
        Urgency::Error => (icons::ICON_ERROR, "Error"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_session::Problem;

    fn texts(notices: &Notices) -> Vec<String> {
        notices.items.iter().map(|listed| listed.words().0).collect()
    }

    fn not_opened(name: &str) -> Notice {
        Notice::error(format!("{name} could not be opened: it is empty.")).about(Problem::NotOpened(name.into()))
    }

    #[test]
    fn a_repeated_notice_is_one_line() {
        let mut notices = Notices::default();
        for text in ["a", "b", "a", "c"] {
            notices.push(Notice::info(text));
        }
        assert_eq!(texts(&notices), ["b", "a (2 times)", "c"]);
    }

    #[test]
    fn files_that_could_not_be_opened_are_one_line_with_a_count() {
        let mut notices = Notices::default();
        notices.push(not_opened("a"));
        assert_eq!(texts(&notices), ["a could not be opened: it is empty."]);
        for name in ["b", "c", "a", "d"] {
            notices.push(not_opened(name));
        }
        assert_eq!(texts(&notices), ["4 files could not be opened"]);
        (0..9_000).for_each(|at| notices.push(not_opened(&at.to_string())));
        assert_eq!(texts(&notices), ["9\u{a0}004 files could not be opened"]);
        assert!(notices.items[0].members.len() <= MOST_MEMBERS);
    }

    #[test]
    fn files_that_were_cut_short_are_one_line_and_repeats_are_counted() {
        let mut notices = Notices::default();
        for at in 0..29 {
            let text = format!("{at}.cast: The file ends too early.");
            notices.push(Notice::error(text).about(Problem::CutOff(castview_picture::opened::FileKey(at))));
        }
        assert_eq!(texts(&notices), ["29 files were cut short"]);
        // With a broken one it is still one line.
        notices.push(not_opened("a"));
        assert_eq!(texts(&notices), ["30 files are broken or cut short"]);
        notices.items.clear();
        (0..3).for_each(|_| notices.push(Notice::info("b is the last file of its folder.")));
        assert_eq!(texts(&notices), ["b is the last file of its folder. (3 times)"]);
    }

    #[test]
    fn an_offer_waits_for_room() {
        let ctx = Context::default();
        ctx.add_font(egui_material_icons::font_insert());
        let mut notices = Notices::default();
        notices.push(Notice::warning("warning"));
        notices.push(Notice::info("note"));
        notices.push(Notice::info("offer").with_action("Keep both", Action::Escape));
        // Room for one line.
        let viewport = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 200.0));
        let session = Session::default();
        let output = ctx.run_ui(egui::RawInput::default(), |ui| {
            notices.show(ui.ctx(), &session, (viewport, 80.0), &[], &mut Vec::new());
        });
        output.drop_without_applying_deltas();
        assert_eq!(texts(&notices), ["warning", "offer"]);
    }

    #[test]
    fn the_most_urgent_lines_find_room_first() {
        let mut notices = Notices::default();
        notices.push(Notice::error("error"));
        for at in 0..50 {
            notices.push(Notice::warning(format!("warning {at}")));
        }
        notices.push(Notice::info("note"));
        assert!(notices.items.len() <= MOST_LINES);
        let mut rows = vec![1; notices.items.len()];
        let shown = |rows: &[usize], most: usize| -> Vec<(String, usize)> {
            let shown = shown_of(&notices.items, rows, most).into_iter();
            shown
                .map(|Shown { at, rows }| (notices.items[at].words().0, rows))
                .collect()
        };
        let one = |text: &str| (text.to_owned(), 1);
        assert_eq!(shown(&rows, 2), [one("error"), one("warning 49")]);
        // A text of two lines takes the room of two.
        let error = notices
            .items
            .iter()
            .position(|listed| listed.urgency() == Urgency::Error);
        rows[error.expect("it is the most urgent")] = 2;
        assert_eq!(shown(&rows, 3), [("error".to_owned(), 2), one("warning 49")]);
        assert_eq!(shown(&rows, 1), [one("error")]);
    }

    #[test]
    fn every_notice_leaves_by_itself_errors_last() {
        let ctx = Context::default();
        let mut notices = Notices::default();
        notices.push(Notice::info("note"));
        notices.push(Notice::error("error"));
        ctx.add_font(egui_material_icons::font_insert());
        let viewport = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0));
        let session = Session::default();
        let pass = |notices: &mut Notices, seconds: f64| {
            let input = egui::RawInput {
                time: Some(seconds),
                ..Default::default()
            };
            let output = ctx.run_ui(input, |ui| {
                notices.show(ui.ctx(), &session, (viewport, 80.0), &[], &mut Vec::new());
            });
            output.drop_without_applying_deltas();
            texts(notices)
        };
        pass(&mut notices, 0.0);
        pass(&mut notices, 1.0);
        assert_eq!(pass(&mut notices, time::NOTICE + 2.0), ["error"]);
        assert_eq!(pass(&mut notices, time::NOTICE * 4.0 + 2.0), [""; 0]);
        assert_eq!(notices.log.len(), 2, "the log keeps them");
    }
}
