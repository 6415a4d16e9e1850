//! Rows of the curves that drive what is selected: each with a small curve, and a click that leads to the curve view.
//!
//! In: the clip whose keys are shown, its binding, the target. Out: painted rows, and the curve that was asked for.
//! A small curve is made once for a clip and a track; a pass paints points that are there.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words::{counted, property_word};
use crate::time::curve_view::{Source, Wanted, color};
use castview_base::core::FrameRange;
use castview_base::scene::{Property, Track};
use castview_motion::animation::curves::{Band, Component, Curve, Representation};
use castview_motion::animation::{Channel, Driven};
use castview_picture::PlacedKey;
use castview_session::{Action, DockTab, Placed, Session, Switch, WindowAction};
use egui::accesskit::Role;
use egui::{Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// Parts of the clip's range that a small curve tells apart.
const COLUMNS: usize = 32;
/// Width and height of a small curve, points.
const SMALL: [f32; 2] = [48.0, 16.0];
/// Small curves kept at most.
const MOST_KEPT: usize = 1024;

/// State of the rows, kept from pass to pass.
#[derive(Default)]
pub struct CurveRows {
    /// The binding by its place in memory, and what it drives.
    of: Option<(usize, PlacedKey, Driven)>,
    channels: Vec<Channel>,
    source: Source,
    small: HashMap<usize, Arc<Vec<SmallCurve>>>,
    /// The curve of the row that was clicked, until the curve view takes it.
    pub wanted: Option<Wanted>,
}

/// One number of a track: at most two points a column, in shares of the width and, from the top, of the height.
#[derive(Clone, Debug, PartialEq)]
pub struct SmallCurve {
    part: Component,
    points: Vec<[f32; 2]>,
}

impl CurveRows {
    /// The curves of the clip whose keys are shown; small ones of another clip are forgotten.
    pub fn source(&mut self, session: &Session) -> &mut Source {
        if self.source.update(session, Representation::Quaternion) {
            self.small.clear();
        }
        &mut self.source
    }

    /// Finds the channels that drive `target`, once for each binding.
    fn update(&mut self, session: &Session, placed: &Placed, target: Driven) {
        let binding = session.keyed().and_then(|keyed| keyed.binding(placed));
        let of = binding.map(|binding| (Arc::as_ptr(binding) as usize, placed.key, target));
        if self.of != of {
            self.of = of;
            let channels = binding.map(|binding| binding.channels()).unwrap_or_default();
            self.channels = channels;
            self.channels.retain(|channel| channel.target == target);
        }
    }
}

/// The channels of `target` in the clip whose keys are shown.
pub fn channels<'a>(session: &Session, placed: &Placed, target: Driven, rows: &'a mut CurveRows) -> &'a [Channel] {
    rows.update(session, placed, target);
    &rows.channels
}

/// A section with the curves of `target`, where it has any.
pub fn section(
    ui: &mut Ui,
    session: &Session,
    placed: &Placed,
    target: Driven,
    rows: &mut CurveRows,
    actions: &mut Vec<Action>,
) {
    let count = channels(session, placed, target, rows).len();
    if count > 0 {
        control::section(ui, "Curves", Some(count), |ui| {
            show(ui, session, rows, |_, _| false, actions);
        });
    }
}

/// The rows of what [`channels`] was asked for last. `is_changed`: the user chose another mode than the file's.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    rows: &mut CurveRows,
    is_changed: impl Fn(&Track, &Channel) -> bool,
    actions: &mut Vec<Action>,
) {
    let (Some(keyed), Some((_, model, _))) = (session.keyed(), rows.of) else {
        return;
    };
    let clip = keyed.entry.clip();
    let playhead = session.frame().and_then(|frame| {
        let share = (keyed.own_frame(frame) - clip.range.start) / clip.range.length();
        (0.0..=1.0).contains(&share).then_some(share as f32)
    });
    for at in 0..rows.channels.len() {
        let channel = rows.channels[at];
        let Some(track) = clip.tracks.get(channel.track) else {
            continue;
        };
        let small = small_curve(session, rows, channel.track, clip.range);
        let changed = if is_changed(track, &channel) { " · changed" } else { "" };
        let keys = counted(track.keys.len() as u64, "key", "keys");
        let value = format!("{} · {keys}{changed}", channel.mode.word());
        if row(ui, track.property, &value, (&small, playhead), channel) {
            rows.wanted = Some(Wanted {
                model,
                target: channel.target,
                track: channel.track,
            });
            if !session.preferences().shows(DockTab::Curves) {
                actions.push(Action::Window(WindowAction::ShowTab(DockTab::Curves)));
            }
            if session.window().panels_hidden() {
                actions.push(Switch::PANELS.toggle());
            }
            ui.ctx().request_repaint();
        }
    }
}

fn small_curve(session: &Session, rows: &mut CurveRows, track: usize, range: FrameRange) -> Arc<Vec<SmallCurve>> {
    rows.source(session);
    if rows.small.len() > MOST_KEPT {
        rows.small.clear();
    }
    let made = || Arc::new(lines(&rows.source.track(session, track), range));
    rows.small.entry(track).or_insert_with(made).clone()
}

/// The numbers of one track over `range`, all in one scale.
fn lines(curves: &[Curve], range: FrameRange) -> Vec<SmallCurve> {
    let all = curves.iter().map(Curve::extent).fold(Band::EMPTY, Band::joined);
    let span = all.max - all.min;
    let height = |value: f32| match span.is_finite() && span > 0.0 {
        true => ((all.max - value) / span).clamp(0.0, 1.0),
        false => 0.5,
    };
    let mut bands = Vec::new();
    let of_curve = |curve: &Curve| {
        curve.bands(range.start, range.end, COLUMNS, &mut bands);
        let mut points: Vec<[f32; 2]> = Vec::with_capacity(2 * COLUMNS);
        for (column, band) in bands.iter().enumerate() {
            let x = (column as f32 + 0.5) / COLUMNS as f32;
            let [mut near, mut far] = [height(band.min), height(band.max)];
            // Each column is entered at the end that is nearer to the column before.
            if points.last().is_some_and(|[_, y]| (y - far).abs() < (y - near).abs()) {
                (near, far) = (far, near);
            }
            points.push([x, near]);
            if far != near {
                points.push([x, far]);
            }
        }
        if points.is_empty() {
            // A clip of one frame.
            let y = height(curve.point(0).1);
            points.extend([[0.0, y], [1.0, y]]);
        }
        SmallCurve {
            part: curve.part,
            points,
        }
    };
    curves.iter().map(of_curve).collect()
}

/// Name, mode and keys, and the small curve at the right; true when it was clicked.
fn row(
    ui: &mut Ui,
    property: Property,
    value: &str,
    (small, playhead): (&[SmallCurve], Option<f32>),
    channel: Channel,
) -> bool {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let id = control::stable_id("inspected curve").with((channel.target, channel.track));
    let response = ui.interact(rect, id, Sense::click());
    let word = property_word(property);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Show curve: {word}")));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_value(value.to_owned()));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(rect) {
        control::row_back(ui, rect, &response, false);
        paint(ui, rect, (&word, value), property, (small, playhead));
    }
    response
        .on_hover_text(format!("{word}: {value}\nClick to see it in the curve view"))
        .clicked()
}

fn paint(
    ui: &Ui,
    rect: Rect,
    (word, value): (&str, &str),
    property: Property,
    (small, playhead): (&[SmallCurve], Option<f32>),
) {
    let theme = theme::of(ui);
    let picture = Rect::from_center_size(
        pos2(rect.right() - space::S - SMALL[0] * 0.5, rect.center().y),
        SMALL.into(),
    );
    let left = rect.left() + space::L;
    let label = size::LABEL.min((picture.left() - left) * 0.5);
    let font = theme::dense().resolve(ui.style());
    for (x, right, text, color) in [
        (left, left + label, word, theme.dim),
        (left + label + space::XS, picture.left() - space::XS, value, theme.text),
    ] {
        let galley = control::elided(ui, text, font.clone(), color, right - x);
        let at = pos2(x, rect.center().y - galley.size().y * 0.5);
        ui.painter().galley(at, galley, color);
    }
    paint_small(ui, picture, property, small, playhead);
}

fn paint_small(ui: &Ui, rect: Rect, property: Property, lines: &[SmallCurve], playhead: Option<f32>) {
    let theme = theme::of(ui);
    let painter = ui.painter();
    painter.rect_filled(rect, 0, theme.raised);
    let inner = rect.shrink2(vec2(0.0, size::RING));
    let at = |[x, y]: [f32; 2]| -> Pos2 { inner.lerp_inside(vec2(x, y)) };
    for line in lines {
        let points = line.points.iter().copied().map(at).collect();
        let stroke = Stroke::new(size::LINE, color(theme, property, line.part));
        painter.add(Shape::line(points, stroke));
    }
    if let Some(share) = playhead {
        let x = rect.left() + rect.width() * share;
        painter.vline(x, rect.y_range(), Stroke::new(size::LINE, theme.text));
    }
}
