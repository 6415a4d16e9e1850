//! The page on which pictures are exported: content, format, size, and how large and how long it will be.
//!
//! In: the choice, and what was measured of it. Out: actions. Every change is kept and measured anew.

use super::rows::{dim, pick, row, sentence};
use crate::kit::theme::{self, size, space};
use crate::kit::{checkerboard, page, words};
use castview_images::Image;
use castview_session::{
    Action, DISCORD_BYTES, ExportAction, ExportBackground, ExportChoice, ExportContent, ExportFormat, ExportMeasure,
    ExportSize, ExportSubject, Measuring, Page, SIDES, Session, export_subject, frames_of, hand_pose_words,
    hand_shape_words, stopped_words,
};
use egui::{
    Button, ColorImage, Context, DragValue, Image as Shown, Label, Rect, Response, RichText, ScrollArea, Sense,
    TextureHandle, TextureOptions, Ui, WidgetInfo, vec2,
};
use std::sync::{Arc, Weak};

/// Size of the picture to look at.
const PREVIEW: egui::Vec2 = vec2(152.0, 96.0);
/// Pictures a second that can be chosen; 0: as the clip.
const RATES: [(u32, &str); 6] = [
    (0, "As the clip"),
    (15, "15"),
    (25, "25"),
    (30, "30"),
    (50, "50"),
    (60, "60"),
];

/// The texture of the preview, as long as its image is the one that is shown.
#[derive(Default)]
pub struct ExportPreview {
    made: Option<(Weak<Image>, TextureHandle)>,
}

impl ExportPreview {
    fn of(&mut self, ctx: &Context, image: &Arc<Image>) -> TextureHandle {
        let is_it = |made: &Weak<Image>| std::ptr::eq(made.as_ptr(), Arc::as_ptr(image));
        match &self.made {
            Some((made, texture)) if is_it(made) => texture.clone(),
            _ => {
                let sides = [image.width as usize, image.height as usize];
                let colors = ColorImage::from_rgba_unmultiplied(sides, &image.rgba);
                let texture = ctx.load_texture("export preview", colors, TextureOptions::LINEAR);
                self.made = Some((Arc::downgrade(image), texture.clone()));
                texture
            }
        }
    }
}

fn ask(action: ExportAction) -> Action {
    Action::Export(action)
}

pub fn show(ctx: &Context, session: &Session, preview: &mut ExportPreview, actions: &mut Vec<Action>) {
    page::show(ctx, Page::Export, "Export pictures", actions, |ui, actions| {
        let (subject, now) = (export_subject(session), session.preferences().export);
        let mut choice = now;
        let foot = PREVIEW.y + size::ROW + 4.0 * space::M;
        ScrollArea::vertical()
            .id_salt("export")
            .max_height((ui.available_height() - foot).max(size::ROW))
            .auto_shrink([false, true])
            .show(ui, |ui| {
                page::scroll_by_keys(ui);
                rows(ui, session, (&mut choice, &subject), actions);
            });
        if choice != now {
            actions.push(ask(ExportAction::Choose(choice)));
        }
        ui.add_space(space::S);
        ui.separator();
        ui.add_space(space::S);
        measured(ui, session, (&now, &subject), preview);
        ui.add_space(space::M);
        buttons(ui, session, actions);
    });
}

fn rows(
    ui: &mut Ui,
    session: &Session,
    (choice, subject): (&mut ExportChoice, &ExportSubject),
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let content = choice.content_of(subject);
    row(ui, "Content", |ui, title| {
        for (other, word) in ExportContent::ALL {
            let why = match other {
                ExportContent::Events => "No notification and no marker lies in what plays",
                _ => "No clip plays",
            };
            let has = subject.has(other);
            if pick(ui, (title, word), content == other, (has, why)) {
                choice.content = other;
            }
        }
    });
    // Always one row: nothing below it moves when the content changes.
    match content {
        ExportContent::Frames => row(ui, "Frames", |ui, _| frames(ui, session, subject, actions)),
        ExportContent::Turntable => row(ui, "Turns", |ui, _| turns(ui, choice, subject)),
        ExportContent::Picture => row(ui, "", |ui, _| dim(ui, "The view as it stands")),
        ExportContent::Loop => row(ui, "", |ui, _| dim(ui, "One whole loop of what plays")),
        ExportContent::Events => row(ui, "", |ui, _| {
            let count = words::counted(subject.events.len() as u64, "frame", "frames");
            dim(ui, &format!("{count} with notifications or markers"));
        }),
    }
    let is_still = content == ExportContent::Picture;
    let format = choice.format_of(subject);
    row(ui, "Format", |ui, title| {
        let formats: &[(ExportFormat, &str)] = match is_still {
            true => &ExportFormat::STILL,
            false => &ExportFormat::MOVING,
        };
        for &(other, word) in formats {
            if pick(ui, (title, word), format == other, (true, "")) {
                *(if is_still {
                    &mut choice.still
                } else {
                    &mut choice.moving
                }) = other;
            }
        }
    });
    row(ui, "Size", |ui, title| {
        sizes(ui, title, session, (&mut *choice, subject))
    });
    let has_rate = !is_still && content != ExportContent::Events;
    row(ui, "Pictures a second", |ui, title| {
        for (rate, word) in RATES {
            let is_shown = rate <= format.most_per_sec();
            let why = match has_rate {
                true => "GIF shows at most 50",
                false => "Of a loop, frames or a turntable",
            };
            let is_chosen = has_rate && choice.per_sec.min(format.most_per_sec()) == rate;
            if pick(ui, (title, word), is_chosen, (has_rate && is_shown, why)) {
                choice.per_sec = rate;
            }
        }
    });
    let background = choice.background_of(subject);
    row(ui, "Background", |ui, title| {
        for (other, word) in ExportBackground::ALL {
            let can = other != ExportBackground::Transparent || format.has_alpha();
            let why = "This format holds nothing transparent";
            if pick(ui, (title, word), background == other, (can, why)) {
                choice.background = other;
            }
        }
    });
    row(ui, "Samples a pixel", |ui, title| {
        for (samples, word) in [(4, "4, smooth edges"), (1, "1, faster")] {
            if pick(ui, (title, word), choice.samples == samples, (true, "")) {
                choice.samples = samples;
            }
        }
    });
}

fn number<N: egui::emath::Numeric>(
    ui: &mut Ui,
    value: &mut N,
    name: &str,
    range: std::ops::RangeInclusive<N>,
) -> Response {
    let field = DragValue::new(value).range(range).update_while_editing(false);
    ui.add(field).accessible_name(name)
}

fn frames(ui: &mut Ui, session: &Session, subject: &ExportSubject, actions: &mut Vec<Action>) {
    let now = frames_of(subject, session.export().frames());
    let [mut first, mut last] = now;
    number(ui, &mut first, "First frame to export", -1e9..=1e9);
    ui.label("to");
    number(ui, &mut last, "Last frame to export", -1e9..=1e9);
    if [first, last] != now {
        actions.push(ask(ExportAction::SetFrames(Some([first, last.max(first)]))));
    }
    let is_typed = session.export().frames().is_some();
    let tip = "The frames that are played";
    let response = ui.add_enabled(is_typed, Button::new("As played"));
    if response.on_hover_text(tip).clicked() {
        actions.push(ask(ExportAction::SetFrames(None)));
    }
}

fn turns(ui: &mut Ui, choice: &mut ExportChoice, subject: &ExportSubject) {
    number(ui, &mut choice.turns, "Turns", -100..=100).on_hover_text("Below 0 the other way around");
    let mut plays = !choice.holds_pose;
    let has_clip = subject.range.is_some();
    let response = ui.add_enabled(has_clip, egui::Checkbox::new(&mut plays, "The clip plays meanwhile"));
    if response.on_disabled_hover_text("No clip plays").changed() {
        choice.holds_pose = !plays;
    }
}

fn sizes(ui: &mut Ui, title: &str, session: &Session, (choice, subject): (&mut ExportChoice, &ExportSubject)) {
    for (size, word) in [
        (ExportSize::AsView, "As the view"),
        (ExportSize::Discord, "Discord 10 MB"),
        (ExportSize::Square, "Square"),
        (ExportSize::Wide, "16:9"),
    ] {
        if pick(ui, (title, word), choice.size == size, (true, "")) {
            choice.size = size;
        }
    }
    let now = choice.size_of(subject, session.export().fitted());
    let [mut width, mut height] = now;
    number(ui, &mut width, "Width", SIDES[0]..=SIDES[1]);
    ui.label("×");
    number(ui, &mut height, "Height", SIDES[0]..=SIDES[1]);
    if [width, height] != now {
        choice.size = ExportSize::Own([width, height]);
    }
}

/// A picture of it, and how much there will be.
fn measured(
    ui: &mut Ui,
    session: &Session,
    (choice, subject): (&ExportChoice, &ExportSubject),
    preview: &mut ExportPreview,
) {
    let theme = theme::of(ui);
    let measuring = session.export().measuring();
    ui.horizontal_top(|ui| {
        let (rect, response) = ui.allocate_exact_size(PREVIEW, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Image, true, "Preview"));
        ui.painter().rect_filled(rect, 2, theme.raised);
        if let Measuring::Done(measure) = measuring {
            let texture = preview.of(ui.ctx(), &measure.preview);
            let sides = texture.size_vec2();
            let scale = (rect.width() / sides.x).min(rect.height() / sides.y);
            let fitted = Rect::from_center_size(rect.center(), sides * scale);
            checkerboard::paint(ui, fitted);
            Shown::new((texture.id(), fitted.size())).paint_at(ui, fitted);
        }
        ui.add_space(space::S);
        ui.vertical(|ui| {
            ui.set_min_height(PREVIEW.y);
            ui.set_max_height(PREVIEW.y);
            match measuring {
                Measuring::Nothing | Measuring::UnderWay => {
                    ui.label(RichText::new("Measuring the first pictures…").color(theme.dim));
                }
                Measuring::Failed(why) => {
                    ui.add(Label::new(RichText::new(sentence(why)).color(theme.error)).wrap());
                }
                Measuring::Done(measure) => told(ui, measure, choice, subject),
            }
        });
    });
}

fn told(ui: &mut Ui, measure: &ExportMeasure, choice: &ExportChoice, subject: &ExportSubject) {
    let theme = theme::of(ui);
    let is_still = choice.content_of(subject) == ExportContent::Picture;
    let mut lines = Vec::new();
    if !is_still {
        let pictures = words::counted(measure.pictures, "picture", "pictures");
        lines.push(format!("{pictures}, {} s", words::fixed(measure.secs, 2)));
    }
    lines.push(format!("About {}", words::bytes(measure.bytes)));
    lines.push(format!("About {} to write", duration(measure.takes_secs)));
    for line in lines {
        ui.label(line);
    }
    if choice.size == ExportSize::Discord && measure.bytes > DISCORD_BYTES {
        let words = "More than the 10 MB that Discord takes: choose fewer pictures a second, or WebP.";
        ui.add(Label::new(RichText::new(words).color(theme.warning)).wrap());
    }
    ScrollArea::vertical().id_salt("export told").show(ui, |ui| {
        for line in &measure.told {
            let words = RichText::new(sentence(line))
                .color(theme.dim)
                .text_style(theme::dense());
            ui.add(Label::new(words).wrap());
        }
    });
}

/// `8 s`, `2:05 min`.
fn duration(secs: f64) -> String {
    let whole = secs.ceil().clamp(1.0, 1e9) as u64;
    match whole {
        ..60 => format!("{whole} s"),
        _ => format!("{}:{:02} min", whole / 60, whole % 60),
    }
}

fn buttons(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let export = session.export();
    let why = match (export.under_way(), export.measuring()) {
        (Some(_), _) => Some("One export is under way: it is in the status line"),
        (None, Measuring::Failed(_)) => Some("There is nothing to export"),
        _ => None,
    };
    ui.horizontal(|ui| {
        let button = Button::new("Export…").min_size(vec2(size::NUMBER, size::ROW));
        let response = ui.add_enabled(why.is_none(), button);
        let response = response.on_disabled_hover_text(why.unwrap_or_default());
        if response.clicked() {
            actions.push(ask(ExportAction::Begin));
        }
        let tip = "The command writes the same bytes";
        if ui.button("Copy as command").on_hover_text(tip).clicked() {
            actions.push(ask(ExportAction::CopyCommand));
        }
        if let Some(told) = stopped_words(session) {
            dim(ui, &format!("{told}: pictures show it so."));
        }
        for told in [hand_pose_words(session), hand_shape_words(session)]
            .into_iter()
            .flatten()
        {
            dim(ui, &format!("{told}; pictures show it so."));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_up() {
        assert_eq!([0.2, 59.2, 61.0].map(duration), ["1 s", "1:00 min", "1:01 min"]);
    }
}
