//! One Animation node (docs/formats/cast.md §2.13–§2.16 and §3.7).

use super::curve::{self, Lowered};
use super::{euler, frames};
use crate::cast::lower::parallel::in_parallel;
use crate::cast::lower::{fields, model};
use crate::cast::{NodeKind, NodeView};
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, FrameRange};
use castview_base::scene::{Clip, ModeOverride, Notification, Track};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

pub(crate) fn lower(node: NodeView<'_>, fallback_name: &str, diagnostics: &mut Diagnostics) -> Clip {
    let tracks = tracks(node, diagnostics);
    let overrides = node
        .children_of(NodeKind::CurveModeOverride)
        .filter_map(|node| mode_override(node, diagnostics))
        .collect();
    let notifications: Vec<Notification> = node
        .children_of(NodeKind::NotificationTrack)
        .filter_map(|node| notification(node, diagnostics))
        .collect();
    Clip {
        root: None,
        name: fields::text(node, "n", diagnostics).unwrap_or_else(|| fallback_name.to_owned()),
        frames_per_second: frames_per_second(node, diagnostics),
        looping: fields::is_true(node, "lo", diagnostics).unwrap_or(false),
        mode: None,
        range: range(node, &tracks, &notifications, diagnostics),
        tracks,
        overrides,
        notifications,
        skeleton: model::clip_skeleton(node, diagnostics),
    }
}

/// cast.md row 72: 30 when missing or senseless.
fn frames_per_second(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> f64 {
    const DEFAULT: f64 = 30.0;
    let stored = fields::float(node, "fr", diagnostics);
    if let Some(rate) = stored
        && rate.is_finite()
        && rate > 0.0
    {
        return rate.into();
    }
    diagnostics.report(
        rule::C72,
        || fields::place_of(node, "fr"),
        || match stored {
            Some(rate) => format!("{rate} frames per second cannot be; {DEFAULT} assumed"),
            None => format!("the clip has no frame rate; {DEFAULT} assumed"),
        },
    );
    DEFAULT
}

fn tracks(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Vec<Track> {
    let nodes: Vec<NodeView> = node.children_of(NodeKind::Curve).collect();
    let lowered = in_parallel(
        &nodes,
        |node| *node,
        diagnostics,
        |node, diagnostics| curve::lower(*node, diagnostics),
    );
    // The rotation track of each target with axis curves, where the first of them stood.
    let mut by_target: HashMap<String, usize> = HashMap::new();
    let mut with_axes: Vec<(usize, NodeView, euler::Axes)> = Vec::new();
    let mut place = 0;
    let in_place = lowered.into_iter().zip(&nodes).filter_map(|(lowered, node)| {
        let track = match lowered? {
            Lowered::Track(track) => Some(track),
            Lowered::Euler(curve) => match by_target.entry(curve.target.clone()) {
                Entry::Occupied(known) => {
                    with_axes[*known.get()].2.add(*curve);
                    return None;
                }
                Entry::Vacant(new) => {
                    new.insert(with_axes.len());
                    let mut axes = euler::Axes::default();
                    axes.add(*curve);
                    with_axes.push((place, *node, axes));
                    None
                }
            },
        };
        place += 1;
        Some(track)
    });
    // Collected where `lowered` lies: there may be a track for every few bytes of the file.
    let mut tracks: Vec<Option<Track>> = in_place.collect();
    for (place, node, axes) in with_axes {
        diagnostics.report(
            rule::C69,
            || node.place(),
            || "rotation curves of single axes are an older form; one rotation track built from them".into(),
        );
        tracks[place] = axes.into_track();
    }
    tracks.into_iter().flatten().collect()
}

fn mode_override(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<ModeOverride> {
    let Some(bone) = fields::text(node, "nn", diagnostics) else {
        diagnostics.report(
            rule::C73,
            || node.place(),
            || "the mode override names no bone; skipped".into(),
        );
        return None;
    };
    let mut flag = |name| fields::is_true(node, name, diagnostics).unwrap_or(false);
    Some(ModeOverride {
        bone,
        translation: flag("ot"),
        rotation: flag("or"),
        scale: flag("os"),
        mode: curve::mode(node, diagnostics),
    })
}

fn notification(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<Notification> {
    let keys = frames::frames(node, diagnostics)?;
    let mut frames: Vec<f64> = (0..keys.len())
        .map(|key| keys.frame(key))
        .filter(|frame| frame.is_finite())
        .collect();
    if frames.len() < keys.len() {
        diagnostics.report(
            rule::C68,
            || fields::place_of(node, "kb"),
            || format!("{} frames are not finite; dropped", keys.len() - frames.len()),
        );
    }
    frames.sort_by(f64::total_cmp);
    frames.dedup();
    Some(Notification {
        name: fields::text(node, "n", diagnostics).unwrap_or_default(),
        frames,
    })
}

/// Frames beyond this are accepted, but no timeline shows them well (cast.md row 71).
const MANY_FRAMES: f64 = 1e6;

/// cast.md A22: from the first to the last key or notification, matched or not.
fn range(
    node: NodeView<'_>,
    tracks: &[Track],
    notifications: &[Notification],
    diagnostics: &mut Diagnostics,
) -> FrameRange {
    let (mut start, mut end) = (f64::INFINITY, f64::NEG_INFINITY);
    let of_tracks = tracks
        .iter()
        .map(|track| (track.keys.frame(0), track.keys.frame(track.keys.len() - 1)));
    let of_notifications = notifications
        .iter()
        .filter_map(|n| Some((*n.frames.first()?, *n.frames.last()?)));
    for (first, last) in of_tracks.chain(of_notifications) {
        start = start.min(first);
        end = end.max(last);
    }
    if start > end {
        return FrameRange { start: 0.0, end: 0.0 };
    }
    if end > MANY_FRAMES {
        diagnostics.report(
            rule::C71,
            || node.place(),
            || format!("keys reach up to frame {end}; kept"),
        );
    }
    FrameRange { start, end }
}
