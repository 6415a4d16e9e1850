//! Curves of B beside those of A: dashed, over the same values, where B's frames lie on the clock.
//!
//! In: B, and the curves that are lines. Out: for each the curve of B's clip that drives the same property of the same thing, and the row of the list
//! that shows or hides all of them.

use super::channels::{CurveKey, CurveRow};
use super::drawing::{DashedLine, Height};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::time::time_axis::TimeAxis;
use castview_base::core::{BoneIndex, FrameRange};
use castview_base::scene::{CurveMode, Property};
use castview_motion::animation::curves::{Band, Curve, Representation, curves_of};
use castview_motion::animation::{Binding, Channel, Driven};
use castview_picture::PlacedKey;
use castview_session::{FramesOfB, KeysOfB, Session, clip_of_b, keys_of_b};
use egui::accesskit::Role;
use egui::{Color32, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;
use glam::Quat;
use std::collections::HashMap;
use std::sync::Arc;

/// Lines that are kept.
const MOST_KEPT: usize = 4096;
/// Width of the dashes in the row.
const SAMPLE: f32 = 16.0;

/// A line of B.
#[derive(Clone)]
pub struct LineOfB {
    /// The position of its line among those of A.
    pub of: usize,
    curves: Arc<Vec<Curve>>,
    part: usize,
    frames: FramesOfB,
    /// How B's clip means the values.
    pub mode: CurveMode,
}

impl LineOfB {
    pub fn curve(&self) -> &Curve {
        &self.curves[self.part]
    }

    /// Least and greatest value that is drawn.
    pub fn extent(&self) -> Band {
        match self.frames {
            FramesOfB::Still(frame) => Band::EMPTY.with(self.curve().sample(frame)),
            FramesOfB::Along { .. } => self.curve().extent(),
        }
    }

    /// The frame of B's clip, and the value there, that belong to a frame of the clock.
    pub fn at(&self, clock: f64) -> (f64, f32) {
        let frame = self.frames.at(clock);
        (frame, self.curve().sample(frame))
    }

    /// As it is drawn, in the color of its line of A.
    pub fn dashed(&self, clock: TimeAxis, (height, color): (Height, Color32)) -> DashedLine<'_> {
        let (axis, range) = match self.frames {
            FramesOfB::Along { origin, pace, range } if pace > 0.0 => {
                (clock.in_frames_of(|frame| origin + pace * frame), range)
            }
            // All of the clock is one frame of the clip.
            frames => {
                let at = frames.at(clock.range.start);
                let still = FrameRange { start: at, end: at };
                (clock, still)
            }
        };
        DashedLine {
            curve: self.curve(),
            axis,
            range,
            color,
            height,
            width: size::CURVE,
        }
    }
}

/// Curves of B that were made, and whether they are drawn.
#[derive(Default)]
pub struct OfB {
    hidden: bool,
    channels: HashMap<PlacedKey, (Arc<Binding>, Vec<Channel>)>,
    made: HashMap<CurveKey, Made>,
    /// Counts changes of the lines.
    generation: u64,
    drawn: Vec<(CurveKey, FramesOfB)>,
}

/// The curve that belongs to one of A, and all that it follows from.
struct Made {
    binding: Arc<Binding>,
    representation: Representation,
    curve: Option<(Arc<Vec<Curve>>, usize, CurveMode)>,
}

/// B in the list of curves.
pub struct RowOfB {
    title: String,
    pub shown: bool,
    /// Lines of A that have one of B.
    count: usize,
}

impl OfB {
    /// The lines of B that belong to those of `rows`, and the row that tells of them; `None`: nothing is pinned that has a clip.
    pub fn update(
        &mut self,
        session: &Session,
        rows: &[CurveRow],
        representation: Representation,
    ) -> (Vec<LineOfB>, Option<RowOfB>) {
        let Some(name) = clip_of_b(session) else {
            // B's file may be closed: nothing is held on to.
            *self = Self {
                generation: self.generation + u64::from(!self.drawn.is_empty()),
                ..Self::default()
            };
            return (Vec::new(), None);
        };
        let found = rows.iter().enumerate();
        let mut found: Vec<(CurveKey, LineOfB)> = found
            .filter_map(|(of, row)| {
                let placed = session.stage().placed(row.key.model)?;
                let keys = keys_of_b(session, placed)?;
                let rest = |bone: BoneIndex| placed.model().skeleton.rest()[bone.get()].rotation;
                let (curves, part, mode) = self.curve(&keys, row, representation, rest)?;
                let frames = keys.frames;
                let line_of_b = LineOfB {
                    of,
                    curves,
                    part,
                    frames,
                    mode,
                };
                Some((row.key, line_of_b))
            })
            .collect();
        let row = RowOfB {
            title: format!("B: {name}"),
            shown: !self.hidden,
            count: found.len(),
        };
        if self.hidden {
            found.clear();
        }
        let drawn: Vec<_> = found.iter().map(|(key, line)| (*key, line.frames)).collect();
        if drawn != self.drawn {
            self.generation += 1;
            self.drawn = drawn;
        }
        (found.into_iter().map(|(_, line)| line).collect(), Some(row))
    }

    /// Another number whenever other lines are drawn.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    pub fn switch(&mut self) {
        self.hidden = !self.hidden;
    }

    fn curve(
        &mut self,
        keys: &KeysOfB<'_>,
        row: &CurveRow,
        representation: Representation,
        rest: impl Fn(BoneIndex) -> Quat,
    ) -> Option<(Arc<Vec<Curve>>, usize, CurveMode)> {
        let key = row.key;
        let made = self.made.get(&key);
        let holds = |made: &&Made| Arc::ptr_eq(&made.binding, keys.binding) && made.representation == representation;
        if let Some(made) = made.filter(holds) {
            return made.curve.clone();
        }
        if self.made.len() >= MOST_KEPT {
            self.made.clear();
        }
        let channel = self.channel(keys, key.model, (key.target, row.property));
        let curve = channel.and_then(|channel| {
            let track = keys.clip().tracks.get(channel.track)?;
            let rest = match channel.target {
                Driven::Bone(bone) if channel.mode == CurveMode::Absolute => rest(bone),
                _ => Quat::IDENTITY,
            };
            let curves = curves_of(channel.track, track, representation, rest);
            let at = curves.iter().position(|curve| curve.part == key.part)?;
            Some((Arc::new(curves), at, channel.mode))
        });
        let made = Made {
            binding: keys.binding.clone(),
            representation,
            curve: curve.clone(),
        };
        self.generation += 1;
        self.made.insert(key, made);
        curve
    }

    /// The channel of B's clip that drives that property of that thing.
    fn channel(
        &mut self,
        keys: &KeysOfB<'_>,
        model: PlacedKey,
        (target, property): (Driven, Property),
    ) -> Option<Channel> {
        let kept = self.channels.get(&model);
        if !kept.is_some_and(|(binding, _)| Arc::ptr_eq(binding, keys.binding)) {
            let mut channels = keys.binding.channels();
            channels.sort_by_key(|channel| channel.target);
            self.channels.insert(model, (keys.binding.clone(), channels));
        }
        let (_, channels) = self.channels.get(&model)?;
        let first = channels.partition_point(|channel| channel.target < target);
        let mut of_target = channels[first..].iter().take_while(|channel| channel.target == target);
        let tracks = &keys.clip().tracks;
        let drives = |channel: &&Channel| {
            tracks
                .get(channel.track)
                .is_some_and(|track| track.property == property)
        };
        of_target.find(drives).copied()
    }
}

/// The row of B; true when its tick was clicked.
pub fn row(ui: &mut Ui, row: &RowOfB) -> bool {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let response = ui.interact(rect, control::stable_id("curves of B"), Sense::click());
    let title = &row.title;
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.shown, format!("Show {title}")));
    control::row_back(ui, rect, &response, false);
    let center = pos2(rect.left() + space::L + space::S, rect.center().y);
    let tick = Rect::from_center_size(center, Vec2::splat(size::SWATCH));
    let is_drawn = row.shown && row.count > 0;
    let color = if is_drawn { theme.text } else { theme.dim };
    let stroke = Stroke::new(size::LINE, color);
    ui.painter().rect_stroke(tick, size::RADIUS, stroke, StrokeKind::Inside);
    if row.shown {
        control::paint_icon(ui, center, icons::ICON_CHECK, size::SWATCH, color);
    }
    let left = tick.right() + space::S;
    let ends = [pos2(left, center.y), pos2(left + SAMPLE, center.y)];
    let [dash, gap] = super::drawing::DASH;
    ui.painter()
        .extend(Shape::dashed_line(&ends, Stroke::new(size::CURVE, color), dash, gap));
    let left = left + SAMPLE + space::S;
    let font = theme::dense().resolve(ui.style());
    let galley = control::cut_name(ui, title, font, color, rect.right() - space::S - left);
    ui.painter()
        .galley(pos2(left, center.y - galley.size().y * 0.5), galley, color);
    let said = match row.count {
        0 => format!("{title}\nIt has keys for none of these curves"),
        _ => format!("{title}\nIts clip alone, dashed, in the colors of the curves it belongs to"),
    };
    response.on_hover_text(said).clicked()
}
