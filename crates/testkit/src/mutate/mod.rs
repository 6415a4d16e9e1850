//! A good Cast file → broken ones, the same for the same seed on every machine.
//!
//! The kinds are those of the project's reference mutator: false sizes, counts and types; bytes cut, flipped, zeroed or
//! repeated; values that no mesh, rig or clip should hold.

pub mod bytes;

use castview_base::core::Diagnostics;
use castview_formats::cast::{self, NodeKind, PropertyType};
use std::ops::Range;

/// One broken file.
pub struct Mutant {
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

/// One broken variant of the good file `file`; the file itself when nothing in it can be broken.
pub fn broken(file: &[u8], random: &mut Random) -> Vec<u8> {
    let source = Source::new(file);
    for _ in 0..20 {
        let (_, breaks) = random.pick(KINDS).expect("there are kinds");
        let mut bytes = file.to_vec();
        if breaks(random, &mut bytes, &source).is_some() && bytes != file {
            return bytes;
        }
    }
    file.to_vec()
}

/// `count` broken variants of `file`: the first go through every kind once, the rest are drawn at random. A kind that
/// has nothing to break in this file is passed over; fewer come back when little can be broken.
pub fn mutants(file: &[u8], seed: u64, count: usize) -> Vec<Mutant> {
    let source = Source::new(file);
    let mut made = Vec::new();
    for attempt in 0..count * 20 {
        if made.len() == count {
            break;
        }
        let mut random = Random::new(seed, attempt as u64);
        let (kind, breaks) = match KINDS.get(attempt) {
            Some(kind) => *kind,
            None => random.pick(KINDS).expect("there are kinds"),
        };
        if source.properties.is_empty() && !["truncate", "empty"].contains(&kind) {
            continue;
        }
        let mut bytes = file.to_vec();
        if breaks(&mut random, &mut bytes, &source).is_some() && bytes != file {
            made.push(Mutant { kind, bytes });
        }
    }
    made
}

pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.0)
}

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ stream.wrapping_mul(0x9e6c_63d0_876a_9ac7));
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// `None` when the range is empty.
    pub fn range(&mut self, range: Range<usize>) -> Option<usize> {
        let length = range.end.checked_sub(range.start).filter(|length| *length > 0)?;
        Some(range.start + (self.next() % length as u64) as usize)
    }

    /// 0 when `limit` is.
    pub fn below(&mut self, limit: usize) -> usize {
        self.range(0..limit).unwrap_or(0)
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.range(0..items.len()).map(|i| items[i])
    }
}

#[derive(Clone, Copy)]
struct NodeSpot {
    at: usize,
    id: u32,
    size: u32,
    hash: u64,
    properties: u32,
    children: u32,
}

#[derive(Clone, Copy)]
struct PropertySpot<'a> {
    at: usize,
    kind: PropertyType,
    name: &'a [u8],
    count: u32,
    payload: usize,
    length: usize,
    node: NodeSpot,
}

impl PropertySpot<'_> {
    fn end(&self) -> usize {
        self.payload + self.length
    }
}

/// Where everything is in the good file.
struct Source<'a> {
    nodes: Vec<NodeSpot>,
    properties: Vec<PropertySpot<'a>>,
}

impl<'a> Source<'a> {
    fn new(file: &'a [u8]) -> Self {
        let document = cast::read(file.to_vec().into(), &mut Diagnostics::default()).expect("a good file");
        let mut source = Self {
            nodes: Vec::new(),
            properties: Vec::new(),
        };
        for node in document.nodes() {
            let spot = NodeSpot {
                at: node.offset() as usize,
                id: node.id(),
                size: node.size() as u32,
                hash: node.hash(),
                properties: node.properties().len() as u32,
                children: node.children().count() as u32,
            };
            source.nodes.push(spot);
            for property in node.properties() {
                let (at, payload) = (property.offset() as usize, property.payload_range());
                source.properties.push(PropertySpot {
                    at,
                    kind: property.kind(),
                    name: &file[at + 8..payload.start],
                    count: property.count(),
                    payload: payload.start,
                    length: payload.len(),
                    node: spot,
                });
            }
        }
        source
    }

    fn bone_parents(&self) -> Vec<PropertySpot<'a>> {
        let is_parent = |p: &&PropertySpot<'_>| {
            p.name == b"p" && p.kind == PropertyType::Integer32 && p.node.id == NodeKind::Bone.id().0
        };
        self.properties.iter().filter(is_parent).copied().collect()
    }

    fn pick(&self, random: &mut Random, wanted: impl Fn(&PropertySpot<'_>) -> bool) -> Option<PropertySpot<'a>> {
        let found: Vec<_> = self.properties.iter().filter(|p| wanted(p)).copied().collect();
        random.pick(&found)
    }
}

fn put<const N: usize>(bytes: &mut [u8], at: usize, value: [u8; N]) -> Option<()> {
    bytes.get_mut(at..at + N)?.copy_from_slice(&value);
    Some(())
}

fn put_u32(bytes: &mut [u8], at: usize, value: u32) -> Option<()> {
    put(bytes, at, value.to_le_bytes())
}

/// Replaces one element of a property called one of `names` by one of `values`.
fn integer(random: &mut Random, bytes: &mut [u8], source: &Source<'_>, names: &[&str], values: &[u64]) -> Option<()> {
    let integers = [
        PropertyType::Byte,
        PropertyType::Short,
        PropertyType::Integer32,
        PropertyType::Integer64,
    ];
    let named = |p: &PropertySpot<'_>| names.iter().any(|name| name.as_bytes() == p.name);
    let p = source.pick(random, |p| named(p) && integers.contains(&p.kind) && p.count > 0)?;
    let size = p.kind.element_size()?;
    let at = p.payload + size * random.range(0..p.count as usize)?;
    let value = random.pick(values)?.to_le_bytes();
    bytes.get_mut(at..at + size)?.copy_from_slice(&value[..size]);
    Some(())
}

/// Replaces one float, or part of a vector, of a property called one of `names` by what no file should hold.
fn float(random: &mut Random, bytes: &mut [u8], source: &Source<'_>, names: &[&str]) -> Option<()> {
    use PropertyType::{Float, Vector2, Vector3, Vector4};
    let named = |p: &PropertySpot<'_>| names.iter().any(|name| name.as_bytes() == p.name);
    let floats = [Float, Vector2, Vector3, Vector4];
    let p = source.pick(random, |p| named(p) && floats.contains(&p.kind) && p.count > 0)?;
    let at = p.payload + 4 * random.range(0..p.length / 4)?;
    put_u32(bytes, at, random.pick(&WILD_FLOATS)?)
}

/// Not a number, both infinities, the largest, the smallest above zero.
const WILD_FLOATS: [u32; 5] = [0x7fc0_0000, 0x7f80_0000, 0xff80_0000, 0x7f7f_ffff, 1];
const WILD_COUNTS: [u32; 8] = [
    0,
    1,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    u32::MAX - 1,
    0x1000_0000,
    0x00ff_ffff,
];
const WILD_INDICES: [u64; 3] = [0xff, 0xffff, 0xffff_ffff];

fn wild_or(random: &mut Random, more: &[u32]) -> Option<u32> {
    random.pick(&[&WILD_COUNTS[..], more].concat())
}

type Break = fn(&mut Random, &mut Vec<u8>, &Source<'_>) -> Option<()>;

const KINDS: &[(&str, Break)] = &[
    ("all_cycle", |_, d, s| {
        let parents = s.bone_parents();
        for (i, parent) in parents.iter().enumerate() {
            put_u32(d, parent.payload, ((i + 1) % parents.len()) as u32)?;
        }
        Some(())
    }),
    ("array_length", |r, d, s| {
        let p = r.pick(&s.properties)?;
        let length = wild_or(r, &[p.count.wrapping_add(1), p.count.saturating_sub(1)])?;
        put_u32(d, p.at + 4, length)
    }),
    ("bad_utf8", |r, d, s| {
        let p = s.pick(r, |p| p.kind == PropertyType::String && p.length > 2)?;
        put(d, p.payload, [0xff, 0xc0])
    }),
    ("bit_flips", |r, d, _| {
        for _ in 0..r.range(1..40)? {
            let at = r.range(0..d.len())?;
            d[at] ^= 1 << r.range(0..8)?;
        }
        Some(())
    }),
    ("bone_index", |r, d, s| integer(r, d, s, &["wb"], &WILD_INDICES)),
    ("child_count", |r, d, s| {
        let n = r.pick(&s.nodes)?;
        let count = wild_or(r, &[n.children + 1, n.children.saturating_sub(1)])?;
        put_u32(d, n.at + 20, count)
    }),
    ("color_count", |r, d, s| integer(r, d, s, &["cl"], &[1, 9, 255])),
    ("dangling_hash", |r, d, s| {
        let links = ["m", "albedo", "sb", "eb", "tb", "pv", "cb", "b", "rf"];
        integer(r, d, s, &links, &[0, u64::MAX, 0xdead_beef])
    }),
    ("deep", |_, d, _| {
        let depth = 20_000u32;
        d.truncate(16);
        put_u32(d, 8, 1)?;
        for i in 0..depth {
            let kind = if i == 0 { NodeKind::Root } else { NodeKind::Model };
            push_node(d, kind, 24 * (depth - i), i, u32::from(i < depth - 1));
        }
        Some(())
    }),
    ("drop_property", |r, d, s| {
        let p = r.pick(&s.properties)?;
        put_u32(d, p.node.at + 16, p.node.properties - 1)?;
        for n in &s.nodes {
            // The sizes of the node and of those around it stay right.
            if n.at <= p.at && p.at < n.at + n.size as usize {
                put_u32(d, n.at + 4, n.size - (p.end() - p.at) as u32)?;
            }
        }
        d.drain(p.at..p.end());
        Some(())
    }),
    ("dup_chunk", |r, d, _| {
        let at = r.range(16..d.len())?;
        let chunk = d[at..(at + r.range(1..400)?).min(d.len())].to_vec();
        d.splice(at..at, chunk);
        Some(())
    }),
    ("empty", |_, d, _| {
        d.clear();
        Some(())
    }),
    ("face_index", |r, d, s| {
        integer(r, d, s, &["f"], &[0xff, 0xffff, 0xffff_ffff, 0x7fff_ffff])
    }),
    ("frame_number", |r, d, s| {
        integer(r, d, s, &["kb"], &[0xff, 0xffff, 0xffff_ffff, 0])
    }),
    ("framerate", |r, d, s| float(r, d, s, &["fr"])),
    ("framerate_value", |r, d, s| {
        let p = s.pick(r, |p| p.name == b"fr" && p.kind == PropertyType::Float && p.count > 0)?;
        put(d, p.payload, r.pick(&[0.0f32, -30.0, 1e30, 1e-30])?.to_le_bytes())
    }),
    ("garbage_tail", |r, d, _| {
        for _ in 0..r.range(1..400)? {
            d.push(r.next() as u8);
        }
        Some(())
    }),
    ("hair_points", |r, d, s| float(r, d, s, &["pt"])),
    ("hash", |r, d, s| {
        let (n, other) = (r.pick(&s.nodes)?, r.pick(&s.nodes)?);
        put(d, n.at + 8, r.pick(&[other.hash, 0, u64::MAX])?.to_le_bytes())
    }),
    ("head_flips", |r, d, s| {
        let heads: Vec<_> = s
            .nodes
            .iter()
            .map(|n| n.at)
            .chain(s.properties.iter().map(|p| p.at))
            .collect();
        for _ in 0..4 {
            let at = (r.pick(&heads)? + r.range(0..8)?).min(d.len() - 1);
            d[at] ^= 1 << r.range(0..8)?;
        }
        Some(())
    }),
    ("influence", |r, d, s| integer(r, d, s, &["mi"], &[0, 1, 3, 255])),
    ("magic", |r, d, _| {
        put(d, 0, r.pick(&[*b"CAST", [0; 4], *b"tsac", *b"glTF"])?)
    }),
    ("name_size", |r, d, s| {
        let p = r.pick(&s.properties)?;
        let size = r.pick(&[0, 0xffff, 255, p.name.len() as u16 + 1])?;
        put(d, p.at + 2, size.to_le_bytes())
    }),
    ("nan_bone", |r, d, s| float(r, d, s, &["lp", "lr", "wp", "wr", "s"])),
    ("nan_key", |r, d, s| float(r, d, s, &["kv"])),
    ("nan_normal", |r, d, s| float(r, d, s, &["vn"])),
    ("nan_position", |r, d, s| float(r, d, s, &["vp"])),
    ("nan_uv", |r, d, s| float(r, d, s, &["u0"])),
    ("nan_weight", |r, d, s| float(r, d, s, &["wv"])),
    ("no_terminator", |r, d, s| {
        let p = s.pick(r, |p| p.kind == PropertyType::String && p.length > 0)?;
        put(d, p.end() - 1, [b'A'])
    }),
    ("node_id", |r, d, s| {
        use NodeKind::{Animation, Bone, Mesh, Root, Skeleton};
        let known = [Root, Bone, Mesh, Animation, Skeleton].map(|kind| kind.id().0);
        let id = r.pick(&[&known[..], &[0, u32::MAX]].concat())?;
        put_u32(d, r.pick(&s.nodes)?.at, id)
    }),
    ("node_size", |r, d, s| {
        let n = r.pick(&s.nodes)?;
        let size = wild_or(r, &[n.size - 1, n.size + 1, 23, 24])?;
        put_u32(d, n.at + 4, size)
    }),
    ("parent_cycle", |r, d, s| {
        let parents = s.bone_parents();
        let (i, count) = (r.range(0..parents.len())?, parents.len() as u32);
        let parent = r.pick(&[i as u32, count - 1, count, 0x7fff_ffff, 0xffff_fffe])?;
        put_u32(d, parents[i].payload, parent)
    }),
    ("property_count", |r, d, s| {
        let n = r.pick(&s.nodes)?;
        let count = wild_or(r, &[n.properties + 1, n.properties.saturating_sub(1)])?;
        put_u32(d, n.at + 16, count)
    }),
    ("property_type", |r, d, s| {
        let p = r.pick(&s.properties)?;
        let types = [[0, 0], *b"v2", *b"x\0", *b"s\0", *b"4v", *b"d\0", *b"b\0", [0xff, 0xff]];
        put(d, p.at, r.pick(&types)?)
    }),
    ("rename_property", |r, d, s| {
        put(d, r.pick(&s.properties)?.at + 8, [b'z'])
    }),
    ("root_count", |r, d, _| put_u32(d, 8, r.pick(&WILD_COUNTS)?)),
    ("segments", |r, d, s| {
        integer(r, d, s, &["se"], &[0, 0xff, 0xffff, 0xffff_ffff])
    }),
    ("shape_index", |r, d, s| integer(r, d, s, &["vi"], &WILD_INDICES)),
    ("truncate", |r, d, _| {
        d.truncate(r.range(0..d.len())?);
        Some(())
    }),
    ("truncate_array", |_, d, s| {
        let p = s.properties.iter().max_by_key(|p| p.length)?;
        d.truncate(p.payload + p.length / 2);
        Some(())
    }),
    ("truncate_header", |r, d, _| {
        d.truncate(r.range(0..40)?);
        Some(())
    }),
    ("truncate_node", |r, d, s| {
        let n = r.pick(&s.nodes)?;
        d.truncate(n.at + r.pick(&[0, 1, 4, 8, 23, 24])?);
        Some(())
    }),
    ("uv_count", |r, d, s| integer(r, d, s, &["ul"], &[0, 2, 255])),
    ("version", |r, d, _| put_u32(d, 4, r.pick(&[0, 2, u32::MAX])?)),
    ("wide", |_, d, _| {
        let models = 200_000u32;
        d.truncate(16);
        put_u32(d, 8, 1)?;
        push_node(d, NodeKind::Root, 24 * (models + 1), 0, models);
        for _ in 0..models {
            push_node(d, NodeKind::Model, 24, 1, 0);
        }
        Some(())
    }),
    ("zero_quaternion", |r, d, s| {
        let named = |p: &PropertySpot<'_>| p.name == b"lr" || p.name == b"kv";
        let p = s.pick(r, |p| named(p) && p.kind == PropertyType::Vector4 && p.count > 0)?;
        put(d, p.payload, [0; 16])
    }),
    ("zero_run", |r, d, _| {
        let at = r.range(0..d.len())?;
        let end = (at + r.range(1..5000)?).min(d.len());
        d[at..end].fill(0);
        Some(())
    }),
];

/// A node header without properties.
fn push_node(bytes: &mut Vec<u8>, kind: NodeKind, size: u32, hash: u32, children: u32) {
    for word in [kind.id().0, size, hash, 0, 0, children] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
}
