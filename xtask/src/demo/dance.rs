//! Sprig's clip: looks around, hops, laughs, sniffs, waves; in one loop of five seconds.
//!
//! Body and head follow curves; ears, leaves and tail follow the body with springs, so they drag and overshoot.

use crate::anatomy::{Skeleton, TAIL_BONES, tail_center};
use crate::field::{SIDES, Side};
use crate::motion::{Curve, follow, rate};
use glam::{EulerRot, Quat, Vec3};
use std::f32::consts::TAU;

pub const FRAMES: usize = 150;
pub const FRAMES_PER_SECOND: f32 = 30.0;

/// Motion of one bone, one value a frame, the last equal to the first.
pub struct BoneMotion {
    pub bone: String,
    /// Offsets from the rest pose.
    pub translation: Option<Vec<Vec3>>,
    pub rotation: Option<Vec<Quat>>,
    pub scale: Option<Vec<Vec3>>,
}

pub struct Clip {
    pub bones: Vec<BoneMotion>,
    /// Blend shapes' weights.
    pub shapes: Vec<(&'static str, Vec<f32>)>,
    pub notifications: Vec<(&'static str, Vec<u32>)>,
}

/// One value a frame, without the repeated last.
fn track(knots: &[(f32, f32)]) -> Vec<f32> {
    let curve = Curve::new(FRAMES as f32, knots);
    (0..FRAMES).map(|frame| curve.at(frame as f32)).collect()
}

/// `times` whole swings a loop.
fn swing(times: f32, phase: f32) -> Vec<f32> {
    (0..FRAMES)
        .map(|frame| (TAU * (times * frame as f32 / FRAMES as f32 + phase)).sin())
        .collect()
}

/// A pulse around each of `frames`: up in two frames, held for `hold`, down in three.
fn pulses(frames: &[f32], hold: f32) -> Vec<f32> {
    let at = |frame: f32, start: f32| {
        let t = frame - start;
        if t <= 0.0 {
            0.0
        } else if t < 2.0 {
            t / 2.0
        } else {
            (1.0 - (t - 2.0 - hold) / 3.0).clamp(0.0, 1.0)
        }
    };
    (0..FRAMES)
        .map(|frame| frames.iter().map(|&start| at(frame as f32, start)).fold(0.0, f32::max))
        .collect()
}

/// Turns given as on the left; the right side gets its mirror image.
fn turn(side: Side, nod: f32, look: f32, tilt: f32) -> Quat {
    let sign = side.place(Vec3::X).x;
    Quat::from_euler(EulerRot::YXZ, look * sign, nod, tilt * sign)
}

const CROUCH: f32 = 50.0;
const LEAP: f32 = 60.0;
const TOP: f32 = 69.0;
const LAND: f32 = 78.0;

/// The curves that everything else is derived from.
struct Lead {
    height: Vec<f32>,
    squash: Vec<f32>,
    look: Vec<f32>,
    nod: Vec<f32>,
    tilt: Vec<f32>,
    sway: Vec<f32>,
    air: Vec<f32>,
    wave: Vec<f32>,
}

impl Lead {
    fn new() -> Self {
        Self {
            height: Self::height(),
            // Above 0 stretched, below 0 squashed.
            squash: track(&[
                (0.0, 0.0),
                (24.0, 0.008),
                (42.0, 0.0),
                (55.0, -0.20),
                (58.0, -0.19),
                (63.0, 0.20),
                (TOP, 0.02),
                (76.0, 0.13),
                (82.0, -0.24),
                (89.0, 0.07),
                (96.0, -0.035),
                (104.0, 0.012),
                (112.0, 0.0),
            ]),
            look: track(&[
                (0.0, 0.0),
                (8.0, 0.42),
                (22.0, 0.44),
                (30.0, -0.34),
                (43.0, -0.36),
                (52.0, 0.0),
                (104.0, 0.0),
                (114.0, 0.40),
                (138.0, 0.36),
            ]),
            nod: track(&[
                (0.0, 0.0),
                (12.0, -0.05),
                (24.0, 0.04),
                (40.0, -0.06),
                (56.0, 0.20),
                (64.0, -0.26),
                (72.0, -0.04),
                (80.0, 0.16),
                (90.0, -0.08),
                (104.0, 0.0),
                (122.0, -0.03),
            ]),
            tilt: track(&[
                (0.0, 0.0),
                (12.0, 0.10),
                (24.0, 0.08),
                (34.0, -0.12),
                (44.0, -0.08),
                (54.0, 0.0),
                (102.0, 0.0),
                (114.0, 0.19),
                (136.0, 0.16),
            ]),
            sway: track(&[
                (0.0, 0.0),
                (16.0, 0.022),
                (38.0, -0.024),
                (54.0, 0.0),
                (100.0, 0.0),
                (116.0, 0.020),
                (138.0, 0.012),
            ]),
            air: track(&[(0.0, 0.0), (LEAP, 0.0), (66.0, 1.0), (72.0, 1.0), (LAND, 0.0)]),
            wave: track(&[(0.0, 0.0), (98.0, 0.0), (108.0, 1.0), (138.0, 1.0), (147.0, 0.0)]),
        }
    }

    /// A throw: a parabola between leap and landing.
    fn height() -> Vec<f32> {
        let at = |frame: f32| {
            let t = ((frame - LEAP) / (LAND - LEAP)).clamp(0.0, 1.0);
            0.42 * 4.0 * t * (1.0 - t)
        };
        (0..FRAMES).map(|frame| at(frame as f32)).collect()
    }

    /// Jolt that loose parts feel: the lift of the head, as a change of its speed.
    fn jolt(&self) -> Vec<f32> {
        let lift: Vec<f32> = self
            .height
            .iter()
            .zip(&self.squash)
            .map(|(height, squash)| height + squash * 1.1)
            .collect();
        rate(&lift)
    }
}

pub fn clip(skeleton: &Skeleton) -> Clip {
    let lead = Lead::new();
    let mut dance = Dance { bones: Vec::new() };
    dance.body(&lead);
    dance.head(&lead);
    for side in SIDES {
        dance.leg(side, &lead);
        dance.arm(side, &lead);
        dance.ear(side, &lead);
        dance.leaf(side, &lead);
    }
    dance.sprout(&lead);
    dance.tail(&lead);
    for motion in &mut dance.bones {
        // Fails loudly when a bone is renamed.
        skeleton.index(&motion.bone);
        close(&mut motion.translation);
        close(&mut motion.rotation);
        close(&mut motion.scale);
    }
    let mut shapes = shapes(&lead);
    for (_, weights) in &mut shapes {
        weights.push(weights[0]);
    }
    let notifications = vec![
        ("blink", vec![9, 46, 98]),
        ("jump", vec![LEAP as u32]),
        ("land", vec![LAND as u32]),
        ("sniff", vec![16, 22, 36]),
        ("wave", vec![108, 118, 128]),
    ];
    Clip {
        bones: dance.bones,
        shapes,
        notifications,
    }
}

/// A loop ends on its first value.
fn close<T: Copy>(values: &mut Option<Vec<T>>) {
    if let Some(values) = values {
        values.push(values[0]);
    }
}

fn shapes(lead: &Lead) -> Vec<(&'static str, Vec<f32>)> {
    let blink = pulses(&[8.0, 45.0, 97.0], 1.0);
    let laugh = track(&[
        (0.0, 0.0),
        (62.0, 0.0),
        (66.0, 1.0),
        (84.0, 1.0),
        (88.0, 0.0),
        (110.0, 0.0),
        (113.0, 1.0),
        (134.0, 1.0),
        (138.0, 0.0),
    ]);
    // Closed eyes do not close twice.
    let blink: Vec<f32> = blink
        .iter()
        .zip(&laugh)
        .map(|(blink, laugh)| blink * (1.0 - laugh))
        .collect();
    let smile = track(&[
        (0.0, 0.25),
        (30.0, 0.1),
        (50.0, 0.0),
        (64.0, 1.0),
        (88.0, 0.7),
        (112.0, 1.0),
        (138.0, 0.9),
    ]);
    let open = track(&[
        (0.0, 0.0),
        (58.0, 0.0),
        (64.0, 0.9),
        (76.0, 0.75),
        (84.0, 0.15),
        (94.0, 0.0),
        (110.0, 0.1),
        (116.0, 0.7),
        (132.0, 0.65),
        (140.0, 0.0),
    ]);
    let breath = swing(3.0, 0.0)
        .iter()
        .zip(&lead.air)
        .map(|(breath, air)| (0.5 + 0.5 * breath) * (1.0 - air))
        .collect();
    vec![
        ("blink_l", blink.clone()),
        ("blink_r", blink),
        ("laugh", laugh),
        ("cheeks", smile.clone()),
        (
            "smile",
            smile
                .iter()
                .zip(&open)
                .map(|(smile, open)| smile * (1.0 - open))
                .collect(),
        ),
        ("mouth_open", open),
        (
            "puff",
            track(&[(0.0, 0.0), (46.0, 0.0), (56.0, 0.9), (60.0, 0.8), (64.0, 0.0)]),
        ),
        ("sniff", pulses(&[15.0, 21.0, 35.0], 1.0)),
        (
            "brows_up",
            track(&[
                (0.0, 0.0),
                (10.0, 0.5),
                (24.0, 0.3),
                (34.0, 0.6),
                (50.0, -0.3),
                (60.0, -0.2),
                (66.0, 1.0),
                (80.0, 0.6),
                (100.0, 0.0),
                (112.0, 0.7),
                (136.0, 0.5),
            ]),
        ),
        ("breathe", breath),
    ]
}

struct Dance {
    bones: Vec<BoneMotion>,
}

impl Dance {
    fn turn(&mut self, bone: impl Into<String>, rotation: impl Fn(usize) -> Quat) {
        let rotation = Some((0..FRAMES).map(rotation).collect());
        self.bones.push(BoneMotion {
            bone: bone.into(),
            translation: None,
            rotation,
            scale: None,
        });
    }

    fn body(&mut self, lead: &Lead) {
        let frames = |f: &dyn Fn(usize) -> Vec3| Some((0..FRAMES).map(f).collect());
        self.bones.push(BoneMotion {
            bone: "root".into(),
            translation: frames(&|i| Vec3::Y * lead.height[i]),
            rotation: None,
            scale: None,
        });
        // Volume is kept: what is lost in height is gained in width.
        self.bones.push(BoneMotion {
            bone: "squash".into(),
            translation: None,
            rotation: None,
            scale: frames(&|i| {
                let y = 1.0 + lead.squash[i];
                Vec3::new(y.powf(-0.5), y, y.powf(-0.5))
            }),
        });
        self.bones.push(BoneMotion {
            bone: "hips".into(),
            translation: frames(&|i| Vec3::new(lead.sway[i], -0.25 * lead.sway[i].abs(), 0.0)),
            rotation: Some(
                (0..FRAMES)
                    .map(|i| Quat::from_rotation_z(-lead.sway[i] * 2.4))
                    .collect(),
            ),
            scale: None,
        });
        let breath = swing(3.0, 0.02);
        self.turn("spine", |i| {
            Quat::from_euler(
                EulerRot::YXZ,
                lead.look[i] * 0.12,
                lead.nod[i] * 0.2,
                lead.sway[i] * 2.8,
            )
        });
        self.turn("chest", |i| {
            Quat::from_euler(
                EulerRot::YXZ,
                lead.look[i] * 0.18,
                lead.nod[i] * 0.25 - 0.018 * breath[i],
                lead.sway[i] * 1.6,
            )
        });
    }

    fn head(&mut self, lead: &Lead) {
        // The head comes a little after the look, as heads do.
        let look = follow(&lead.look, 0.22, 0.62);
        let nod = follow(&lead.nod, 0.30, 0.60);
        let tilt = follow(&lead.tilt, 0.20, 0.60);
        self.turn("neck", |i| {
            Quat::from_euler(EulerRot::YXZ, look[i] * 0.3, nod[i] * 0.3, tilt[i] * 0.35)
        });
        self.turn("head", |i| {
            Quat::from_euler(EulerRot::YXZ, look[i] * 0.65, nod[i] * 0.7, tilt[i] * 0.65)
        });
        let jaw = track(&[
            (0.0, 0.0),
            (60.0, 0.0),
            (65.0, 0.08),
            (78.0, 0.04),
            (90.0, 0.0),
            (112.0, 0.0),
            (118.0, 0.06),
            (132.0, 0.05),
            (140.0, 0.0),
        ]);
        self.turn("jaw", |i| Quat::from_rotation_x(jaw[i]));
        let nose = pulses(&[15.0, 21.0, 35.0], 1.0);
        self.turn("nose", |i| Quat::from_rotation_x(-0.12 * nose[i]));
        let surprise = track(&[(0.0, 0.0), (76.0, 0.0), (92.0, 1.0), (100.0, 0.0)]);
        for side in SIDES {
            let scale = surprise
                .iter()
                .map(|&s| Vec3::new(1.0 + 0.07 * s, 1.0 + 0.10 * s, 1.0))
                .collect();
            let bone = format!("eye_{}", side.suffix());
            self.bones.push(BoneMotion {
                bone,
                translation: None,
                rotation: None,
                scale: Some(scale),
            });
            let frown = track(&[
                (0.0, 0.0),
                (44.0, 0.0),
                (55.0, -0.22),
                (60.0, -0.18),
                (66.0, 0.10),
                (84.0, 0.0),
                (112.0, 0.08),
                (136.0, 0.06),
            ]);
            self.turn(format!("brow_{}", side.suffix()), |i| {
                turn(side, 0.0, 0.0, -frown[i] * 0.8)
            });
        }
    }

    fn leg(&mut self, side: Side, lead: &Lead) {
        // Hips sway over planted feet: thigh and foot take back what the hips have done.
        let sign = side.place(Vec3::X).x;
        let back = |i: usize| -lead.sway[i] / 0.20;
        self.turn(format!("thigh_{}", side.suffix()), |i| {
            turn(
                side,
                -0.55 * lead.air[i],
                0.0,
                0.16 * lead.air[i] + sign * (back(i) + lead.sway[i] * 2.4),
            )
        });
        self.turn(format!("shin_{}", side.suffix()), |i| {
            turn(side, 0.75 * lead.air[i], 0.0, 0.0)
        });
        self.turn(format!("foot_{}", side.suffix()), |i| {
            turn(side, 0.35 * lead.air[i], 0.0, -sign * back(i))
        });
        self.turn(format!("toe_{}", side.suffix()), |i| {
            turn(side, 0.30 * lead.air[i], 0.0, 0.0)
        });
    }

    fn arm(&mut self, side: Side, lead: &Lead) {
        let name = |bone: &str| format!("{bone}_{}", side.suffix());
        // The left hand: a three-quarter view sees it best.
        let is_waving = side == Side::Left;
        let wave: Vec<f32> = lead.wave.iter().map(|&w| if is_waving { w } else { 0.0 }).collect();
        let hand = swing(15.0, 0.1);
        let breath = swing(3.0, 0.9);
        let back = track(&[(0.0, 0.0), (CROUCH, 0.0), (57.0, 1.0), (64.0, 0.0)]);
        let lift = follow(&lead.air, 0.35, 0.75);
        self.turn(name("clavicle"), |i| {
            turn(side, 0.0, 0.0, 0.03 * breath[i] + 0.22 * lift[i] + 0.42 * wave[i])
        });
        self.turn(name("upper_arm"), |i| {
            let rest = -0.34 * (1.0 - wave[i]) * (1.0 - lift[i]);
            turn(
                side,
                0.55 * back[i],
                -0.20 * wave[i],
                rest + 0.85 * lift[i] - 0.10 * back[i] + 1.05 * wave[i],
            )
        });
        self.turn(name("forearm"), |i| {
            turn(
                side,
                -0.15 * lift[i],
                -0.15 * (1.0 - wave[i]),
                0.30 * lift[i] + wave[i] * (0.42 + 0.34 * hand[i]),
            )
        });
        let hand_late = swing(15.0, 0.0);
        self.turn(name("hand"), |i| {
            turn(
                side,
                -0.2 * back[i],
                0.0,
                0.20 * lift[i] + wave[i] * (0.15 + 0.30 * hand_late[i]),
            )
        });
    }

    fn ear(&mut self, side: Side, lead: &Lead) {
        let jolt = lead.jolt();
        let look = rate(&follow(&lead.look, 0.22, 0.62));
        let sign = side.place(Vec3::X).x;
        // A flick on each side at its own time.
        let flick = pulses(
            if side == Side::Left {
                &[27.0, 31.0]
            } else {
                &[12.0, 104.0]
            },
            0.0,
        );
        let mut push: Vec<f32> = jolt.iter().map(|jolt| jolt * 3.4).collect();
        let mut drag: Vec<f32> = look.iter().map(|look| look * 2.2).collect();
        for (joint, share) in [(1, 0.42), (2, 0.55), (3, 0.65)] {
            push = follow(&push, 0.16, 0.22);
            drag = follow(&drag, 0.16, 0.26);
            let (push, drag) = (push.clone(), drag.clone());
            let flick = flick.clone();
            self.turn(format!("ear_{joint}_{}", side.suffix()), move |i| {
                let droop = push[i].clamp(-0.35, 0.75);
                turn(
                    side,
                    -0.45 * droop * share - 0.12 * flick[i],
                    0.5 * flick[i],
                    -droop * share + sign * drag[i] * share + 0.22 * flick[i],
                )
            });
        }
    }

    fn sprout(&mut self, lead: &Lead) {
        let look = rate(&follow(&lead.look, 0.22, 0.62));
        let breeze = swing(4.0, 0.0);
        let mut drag: Vec<f32> = look.iter().map(|look| look * 3.0).collect();
        let mut nod: Vec<f32> = rate(&lead.nod).iter().map(|nod| nod * -2.5).collect();
        for joint in 1..=2 {
            drag = follow(&drag, 0.14, 0.16);
            nod = follow(&nod, 0.14, 0.16);
            let (drag, nod, breeze) = (drag.clone(), nod.clone(), breeze.clone());
            self.turn(format!("sprout_{joint}"), move |i| {
                Quat::from_euler(EulerRot::YXZ, 0.0, nod[i] * 0.6, drag[i] * 0.7 + 0.05 * breeze[i])
            });
        }
    }

    fn leaf(&mut self, side: Side, lead: &Lead) {
        let breeze = swing(4.0, if side == Side::Left { 0.1 } else { 0.3 });
        let mut flap: Vec<f32> = lead.jolt().iter().map(|jolt| -jolt * 4.2).collect();
        for joint in 1..=2 {
            flap = follow(&flap, 0.20, 0.20);
            let (flap, breeze) = (flap.clone(), breeze.clone());
            self.turn(format!("leaf_{joint}_{}", side.suffix()), move |i| {
                turn(
                    side,
                    0.0,
                    0.05 * breeze[i],
                    flap[i].clamp(-0.8, 0.9) * 0.6 + 0.07 * breeze[i],
                )
            });
        }
    }

    /// Wags, drags behind the hop, and twists about its own line in the air.
    fn tail(&mut self, lead: &Lead) {
        let twist = follow(
            &track(&[(0.0, 0.0), (56.0, -0.25), (68.0, 1.0), (80.0, 0.6), (92.0, 0.0)]),
            0.25,
            0.5,
        );
        let eager = track(&[
            (0.0, 0.45),
            (30.0, 0.6),
            (50.0, 0.25),
            (66.0, 0.4),
            (90.0, 1.0),
            (112.0, 1.3),
            (136.0, 1.1),
        ]);
        let mut lag: Vec<f32> = lead.jolt().iter().map(|jolt| jolt * 2.4).collect();
        for joint in 0..TAIL_BONES {
            lag = follow(&lag, 0.30, 0.42);
            let wag = swing(10.0, -0.055 * joint as f32);
            let (from, to) = (
                joint as f32 / TAIL_BONES as f32,
                (joint as f32 + 1.0) / TAIL_BONES as f32,
            );
            let line = (tail_center(to) - tail_center(from)).normalize();
            let share = 0.6 + 0.08 * joint as f32;
            let (lag, twist, eager) = (lag.clone(), twist.clone(), eager.clone());
            self.turn(format!("tail_{}", joint + 1), move |i| {
                let sideways = Quat::from_rotation_y(0.105 * share * wag[i] * eager[i]);
                let lifted = Quat::from_rotation_x(lag[i].clamp(-0.35, 0.35) * 0.55 * share);
                Quat::from_axis_angle(line, 0.26 * twist[i]) * sideways * lifted
            });
        }
    }
}
