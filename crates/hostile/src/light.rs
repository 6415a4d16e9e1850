//! The body of images of light.

use castview_images::{decode_radiance, radiance_size};
use castview_picture::light::{EnvironmentMap, Panorama};

/// So few that an environment of them takes a moment only.
const MOST_TEXELS: u64 = 1 << 13;

pub fn opens(bytes: &[u8]) -> bool {
    let size = radiance_size(bytes);
    match decode_radiance(bytes, MOST_TEXELS) {
        Ok(image) => {
            assert!(size.is_ok(), "the header was read");
            assert!(image.width > 0 && image.height > 0);
            assert_eq!(image.rgb.len(), image.width as usize * image.height as usize);
            assert!(u64::from(image.width) * u64::from(image.height) <= MOST_TEXELS);
            let is_light = |light: &f32| light.is_finite() && *light >= 0.0;
            assert!(image.rgb.iter().flatten().all(is_light));
            if let Some(panorama) = Panorama::new([image.width, image.height], &image.rgb) {
                let map = panorama.environment();
                assert!(map.irradiance.0.iter().all(|factor| factor.is_finite()));
                assert!(
                    map.key
                        .is_none_or(|key| key.direction.is_normalized() && key.light.is_finite())
                );
                assert!(!map.level(EnvironmentMap::LEVELS - 1).is_empty());
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
