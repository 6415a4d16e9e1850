//! When something that goes on and off is on: bars behind the keys of its row.
//!
//! In: the tracks of a row. Out: what was painted. One look per column of pixels, however many keys there are.

use crate::kit::theme::{self, size};
use crate::time::time_axis::TimeAxis;
use castview_base::scene::{Clip, Track};
use castview_motion::animation::{Channel, sample_switch};
use egui::{Rect, Ui};

pub fn paint(ui: &Ui, rect: Rect, axis: &TimeAxis, clip: &Clip, channels: &[Channel]) {
    let switches = channels.iter().filter_map(|channel| clip.tracks.get(channel.track));
    let fill = theme::of(ui).match_fill;
    let painter = ui.painter_at(rect);
    let height = rect.center().y - size::CLIP_BAR * 0.5..=rect.center().y + size::CLIP_BAR * 0.5;
    for track in switches {
        let ends = [clip.range.start, clip.range.end].map(|frame| axis.x(frame).clamp(axis.left, axis.right));
        for [from, to] in runs(track, axis, ends) {
            painter.rect_filled(Rect::from_x_y_ranges(from..=to, height.clone()), size::RADIUS, fill);
        }
    }
}

/// Where the track is on between two places of the axis. Nothing for tracks of numbers.
fn runs(track: &Track, axis: &TimeAxis, [left, right]: [f32; 2]) -> Vec<[f32; 2]> {
    let mut runs: Vec<[f32; 2]> = Vec::new();
    let mut was_on = false;
    let columns = (right - left).max(0.0).ceil() as usize;
    for column in 0..columns {
        let x = left + column as f32;
        let Some(on) = sample_switch(track, axis.frame(x)) else {
            return Vec::new();
        };
        let end = (x + 1.0).min(right);
        match runs.last_mut() {
            Some(run) if on && was_on => run[1] = end,
            _ if on => runs.push([x, end]),
            _ => {}
        }
        was_on = on;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;
    use castview_base::scene::{CurveMode, Keys, Property, Values};

    fn track(values: Values) -> Track {
        Track {
            target: "hand".into(),
            property: Property::Visibility,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(vec![0, 20, 50].into()),
            values,
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    #[test]
    fn bars_stand_where_the_state_is_on() {
        let axis = TimeAxis {
            range: FrameRange { start: 0.0, end: 100.0 },
            left: 100.0,
            right: 300.0,
        };
        let whole = [100.0, 300.0];
        let switch = |states: [bool; 3]| track(Values::Switch(states.to_vec()));
        assert_eq!(runs(&switch([false, true, false]), &axis, whole), [[140.0, 200.0]]);
        assert_eq!(
            runs(&switch([true, false, true]), &axis, whole),
            [[100.0, 140.0], [200.0, 300.0]]
        );
        assert_eq!(runs(&switch([false; 3]), &axis, whole), [[0.0; 2]; 0]);
        assert_eq!(
            runs(&track(Values::Scalar(vec![1.0; 3].into())), &axis, whole),
            [[0.0; 2]; 0]
        );
    }
}
