//! Measures over the clip beside the curves: a row each, and a dashed line over the whole height of the plot, as the unit of a measure is not
//! that of the keys.

use super::drawing::{DASH, Height};
use super::state::CurvePicture;
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_motion::animation::curves::Band;
use castview_session::{Measure, MeasureCurve, Session, probe};
use egui::accesskit::Role;
use egui::{Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

/// Share of the height that stays free above and below.
const AIR: f32 = 0.06;

/// One measure with its numbers over the clip.
pub struct MeasureLine<'a> {
    session: &'a Session,
    measure: &'a Measure,
    curve: &'a MeasureCurve,
    /// Least and greatest value.
    extent: [f32; 2],
    /// Drawn, unless its row was switched off.
    pub shown: bool,
}

/// The measures that have numbers over the clip, the newest first as in the inspector.
pub fn lines<'a>(session: &'a Session, hidden: &[Measure]) -> Vec<MeasureLine<'a>> {
    let measures = session.edits().measures().iter().enumerate().rev();
    let lines = measures.filter_map(|(at, measure)| {
        let curve = probe::measure_curve(session, at)?;
        let [least, greatest] = curve.extremes()?;
        Some(MeasureLine {
            session,
            measure,
            curve,
            extent: [least.1, greatest.1],
            shown: !hidden.contains(measure),
        })
    });
    lines.collect()
}

impl MeasureLine<'_> {
    fn title(&self) -> String {
        probe::measure_title(self.session, self.measure)
    }

    fn told(&self, value: f32) -> String {
        probe::measure_value(self.session, self.measure, value)
    }

    fn height(&self, plot: Rect) -> Height {
        let [min, max] = self.extent;
        Height::over(plot, -AIR, 1.0 + AIR).normalising(Band { min, max })
    }

    /// Where the line is at a frame of the clock, and the sentence about it.
    pub fn at(&self, plot: Rect, frame: f64) -> Option<(f32, String)> {
        let value = self.curve.at(frame)?;
        let said = format!("{}  {} · frame {}", self.title(), self.told(value), words::frame(frame));
        Some((self.height(plot).y(value), said))
    }

    /// Draws the line if it was not, and does not if it was.
    pub fn switch(&self, hidden: &mut Vec<Measure>) {
        hidden.retain(|other| other != self.measure);
        if self.shown {
            hidden.push(*self.measure);
        }
    }

    pub fn paint(&self, ui: &Ui, painter: &Painter, picture: &CurvePicture) {
        let height = self.height(picture.plot);
        let points = self.curve.points.iter();
        let points: Vec<Pos2> = points
            .map(|(frame, value)| pos2(picture.clock.x(*frame), height.y(*value)))
            .collect();
        let stroke = Stroke::new(size::CURVE, theme::of(ui).text);
        painter.extend(Shape::dashed_line(&points, stroke, DASH[0], DASH[1]));
    }
}

/// The row of a measure; true when its tick was clicked.
pub fn row(ui: &mut Ui, line: &MeasureLine) -> bool {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let title = line.title();
    let response = ui.interact(
        rect,
        control::stable_id("measure over the clip").with(&title),
        Sense::click(),
    );
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, line.shown, format!("Show {title}")));
    control::row_back(ui, rect, &response, false);
    let center = pos2(rect.left() + space::L + space::S, rect.center().y);
    let tick = Rect::from_center_size(center, Vec2::splat(size::SWATCH));
    let color = if line.shown { theme.text } else { theme.dim };
    let painter = ui.painter();
    painter.rect_stroke(tick, size::RADIUS, Stroke::new(size::LINE, color), StrokeKind::Inside);
    if line.shown {
        control::paint_icon(ui, center, icons::ICON_CHECK, size::SWATCH, color);
    }
    let font = theme::dense().resolve(ui.style());
    let now = probe::measured_now(line.session, line.measure).map_or(String::new(), |now| line.told(now.value));
    let now = ui.painter().layout_no_wrap(now, font.clone(), theme.text);
    let right = rect.right() - space::S - now.size().x;
    let left = tick.right() + space::S;
    let galley = control::cut_name(ui, &title, font, color, right - space::S - left);
    let top = |height: f32| rect.center().y - height * 0.5;
    let name_at = pos2(left, top(galley.size().y));
    ui.painter().galley(name_at, galley, color);
    ui.painter().galley(pos2(right, top(now.size().y)), now, theme.text);
    let [least, greatest] = line.extent.map(|value| line.told(value));
    let said = format!("{title}\nDrawn over the whole height, from {least} at the bottom to {greatest} at the top");
    response.on_hover_text(said).clicked()
}
