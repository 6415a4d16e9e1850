//! Filters, which turn unpacked attributes into unit vectors, quaternions, floats, colours.

/// `data` holds whole elements of `stride` bytes.
pub(super) fn apply(filter: &str, data: &mut [u8], stride: usize) -> Result<(), String> {
    match (filter, stride) {
        ("NONE", _) => {}
        ("OCTAHEDRAL", 4) => {
            for v in data.as_chunks_mut::<4>().0 {
                let [x, y, z, _] = v.map(|byte| f32::from(byte as i8));
                let unit = octahedral([x, y, z], 127.0);
                v[..3].copy_from_slice(&unit.map(|c| c as i8 as u8));
            }
        }
        ("OCTAHEDRAL", 8) => shorts(data, |v| {
            let [x, y, z, _] = v.map(f32::from);
            let [x, y, z] = octahedral([x, y, z], 32767.0);
            [x as i16, y as i16, z as i16, v[3]]
        }),
        ("QUATERNION", 8) => shorts(data, quaternion),
        ("EXPONENTIAL", _) => {
            for v in data.as_chunks_mut::<4>().0 {
                *v = exponential(i32::from_le_bytes(*v)).to_le_bytes();
            }
        }
        ("COLOR", 4) => {
            for v in data.as_chunks_mut::<4>().0 {
                let [y, co, cg, a] = *v;
                let rgba = color(y.into(), (co as i8).into(), (cg as i8).into(), a.into(), 255.0);
                *v = rgba.map(|c| c as u8);
            }
        }
        ("COLOR", 8) => shorts(data, |v| {
            let [y, co, cg, a] = v;
            let rgba = color((y as u16).into(), co.into(), cg.into(), (a as u16).into(), 65535.0);
            rgba.map(|c| c as u16 as i16)
        }),
        _ => {
            return Err(format!(
                "filter \"{filter}\" with elements of {stride} bytes is unknown"
            ));
        }
    }
    Ok(())
}

fn shorts(data: &mut [u8], turn: impl Fn([i16; 4]) -> [i16; 4]) {
    for v in data.as_chunks_mut::<8>().0 {
        let numbers = std::array::from_fn(|i| i16::from_le_bytes([v[2 * i], v[2 * i + 1]]));
        for (i, number) in turn(numbers).into_iter().enumerate() {
            v[2 * i..2 * i + 2].copy_from_slice(&number.to_le_bytes());
        }
    }
}

/// Rounds half away from zero.
fn rounded(v: f32) -> f32 {
    (v + 0.5f32.copysign(v)).trunc()
}

/// `one` is what 1 is stored as at hand; the third number says it for the other two. The result is stored as of `most`.
fn octahedral([mut x, mut y, one]: [f32; 3], most: f32) -> [f32; 3] {
    let z = one - x.abs() - y.abs();
    let below = z.min(0.0);
    x += if x >= 0.0 { below } else { -below };
    y += if y >= 0.0 { below } else { -below };
    let scale = most / (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|c| rounded(c * scale))
}

/// Three components, and in the fourth word their scale and which one is missing.
fn quaternion(v: [i16; 4]) -> [i16; 4] {
    let scale = f32::from(v[3] | 3);
    let [x, y, z] = [v[0], v[1], v[2]].map(f32::from);
    let squared = scale * scale * 2.0 - x * x - y * y - z * z;
    let w = squared.max(0.0).sqrt();
    let to_stored = 32767.0 / std::f32::consts::SQRT_2 / scale;
    let missing = (v[3] & 3) as usize;
    let mut out = [0; 4];
    for (i, c) in [w, x, y, z].into_iter().enumerate() {
        out[(missing + i) & 3] = rounded(c * to_stored) as i16;
    }
    out
}

/// A 24-bit number times 2 to the power of the highest 8 bits.
fn exponential(v: i32) -> f32 {
    let (mantissa, exponent) = (v << 8 >> 8, v >> 24);
    mantissa as f32 * 2f32.powi(exponent)
}

/// Luma and two differences; the highest bit of alpha says how many bits all four have.
fn color(y: i32, co: i32, cg: i32, alpha: i32, most: f32) -> [f32; 4] {
    let mut ones = alpha;
    for shift in [1, 2, 4, 8] {
        ones |= ones >> shift;
    }
    let alpha = (alpha << 1 & ones) | (alpha & 1);
    let scale = most / ones as f32;
    [y + co - cg, y + cg, y - co - cg, alpha].map(|c| c as f32 * scale + 0.5)
}
