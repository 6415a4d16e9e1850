//! Values from their corrections: each is predicted of those before it.

use super::corners::{Corners, NONE, next, previous};
use super::input::Input;
use super::mesh::{Fault, Memory};
use super::octahedron::Square;
use super::order::Order;
use super::rans::RansBits;

/// How a prediction and a correction make a value.
#[derive(Clone, Copy)]
pub(super) enum Correct {
    /// Sums that leave the range come in again at its other end.
    Wrapped {
        least: i32,
        most: i32,
    },
    Folded(Square),
}

impl Correct {
    pub fn wrapped(input: &mut Input<'_>) -> Result<Self, Fault> {
        let (least, most) = (input.i32()?, input.i32()?);
        let width = i64::from(most) - i64::from(least);
        if !(0..i64::from(i32::MAX)).contains(&width) {
            return Err("the range of its values is none");
        }
        Ok(Self::Wrapped { least, most })
    }

    pub fn folded(input: &mut Input<'_>) -> Result<Self, Fault> {
        let (most, _middle) = (input.i32()?, input.i32()?);
        Ok(Self::Folded(Square::of_largest(most)?))
    }

    #[inline]
    fn value<const N: usize>(self, predicted: [i32; N], correction: [i32; N]) -> [i32; N] {
        match self {
            Self::Wrapped { least, most } => std::array::from_fn(|i| {
                let value = predicted[i].clamp(least, most).wrapping_add(correction[i]);
                let count = most.wrapping_sub(least).wrapping_add(1);
                if value > most {
                    value.wrapping_sub(count)
                } else if value < least {
                    value.wrapping_add(count)
                } else {
                    value
                }
            }),
            Self::Folded(square) => {
                let [predicted, correction] = [predicted, correction].map(|v| [v[0], v.get(1).copied().unwrap_or(0)]);
                let value = square.corrected(predicted, correction);
                std::array::from_fn(|i| value.get(i).copied().unwrap_or(0))
            }
        }
    }
}

/// Each from the one before it.
pub(super) fn by_last<const N: usize>(values: &mut [[i32; N]], correct: Correct) {
    let mut last = [0; N];
    for value in values {
        last = correct.value(last, *value);
        *value = last;
    }
}

/// Corners and the order of values on them.
#[derive(Clone, Copy)]
pub(super) struct Mesh<'a> {
    pub corners: &'a Corners,
    pub order: &'a Order,
}

impl Mesh<'_> {
    fn value_at(&self, corner: u32) -> u32 {
        self.order.value_of[self.corners.vertex(corner) as usize]
    }

    /// The fourth corner of a parallelogram, across the edge that `corner` looks at, where its three are known before `value`.
    #[inline]
    fn parallelogram<const N: usize>(&self, corner: u32, value: u32, known: &[[i32; N]]) -> Option<[i32; N]> {
        let across = self.corners.opposite[corner as usize];
        if across == NONE {
            return None;
        }
        let at = |corner| {
            let at = self.value_at(corner);
            (at < value).then(|| known[at as usize])
        };
        let (far, a, b) = (at(across)?, at(next(across))?, at(previous(across))?);
        Some(std::array::from_fn(|i| a[i].wrapping_add(b[i]).wrapping_sub(far[i])))
    }
}

/// Each from the triangle before it.
pub(super) fn by_parallelogram<const N: usize>(values: &mut [[i32; N]], correct: Correct, mesh: Mesh<'_>) {
    let mut last = [0; N];
    for (value, corner) in mesh.order.corners.iter().enumerate() {
        let predicted = match value {
            0 => None,
            _ => mesh.parallelogram(*corner, value as u32, values),
        };
        last = correct.value(predicted.unwrap_or(last), values[value]);
        values[value] = last;
    }
}

const MOST_PARALLELOGRAMS: usize = 4;

/// Tells which of up to four triangles around a vertex count for its value.
pub(super) struct Creases<'a>([Option<(RansBits<'a>, u32)>; MOST_PARALLELOGRAMS]);

impl<'a> Creases<'a> {
    pub fn read(input: &mut Input<'a>) -> Result<Self, Fault> {
        let mut creases = [const { None }; MOST_PARALLELOGRAMS];
        for creases in &mut creases {
            let count = input.count()?;
            if count > 0 {
                *creases = Some((RansBits::read(input)?, count));
            }
        }
        Ok(Self(creases))
    }

    fn next(&mut self, context: usize) -> Result<bool, Fault> {
        let (bits, left) = self.0[context].as_mut().ok_or("its creases end too early")?;
        *left = left.checked_sub(1).ok_or("its creases end too early")?;
        Ok(bits.next())
    }
}

/// Each from the mean of the triangles around it that count.
pub(super) fn by_parallelograms<const N: usize>(
    values: &mut [[i32; N]],
    correct: Correct,
    mesh: Mesh<'_>,
    mut creases: Creases<'_>,
) -> Result<(), Fault> {
    let mut last = [0; N];
    for (value, corner) in mesh.order.corners.iter().enumerate() {
        let mut found = [[0; N]; MOST_PARALLELOGRAMS];
        let mut count = 0;
        if value > 0 {
            for corner in mesh.corners.around(*corner) {
                if let Some(predicted) = mesh.parallelogram(corner, value as u32, values) {
                    found[count] = predicted;
                    count += 1;
                    if count == MOST_PARALLELOGRAMS {
                        break;
                    }
                }
            }
        }
        let (mut sum, mut used) = ([0i32; N], 0);
        for predicted in &found[..count] {
            if !creases.next(count - 1)? {
                used += 1;
                sum = std::array::from_fn(|i| sum[i].wrapping_add(predicted[i]));
            }
        }
        let predicted = if used == 0 { last } else { sum.map(|sum| sum / used) };
        last = correct.value(predicted, values[value]);
        values[value] = last;
    }
    Ok(())
}

/// On which side of an edge each texture coordinate lies, the last first.
pub(super) fn sides(input: &mut Input<'_>, most: usize, memory: &mut Memory) -> Result<Vec<bool>, Fault> {
    let count = input.u32()? as usize;
    if count > most {
        return Err("it has more sides of texture coordinates than coordinates");
    }
    memory.take(count as u64)?;
    let mut bits = RansBits::read(input)?;
    let mut is_left = true;
    let sides = (0..count).map(|_| {
        is_left ^= !bits.next();
        is_left
    });
    Ok(sides.collect())
}

/// Each texture coordinate so that its triangle is similar to that of the positions.
pub(super) fn by_positions(
    values: &mut [[i32; 2]],
    correct: Correct,
    mesh: Mesh<'_>,
    positions: &[[i32; 3]],
    mut sides: Vec<bool>,
) -> Result<(), Fault> {
    for (value, corner) in mesh.order.corners.iter().enumerate() {
        let (a, b) = (
            mesh.value_at(next(*corner)) as usize,
            mesh.value_at(previous(*corner)) as usize,
        );
        let predicted = match (a < value, b < value) {
            (true, true) if values[a] == values[b] => values[b],
            (true, true) => {
                let triangle = [positions[value], positions[a], positions[b]];
                match similar(triangle, values[a], values[b], &mut sides)? {
                    Some(predicted) => predicted,
                    None => values[a],
                }
            }
            (true, false) => values[a],
            // The value behind the edge is not asked.
            (false, _) if value > 0 => values[value - 1],
            (false, _) => [0; 2],
        };
        values[value] = correct.value(predicted, values[value]);
    }
    Ok(())
}

/// The coordinates of the tip of `[tip, a, b]`, where those of `a` and `b` are known. `None`: those two are one point.
fn similar(
    [tip, a, b]: [[i32; 3]; 3],
    uv_a: [i32; 2],
    uv_b: [i32; 2],
    sides: &mut Vec<bool>,
) -> Result<Option<[i32; 2]>, Fault> {
    let [tip, a, b] = [tip, a, b].map(|point| point.map(i64::from));
    let [uv_a, uv_b] = [uv_a, uv_b].map(|point| point.map(i64::from));
    let edge = difference(b, a);
    let length = dot(edge, edge);
    if length == 0 {
        return Ok(None);
    }
    let along = dot(edge, difference(tip, a));
    let edge_uv = difference(uv_b, uv_a);
    let foot_uv: [i64; 2] = std::array::from_fn(|i| {
        uv_a[i]
            .wrapping_mul(length)
            .wrapping_add(along.wrapping_mul(edge_uv[i]))
    });
    let foot: [i64; 3] = std::array::from_fn(|i| a[i].wrapping_add(along.wrapping_mul(edge[i]).wrapping_div(length)));
    let height = difference(tip, foot);
    let height = dot(height, height)
        .cast_unsigned()
        .wrapping_mul(length.cast_unsigned())
        .isqrt()
        .cast_signed();
    let across = [edge_uv[1], edge_uv[0].wrapping_neg()].map(|v| v.wrapping_mul(height));
    let is_left = sides.pop().ok_or("its sides of texture coordinates end too early")?;
    Ok(Some(std::array::from_fn(|i| {
        let sum = if is_left {
            foot_uv[i].wrapping_add(across[i])
        } else {
            foot_uv[i].wrapping_sub(across[i])
        };
        sum.wrapping_div(length) as i32
    })))
}

/// Each direction from the faces around its vertex. `flips`: whether it points the other way.
pub(super) fn by_faces(
    values: &mut [[i32; 2]],
    square: Square,
    mesh: Mesh<'_>,
    positions: &[[i32; 3]],
    mut flips: RansBits<'_>,
) {
    /// The sum of a direction's parts, so that it can be scaled.
    const MOST: i64 = 1 << 29;
    for (value, corner) in mesh.order.corners.iter().enumerate() {
        let center = positions[value].map(i64::from);
        let mut normal = [0i64; 3];
        for corner in mesh.corners.around(*corner) {
            let to = |corner| difference(positions[mesh.value_at(corner) as usize].map(i64::from), center);
            let face = cross(to(next(corner)), to(previous(corner)));
            normal = std::array::from_fn(|i| normal[i].wrapping_add(face[i]));
        }
        let sum = normal
            .iter()
            .fold(0i64, |sum, v| sum.saturating_add(v.saturating_abs()));
        if sum > MOST {
            normal = normal.map(|v| v / (sum / MOST));
        }
        let mut predicted = square.scaled(normal);
        if flips.next() {
            predicted = predicted.map(|v| -v);
        }
        values[value] = square.corrected(square.point(predicted), values[value]);
    }
}

fn difference<const N: usize>(a: [i64; N], b: [i64; N]) -> [i64; N] {
    std::array::from_fn(|i| a[i].wrapping_sub(b[i]))
}

fn dot<const N: usize>(a: [i64; N], b: [i64; N]) -> i64 {
    a.iter()
        .zip(b)
        .fold(0, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(b)))
}

fn cross(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    let part = |i: usize, j: usize| a[i].wrapping_mul(b[j]).wrapping_sub(a[j].wrapping_mul(b[i]));
    [part(1, 2), part(2, 0), part(0, 1)]
}
