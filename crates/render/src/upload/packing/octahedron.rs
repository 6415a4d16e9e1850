//! Unit vectors as two snorm16: the twin of `shaders/shared/octahedron.wgsl`.
//!
//! Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors", 2014.

use glam::{Vec2, Vec3, Vec4};

/// The largest angle between a unit vector and its packed form: half a step on each axis, where the square is stretched most,
/// and the rounding of two evaluations in f32.
pub const PACKING_RAD: f32 = 1e-4;

fn sign(p: Vec2) -> Vec2 {
    Vec2::new(if p.x >= 0.0 { 1.0 } else { -1.0 }, if p.y >= 0.0 { 1.0 } else { -1.0 })
}

fn encode(v: Vec3) -> Vec2 {
    let p = v.truncate() / (v.x.abs() + v.y.abs() + v.z.abs());
    if v.z < 0.0 {
        (Vec2::ONE - Vec2::new(p.y, p.x).abs()) * sign(p)
    } else {
        p
    }
}

pub fn decode(p: Vec2) -> Vec3 {
    let z = 1.0 - p.x.abs() - p.y.abs();
    let folded = p - sign(p) * (-z).max(0.0);
    Vec3::new(folded.x, folded.y, z).normalize()
}

fn snorm(value: f32, steps: f32) -> i32 {
    (value.clamp(-1.0, 1.0) * steps).round() as i32
}

/// `v` has unit length; the first coordinate lies in the low half.
pub fn pack(v: Vec3) -> u32 {
    let p = encode(v);
    (snorm(p.x, 32767.0) as u32 & 0xffff) | (snorm(p.y, 32767.0) as u32) << 16
}

/// As `pack_tangent` in `shaders/shared/octahedron.wgsl`: sixteen bits, fifteen bits, and the sign bit of the side.
pub fn pack_tangent(tangent: Vec4) -> u32 {
    let p = encode(tangent.truncate());
    let side = u32::from(tangent.w < 0.0) << 31;
    (snorm(p.x, 32767.0) as u32 & 0xffff) | (snorm(p.y, 16383.0) as u32 & 0x7fff) << 16 | side
}

pub fn unpack(packed: u32) -> Vec3 {
    let coordinate = |half: u32| (half as u16 as i16 as f32 / 32767.0).max(-1.0);
    decode(Vec2::new(coordinate(packed), coordinate(packed >> 16)))
}

/// The tangent's direction and its bitangent's side, as `pack_tangent` in `shaders/shared/octahedron.wgsl` packs them.
pub fn unpack_tangent(packed: u32) -> [f32; 4] {
    let x = packed as u16 as i16 as f32 / 32767.0;
    // Fifteen bits: shifted up, so that the sign bit is at the top.
    let y = ((((packed >> 16) << 1) as u16 as i16) >> 1) as f32 / 16383.0;
    let sign = if packed >> 31 == 1 { -1.0 } else { 1.0 };
    decode(Vec2::new(x, y).clamp(Vec2::NEG_ONE, Vec2::ONE))
        .extend(sign)
        .to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_vectors_survive_packing() {
        let mut seed = 1u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        let random = (0..10_000).map(|_| Vec3::new(next(), next(), next()));
        let axes = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
        for v in random.chain(axes).filter_map(Vec3::try_normalize) {
            let back = unpack(pack(v));
            assert!((back - v).length() < PACKING_RAD, "{v} → {back}");
        }
    }

    #[test]
    fn tangents_keep_their_sign() {
        // x = 0, y = −1 (fifteen bits: −16383), bitangent negative.
        let packed = ((-16383i32 as u32) & 0x7fff) << 16 | 0x8000_0000;
        assert_eq!(unpack_tangent(packed), [0.0, -1.0, 0.0, -1.0]);
        assert_eq!(pack_tangent(Vec4::new(0.0, -1.0, 0.0, -1.0)), packed);
        assert_eq!(unpack_tangent(0), [0.0, 0.0, 1.0, 1.0]);
    }
}
