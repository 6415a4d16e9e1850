//! The curve view's pictures while time pans and zooms: 3 500 curves of 10 000 keys, 64 of them lines, the rest areas.
//!
//! `cargo bench --bench curves` prints the CPU time of one picture, shapes and their triangles, minimum, median and maximum over a
//! walk through the clip, as time and as a multiple of a floor: one look at every key of the 64 lines.

use castview::animation::curves::{ClipCurves, Representation};
use castview::core::{FrameRange, UintStream};
use castview::scene::{Clip, CurveMode, Keys, Property, Track, Values};
use castview::ui::time::curve_view::drawing::{CurveLine, Height, PlotArea, shapes};
use castview::ui::time::time_axis::TimeAxis;
use egui::epaint::{ClippedShape, TessellationOptions, Tessellator};
use egui::{Color32, Rect, pos2};
use glam::Quat;
use std::hint::black_box;
use std::time::{Duration, Instant};

const CURVES: usize = 3_500;
const KEYS: u32 = 10_000;
const LINES: usize = 64;
/// Every picture counts as the quickest of so many: what else the machine does is none of its cost.
const WALKS: usize = 9;
/// Pictures of one walk.
const STEPS: usize = 240;

fn main() {
    let clip = clip();
    let start = Instant::now();
    let made = ClipCurves::of(&clip, Representation::Quaternion, |_| Quat::IDENTITY);
    println!(
        "made {} curves of {KEYS} keys and {} areas in {:.0} ms, once, in the background",
        made.curves.len(),
        made.crowds.len(),
        millis(start.elapsed())
    );
    let floor = median((0..20).map(|_| time(|| look(&clip))).collect());
    println!(
        "floor, one look at every key of {LINES} curves: {:.3} ms",
        millis(floor)
    );
    for (name, width) in [("1280", 1004.0_f32), ("2560", 2280.0)] {
        let rect = Rect::from_min_max(pos2(256.0, 300.0), pos2(256.0 + width, 500.0));
        let mut drawn = vec![Duration::MAX; STEPS];
        let (mut cut, mut both) = (drawn.clone(), drawn.clone());
        let (mut triangles, mut last) = (0, Vec::new());
        for step in (0..WALKS).flat_map(|_| 0..STEPS) {
            let axis = axis(step, rect);
            let start = Instant::now();
            let found = picture(&made, &axis, rect, std::mem::take(&mut last));
            let shaped = start.elapsed();
            // Painted shapes stay until the next picture.
            last = found.clone();
            let clipped = found.into_iter().map(|shape| ClippedShape {
                clip_rect: rect,
                shape,
                transform_after_tessellation: egui::emath::TSTransform::IDENTITY,
            });
            let clipped: Vec<ClippedShape> = clipped.collect();
            let again = Instant::now();
            let mut cutter = Tessellator::new(1.0, TessellationOptions::default(), [1, 1], Vec::new());
            let meshes = cutter.tessellate_shapes(clipped);
            let tessellated = again.elapsed();
            triangles = triangles.max(
                meshes
                    .iter()
                    .map(|m| match &m.primitive {
                        egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
                        egui::epaint::Primitive::Callback(_) => 0,
                    })
                    .sum::<usize>(),
            );
            black_box(meshes);
            drawn[step] = drawn[step].min(shaped);
            cut[step] = cut[step].min(tessellated);
            both[step] = both[step].min(shaped + tessellated);
        }
        println!("a window {name} points wide, up to {triangles} triangles:");
        for (what, times) in [("shapes", drawn), ("triangles", cut), ("both", both)] {
            let (least, most) = (times.iter().min().copied(), times.iter().max().copied());
            let middle = median(times);
            println!(
                "  {what:<10} {:.3} ms least, {:.3} ms median ({:.2} × floor), {:.3} ms most",
                millis(least.unwrap_or_default()),
                millis(middle),
                middle.as_secs_f64() / floor.as_secs_f64(),
                millis(most.unwrap_or_default())
            );
        }
    }
}

/// Zooms in from the whole clip, pans through it, and zooms out.
fn axis(step: usize, rect: Rect) -> TimeAxis {
    let whole = f64::from(KEYS - 1);
    let along = step as f64 / (STEPS - 1) as f64;
    let zoom = (along * std::f64::consts::PI).sin();
    let length = whole * (0.004_f64).powf(zoom);
    let start = (whole - length) * along;
    TimeAxis {
        range: FrameRange {
            start,
            end: start + length,
        },
        left: rect.left(),
        right: rect.right(),
    }
}

fn picture(made: &ClipCurves, axis: &TimeAxis, rect: Rect, last: Vec<egui::Shape>) -> Vec<egui::Shape> {
    let height = Height::over(rect, -12.0, 12.0);
    let areas: Vec<PlotArea<'_>> = made
        .crowds
        .iter()
        .map(|crowd| PlotArea {
            crowd,
            color: Color32::from_rgba_unmultiplied(200, 100, 100, 60),
            edge: Color32::WHITE,
            height,
        })
        .collect();
    // Spread over the clip's tracks.
    let lines: Vec<CurveLine<'_>> = made
        .curves
        .iter()
        .step_by(CURVES / LINES)
        .take(LINES)
        .map(|curve| CurveLine {
            curve,
            color: Color32::LIGHT_BLUE,
            height,
            width: 1.5,
        })
        .collect();
    shapes(&areas, &lines, axis, 1.0, last)
}

/// The least and the greatest value of the curves that are lines.
fn look(clip: &Clip) {
    for track in clip.tracks.iter().step_by(CURVES / LINES).take(LINES) {
        let Values::Scalar(values) = &track.values else {
            continue;
        };
        let band = values.iter().fold((f32::MAX, f32::MIN), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        black_box(band);
    }
}

fn clip() -> Clip {
    const PROPERTIES: [Property; 6] = [
        Property::TranslationX,
        Property::TranslationY,
        Property::TranslationZ,
        Property::ScaleX,
        Property::ScaleY,
        Property::ScaleZ,
    ];
    let frames = UintStream::from((0..KEYS).collect::<Vec<_>>());
    let track = |index: usize| {
        let (phase, rate) = (index as f32 * 0.37, 0.002 + (index % 17) as f32 * 0.0007);
        let value = |key: u32| {
            let noise = (key.wrapping_mul(2_654_435_761).wrapping_add(index as u32 * 97) >> 16) as f32 / 65_536.0;
            (key as f32 * rate + phase).sin() * 10.0 + noise
        };
        Track {
            target: format!("bone{}", index / PROPERTIES.len()),
            property: PROPERTIES[index % PROPERTIES.len()],
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole(frames.clone()),
            values: Values::Scalar((0..KEYS).map(value).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    };
    Clip {
        root: None,
        name: "bench".into(),
        frames_per_second: 30.0,
        looping: false,
        mode: None,
        tracks: (0..CURVES).map(track).collect(),
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange {
            start: 0.0,
            end: f64::from(KEYS - 1),
        },
        skeleton: None,
    }
}

fn time(what: impl FnOnce()) -> Duration {
    let start = Instant::now();
    what();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
