//! Feet that slide while they stand, or sink below where they stand at rest.
//!
//! In: pose after pose. Out: stretches of frames. A foot stands while it is about as low as at rest. Memory is bounded: the stretch that
//! goes on, and the worst ones of each foot.

use super::sweep::Swept;
use crate::animation::{Pose, feet_of, skeleton_size};
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::looked_at::LookedAt;
use crate::trouble::table::{TroubleKind, TroubleKinds};
use castview_base::core::{BoneIndex, FrameRange};
use castview_base::scene::model_from_bone;
use glam::Vec3;

/// A foot stands below this height over its rest, as a share of the skeleton's size.
const LOW: f32 = 0.01;
/// Frames at both ends of a stand in which a foot still comes or leaves already.
const ENDS: usize = 1;
/// Frames that a foot stands, at least, to be looked at.
const FEWEST: usize = 4;
/// A foot that is below its rest for more than this share of the clip stands on another ground.
const OFTEN: f64 = 0.4;
/// Slides of this share of the skeleton's size are steps of a walk on the spot, unless the body travels, too.
const STEP: f32 = 0.15;
/// Stretches kept of one foot.
const MOST: usize = 1024;

/// A stretch of frames, by their numbers in the sweep, with its worst.
#[derive(Clone, Copy)]
struct FootSpan {
    first: usize,
    last: usize,
    worst: usize,
    value: f32,
}

struct FootWay {
    bone: BoneIndex,
    rest_height: f32,
    /// The way of a foot that carries this one, earlier in the list.
    above: Option<usize>,
    /// Places while it stands, across the ground, of the last frames; the first is where the slide is counted from.
    from: Option<(usize, Vec3)>,
    /// The slide of the stand that goes on, without its last frame.
    slide: Option<FootSpan>,
    /// The last frame's, which counts if the foot still stands in the next.
    pending: f32,
    sink: Option<FootSpan>,
    slides: Vec<FootSpan>,
    sinks: Vec<FootSpan>,
    below: usize,
    /// Shorter slides are none.
    slides_from: f32,
}

/// The feet of one model.
pub(super) struct Feet {
    ways: Vec<FootWay>,
    kinds: TroubleKinds,
    up: Vec3,
    size: f32,
    seen: usize,
    /// The bone that carries the body.
    hips: Option<BoneIndex>,
    began: Vec3,
    travelled: f32,
}

impl Feet {
    /// Without feet that the names of bones tell, nothing is found.
    pub fn new(at: LookedAt<'_>) -> Self {
        let skeleton = &at.model.skeleton;
        let mut rest = Vec::new();
        model_from_bone(skeleton, skeleton.rest(), &mut rest);
        let (hips, feet) = feet_of(skeleton);
        let size = skeleton_size(at.model);
        let above = |bone: BoneIndex| {
            let mut above = skeleton.ancestors_and_self(bone).skip(1);
            above.find_map(|above| feet.iter().position(|foot| *foot == above))
        };
        let ways = feet.iter().map(|&bone| FootWay {
            bone,
            above: above(bone),
            rest_height: Vec3::from(rest[bone.get()].translation).dot(at.up),
            from: None,
            slide: None,
            pending: 0.0,
            sink: None,
            slides: Vec::new(),
            sinks: Vec::new(),
            below: 0,
            slides_from: TroubleKind::FootSlide.row().bound * size,
        });
        Self {
            ways: ways.collect(),
            kinds: at.kinds,
            up: at.up,
            size,
            seen: 0,
            hips,
            began: Vec3::ZERO,
            travelled: 0.0,
        }
    }

    /// The next pose of the sweep.
    pub fn see(&mut self, pose: &Pose) {
        let at = self.seen;
        self.seen += 1;
        let place = |bone: BoneIndex| Vec3::from(pose.model_from_bone[bone.get()].translation);
        if let Some(hips) = self.hips {
            let across = place(hips).reject_from_normalized(self.up);
            if at == 0 {
                self.began = across;
            }
            self.travelled = self.travelled.max(across.distance(self.began));
        }
        let sinks_from = TroubleKind::BelowGround.row().bound * self.size;
        for way in &mut self.ways {
            let here = place(way.bone);
            let height = here.dot(self.up) - way.rest_height;
            way.stand(at, height < LOW * self.size, here.reject_from_normalized(self.up));
            way.sink(at, -height, sinks_from);
        }
    }

    /// Adds what was found.
    pub fn tell(mut self, swept: Swept, out: &mut Troubles) {
        for way in &mut self.ways {
            way.leave();
            let sink = way.sink.take();
            keep(&mut way.sinks, sink);
        }
        let widest = self.ways.iter().flat_map(|way| &way.slides).map(|span| span.value);
        let walks_on_the_spot = widest.fold(0.0, f32::max) > STEP * self.size && self.travelled < STEP * self.size;
        for way in &self.ways {
            // A foot that takes its ball along is told once.
            let carrier = way.above.map(|above| &self.ways[above]);
            let is_own = |spans: fn(&FootWay) -> &[FootSpan], span: &FootSpan| {
                carrier.is_none_or(|carrier| {
                    spans(carrier)
                        .iter()
                        .all(|other| other.last < span.first || span.last < other.first)
                })
            };
            let slides = way.slides.iter().filter(|_| !walks_on_the_spot);
            let slides = slides.filter(|span| is_own(|way| &way.slides, span));
            let is_grounded = way.below as f64 <= OFTEN * self.seen as f64;
            let sinks = way
                .sinks
                .iter()
                .filter(|span| is_grounded && is_own(|way| &way.sinks, span));
            let slides = slides.map(|span| (TroubleKind::FootSlide, span));
            for (kind, span) in slides.chain(sinks.map(|span| (TroubleKind::BelowGround, span))) {
                if self.kinds.has(kind) {
                    out.add(kind, || told(kind, way.bone, span, swept));
                }
            }
        }
    }
}

impl FootWay {
    fn stand(&mut self, at: usize, stands: bool, place: Vec3) {
        if !stands {
            self.leave();
            return;
        }
        let Some((began, from)) = self.from else {
            self.from = Some((at, place));
            return;
        };
        if at <= began + ENDS {
            self.from = Some((began, place));
            return;
        }
        // The frame before is one in which it stands for sure.
        if let Some(slide) = &mut self.slide {
            slide.last = at - 1;
            if self.pending > slide.value {
                (slide.value, slide.worst) = (self.pending, at - 1);
            }
        } else {
            self.slide = Some(FootSpan {
                first: began,
                last: at,
                worst: at,
                value: 0.0,
            });
        }
        self.pending = place.distance(from);
    }

    fn leave(&mut self) {
        (self.from, self.pending) = (None, 0.0);
        let slide = self.slide.take();
        let slide = slide.filter(|slide| slide.last - slide.first >= FEWEST && slide.value > self.slides_from);
        keep(&mut self.slides, slide);
    }

    fn sink(&mut self, at: usize, depth: f32, bound: f32) {
        if depth <= bound {
            let sink = self.sink.take();
            keep(&mut self.sinks, sink);
            return;
        }
        self.below += 1;
        let here = FootSpan {
            first: at,
            last: at,
            worst: at,
            value: depth,
        };
        self.sink = Some(match self.sink {
            None => here,
            Some(sink) if sink.value >= depth => FootSpan { last: at, ..sink },
            Some(sink) => FootSpan {
                first: sink.first,
                ..here
            },
        });
    }
}

fn keep(list: &mut Vec<FootSpan>, span: Option<FootSpan>) {
    if let Some(span) = span.filter(|_| list.len() < MOST) {
        list.push(span);
    }
}

fn told(kind: TroubleKind, bone: BoneIndex, span: &FootSpan, swept: Swept) -> FoundTrouble {
    let value = span.value;
    FoundTrouble {
        kind,
        of: TroubleOf::Bone(bone),
        frame: Some(swept.frame(span.worst)),
        range: Some(FrameRange {
            start: swept.frame(span.first),
            end: swept.frame(span.last),
        }),
        value,
        message: match kind {
            TroubleKind::FootSlide => format!("it slides {value:.3} units while it stands"),
            _ => format!("it is {value:.3} units lower than at rest"),
        },
    }
}
