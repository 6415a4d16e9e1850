//! One mistake in a clean body, of every kind in turn that needs a mesh, feet or two sides.

use super::body::{Body, RING, RINGS, Sleeve};
use super::seeded::{Seed, found, kinds_with, score};
use castview_base::core::MeshIndex;
use castview_base::scene::{Clip, Model, Skinning};
use castview_motion::trouble::{FoundTrouble, TroubleKind, TroubleKinds, TroubleOf, trouble_of_model};
use castview_testkit::rigs::Dice;
use glam::Vec3;
use std::f32::consts::PI;

/// Puts one mistake into a body, or into the model made of it.
type Sow = fn(&mut Dice, &mut Body) -> Seed;

const SOWN: [(TroubleKind, Sow); 15] = [
    (TroubleKind::FootSlide, foot_slide),
    (TroubleKind::BelowGround, below_ground),
    (TroubleKind::StretchedEdge, stretched_edge),
    (TroubleKind::LostVolume, lost_volume),
    (TroubleKind::UnevenScale, uneven_scale),
    (TroubleKind::EqualNames, equal_names),
    (TroubleKind::Lopsided, lopsided),
    (TroubleKind::NoTwin, no_twin),
    (TroubleKind::IdleBone, idle_bone),
    (TroubleKind::WrongWeights, wrong_weights),
    (TroubleKind::LopsidedWeights, lopsided_weights),
    (TroubleKind::FlippedFaces, flipped_faces),
    (TroubleKind::OpenEdges, open_edges),
    (TroubleKind::UvsOutside, uvs_outside),
    (TroubleKind::UvsOverlap, uvs_overlap),
];

fn seed(of: TroubleOf, frame: Option<usize>, room: f64) -> Seed {
    Seed {
        of,
        frame: frame.map(|frame| frame as f64),
        room,
    }
}

fn mesh(index: usize) -> TroubleOf {
    TroubleOf::Mesh(MeshIndex::new(index))
}

/// The foot drifts while it stands, and goes on as if it had not in the step after.
fn foot_slide(dice: &mut Dice, body: &mut Body) -> Seed {
    let (side, cycle) = (dice.below(2), 1 + dice.below(body.cycles - 2));
    let (first, length) = body.stand(side, cycle);
    let angle = dice.between(0.0, 2.0 * PI);
    let drift = Vec3::new(angle.cos(), 0.0, angle.sin()) * dice.between(0.1, 0.2);
    for frame in first..(first + 30).min(body.frames()) {
        let along = (frame - first) as f32 / length as f32;
        let share = if along < 1.0 {
            along
        } else {
            (2.5 - 1.5 * along).clamp(0.0, 1.0)
        };
        body.off[frame][side] += drift * (share * share * (3.0 - 2.0 * share));
    }
    seed(TroubleOf::Bone(body.bone(side, "Foot")), Some(first + length), 6.0)
}

fn below_ground(dice: &mut Dice, body: &mut Body) -> Seed {
    let (side, cycle) = (dice.below(2), 1 + dice.below(body.cycles - 2));
    let (first, length) = body.stand(side, cycle);
    let depth = dice.between(0.08, 0.15);
    for frame in first..first + length {
        let along = (frame - first) as f32 / (length - 1) as f32;
        body.off[frame][side].y -= depth * (along * PI).sin().powi(2);
    }
    seed(TroubleOf::Bone(body.bone(side, "Foot")), Some(first + length / 2), 3.0)
}

/// A vertex of a sleeve hangs on a foot.
fn stretched_edge(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = dice.below(2);
    let foot = body.bone(dice.below(2), "Foot").get() as u32;
    let vertex = dice.below(RING * RINGS);
    body.meshes[side].weights[vertex] = [(foot, 1.0), (0, 0.0)];
    seed(mesh(side), Some(0), 1000.0)
}

/// The forearm turns over once.
fn lost_volume(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = dice.below(2);
    let frames = body.frames();
    let turn = dice.between(0.85, 1.0) * PI;
    for (frame, twist) in body.twist.iter_mut().enumerate() {
        twist[side] = turn * (frame as f32 / (frames - 1) as f32 * PI).sin().powi(2);
    }
    seed(mesh(side), Some(frames / 2), 12.0)
}

/// A forearm grows longer for a while, under dual quaternions; the other one grows as a whole.
fn uneven_scale(dice: &mut Dice, body: &mut Body) -> Seed {
    let (side, axis) = (dice.below(2), dice.below(3));
    let frames = body.frames();
    let (grows, as_a_whole) = (dice.between(0.1, 0.6), dice.between(0.0, 0.5));
    for (frame, scale) in body.scale.iter_mut().enumerate() {
        let share = (frame as f32 / (frames - 1) as f32 * PI).sin().powi(2);
        scale[side][axis] = 1.0 + grows * share;
        scale[1 - side] = Vec3::splat(1.0 + as_a_whole * share);
    }
    for sleeve in &mut body.meshes {
        sleeve.skinning = Skinning::DualQuaternion;
    }
    seed(TroubleOf::Bone(body.bone(side, "ForeArm")), Some(frames / 2), 12.0)
}

fn equal_names(dice: &mut Dice, body: &mut Body) -> Seed {
    // Bones of which no name tells a side.
    let (first, place) = (body.bones[1 + dice.below(3)].0.clone(), Vec3::new(0.0, 1.7, 0.0));
    body.bones.push((first, Some(3), place));
    seed(
        TroubleOf::Bone(castview_base::core::BoneIndex::new(body.bones.len() - 1)),
        None,
        0.0,
    )
}

fn lopsided(dice: &mut Dice, body: &mut Body) -> Seed {
    let part = ["Hand", "ForeArm", "UpLeg", "Shoulder"][dice.below(4)];
    let moved = body.bone(dice.below(2), part).get();
    let off = dice.vec3(1.0).normalize_or(Vec3::X) * dice.between(0.03, 0.1);
    // Bones below it go with it.
    let mut goes = vec![false; body.bones.len()];
    for bone in 0..body.bones.len() {
        goes[bone] = bone == moved || body.bones[bone].1.is_some_and(|parent| goes[parent]);
        if goes[bone] {
            body.bones[bone].2 += off;
        }
    }
    seed(TroubleOf::Bone(body.bone(0, part)), None, 0.0)
}

fn no_twin(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = ["Left", "Right"][dice.below(2)];
    let hand = body.bone(usize::from(side == "Right"), "Hand").get();
    let place = body.bones[hand].2 + Vec3::Y * 0.05;
    body.bones.push((format!("{side}HandThumb1"), Some(hand), place));
    seed(
        TroubleOf::Bone(castview_base::core::BoneIndex::new(body.bones.len() - 1)),
        None,
        0.0,
    )
}

/// Nothing of a sleeve hangs on a forearm any more.
fn idle_bone(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = dice.below(2);
    for own in &mut body.meshes[side].weights {
        *own = [(own[0].0, 1.0), (own[1].0, 0.0)];
    }
    seed(TroubleOf::Bone(body.bone(side, "ForeArm")), None, 0.0)
}

fn wrong_weights(dice: &mut Dice, body: &mut Body) -> Seed {
    let (side, vertex) = (dice.below(2), dice.below(RING * RINGS));
    body.meshes[side].wrong_sums = vec![(vertex as u32, dice.between(0.0, 0.9))];
    seed(mesh(side), None, 0.0)
}

/// A vertex of one sleeve is painted otherwise than that of the other; both sleeves are told as one, by the first.
fn lopsided_weights(dice: &mut Dice, body: &mut Body) -> Seed {
    let (side, vertex) = (dice.below(2), dice.below(RING * RINGS));
    let [upper, lower] = &mut body.meshes[side].weights[vertex];
    let by = dice.between(0.1, 0.4);
    let to = if lower.1 > 0.5 { lower.1 - by } else { lower.1 + by };
    (upper.1, lower.1) = (1.0 - to, to);
    seed(mesh(0), None, 0.0)
}

fn flipped_faces(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = dice.below(2);
    let triangles = &mut body.meshes[side].triangles;
    let face = dice.below(triangles.len() / 3);
    triangles.swap(3 * face, 3 * face + 1);
    seed(mesh(side), None, 0.0)
}

fn open_edges(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = dice.below(2);
    let triangles = &mut body.meshes[side].triangles;
    let face = dice.below(triangles.len() / 3);
    triangles.drain(3 * face..3 * face + 3);
    seed(mesh(side), None, 0.0)
}

fn uvs_outside(dice: &mut Dice, body: &mut Body) -> Seed {
    let (side, vertex) = (dice.below(2), dice.below(RING * RINGS));
    body.meshes[side].uvs[vertex] = [dice.between(1.1, 3.0), 0.5];
    seed(mesh(side), None, 0.0)
}

/// A vertex is pulled over its neighbours.
fn uvs_overlap(dice: &mut Dice, body: &mut Body) -> Seed {
    let side = dice.below(2);
    body.meshes.iter_mut().for_each(Sleeve::unfold);
    let ring = 2 + dice.below(RINGS - 5);
    let (corner, over) = (dice.below(RING), ring + 2);
    let uvs = &mut body.meshes[side].uvs;
    uvs[ring * RING + corner] = uvs[over * RING + corner];
    seed(mesh(side), None, 0.0)
}

fn all_of(model: &Model, clip: &Clip, kinds: TroubleKinds) -> Vec<FoundTrouble> {
    let built = trouble_of_model(model, kinds, &|| true).expect("it is wanted");
    let mut all = found(model, clip, kinds);
    all.extend_from_slice(built.items());
    all
}

/// Bones without weight are no mistake of these bodies, whose skins list all bones; nor is a forearm without.
fn is_of_interest(kind: TroubleKind, trouble: &FoundTrouble) -> bool {
    match trouble.kind {
        TroubleKind::IdleBone => kind == TroubleKind::IdleBone,
        // A vertex that hangs on a foot is painted otherwise than its twin.
        TroubleKind::LopsidedWeights => kind != TroubleKind::StretchedEdge,
        _ => true,
    }
}

#[test]
fn clean_bodies_have_no_trouble() {
    let mut dice = Dice::new(7);
    for _ in 0..40 {
        let body = Body::new(&mut dice);
        let mut told = all_of(&body.model(), &body.clip(), TroubleKinds::all());
        told.retain(|trouble| {
            !matches!(
                trouble.kind,
                TroubleKind::IdleBone | TroubleKind::DeadCurve | TroubleKind::SpareKeys | TroubleKind::UvsOverlap
            )
        });
        assert_eq!(told, []);
    }
    let mut body = Body::new(&mut dice);
    body.meshes.iter_mut().for_each(Sleeve::unfold);
    let kinds = TroubleKinds::NONE.with(TroubleKind::UvsOverlap);
    assert_eq!(
        all_of(&body.model(), &body.clip(), kinds),
        [],
        "a closed tube has no such layer"
    );
}

#[test]
fn seeded_mistakes_of_bodies_are_found_and_nothing_else() {
    seeded_by(11);
}

/// Bounds were found by the seeds of the test above. These have no part in any, and are not to have: whoever changes a bound because of them
/// takes others.
#[test]
fn mistakes_of_bodies_by_seeds_that_were_held_out_are_found_too() {
    seeded_by(90_311);
}

fn seeded_by(dice: u64) {
    let mut dice = Dice::new(dice);
    let mut told = String::new();
    let mut all_fine = true;
    for (kind, sow) in SOWN {
        all_fine &= score(kind, &mut told, || {
            let mut body = Body::new(&mut dice);
            let seed = sow(&mut dice, &mut body);
            let mut found = all_of(&body.model(), &body.clip(), kinds_with(kind));
            found.retain(|trouble| is_of_interest(kind, trouble));
            if kind == TroubleKind::IdleBone {
                // End bones and feet are idle in every body.
                found.retain(|trouble| trouble.kind != kind || trouble.of == seed.of);
            }
            Some((found, seed))
        });
    }
    println!("{told}");
    assert!(all_fine, "\n{told}");
}

/// A clip on the spot has feet that slide back under the body.
#[test]
fn a_walk_on_the_spot_does_not_slide() {
    let body = Body::new(&mut Dice::new(5));
    let (model, mut clip) = (body.model(), body.clip());
    clip.tracks.retain(|track| track.target != "Hips");
    let told = found(&model, &clip, TroubleKinds::default().with(TroubleKind::FootSlide));
    assert_eq!(told, []);
}
