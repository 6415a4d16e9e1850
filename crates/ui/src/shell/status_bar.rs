//! The last line: things on the stage, matched share of the clip, problems, graphics adapter.

use super::notice_log::NoticeLog;
use crate::inspector::materials::tint;
use crate::inspector::motion::marked::{self, Ends};
use crate::inspector::motion::{by_hand, pinned, rig, stopped};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words::{self, counted};
use crate::{AppInfo, Coarse};
use castview_base::core::{Diagnostics, Severity};
use castview_session::composition;
use castview_session::stage;
use castview_session::{
    Action, ClipEntry, DialValue, ExportAction, Matches, Page, PartShown, Selected, SelectionAction, Session, Stage,
    StageAction, ViewAction, WindowAction, section_words,
};
use egui::{Align, Button, Frame, Label, Layout, Margin, Panel, RichText, Ui};
use egui_material_icons::{MaterialIcon, icons};

/// In a narrower line problems are a number beside their icon.
const TIGHT: f32 = 500.0;

pub fn show(ui: &mut Ui, session: &Session, app: &AppInfo<'_>, log: &NoticeLog, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let frame = Frame::new()
        .fill(theme.ground)
        .inner_margin(Margin::symmetric(space::S as i8, 0));
    Panel::bottom("status")
        .exact_size(size::STATUS)
        .frame(frame)
        .show(ui, |ui| {
            ui.style_mut().override_text_style = Some(theme::dense());
            ui.horizontal_centered(|ui| {
                // In a fixed order: what comes and goes stands right of what is always there.
                // The driver's version waits in the tooltip.
                let short = app.adapter.split(" (").next().unwrap_or_default();
                let (text, tip) = drawn_by(words::shortened(short, 32), app);
                let others = others(ui, session, &text);
                counts(ui, session, others);
                problems(ui, session, actions);
                missing_textures(ui, session, actions);
                from_elsewhere(ui, session, actions);
                played_otherwise(ui, session, actions);
                stopped::hint(ui, session, actions);
                pinned::hint(ui, session, actions);
                by_hand::hint(ui, session, actions);
                by_hand::shapes_hint(ui, session, actions);
                left_out(ui, session, actions);
                tint::hint(ui, session, actions);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let color = match app.passed_adapters {
                        [] => theme.dim,
                        _ => theme.severity(Severity::Warning),
                    };
                    ui.add(Label::new(RichText::new(text).color(color))).on_hover_text(tip);
                    notices(ui, log, actions);
                    ui.separator();
                    // At the right end, so that nothing moves when lasting work begins or ends.
                    loading(ui, session, actions);
                    exporting(ui, session, actions);
                    drawing(ui, session, actions);
                    coarse(ui, session, app);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        matches(ui, session, actions);
                        rig::off_hint(ui, session, actions);
                    });
                });
            });
        });
}

/// Names the adapter that draws, called `short`, and the adapters that were passed over for it; and the same at length.
fn drawn_by(short: impl std::fmt::Display, app: &AppInfo<'_>) -> (String, String) {
    let drawn = format!("Drawn by {}", app.adapter);
    let name = |told: &String| told.split(" (").next().unwrap_or_default().to_owned();
    let names: Vec<String> = app.passed_adapters.iter().map(name).collect();
    match &names[..] {
        [] => (short.to_string(), drawn),
        [one] => (
            format!("{short}, not {}", words::shortened(one, 32)),
            format!("{drawn}\nPassed over: {}", app.passed_adapters[0]),
        ),
        all => (
            format!("{short}, {} others passed over", all.len()),
            format!("{drawn}\nPassed over:\n{}", app.passed_adapters.join("\n")),
        ),
    }
}

const SECTION_OFF: Ends = Ends {
    text: "Show all",
    tip: "Click to show all",
    name: "Take the clipping plane away",
};

/// Says that the clipping plane leaves something out, and shows all by a click.
fn left_out(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = section_words(session)
        && marked::hint(ui, (icons::ICON_VISIBILITY_OFF, &told), SECTION_OFF)
    {
        actions.push(DialValue::section(None).choose());
    }
}

fn loading(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(loading) = session.opening().under_way() else {
        return;
    };
    let words = format!("Loading {}", words::shortened(&loading.name, 32));
    let stop = ("Cancel loading", "Stop loading (Esc)");
    if lasting(ui, &words, loading.progress, stop) {
        actions.push(Action::Stage(StageAction::CancelLoad));
    }
}

/// Pictures that are written by a command beside the window.
fn exporting(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(export) = session.export().under_way() else {
        return;
    };
    let left = export.left_secs.map(|secs| secs.ceil() as u64);
    let left = left.map_or_else(String::new, |secs| format!(", {}:{:02} left", secs / 60, secs % 60));
    let words = format!("Exporting {}{left}", words::shortened(&export.name, 32));
    if lasting(ui, &words, export.progress, ("Cancel export", "Stop the export")) {
        actions.push(Action::Export(ExportAction::Cancel));
    }
}

/// A picture that takes its time. The one before it is on the screen, or one of less.
fn drawing(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let part = session.view().part_shown().map(|part| part_shown(&part));
    let Some(progress) = session.view().drawing() else {
        // The user has stopped it.
        if let Some(part) = part {
            ui.label(RichText::new(part).color(theme::of(ui).text));
            ui.separator();
        }
        return;
    };
    let words = part.map_or_else(|| "Drawing".to_owned(), |part| format!("{part}…"));
    if lasting(ui, &words, progress, ("Stop drawing", "Stop drawing (Esc)")) {
        actions.push(Action::View(ViewAction::StopDrawing));
    }
}

/// How coarsely the picture is drawn while something moves, laid out from the right; where what stands left of it leaves no room, the
/// statistics tell.
fn coarse(ui: &mut Ui, session: &Session, app: &AppInfo<'_>) {
    let Some(coarse) = &app.coarse else { return };
    let room = ui.available_width() - of_clip(ui, session) - separator(ui);
    if room < COARSE {
        return;
    }
    let (words, reason) = coarse_words(coarse);
    let font = theme::dense().resolve(ui.style());
    let shown = control::elided(ui, &words, font, theme::of(ui).dim, room);
    let shown = ui.add(Label::new(shown));
    shown.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Label, true, &words));
    shown.on_hover_text(reason);
    ui.separator();
}

/// `75 % resolution, no shadows`; and all that is left out, with the reason.
fn coarse_words(coarse: &Coarse) -> (String, String) {
    let resolution = format!("{:.0} % resolution", coarse.scale * 100.0);
    let Coarse {
        jagged, unlit, sharp, ..
    } = *coarse;
    let is_small = coarse.scale < 1.0;
    let left_out = |all: bool| {
        let parts = [
            (is_small, &*resolution),
            // Few pixels are jagged without being told.
            (jagged && (all || !is_small), "no antialiasing"),
            (unlit, if all { "no shadows, no occlusion" } else { "no shadows" }),
            (sharp, "no depth of field"),
        ];
        let parts = parts.iter().filter(|(is_so, _)| *is_so).map(|(_, words)| *words);
        parts.collect::<Vec<_>>().join(", ")
    };
    let short = left_out(false);
    let first = short[..1].to_uppercase();
    let reason = coarse.took.map(|took| {
        let [picture, turn] = took.map(|seconds| format!("{:.0}", seconds * 1000.0));
        format!(" A finer one took {picture} of {turn} ms.")
    });
    let whole = format!(
        "The picture of the moving scene has {}.{} What stands still is drawn at its finest.",
        left_out(true),
        reason.unwrap_or_default()
    );
    (format!("{first}{}", &short[1..]), whole)
}

/// `Showing 12 of 400 meshes`.
fn part_shown(part: &PartShown) -> String {
    let PartShown { meshes, of, coarse } = *part;
    let grouped = |count: usize| words::grouped(count as u64);
    match (meshes, coarse) {
        (0, 1) if of == 1 => "Showing a coarse form".to_owned(),
        (0, coarse) if of == coarse => format!("Showing a coarse form of {} meshes", grouped(of)),
        (_, 0) => format!("Showing {} of {} meshes", grouped(meshes), grouped(of)),
        _ => format!(
            "Showing {} of {} meshes, {} more in a coarse form",
            grouped(meshes),
            grouped(of),
            grouped(coarse)
        ),
    }
}

/// Lasting work, laid out from the right. True when it is to stop.
fn lasting(ui: &mut Ui, words: &str, progress: f32, (name, tip): (&str, &str)) -> bool {
    let theme = theme::of(ui);
    let stop = control::icon_button(ui, icons::ICON_CLOSE, name, tip, true);
    let percent = RichText::new(format!("{:>3.0} %", progress * 100.0)).monospace();
    ui.label(percent.color(theme.text));
    ui.label(RichText::new(words).color(theme.text));
    ui.separator();
    stop.clicked()
}

/// The way to the log of notices. Its colour says that there is something that nobody has read.
fn notices(ui: &mut Ui, log: &NoticeLog, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let (glyph, color, name) = match log.unread() {
        None => (icons::ICON_NOTIFICATIONS, theme.dim, "Notices".to_owned()),
        Some((count, worst)) => (
            icons::ICON_NOTIFICATIONS_UNREAD,
            theme.urgency(worst),
            format!("Notices, {count} unread"),
        ),
    };
    let button = Button::new(control::icon(glyph).color(color))
        .frame_when_inactive(false)
        .min_size(egui::Vec2::splat(size::ROW));
    let response = ui.add(button).on_hover_text("Show the notices of this run");
    if response.accessible_name(name).clicked() {
        actions.push(Action::Window(WindowAction::TogglePage(Page::Notices)));
    }
}

/// `3 textures missing`, as one button.
fn missing_textures(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = missing_words(session) {
        let about = "Show where they were looked for";
        textures(
            ui,
            (icons::ICON_BROKEN_IMAGE, told),
            |label| format!("{label}. {about}"),
            || Action::Window(WindowAction::TogglePage(Page::Textures)),
            actions,
        );
    }
}

/// `2 textures from elsewhere`, as one button; and the same of files that instances name.
fn from_elsewhere(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if let Some(told) = elsewhere_words(session) {
        let about = "their images lie neither where their files say nor near them. Show which";
        textures(
            ui,
            (icons::ICON_SWAP_HORIZ, told),
            |label| format!("{label}: {about}"),
            || Action::Window(WindowAction::TogglePage(Page::Textures)),
            actions,
        );
    }
    let count = stage::count_instead(session) as u64;
    if count > 0 {
        let files = counted(count, "instanced file", "instanced files");
        let about = "chosen by you for what instances name. Show the first";
        textures(
            ui,
            (icons::ICON_SWAP_HORIZ, (count, format!("{files} from elsewhere"))),
            |label| format!("{label}: {about}"),
            || Action::Selection(SelectionAction::Select(stage::first_from_elsewhere(session))),
            actions,
        );
    }
}

/// `recoil plays additive`, as a button that leads to the clip: the picture is not what its file says.
fn played_otherwise(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let playing = composition::playing_otherwise(session);
    let Some((first, how)) = playing.first() else {
        return;
    };
    let name = session.stage().clip(*first).map_or("", |entry| &entry.name);
    let label = match playing.len() {
        1 => format!("{name} plays {how}"),
        count => counted(count as u64, "clip plays otherwise", "clips play otherwise"),
    };
    let text = match ui.available_width() < size::NARROW {
        true => words::grouped(playing.len() as u64),
        false => words::shortened(&label, 48).to_string(),
    };
    let icon = control::icon(icons::ICON_SWAP_VERT).color(theme::of(ui).warning);
    let button = Button::new((icon, RichText::new(text))).frame_when_inactive(false);
    let tip = format!("{label}, by your choice and not by the file. Show the clip");
    let response = ui.add(button).on_hover_text(tip);
    if response.accessible_name(label).clicked() {
        actions.push(Action::Selection(SelectionAction::Select(Some(Selected::Clip(*first)))));
    }
    ui.separator();
}

/// A button that leads to textures or files. In: their count, and the whole sentence, which is shown where there is room. `tip` makes the
/// tooltip of the sentence, `leads` the action of a click.
fn textures(
    ui: &mut Ui,
    (icon, (count, whole)): (MaterialIcon, (u64, String)),
    tip: impl Fn(&str) -> String,
    leads: impl FnOnce() -> Action,
    actions: &mut Vec<Action>,
) {
    let label = whole.replace('\u{a0}', " ");
    let text = match ui.available_width() < size::NARROW {
        true => words::grouped(count),
        false => whole,
    };
    let icon = control::icon(icon).color(theme::of(ui).warning);
    let button = Button::new((icon, RichText::new(text))).frame_when_inactive(false);
    let response = ui.add(button).on_hover_text(tip(&label));
    if response.accessible_name(label).clicked() {
        actions.push(leads());
    }
    ui.separator();
}

/// How many textures are shown by images of other places, and that in words; `None`: there are none.
fn elsewhere_words(session: &Session) -> Option<(u64, String)> {
    let count = stage::count_from_elsewhere(session) as u64;
    (count > 0).then(|| {
        (
            count,
            format!("{} from elsewhere", counted(count, "texture", "textures")),
        )
    })
}

/// How many textures cannot be shown, and that in words; `None`: all are there.
fn missing_words(session: &Session) -> Option<(u64, String)> {
    let (lost, _) = session.stage().lost_textures()?;
    Some((lost.all() as u64, words::lost_textures(lost)))
}

fn diagnostics(session: &Session) -> impl Iterator<Item = &Diagnostics> + Clone {
    session.stage().files().iter().map(|file| &*file.diagnostics)
}

fn worst_problem(session: &Session) -> Option<Severity> {
    let items = diagnostics(session).flat_map(|diagnostics| diagnostics.items());
    items.map(|item| item.rule.severity).max()
}

/// Notes and warnings of everything that is open, as one button.
fn problems(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(worst) = worst_problem(session) else { return };
    let all = diagnostics(session);
    let theme = theme::of(ui);
    let glyph = match worst {
        Severity::Note => icons::ICON_INFO,
        Severity::Warning => icons::ICON_WARNING,
        Severity::Error => icons::ICON_ERROR,
    };
    let whole = words::problems(all.clone());
    let label = whole.replace('\u{a0}', " ");
    let text = match ui.available_width() < TIGHT {
        true => words::grouped(all.map(|diagnostics| diagnostics.items().len() as u64).sum()),
        false => whole,
    };
    let button = Button::new((control::icon(glyph).color(theme.severity(worst)), RichText::new(&text)))
        .frame_when_inactive(false);
    let response = ui
        .add(button)
        .on_hover_text("Show what was assumed, and where")
        .accessible_name(label);
    if response.clicked() {
        actions.push(Action::Window(WindowAction::TogglePage(Page::Diagnostics)));
    }
    ui.separator();
}

/// `212 of 230 curves matched`, and how many bones of a matched name stand still.
fn matches_words(matches: &Matches) -> String {
    let [matched, total] = [matches.matched, matches.total].map(|count| words::grouped(count as u64));
    let still = match matches.namesakes as u64 {
        0 => String::new(),
        count => format!(
            ", {} still",
            words::counted(count, "namesake stands", "namesakes stand")
        ),
    };
    format!("{matched} of {total} curves matched{still}")
}

/// That as one button.
fn matches(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(matches) = session.stage().matches() else {
        return;
    };
    let theme = theme::of(ui);
    let text = matches_words(&matches);
    let color = if matches.matched < matches.total || matches.namesakes > 0 {
        theme.severity(Severity::Warning)
    } else {
        theme.dim
    };
    let label = text.replace('\u{a0}', " ");
    let button = Button::new(RichText::new(text).color(color)).frame_when_inactive(false);
    let response = ui
        .add(button)
        .on_hover_text("Show which bones are driven and which names are missing")
        .accessible_name(label);
    if response.clicked() {
        actions.push(Action::Window(WindowAction::TogglePage(Page::Matching)));
    }
    ui.separator();
}

/// The counts of all that is open, in what is left by the `others`; a line that is tight has no room for them.
fn counts(ui: &mut Ui, session: &Session, others: f32) {
    if ui.available_width() < TIGHT {
        return;
    }
    let text = summary(session);
    let color = theme::of(ui).dim;
    let font = theme::dense().resolve(ui.style());
    let room = ui.available_width() - others;
    let galley = control::elided(ui, &text, font, color, room.max(ui.available_width() * COUNTS_SHARE));
    let is_cut = galley.elided;
    let shown = ui.add(Label::new(galley));
    shown.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Label, true, &text));
    if is_cut {
        shown.on_hover_text(&text);
    }
    ui.separator();
}

/// The part of the line that counts may always take.
const COUNTS_SHARE: f32 = 0.2;
/// As egui makes it.
const SEPARATOR: f32 = 6.0;
/// Words about a coarse picture are of use in at least such a width.
const COARSE: f32 = 80.0;
/// Width kept free for lasting work, so that nothing moves when it begins.
const LASTING: f32 = 220.0;

/// The width of all that stands right of the counts.
fn others(ui: &Ui, session: &Session, adapter: &str) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    let text = |words: &str| width_of(ui, words);
    let button = |words: String| width_of_button(ui, &words);
    let icon = size::ICON + gap;
    let mut width = separator(ui) + text(adapter) + size::ROW + 2.0 * gap + separator(ui) + LASTING;
    if worst_problem(session).is_some() {
        width += icon + button(words::problems(diagnostics(session)));
        // With less room they would be a number.
        width = width.max(TIGHT + separator(ui));
    }
    if let Some((_, words)) = missing_words(session) {
        width += icon + button(words);
    }
    if let Some((_, words)) = elsewhere_words(session) {
        width += icon + button(words);
    }
    width + of_clip(ui, session)
}

/// Width of the words about the clip: matched curves, and the rig while it is off.
fn of_clip(ui: &Ui, session: &Session) -> f32 {
    let matches = session.stage().matches();
    let matches = matches.map_or(0.0, |matches| width_of_button(ui, &matches_words(&matches)));
    let rig = rig::off_words(session).map_or(0.0, |words| {
        let gap = ui.spacing().item_spacing.x;
        size::ICON + gap + width_of(ui, &words) + gap + width_of_button(ui, rig::TURN_ON)
    });
    matches + rig
}

fn width_of(ui: &Ui, words: &str) -> f32 {
    let font = theme::dense().resolve(ui.style());
    let whole = control::elided(ui, words, font, theme::of(ui).dim, f32::INFINITY);
    whole.size().x
}

/// With the separator behind it.
fn width_of_button(ui: &Ui, words: &str) -> f32 {
    width_of(ui, words) + 2.0 * ui.spacing().button_padding.x + separator(ui)
}

/// A separator and the gaps beside it.
fn separator(ui: &Ui) -> f32 {
    SEPARATOR + 2.0 * ui.spacing().item_spacing.x
}

/// `144 bones · 48 231 triangles`; what there is none of is left out.
pub fn summary(session: &Session) -> String {
    let stage = session.stage();
    let mut parts = Vec::new();
    let total = totals(stage);
    let is_guessed = |clip: &ClipEntry| clip.clip().skeleton.is_none() && !stage.has_model();
    let (bone, bones) = match session.active_clip().is_some_and(is_guessed) {
        true => ("stand-in bone", "stand-in bones"),
        false => ("bone", "bones"),
    };
    for (count, one, many) in [
        (total.bones, bone, bones),
        (total.triangles, "triangle", "triangles"),
        (total.vertices, "vertex", "vertices"),
        (total.instances, "instance", "instances"),
    ] {
        if count > 0 {
            parts.push(counted(count, one, many));
        }
    }
    let clips = stage.clips().len() as u64;
    if parts.is_empty() {
        parts.push(match (stage.files().is_empty(), clips) {
            (true, _) => "Nothing is open".to_owned(),
            (false, 0) => "Nothing to see".to_owned(),
            (false, _) => counted(clips, "clip", "clips"),
        });
    }
    parts.join(" · ")
}

struct Totals {
    bones: u64,
    triangles: u64,
    vertices: u64,
    instances: u64,
}

fn totals(stage: &Stage) -> Totals {
    let mut out = Totals {
        bones: 0,
        triangles: 0,
        vertices: 0,
        instances: stage.files().iter().map(|file| file.scene.instances.len() as u64).sum(),
    };
    for placed in stage.models() {
        let model = placed.model();
        let copies = model.copies.as_ref().map_or(0, |copies| copies.places.len());
        out.instances += copies as u64;
        let times = placed.standing().places.len() as u64;
        out.bones += model.skeleton.len() as u64;
        for mesh in &model.meshes {
            out.triangles += mesh.triangle_count() as u64 * times;
            out.vertices += mesh.vertex_count() as u64 * times;
        }
    }
    out
}
