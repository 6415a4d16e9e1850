//! Clips as they are played → clips of absolute values at an even rate.
//!
//! In: the scene that is going to be written, and what plays. Out: one movement for each played clip, and the models changed as far as what
//! plays needs it (a model on a hand has a bone that carries it). Poses are those of a session, so that the file shows what the window shows.

mod carrier;
mod grid;
mod solid;
mod stage;
mod still;
mod take;
mod values;
mod wish;

pub use solid::SolidMesh;
pub use wish::{BakedPart, Baking};

use super::conversion::{Conversion, ConversionTarget, ConvertError};
use super::gather::Gathered;
use super::plain;
use crate::core::{Diagnostics, UpAxis};
use crate::formats::rules::convert as rule;
use crate::formats::{PlainClip, PlainMovement, PlainTarget};
use crate::offline::arrange::PoseTime;
use crate::offline::fitting::fitting_in;
use crate::scene::Model;
use crate::session::ClipKey;
use crate::session::playback;
use grid::Grid;
use stage::BakedStage;
use std::collections::{BTreeMap, BTreeSet};
use take::Take;
use values::BakedRoom;

/// Clips that are written, and sentences about how their names fit.
#[derive(Default)]
pub struct Baked {
    /// One for each played clip.
    pub clips: Vec<PlainMovement>,
    /// Surfaces of one pose, for a format without bones.
    pub surfaces: Vec<SolidMesh>,
    /// Sentences about how the names of clips fit their models.
    pub fitting: Vec<String>,
    /// Axis that the user stood the models on, whatever the files say.
    pub up: Option<UpAxis>,
}

impl Baked {
    /// Models that are copies have become meshes of those that carry them. `stays`: for each model, whether it is no copy.
    pub fn without_copies(mut self, stays: &[bool], losses: &mut Diagnostics) -> Self {
        let mut next = 0;
        let moved: Vec<Option<usize>> = (stays.iter())
            .map(|stays| {
                next += usize::from(*stays);
                stays.then(|| next - 1)
            })
            .collect();
        for movement in &mut self.clips {
            movement.retain_mut(|(index, part)| match moved.get(*index).copied().flatten() {
                Some(to) => {
                    *index = to;
                    true
                }
                None => {
                    if !part.channels.is_empty() {
                        losses.report(
                            rule::X_LOST,
                            || plain::place_in("clip", &part.name),
                            || "copies stand still: they are written as meshes of what carries them".into(),
                        );
                    }
                    false
                }
            });
        }
        self.clips.retain(|movement| !movement.is_empty());
        self
    }
}

/// Bakes what plays.
pub fn bake(
    gathered: &mut Gathered,
    (conversion, baking): (&Conversion<'_>, &Baking<'_>),
    losses: &mut Diagnostics,
) -> Result<Baked, ConvertError> {
    let mut stage = BakedStage::open(gathered, conversion, baking)?;
    let clips = stage.clips.clone();
    let mut baked = Baked {
        up: stage.arranged.session.edits().up,
        ..Baked::default()
    };
    let mut room = BakedRoom(gathered.room.baked());
    let count = clips.len();
    for (number, clip) in clips.into_iter().enumerate() {
        stage.play(clip);
        stage.add_stand_ins(gathered, losses);
        for sentence in fitting_in(&stage.arranged.session) {
            if !baked.fitting.contains(&sentence) {
                baked.fitting.push(sentence);
            }
        }
        stage.place(gathered, true);
        let movement = one(
            &mut stage,
            gathered,
            (clip, conversion),
            (&mut room, [number, count]),
            losses,
        )?;
        baked.clips.extend(movement);
    }
    if let BakedPart::Pose(_) = baking.part {
        baked.fitting = fitting_in(&stage.arranged.session);
        stage.add_stand_ins(gathered, losses);
        match conversion.target {
            ConversionTarget::Obj => baked.surfaces = solid::surfaces(&stage, gathered, losses),
            target => {
                stage.place(gathered, false);
                still::rest_as_posed(&stage, gathered, target != ConversionTarget::Glb, losses);
            }
        }
    }
    if stage.arranged.session.composition().rig() {
        leave_out_rigs(&mut gathered.scene.models, losses);
    }
    Ok(baked)
}

/// One clip as it plays.
fn one(
    stage: &mut BakedStage,
    gathered: &Gathered,
    (key, conversion): (ClipKey, &Conversion<'_>),
    (room, [number, count]): (&mut BakedRoom, [usize; 2]),
    losses: &mut Diagnostics,
) -> Result<Option<PlainMovement>, ConvertError> {
    let session = &stage.arranged.session;
    let (Some(entry), Some(played)) = (session.stage().clip(key), playback::played(session)) else {
        return Ok(None);
    };
    let clip = entry.clip();
    let name = clip.name.clone();
    let place = || plain::place_in("clip", &name);
    let too_much = || ConvertError::TooMuchBaked(name.clone());
    let grid = Grid::of(&played, conversion.rate, conversion.target, playback::loops(session)).ok_or_else(too_much)?;
    let looping = clip.looping;
    let notifications: Vec<(String, Vec<f64>)> = (clip.notifications.iter())
        .map(|one| {
            let inside = one.frames.iter().copied().filter(|frame| played.range.contains(*frame));
            (one.name.clone(), inside.collect())
        })
        .filter(|(_, frames): &(_, Vec<f64>)| !frames.is_empty())
        .collect();
    let bones: usize = gathered.scene.models.iter().map(|model| model.skeleton.len() + 1).sum();
    if (bones as u64).saturating_mul(grid.count as u64) > MOST_POSED {
        return Err(too_much());
    }
    let compensates = conversion.target != ConversionTarget::Glb;
    let mut takes: BTreeMap<usize, Take> = BTreeMap::new();
    let mut told = None;
    for at in 0..grid.count {
        let share = (number as f64 + at as f64 / grid.count as f64) / count.max(1) as f64;
        let share = (share * 1000.0) as u32;
        if let Some(watch) = conversion.watch
            && told.replace(share) != Some(share)
            && !watch.0(share)
        {
            return Err(ConvertError::Stopped);
        }
        stage.arranged.seek(PoseTime::Frame(grid.taken(at)));
        for (index, placed) in stage.placed() {
            let take = takes.entry(index).or_insert_with(|| Take::new(placed.model()));
            if !take.add(at, placed, stage.carry(index, placed), (compensates, &mut *room)) {
                return Err(too_much());
            }
        }
    }
    let frames: Vec<f64> = (0..grid.count).map(|at| grid.frame(at)).collect();
    let mut movement = PlainMovement::new();
    for (index, take) in takes {
        let model = &gathered.scene.models[index];
        if take.switches {
            losses.report(rule::X_SWITCH, place, || {
                let name = model.name.escape_debug();
                format!("visibility, or numbers of materials, of \"{name}\" over time are not written")
            });
        }
        if take.leaning > 0 {
            losses.report(rule::X_SHEAR, place, || {
                let (name, count) = (model.name.escape_debug(), take.leaning);
                format!("axes of bones of \"{name}\" lean; such bones at one time: {count}")
            });
        }
        let part = PlainClip {
            name: name.clone(),
            frames_per_second: played.frames_per_second,
            range: played.range,
            looping,
            channels: take.channels(model, &frames, stage.carrier(index)),
            notifications: notifications.clone(),
        };
        movement.push((index, part));
    }
    movement.sort_by_key(|(_, part)| std::cmp::Reverse(part.channels.len()));
    let most = movement.iter().position(|(_, part)| part.channels.is_empty());
    movement.truncate(most.unwrap_or(movement.len()).max(1));
    if conversion.target != ConversionTarget::Glb {
        report_shared_names(&gathered.scene.models, &movement, losses);
    }
    Ok((!movement.is_empty()).then_some(movement))
}

/// Bones times frames that are posed for one clip at most: minutes of work.
const MOST_POSED: u64 = 1 << 32;

/// Cast and SEAnim name bones: those of one name, in whichever model, move as one.
fn report_shared_names(models: &[Model], movement: &PlainMovement, losses: &mut Diagnostics) {
    let mut first: BTreeMap<(u8, &str), &[f32]> = BTreeMap::new();
    let mut others = 0;
    let mut example = None;
    let mut own: BTreeMap<usize, BTreeSet<PlainTarget>> = BTreeMap::new();
    for (index, part) in movement {
        let skeleton = &models[*index].skeleton;
        for channel in &part.channels {
            let name = match channel.target {
                PlainTarget::Translation(bone) => (0, skeleton.name(bone)),
                PlainTarget::Rotation(bone) => (1, skeleton.name(bone)),
                PlainTarget::Scale(bone) => (2, skeleton.name(bone)),
                PlainTarget::Shape(shape) => (3, &*models[*index].blend_shapes[shape.get()].name),
            };
            own.entry(*index).or_default().insert(channel.target);
            let known: &[f32] = first.entry(name).or_insert(&channel.values);
            if known != channel.values.as_slice() {
                others += 1;
                example.get_or_insert(name.1);
            }
        }
    }
    // A bone that stands still in one model would move as its namesake does.
    for (index, model) in models.iter().enumerate() {
        let own = own.get(&index);
        for bone in model.skeleton.bones() {
            let name = model.skeleton.name(bone);
            let targets = [
                (0, PlainTarget::Translation(bone)),
                (1, PlainTarget::Rotation(bone)),
                (2, PlainTarget::Scale(bone)),
            ];
            for (kind, target) in targets {
                let moves = own.is_some_and(|own| own.contains(&target));
                if !moves && first.contains_key(&(kind, name)) {
                    others += 1;
                    example.get_or_insert(name);
                }
            }
        }
    }
    if let Some(example) = example {
        let clip = &movement[0].1.name;
        losses.report(
            rule::X_NAMES,
            || plain::place_in("clip", clip),
            || {
                let example = example.escape_debug();
                format!("curves of bones that several models have and move differently: {others}, one of them of \"{example}\"")
            },
        );
    }
}

fn leave_out_rigs(models: &mut [Model], losses: &mut Diagnostics) {
    for model in models {
        let parts = model.rig.handles.len() + model.rig.constraints.len();
        if parts > 0 {
            model.rig = Default::default();
            losses.report(
                rule::X_BAKED,
                || plain::place_in("model", &model.name),
                || format!("IK handles and constraints are in the keys, and left out: {parts}"),
            );
        }
    }
}
