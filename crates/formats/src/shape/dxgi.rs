//! The DXGI formats vertex data may come in (docs/formats/shape.md §3.5).

/// A format whose size is known. The page asks for float3, float2 and 32-bit integers; the others are read because
/// newer files are likely to bring them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// 0: no data.
    Unknown,
    /// 2: four floats.
    R32G32B32A32Float,
    /// 6: three floats.
    R32G32B32Float,
    /// 10: four half floats.
    R16G16B16A16Float,
    /// 16: two floats.
    R32G32Float,
    /// 28: four bytes that stand for 0…1.
    R8G8B8A8Unorm,
    /// 31: four bytes that stand for −1…1.
    R8G8B8A8Snorm,
    /// 34: two half floats.
    R16G16Float,
    /// 35: two numbers of two bytes that stand for 0…1.
    R16G16Unorm,
    /// 37: two numbers of two bytes that stand for −1…1.
    R16G16Snorm,
    /// 42: a whole number of four bytes.
    R32Uint,
    /// 57: a whole number of two bytes.
    R16Uint,
    /// 62: a whole number of one byte.
    R8Uint,
}

impl Format {
    /// `None` for a format whose size is not known here.
    pub fn of(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Unknown,
            2 => Self::R32G32B32A32Float,
            6 => Self::R32G32B32Float,
            10 => Self::R16G16B16A16Float,
            16 => Self::R32G32Float,
            28 => Self::R8G8B8A8Unorm,
            31 => Self::R8G8B8A8Snorm,
            34 => Self::R16G16Float,
            35 => Self::R16G16Unorm,
            37 => Self::R16G16Snorm,
            42 => Self::R32Uint,
            57 => Self::R16Uint,
            62 => Self::R8Uint,
            _ => return None,
        })
    }

    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Self::Unknown => 0,
            Self::R32G32B32A32Float => 16,
            Self::R32G32B32Float => 12,
            Self::R16G16B16A16Float | Self::R32G32Float => 8,
            Self::R8Uint => 1,
            Self::R16Uint => 2,
            _ => 4,
        }
    }

    /// Numbers in one element.
    pub fn components(self) -> usize {
        match self {
            Self::Unknown => 0,
            Self::R32G32B32A32Float | Self::R16G16B16A16Float | Self::R8G8B8A8Unorm | Self::R8G8B8A8Snorm => 4,
            Self::R32G32B32Float => 3,
            Self::R32G32Float | Self::R16G16Float | Self::R16G16Unorm | Self::R16G16Snorm => 2,
            Self::R32Uint | Self::R16Uint | Self::R8Uint => 1,
        }
    }

    /// Whether an element is one whole number, as indices are.
    pub fn is_uint(self) -> bool {
        matches!(self, Self::R32Uint | Self::R16Uint | Self::R8Uint)
    }

    /// Component `component` of the element `bytes` holds; 0 for one the format does not have.
    pub fn float(self, bytes: &[u8], component: usize) -> f32 {
        if component >= self.components() {
            return 0.0;
        }
        let half = |i: usize| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        match self {
            Self::Unknown => 0.0,
            Self::R32G32B32A32Float | Self::R32G32B32Float | Self::R32G32Float => {
                let at = 4 * component;
                f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            }
            Self::R16G16B16A16Float | Self::R16G16Float => half_float(half(component)),
            Self::R16G16Unorm => f32::from(half(component)) / 65535.0,
            // Both lowest values are −1, as the API defines.
            Self::R16G16Snorm => (f32::from(half(component) as i16) / 32767.0).max(-1.0),
            Self::R8G8B8A8Unorm => f32::from(bytes[component]) / 255.0,
            Self::R8G8B8A8Snorm => (f32::from(bytes[component] as i8) / 127.0).max(-1.0),
            Self::R32Uint | Self::R16Uint | Self::R8Uint => self.uint(bytes) as f32,
        }
    }

    /// The whole number `bytes` holds; 0 for a format of anything else.
    pub fn uint(self, bytes: &[u8]) -> u32 {
        match self {
            Self::R32Uint => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            Self::R16Uint => u16::from_le_bytes([bytes[0], bytes[1]]).into(),
            Self::R8Uint => bytes[0].into(),
            _ => 0,
        }
    }
}

/// IEEE 754 binary16.
fn half_float(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (bits >> 15, bits >> 10 & 0x1f, f32::from(bits & 0x3ff) / 1024.0);
    let size = match exponent {
        0 => fraction * (-14.0f32).exp2(),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * (f32::from(exponent) - 15.0).exp2(),
    };
    if sign == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_decode_as_the_api_defines() {
        let f = |format: u8, bytes: &[u8], component| Format::of(format).expect("known").float(bytes, component);
        assert_eq!(f(6, &[0, 0, 128, 63, 0, 0, 0, 192, 0, 0, 0, 0], 1), -2.0);
        assert_eq!(f(16, &[0; 8], 2), 0.0, "a component the format lacks");
        for (bits, wanted) in [
            (0x3c00u16, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0001, 2f32.powi(-24)),
            (0, 0.0),
        ] {
            let [low, high] = bits.to_le_bytes();
            assert_eq!(f(34, &[low, high, 0, 0], 0), wanted, "{bits:#06x}");
        }
        assert!(f(10, &[0, 0x7e, 0, 0, 0, 0, 0, 0], 0).is_nan());
        assert_eq!(f(35, &[255, 255, 0, 0], 0), 1.0);
        assert_eq!(f(37, &[0, 0x80, 1, 0x80], 0), -1.0);
        assert_eq!(f(28, &[0, 51, 0, 255], 1), 0.2);
        assert_eq!(f(31, &[0x80, 0, 127, 0], 2), 1.0);
        assert_eq!(Format::of(57).map(|format| format.uint(&[1, 2])), Some(0x0201));
        assert_eq!((Format::of(3), Format::of(255)), (None, None));
    }

    #[test]
    fn sizes_fit_their_components() {
        for number in 0..=255u8 {
            let Some(format) = Format::of(number) else { continue };
            let bytes = vec![0xff; format.size()];
            for component in 0..4 {
                // Reads nothing past its own size.
                let _ = (format.float(&bytes, component), format.is_uint());
            }
            assert_eq!(format.size() == 0, format == Format::Unknown);
        }
    }
}
