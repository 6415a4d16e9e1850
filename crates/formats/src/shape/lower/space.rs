//! The file's space → the scene's: order of matrices, handedness, up axis, order of three angles (docs/formats/shape.md A5, A14,
//! A15 and §5).

use super::choices::Choices;
use crate::rules::shape as rule;
use crate::shape::Document;
use castview_base::core::Diagnostics;
use glam::{DQuat, Mat4, Quat, Vec3};

const MATRIX: &[(&str, &str)] = &[
    ("auto", "As the file says"),
    ("row", "Row vectors: translation in floats 12 to 14"),
    ("column", "Column vectors: translation in floats 3, 7 and 11"),
];
const HAND: &[(&str, &str)] = &[("left", "Left-handed, as Direct3D"), ("right", "Right-handed already")];
const UP: &[(&str, &str)] = &[("y", "Y is up, as in Direct3D"), ("z", "Z is up")];
const ANGLES: &[(&str, &str)] = &[
    ("roll-pitch-yaw", "Roll first, then pitch, then yaw"),
    ("yaw-pitch-roll", "Yaw first, then pitch, then roll"),
];
/// Greatest number that still counts as 0 in a column or row that an affine matrix leaves empty.
const NOTHING: f32 = 1e-5;

/// How the file's numbers become the scene's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    is_row_vector: bool,
    /// The file is left-handed: its Z is mirrored.
    pub is_mirrored: bool,
    pub up_is_z: bool,
    yaw_is_first: bool,
}

impl Space {
    pub fn decide(document: &Document, choices: &mut Choices, diagnostics: &mut Diagnostics) -> Self {
        let (rows, columns) = votes(document);
        let told = rows + columns;
        let is_row_vector = match choices.said("matrix", MATRIX) {
            Some(said) => said == "row",
            None => rows >= columns,
        };
        let outcome = match (told, is_row_vector) {
            (0, true) => "row vectors: no matrix of the file has a translation to tell by".into(),
            (0, false) => "column vectors: no matrix of the file has a translation to tell by".into(),
            (_, true) => format!("row vectors: so are {rows} of the {told} matrices with a translation"),
            (_, false) => format!("column vectors: so are {columns} of the {told} matrices with a translation"),
        };
        choices.made("matrix", "Order of matrices", MATRIX, outcome);
        let others = if is_row_vector { columns } else { rows };
        if others > 0 {
            let place = || document.place(|| "nodes".into(), document.nodes[0].at);
            diagnostics.report(rule::SA5, place, || {
                format!("{others} of the {told} matrices with a translation have it where the other order puts it")
            });
        }
        let is_mirrored = choices.said("hand", HAND).is_none();
        let outcome = match is_mirrored {
            true => "left-handed: nothing in the file tells, Direct3D's habit; Z is mirrored",
            false => "right-handed: taken as it is",
        };
        choices.made("hand", "Handedness", HAND, outcome);
        let up_is_z = choices.said("up", UP).is_some();
        let outcome = if up_is_z {
            "Z is up"
        } else {
            "Y is up: nothing in the file tells, Direct3D's habit"
        };
        choices.made("up", "Up axis", UP, outcome);
        let yaw_is_first = choices.said("angles", ANGLES).is_some();
        let outcome = match yaw_is_first {
            false => "roll first: Direct3D's habit, unverified",
            true => "yaw first: unverified",
        };
        choices.made("angles", "Yaw, pitch and roll", ANGLES, outcome);
        Self {
            is_row_vector,
            is_mirrored,
            up_is_z,
            yaw_is_first,
        }
    }

    /// A column-vector matrix of the scene's space; whether the stored one was affine and finite (shape.md row 20).
    pub fn matrix(&self, stored: &[f32; 16]) -> (Mat4, bool) {
        let mut matrix = Mat4::from_cols_array(stored);
        if !self.is_row_vector {
            matrix = matrix.transpose();
        }
        if !matrix.is_finite() {
            return (Mat4::IDENTITY, false);
        }
        let is_affine = matrix.row(3).abs_diff_eq(glam::Vec4::W, NOTHING);
        for column in 0..4 {
            matrix.col_mut(column).w = if column == 3 { 1.0 } else { 0.0 };
        }
        let mirror = Mat4::from_scale(Vec3::new(1.0, 1.0, if self.is_mirrored { -1.0 } else { 1.0 }));
        (mirror * matrix * mirror, is_affine)
    }

    /// A point or a direction.
    pub fn vector(&self, [x, y, z]: [f32; 3]) -> Vec3 {
        Vec3::new(x, y, if self.is_mirrored { -z } else { z })
    }

    /// A stored x, y, z, w; `None` if it turns nothing anywhere.
    pub fn rotation(&self, [x, y, z, w]: [f32; 4]) -> Option<Quat> {
        // In f64: the squares of huge numbers would overflow.
        let stored = DQuat::from_array([x, y, z, w].map(f64::from));
        let length = stored.length_squared();
        if !length.is_finite() || length < 1e-12 {
            return None;
        }
        let sign = if self.is_mirrored { -1.0 } else { 1.0 };
        let turn = DQuat::from_xyzw(sign * stored.x, sign * stored.y, stored.z, stored.w);
        Some(turn.normalize().as_quat().normalize())
    }

    /// Yaw, pitch and roll of something whose own space is mirrored as this one is.
    pub fn turn(&self, [yaw, pitch, roll]: [f32; 3]) -> Quat {
        let (y, x, z) = (
            Quat::from_rotation_y(yaw),
            Quat::from_rotation_x(pitch),
            Quat::from_rotation_z(roll),
        );
        let turn = if self.yaw_is_first { z * x * y } else { y * x * z };
        self.rotation(turn.to_array()).unwrap_or(Quat::IDENTITY)
    }

    /// `bone_from_fixture` of something that looks along the file's +Z, with +Y up, turned by yaw, pitch and roll. Fixtures
    /// look along −Z: mirrored Z does that, else half a turn.
    pub fn angles(&self, angles: [f32; 3]) -> Quat {
        let is_told = angles.iter().all(|angle| angle.is_finite());
        match self.turn(angles) {
            turn if self.is_mirrored || !is_told => turn,
            turn => turn * Quat::from_rotation_y(std::f32::consts::PI),
        }
    }
}

/// How many matrices have their translation where row vectors put it, and where column vectors do. One without any
/// translation tells nothing.
fn votes(document: &Document) -> (usize, usize) {
    let nodes = document.nodes.iter().map(|node| &node.transformation);
    let bones = document.geometries.iter().flat_map(|geometry| &geometry.bones);
    let offsets = bones.map(|bone| &bone.offset);
    let (mut rows, mut columns) = (0, 0);
    for m in nodes.chain(offsets) {
        let is_empty = |at: [usize; 3]| at.iter().all(|i| m[*i].abs() <= NOTHING);
        match (is_empty([3, 7, 11]), is_empty([12, 13, 14])) {
            (true, false) if (m[15] - 1.0).abs() <= NOTHING => rows += 1,
            (false, true) => columns += 1,
            _ => {}
        }
    }
    (rows, columns)
}
