//! Three numbers without a sign in 32 bits: nine bits each and five for a common power of two, as GPUs read them
//! (`EXT_texture_shared_exponent`).

use glam::Vec3;

const BITS: i32 = 9;
const BIAS: i32 = 15;
/// Bits of a channel.
const CHANNEL: u32 = (1 << BITS) - 1;
/// The greatest number.
pub const MOST: f32 = 65_408.0;

pub fn encode(color: Vec3) -> u32 {
    // A channel that is no number is dark.
    let color = Vec3::select(color.cmpgt(Vec3::ZERO), color, Vec3::ZERO).min(Vec3::splat(MOST));
    let exponent = |most: f32| (most.to_bits() >> 23) as i32 - 127;
    let mut shared = exponent(color.max_element()).max(-BIAS - 1) + 1 + BIAS;
    let scale = |shared: i32| f32::from_bits(((BITS + BIAS - shared + 127) as u32) << 23);
    if (color.max_element() * scale(shared) + 0.5) as u32 == 1 << BITS {
        shared += 1;
    }
    let [r, g, b] = (color * scale(shared)).to_array().map(|channel| (channel + 0.5) as u32);
    r | g << 9 | b << 18 | (shared as u32) << 27
}

pub fn decode(bits: u32) -> Vec3 {
    let channels = [0, 9, 18].map(|shift| (bits >> shift & CHANNEL) as f32);
    let shared = (bits >> 27) as i32;
    // The difference between two neighbouring numbers of that power of two.
    let step = f32::from_bits(((shared - BIAS - BITS + 127) as u32) << 23);
    Vec3::from_array(channels) * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_back_within_a_part_in_five_hundred() {
        for most in [1e-4, 0.03, 0.999, 1.0, 1.999, 2.0, 511.5, 60_000.0, MOST] {
            let color = Vec3::new(most, most * 0.3, 0.0);
            let apart = (decode(encode(color)) - color).abs();
            assert!(apart.max_element() <= most / 500.0 + 1e-7, "{color}: {apart}");
        }
        assert_eq!(decode(encode(Vec3::ONE)), Vec3::ONE);
        assert_eq!(decode(encode(Vec3::new(f32::NAN, -1.0, 0.0))), Vec3::ZERO);
        assert_eq!(decode(encode(Vec3::splat(f32::INFINITY))), Vec3::splat(MOST));
    }
}
