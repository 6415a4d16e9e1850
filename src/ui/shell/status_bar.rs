//! The last line: things on the stage, matched share of the clip, problems, graphics adapter.

use crate::core::Severity;
use crate::session::{Action, OpenFile, Page, Session, Stage, StageAction, ViewAction, WindowAction};
use crate::ui::AppInfo;
use crate::ui::inspector::motion::rig;
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::words::{self, counted};
use egui::{Align, Button, Frame, Label, Layout, Margin, Panel, RichText, Ui};
use egui_material_icons::icons;

pub fn show(ui: &mut Ui, session: &Session, app: &AppInfo<'_>, actions: &mut Vec<Action>) {
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
                loading(ui, session, actions);
                drawing(ui, session, actions);
                problems(ui, session, actions);
                missing_textures(ui, session, actions);
                rig::off_hint(ui, session, actions);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    // The driver's version waits in the tooltip.
                    let short = app.adapter.split(" (").next().unwrap_or_default();
                    let (text, tip) = drawn_by(words::shortened(short, 32), app);
                    let color = match app.passed_adapters {
                        [] => theme.dim,
                        _ => theme.severity(Severity::Warning),
                    };
                    ui.add(Label::new(RichText::new(text).color(color))).on_hover_text(tip);
                    ui.add_space(space::S);
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        matches(ui, session, actions);
                        let text = summary(session);
                        ui.add(Label::new(RichText::new(&text).color(theme.dim)).truncate());
                    });
                });
            });
        });
}

/// What draws, called `short`, and what was passed over for it; and the same at length.
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

fn loading(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(loading) = session.opening().under_way() else {
        return;
    };
    let theme = theme::of(ui);
    let percent = RichText::new(format!("{:>3.0} %", loading.progress * 100.0)).monospace();
    ui.label(RichText::new(format!("Loading {}", words::shortened(&loading.name, 32))).color(theme.text));
    ui.label(percent.color(theme.text));
    let cancel = control::icon_button(ui, icons::ICON_CLOSE, "Cancel loading", "Stop loading (Esc)", true);
    if cancel.clicked() {
        actions.push(Action::Stage(StageAction::CancelLoad));
    }
    ui.separator();
}

/// A picture that takes its time. The one before it is on the screen.
fn drawing(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(progress) = session.view().drawing else {
        return;
    };
    let theme = theme::of(ui);
    ui.label(RichText::new("Drawing").color(theme.text));
    let percent = RichText::new(format!("{:>3.0} %", progress * 100.0)).monospace();
    ui.label(percent.color(theme.text));
    let stop = control::icon_button(ui, icons::ICON_CLOSE, "Stop drawing", "Stop drawing (Esc)", true);
    if stop.clicked() {
        actions.push(Action::View(ViewAction::StopDrawing));
    }
    ui.separator();
}

/// Notes and warnings of everything that is open, as one button.
fn problems(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let all = session.stage().files.iter().map(|file| &*file.diagnostics);
    let items = all.clone().flat_map(|diagnostics| diagnostics.items());
    let Some(worst) = items.map(|item| item.rule.severity).max() else {
        return;
    };
    let theme = theme::of(ui);
    let glyph = match worst {
        Severity::Note => icons::ICON_INFO,
        Severity::Warning => icons::ICON_WARNING,
        Severity::Error => icons::ICON_ERROR,
    };
    let text = words::problems(all);
    let label = text.replace('\u{a0}', " ");
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

/// `2 textures missing`, as one button that leads to the page of textures.
fn missing_textures(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let lacks = |file: &OpenFile| file.missing_textures().count();
    let files = &session.stage().files;
    let count: usize = files.iter().map(lacks).sum();
    if count == 0 {
        return;
    }
    let theme = theme::of(ui);
    let text = format!("{} missing", counted(count as u64, "texture", "textures"));
    let label = text.replace('\u{a0}', " ");
    // The number alone: what else the line says has to find room.
    let button = Button::new((
        control::icon(icons::ICON_BROKEN_IMAGE).color(theme.warning),
        RichText::new(words::grouped(count as u64)),
    ))
    .frame_when_inactive(false);
    let response = ui
        .add(button)
        .on_hover_text(format!("{text}: show where they were looked for"))
        .accessible_name(label);
    if response.clicked() {
        actions.push(Action::Window(WindowAction::TogglePage(Page::Textures)));
    }
    ui.separator();
}

/// `212 of 230 curves matched`, as one button.
fn matches(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let Some(matches) = session.stage().matches else {
        return;
    };
    let theme = theme::of(ui);
    let [matched, total] = [matches.matched, matches.total].map(|count| words::grouped(count as u64));
    let text = format!("{matched} of {total} curves matched");
    let color = if matches.matched < matches.total {
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

/// `144 bones · 48 231 triangles`; what there is none of is left out.
pub fn summary(session: &Session) -> String {
    let stage = session.stage();
    let mut parts = Vec::new();
    let total = totals(stage);
    for (count, one, many) in [
        (total.bones, "bone", "bones"),
        (total.triangles, "triangle", "triangles"),
        (total.vertices, "vertex", "vertices"),
        (total.instances, "instance", "instances"),
    ] {
        if count > 0 {
            parts.push(counted(count, one, many));
        }
    }
    if parts.is_empty() {
        parts.push("Nothing is open".to_owned());
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
        instances: stage.files.iter().map(|file| file.scene.instances.len() as u64).sum(),
    };
    for placed in &stage.models {
        let model = placed.model();
        let copies = model.copies.as_ref().map_or(0, |copies| copies.places.len());
        out.instances += copies as u64;
        let times = placed.standing.places.len() as u64;
        out.bones += model.skeleton.len() as u64;
        for mesh in &model.meshes {
            out.triangles += mesh.triangle_count() as u64 * times;
            out.vertices += mesh.vertex_count() as u64 * times;
        }
    }
    out
}
