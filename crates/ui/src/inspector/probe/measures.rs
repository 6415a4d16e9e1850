//! Measures: distances and angles with their numbers now and over the clip, and the menu that makes new ones.

use crate::inspector::rows::dim_line;
use crate::kit::theme::{self, size, space};
use crate::kit::{choices, control, words};
use castview_session::{
    Action, Dial, Measure, MeasureCurve, MeasurePoint, PlaybackAction, ProbeAction, Seek, Selected, Session, probe,
};
use egui::accesskit::Role;
use egui::{Button, Label, Rect, RichText, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Height of the curve of a measure.
const CURVE: f32 = 40.0;

/// The section *Measure*; nothing while there is nothing to measure.
pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let measures = session.edits().measures();
    let from = ends(session);
    if measures.is_empty() && from.is_empty() {
        return;
    }
    let count = (!measures.is_empty()).then_some(measures.len());
    control::section(ui, "Measure", count, |ui| {
        ui.horizontal(|ui| {
            ui.add_space(space::L);
            let tip = "Distance from here to a bone, a pin or the ground";
            control::menu(ui, "Measure to", "Measure to", tip, |ui| {
                for measure in new_ones(session, &from) {
                    let title = probe::measure_title(session, &measure);
                    if control::entry(ui, &words::shortened(&title, 48), "", true, None) {
                        actions.push(Action::Probe(ProbeAction::Measure(measure)));
                    }
                }
                ui.separator();
                choices::submenu(ui, session, Dial::MEASURE_UNIT, actions);
            });
        });
        for (at, measure) in measures.iter().enumerate().rev() {
            ui.push_id(("measure", at), |ui| one(ui, session, (at, measure), actions));
        }
    });
}

/// The points that measures can begin at: the active bone, else the newest pin.
fn ends(session: &Session) -> Vec<MeasurePoint> {
    let bone = session.edits().selected.and_then(MeasurePoint::of);
    let pin = session.edits().pins().last().map(|pin| MeasurePoint::Pin(pin.number));
    bone.or(pin).into_iter().collect()
}

/// The distances from the first of `from` to the ground, its parent, other selected bones and all pins; the angle of three bones.
fn new_ones(session: &Session, from: &[MeasurePoint]) -> Vec<Measure> {
    let Some(from) = from.first().copied() else {
        return Vec::new();
    };
    let others: Vec<MeasurePoint> = session
        .edits()
        .all_selected()
        .filter_map(MeasurePoint::of)
        .filter(|point| *point != from)
        .take(MOST_OTHERS)
        .collect();
    let parent = match session.edits().selected {
        Some(Selected::Bone(model, bone)) => {
            let parent = session
                .stage()
                .placed(model)
                .and_then(|placed| placed.model().skeleton.parent(bone));
            parent.map(|parent| MeasurePoint::Bone(model, parent))
        }
        _ => None,
    };
    let pins = session.edits().pins().iter().map(|pin| MeasurePoint::Pin(pin.number));
    let angle = match others[..] {
        [a, b] => Some(Measure::Angle {
            corner: from,
            arms: [a, b],
        }),
        _ => None,
    };
    let ends = std::iter::once(MeasurePoint::Ground)
        .chain(parent)
        .chain(others.iter().copied())
        .chain(pins);
    let ends = ends.filter(|end| *end != from);
    angle
        .into_iter()
        .chain(ends.map(|end| Measure::Distance([from, end])))
        .collect()
}

/// Selected bones that the menu lists.
const MOST_OTHERS: usize = 12;

fn one(ui: &mut Ui, session: &Session, (at, measure): (usize, &Measure), actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let title = probe::measure_title(session, measure);
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let text = RichText::new(&title).text_style(theme::dense()).color(theme.text);
        ui.scope(|ui| {
            ui.set_max_width(ui.available_width() - 2.0 * size::ROW);
            ui.add(Label::new(text).truncate()).on_hover_text(&title);
        });
        let name = format!("Remove measure {title}");
        if control::icon_button(ui, icons::ICON_CLOSE, &name, "Remove this measure", true).clicked() {
            actions.push(Action::Probe(ProbeAction::RemoveMeasure(at)));
        }
    });
    let Some(now) = probe::measured_now(session, measure) else {
        return dim_line(ui, "Not to be measured here.");
    };
    let word = match measure {
        Measure::Distance(_) => "distance",
        Measure::Angle { .. } => "angle",
    };
    control::fact(ui, word, probe::measure_value(session, measure, now.value));
    if let Some(delta) = now.delta {
        for (axis, value) in ["Δx", "Δy", "Δz"].into_iter().zip(delta.to_array()) {
            control::fact(ui, axis, probe::measured_length(session, value));
        }
    }
    if let Some(curve) = probe::measure_curve(session, at) {
        over_clip(ui, session, (measure, curve), actions);
    }
}

/// The least and the greatest value of the clip, each a way to its frame, and all of them as a curve.
fn over_clip(ui: &mut Ui, session: &Session, (measure, curve): (&Measure, &MeasureCurve), actions: &mut Vec<Action>) {
    let Some([least, greatest]) = curve.extremes() else {
        return;
    };
    for (word, (frame, value)) in [("least", least), ("greatest", greatest)] {
        control::fact_with(ui, word, |ui| {
            let told = probe::measure_value(session, measure, value);
            let text = format!("{told} at frame {}", words::frame(frame));
            let shown = RichText::new(&text)
                .text_style(TextStyle::Monospace)
                .color(theme::of(ui).accent);
            let response = ui.add(Button::new(shown).frame(false).truncate());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{word}: {text}")));
            if response
                .on_hover_text(format!("{text}\nClick to go to the frame"))
                .clicked()
            {
                actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
            }
        });
    }
    if curve.step > 1.0 {
        dim_line(ui, &format!("Every {}. frame was looked at.", words::frame(curve.step)));
    }
    drawn(ui, session, curve, [least.1, greatest.1], actions);
}

/// The curve over its frames, with the playhead; a click goes to the frame below the pointer.
fn drawn(ui: &mut Ui, session: &Session, curve: &MeasureCurve, [least, greatest]: [f32; 2], actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, CURVE), Sense::click());
    let plot = Rect::from_min_max(
        pos2(rect.left() + space::L, rect.top() + space::XS),
        pos2(rect.right() - space::S, rect.bottom() - space::XS),
    );
    let painter = ui.painter();
    painter.rect_filled(plot, size::RADIUS, theme.raised);
    let [Some(first), Some(last)] = [curve.points.first(), curve.points.last()] else {
        return;
    };
    let (begin, length) = (first.0, (last.0 - first.0).max(f64::MIN_POSITIVE));
    let span = greatest - least;
    let x = |frame: f64| plot.left() + plot.width() * ((frame - begin) / length).clamp(0.0, 1.0) as f32;
    let y = |value: f32| match span > 0.0 {
        true => plot.bottom() - plot.height() * (value - least) / span,
        false => plot.center().y,
    };
    let points = curve.points.iter().map(|(frame, value)| pos2(x(*frame), y(*value)));
    painter.line(points.collect(), Stroke::new(size::LINE, theme.text));
    if let Some(frame) = session.frame() {
        painter.vline(x(frame), plot.y_range(), Stroke::new(size::LINE, theme.accent));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Measure over the clip"));
    let at = response.interact_pointer_pos();
    if let Some(at) = at.filter(|_| response.clicked()) {
        let share = f64::from((at.x - plot.left()) / plot.width()).clamp(0.0, 1.0);
        let frame = (begin + share * length).round();
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
    }
    let _ = response.on_hover_text("Over the clip. Click to go to the frame");
}
