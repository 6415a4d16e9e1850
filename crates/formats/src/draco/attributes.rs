//! Attributes of points: how each is stored, its numbers, and the values that they stand for.

use super::corners::{Corners, NONE};
use super::input::Input;
use super::mesh::{Attribute, Fault, Memory, Numbers};
use super::octahedron::Square;
use super::order::{self, Order};
use super::predict::{self, Correct, Creases};
use super::rans::{self, RansBits};
use super::seams::Connected;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

/// Attributes that a stream may have; an honest one has a dozen.
const MOST: u32 = 64;

/// How a value is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Plain,
    Integers,
    /// Fractions of a range.
    Steps,
    /// Points of an unfolded octahedron.
    Directions,
}

/// An attribute's description.
struct Head {
    is_position: bool,
    id: u32,
    numbers: Numbers,
    components: usize,
    normalized: bool,
    stored: Stored,
}

impl Head {
    /// Integers of one value.
    fn integers(&self) -> usize {
        if self.stored == Stored::Directions {
            2
        } else {
            self.components
        }
    }
}

/// Values that several attributes have in one order.
#[derive(Clone, Copy)]
struct Values<'a> {
    count: usize,
    /// `None`: indices without corners, each point in its turn.
    mesh: Option<predict::Mesh<'a>>,
    /// By corner; with `mesh` alone.
    point_of_corner: &'a [u32],
    /// By point; the points in their turn without `mesh`.
    value_of_point: &'a [u32],
}

/// Positions as they are stored, for those that are predicted by them.
#[derive(Default)]
struct Positions {
    values: Vec<[i32; 3]>,
    value_of_point: Vec<u32>,
}

/// Attributes of points that come in their turn.
pub(super) fn in_order(input: &mut Input<'_>, points: u32, memory: &mut Memory) -> Result<Vec<Attribute>, Fault> {
    let groups = input.u8()?;
    let mut heads = Vec::new();
    let mut count = 0;
    for _ in 0..groups {
        heads.push(self::heads(input, &mut count)?);
    }
    let values = Values {
        count: points as usize,
        mesh: None,
        point_of_corner: &[],
        value_of_point: &[],
    };
    let mut attributes = Vec::new();
    let mut positions = Positions::default();
    for heads in &heads {
        read(input, heads, values, &mut positions, &mut attributes, memory)?;
    }
    Ok(attributes)
}

/// How a group of attributes lies on the corners.
struct Group {
    table: Option<usize>,
    is_by_degree: bool,
    heads: Vec<Head>,
}

/// Attributes whose values come in orders of their own.
pub(super) fn in_orders(
    input: &mut Input<'_>,
    connected: &Connected,
    memory: &mut Memory,
) -> Result<Vec<Attribute>, Fault> {
    let mut groups = Vec::new();
    for _ in 0..input.u8()? {
        let (table, is_by_corner, walk) = (input.i8()?, input.u8()? == 1, input.u8()?);
        if walk > 1 || is_by_corner && walk == 1 {
            return Err("the values of its vertices come in no known order");
        }
        let table = usize::try_from(table).ok().filter(|_| is_by_corner);
        if is_by_corner && table.is_none_or(|table| table >= connected.tables.len()) {
            return Err("an attribute has seams that do not exist");
        }
        groups.push(Group {
            table,
            is_by_degree: walk == 1,
            heads: Vec::new(),
        });
    }
    let mut count = 0;
    for group in &mut groups {
        group.heads = heads(input, &mut count)?;
    }
    let mut attributes = Vec::new();
    let mut positions = Positions::default();
    let corners_of = |group: &Group| group.table.map_or(&connected.corners, |table| &connected.tables[table]);
    for group in &groups {
        memory.take(order::bytes(corners_of(group)) + u64::from(connected.points) * 4)?;
    }
    // Orders follow from the corners alone, so that none waits for another.
    let ordered = groups.par_iter().map(|group| {
        let corners = corners_of(group);
        let order = order::order(corners, group.is_by_degree)?;
        let value_of_point = values_of_points(connected, corners, &order)?;
        Ok((order, value_of_point))
    });
    let ordered: Vec<(Order, Vec<u32>)> = ordered.collect::<Result<_, Fault>>()?;
    for (group, (order, value_of_point)) in groups.iter().zip(&ordered) {
        let corners = corners_of(group);
        let values = Values {
            count: order.corners.len(),
            mesh: Some(predict::Mesh { corners, order }),
            point_of_corner: &connected.point_of_corner,
            value_of_point,
        };
        read(input, &group.heads, values, &mut positions, &mut attributes, memory)?;
    }
    Ok(attributes)
}

/// An error if a corner has no value.
fn values_of_points(connected: &Connected, corners: &Corners, order: &Order) -> Result<Vec<u32>, Fault> {
    let mut values = vec![NONE; connected.points as usize];
    let mut is_whole = true;
    for (point, vertex) in connected.point_of_corner.iter().zip(&corners.vertex) {
        let value = order.value_of[*vertex as usize];
        is_whole &= value != NONE;
        values[*point as usize] = value;
    }
    if is_whole {
        Ok(values)
    } else {
        Err("a vertex of it has no value")
    }
}

/// Descriptions of a group's attributes; `count` is how many there have been.
fn heads(input: &mut Input<'_>, count: &mut u32) -> Result<Vec<Head>, Fault> {
    let here = input.count()?;
    *count = count
        .checked_add(here)
        .filter(|count| *count <= MOST)
        .ok_or("it has too many attributes")?;
    let mut heads = Vec::new();
    for _ in 0..here {
        let kind = input.u8()?;
        let numbers = Numbers::from_code(input.u8()?).ok_or("the numbers of an attribute are of an unknown type")?;
        let components = usize::from(input.u8()?);
        if !(1..=4).contains(&components) {
            return Err("the values of an attribute have none or more than 4 numbers");
        }
        heads.push(Head {
            is_position: kind == 0,
            normalized: input.u8()? != 0,
            id: input.count()?,
            numbers,
            components,
            stored: Stored::Plain,
        });
    }
    for head in &mut heads {
        head.stored = match input.u8()? {
            0 => Stored::Plain,
            1 => Stored::Integers,
            2 => Stored::Steps,
            3 => Stored::Directions,
            _ => return Err("an attribute is stored in no known way"),
        };
        let is_fine = match head.stored {
            Stored::Plain => true,
            Stored::Integers => head.numbers != Numbers::F32,
            Stored::Steps => head.numbers == Numbers::F32,
            Stored::Directions => head.numbers == Numbers::F32 && head.components == 3,
        };
        if !is_fine {
            return Err("an attribute is not stored as its type wants");
        }
    }
    Ok(heads)
}

/// Numbers of an attribute before they are brought to their type.
enum Raw<'a> {
    Bytes(&'a [u8]),
    Integers(Vec<i32>),
}

/// All numbers of a group come first, then how they are meant.
fn read(
    input: &mut Input<'_>,
    heads: &[Head],
    values: Values<'_>,
    positions: &mut Positions,
    attributes: &mut Vec<Attribute>,
    memory: &mut Memory,
) -> Result<(), Fault> {
    let mut raw = Vec::with_capacity(heads.len());
    for head in heads {
        if head.stored == Stored::Plain {
            let size = values.count * head.numbers.size() * head.components;
            raw.push(Raw::Bytes(input.take(size as u64)?));
            continue;
        }
        let integers = match head.integers() {
            1 => integers::<1>(input, values, positions, memory)?,
            2 => integers::<2>(input, values, positions, memory)?,
            3 => integers::<3>(input, values, positions, memory)?,
            _ => integers::<4>(input, values, positions, memory)?,
        };
        if head.is_position && positions.values.is_empty() && head.components == 3 {
            memory.take(integers.len() as u64 * 4 + values.value_of_point.len() as u64 * 4)?;
            positions.values = integers.as_chunks().0.to_vec();
            positions.value_of_point = values.value_of_point.to_vec();
        }
        raw.push(Raw::Integers(integers));
    }
    for (head, raw) in heads.iter().zip(raw) {
        let points = if values.mesh.is_some() {
            values.value_of_point.len()
        } else {
            values.count
        };
        let size = head.numbers.size() * head.components;
        memory.take(((points + values.count) * size) as u64)?;
        let bytes = match raw {
            Raw::Bytes(bytes) => bytes.to_vec(),
            Raw::Integers(integers) => meant(input, head, &integers)?,
        };
        attributes.push(Attribute {
            id: head.id,
            numbers: head.numbers,
            components: head.components,
            normalized: head.normalized,
            bytes: match values.mesh {
                None => bytes,
                Some(_) => by_point(&bytes, size, values.value_of_point),
            },
        });
    }
    Ok(())
}

fn by_point(bytes: &[u8], size: usize, value_of_point: &[u32]) -> Vec<u8> {
    // Copies of a known length are far faster.
    match size {
        4 => dealt::<4>(bytes, value_of_point),
        8 => dealt::<8>(bytes, value_of_point),
        12 => dealt::<12>(bytes, value_of_point),
        16 => dealt::<16>(bytes, value_of_point),
        1 => dealt::<1>(bytes, value_of_point),
        2 => dealt::<2>(bytes, value_of_point),
        3 => dealt::<3>(bytes, value_of_point),
        _ => dealt::<6>(bytes, value_of_point),
    }
}

fn dealt<const N: usize>(bytes: &[u8], value_of_point: &[u32]) -> Vec<u8> {
    let (values, _) = bytes.as_chunks::<N>();
    let mut dealt = Vec::with_capacity(value_of_point.len() * N);
    for value in value_of_point {
        // A point without a corner has no value.
        dealt.extend_from_slice(values.get(*value as usize).unwrap_or(&[0; N]));
    }
    dealt
}

/// Numbers of an attribute, predicted and corrected. `N` of them are a value.
fn integers<const N: usize>(
    input: &mut Input<'_>,
    values: Values<'_>,
    positions: &Positions,
    memory: &mut Memory,
) -> Result<Vec<i32>, Fault> {
    const NO_PREDICTION: i8 = -2;
    const WRAPPED: i8 = 1;
    const FOLDED: i8 = 3;
    let method = input.i8()?;
    let correction = if method == NO_PREDICTION { WRAPPED } else { input.i8()? };
    if ![WRAPPED, FOLDED].contains(&correction) || correction == FOLDED && N != 2 {
        return Err("its values are corrected in no known way");
    }
    let count = values.count * N;
    let symbols = match input.u8()? {
        0 => {
            let bytes = usize::from(input.u8()?);
            memory.take(count as u64 * 4)?;
            if bytes > 4 {
                return Err("its numbers have more than 4 bytes");
            }
            let stored = input.take((count * bytes) as u64)?;
            let number = |at: usize| {
                let mut number = [0; 4];
                number[..bytes].copy_from_slice(&stored[at * bytes..(at + 1) * bytes]);
                u32::from_le_bytes(number)
            };
            (0..count).map(number).collect()
        }
        _ => rans::symbols(input, count, N, memory)?,
    };
    memory.take(count as u64 * 4)?;
    let mut numbers: Vec<i32> = match correction {
        // Corrections on the square have no sign.
        FOLDED => symbols.into_iter().map(u32::cast_signed).collect(),
        _ => symbols.into_iter().map(rans::signed).collect(),
    };
    let (chunks, _) = numbers.as_chunks_mut::<N>();
    let read_correct = |input: &mut Input<'_>| match correction {
        FOLDED => Correct::folded(input),
        _ => Correct::wrapped(input),
    };
    match (method, values.mesh) {
        (NO_PREDICTION, _) => {}
        (0, _) | (1 | 4 | 5 | 6, None) => {
            let correct = read_correct(input)?;
            predict::by_last(chunks, correct);
        }
        (1, Some(mesh)) => {
            let correct = read_correct(input)?;
            predict::by_parallelogram(chunks, correct, mesh);
        }
        (4, Some(mesh)) => {
            let creases = Creases::read(input)?;
            let correct = read_correct(input)?;
            predict::by_parallelograms(chunks, correct, mesh, creases)?;
        }
        (5, Some(mesh)) if N == 2 => {
            let sides = predict::sides(input, values.count, memory)?;
            let correct = read_correct(input)?;
            let positions = by_value(values, mesh, positions, memory)?;
            let (chunks, _) = numbers.as_chunks_mut::<2>();
            predict::by_positions(chunks, correct, mesh, &positions, sides)?;
        }
        (6, Some(mesh)) if correction == FOLDED => {
            let Correct::Folded(square) = Correct::folded(input)? else {
                return Err("its directions have no range");
            };
            let flips = RansBits::read(input)?;
            let positions = by_value(values, mesh, positions, memory)?;
            let (chunks, _) = numbers.as_chunks_mut::<2>();
            predict::by_faces(chunks, square, mesh, &positions, flips);
        }
        _ => return Err("its values are predicted in no known way"),
    }
    Ok(numbers)
}

/// The position of each value.
fn by_value(
    values: Values<'_>,
    mesh: predict::Mesh<'_>,
    positions: &Positions,
    memory: &mut Memory,
) -> Result<Vec<[i32; 3]>, Fault> {
    memory.take(values.count as u64 * 12)?;
    let position = |corner: &u32| {
        let point = values.point_of_corner[*corner as usize] as usize;
        let value = *positions.value_of_point.get(point)?;
        positions.values.get(value as usize).copied()
    };
    let found = mesh.order.corners.iter().map(position);
    found
        .collect::<Option<_>>()
        .ok_or("its values are predicted by positions that it has not")
}

/// The values that integers stand for, as their type has them.
fn meant(input: &mut Input<'_>, head: &Head, integers: &[i32]) -> Result<Vec<u8>, Fault> {
    Ok(match head.stored {
        Stored::Steps => {
            let mut least = [0.0; 4];
            for least in &mut least[..head.components] {
                *least = input.f32()?;
            }
            let range = input.f32()?;
            let bits = input.u8()?;
            if !(1..=30).contains(&bits) {
                return Err("its values have a wrong number of bits");
            }
            let step = range / ((1u32 << bits) - 1) as f32;
            // Loops of a known length are far faster.
            match head.components {
                1 => stepped::<1>(integers, step, least),
                2 => stepped::<2>(integers, step, least),
                3 => stepped::<3>(integers, step, least),
                _ => stepped::<4>(integers, step, least),
            }
        }
        Stored::Directions => {
            let square = Square::of_bits(input.u8()?.into())?;
            let (points, _) = integers.as_chunks();
            let mut bytes = Vec::with_capacity(points.len() * 12);
            for point in points {
                let [x, y, z] = square.direction(*point).map(f32::to_le_bytes);
                bytes.extend_from_slice([x, y, z].as_flattened());
            }
            bytes
        }
        _ => match head.numbers.size() {
            1 => lowest::<1>(integers),
            2 => lowest::<2>(integers),
            _ => lowest::<4>(integers),
        },
    })
}

/// Fractions of a range, `N` of them a value.
fn stepped<const N: usize>(integers: &[i32], step: f32, least: [f32; 4]) -> Vec<u8> {
    let (values, _) = integers.as_chunks::<N>();
    let mut bytes = Vec::with_capacity(4 * integers.len());
    for value in values {
        let numbers: [[u8; 4]; N] = std::array::from_fn(|i| (value[i] as f32 * step + least[i]).to_le_bytes());
        bytes.extend_from_slice(numbers.as_flattened());
    }
    bytes
}

/// The lowest `N` bytes of each.
fn lowest<const N: usize>(integers: &[i32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(N * integers.len());
    for integer in integers {
        bytes.extend_from_slice(&integer.to_le_bytes()[..N]);
    }
    bytes
}
