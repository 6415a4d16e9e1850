//! docs/formats/cast.md §3.16 to §3.18: IK handles of two bones, then constraints, in file order. Chains that are
//! straight at rest are not covered: the page leaves their bend axis open. Longer chains are not either: they are held
//! to the distance from their goal.

use super::{Bones, Trs};
use castview_base::scene::{Constraint, ConstraintKind, IkHandle, Rig};
use glam::{DMat3, DMat4, DQuat, DVec3};

/// Local transforms after every handle and every constraint of `rig`.
pub fn solve(bones: &mut Bones, rig: &Rig) {
    for handle in &rig.handles {
        two_bone(bones, handle);
    }
    for constraint in &rig.constraints {
        constrain(bones, constraint);
    }
}

fn position(worlds: &[DMat4], bone: usize) -> DVec3 {
    worlds[bone].w_axis.truncate()
}

fn two_bone(bones: &mut Bones, handle: &IkHandle) {
    let (sb, eb, tb) = (handle.start.get(), handle.end.get(), handle.target.get());
    let mid = bones.parents[eb].expect("checked");
    assert_eq!(bones.parents[mid], Some(sb), "two bones only");
    let old = bones.local.clone();
    let worlds = bones.worlds(&old);
    let (a, b, c) = (position(&worlds, sb), position(&worlds, mid), position(&worlds, eb));
    let h = worlds[tb].transform_point3(handle.target_offset.as_dvec3()) - a;
    let (v1, v2) = (b - a, c - b);
    let (l1, l2) = (v1.length(), v2.length());
    // 1.
    let cos_theta = (h.dot(h) - l1 * l1 - l2 * l2) / (2.0 * l1 * l2);
    let theta = cos_theta.clamp(-1.0, 1.0).acos();
    let phi = v1.angle_between(v2);
    let pole = handle.pole_vector.map(|pv| position(&worlds, pv.get()) - a);
    let least = 1e-6 * (l1 + l2).max(pole.map_or(0.0, DVec3::length));
    let n = if v1.cross(v2).length() > 1e-5 * l1 * l2 {
        v1.cross(v2).normalize()
    } else {
        // Across the chain, so that the chain bends towards the pole; without a pole, as it bends at rest.
        let along = v1.normalize();
        match pole.map(|d| d.cross(along)).filter(|n| n.length() > least) {
            Some(n) => n.normalize(),
            None => {
                let rests = bones.worlds(&bones.rest);
                let [a, b, c] = [sb, mid, eb].map(|bone| position(&rests, bone));
                let at_rest = (b - a).cross(c - b).normalize();
                let n = bones.rotation(&old, sb) * bones.rotation(&bones.rest, sb).conjugate() * at_rest;
                (n - along * along.dot(n)).normalize()
            }
        }
    };
    let q12 = DQuat::from_axis_angle(n, theta - phi);
    // 2.
    let e = v1 + q12 * v2;
    let q_eh = match e.cross(h).length() {
        sine if sine < 1e-300 => DQuat::IDENTITY,
        _ => DQuat::from_axis_angle(e.cross(h).normalize(), e.angle_between(h)),
    };
    // 3.
    let line = h.normalize();
    let flat = |x: DVec3| x - line * x.dot(line);
    let mut q_p = DQuat::IDENTITY;
    if let Some(pole) = pole {
        let (u, d) = (flat(q_eh * v1), flat(pole));
        if u.length() > 1e-6 * l1 && d.length() > least {
            q_p = DQuat::from_axis_angle(line, line.dot(u.cross(d)).atan2(u.dot(d)));
        }
    }
    // 4.
    let tau = handle.pole_twist.map_or(0.0, |pb| {
        let pb = pb.get();
        angles(bones.rest[pb].r.conjugate() * old[pb].r).x
    });
    let q_t = DQuat::from_axis_angle(line, tau);
    // 5.
    let first = q_t * q_p * q_eh * bones.rotation(&old, sb);
    let second = q_t * q_p * q_eh * q12 * bones.rotation(&old, mid);
    let target = bones.rotation(&old, tb);
    turn(bones, sb, first);
    turn(bones, mid, second);
    if handle.takes_target_rotation {
        turn(bones, eb, target);
    }
}

/// `Rw(bone) ← rotation`.
fn turn(bones: &mut Bones, bone: usize, rotation: DQuat) {
    bones.local[bone].r = (bones.frame(&bones.local, bone).conjugate() * rotation).normalize();
}

fn constrain(bones: &mut Bones, constraint: &Constraint) {
    let (cb, tb) = (constraint.driven.get(), constraint.target.get());
    let rest = bones.rest.clone();
    let rests = bones.worlds(&rest);
    let old = bones.local.clone();
    let worlds = bones.worlds(&old);
    let keep = constraint.keeps_rest_offset;
    let weight = f64::from(constraint.weight);
    let picked = |before: DVec3, goal: DVec3| {
        let axis = |i: usize| if constraint.skips[i] { before[i] } else { goal[i] };
        DVec3::new(axis(0), axis(1), axis(2))
    };
    let Trs { t, r, s } = old[cb];
    match constraint.kind {
        ConstraintKind::Point { offset } => {
            let own = offset.as_dvec3();
            let o = if keep {
                position(&rests, cb) - position(&rests, tb)
            } else {
                own
            };
            let parent = bones.parents[cb].map_or(DMat4::IDENTITY, |parent| worlds[parent]);
            let goal = parent.inverse().transform_point3(position(&worlds, tb) + o);
            bones.local[cb].t = t + (picked(t, goal) - t) * weight;
        }
        ConstraintKind::Orient { offset } => {
            let own = offset.as_dquat().normalize();
            let o = match keep {
                true => bones.rotation(&rest, tb).conjugate() * bones.rotation(&rest, cb),
                false => own,
            };
            let mut goal = bones.frame(&old, cb).conjugate() * bones.rotation(&old, tb) * o;
            if constraint.skips.contains(&true) {
                let m = picked(angles(r), angles(goal));
                goal = DQuat::from_mat3(
                    &(DMat3::from_rotation_z(m.z) * DMat3::from_rotation_y(m.y) * DMat3::from_rotation_x(m.x)),
                );
            }
            // The shorter way round.
            let between = r.conjugate() * goal;
            let between = if between.w < 0.0 { -between } else { between };
            let (axis, angle) = between.to_axis_angle();
            bones.local[cb].r = (r * DQuat::from_axis_angle(axis, angle * weight)).normalize();
        }
        ConstraintKind::Scale { offset } => {
            let own = offset.as_dvec3();
            let o = if keep { rest[cb].s / rest[tb].s } else { own };
            bones.local[cb].s = s + (picked(s, old[tb].s * o) - s) * weight;
        }
    }
}

/// Angles about x, then y, then z: `q = qz ⊗ qy ⊗ qx`.
fn angles(q: DQuat) -> DVec3 {
    let (x, y, z, w) = (q.x, q.y, q.z, q.w);
    DVec3::new(
        (2.0 * (w * x + y * z)).atan2(1.0 - 2.0 * (x * x + y * y)),
        (2.0 * (w * y - z * x)).clamp(-1.0, 1.0).asin(),
        (2.0 * (w * z + x * y)).atan2(1.0 - 2.0 * (y * y + z * z)),
    )
}
