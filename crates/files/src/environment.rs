//! An image of surroundings that the user named → an environment.

use super::decoding::GATE;
use super::read::read_file;
use super::read_error::ReadError;
use super::{guard, location_of};
use castview_images::{ImageError, cost, decode_radiance};
use castview_picture::light::Panorama;
use castview_picture::opened::EnvironmentImage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is read as one.
const MOST_BYTES: u64 = 1 << 30;

/// Why nothing is lit by a file. Every message ends with the path.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// The bytes could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The bytes are no image of light that castview decodes.
    #[error("{source}: {}", path.display())]
    Image {
        /// The decoder's reason.
        source: ImageError,
        /// The file that was to be read.
        path: PathBuf,
    },
    /// An image of another shape than 2 : 1.
    #[error(
        "it is {width} by {height} pixels; an image of all directions is twice as wide as it is high: {}",
        path.display()
    )]
    NoPanorama {
        /// Width of the image, in pixels.
        width: u32,
        /// Height of the image, in pixels.
        height: u32,
        /// The file that was to be read.
        path: PathBuf,
    },
    /// A panic of ours, caught.
    #[error("this file meets a mistake in castview, please report it ({panic}): {}", path.display())]
    Mistake {
        /// Message of the panic.
        panic: String,
        /// The file that was to be read.
        path: PathBuf,
    },
}

/// Reads and prefilters the `.hdr` or `.exr` at `path`, which the user named.
pub fn open_environment(path: &Path) -> Result<EnvironmentImage, EnvironmentError> {
    let bytes = read_file(path, MOST_BYTES, &mut |_| true)?;
    let made = guard(|| {
        let in_use = decoding_bytes(&bytes, Panorama::MOST_TEXELS);
        let image = GATE.pass(in_use, || decode_radiance(&bytes, Panorama::MOST_TEXELS))?;
        let size = [image.width, image.height];
        Ok((
            size,
            Panorama::new(size, &image.rgb).map(|panorama| panorama.environment()),
        ))
    });
    let made = made.map_err(|panic| EnvironmentError::Mistake {
        panic,
        path: path.into(),
    })?;
    let ([width, height], map) = made.map_err(|source| EnvironmentError::Image {
        source,
        path: path.into(),
    })?;
    let map = map.ok_or_else(|| EnvironmentError::NoPanorama {
        width,
        height,
        path: path.into(),
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok(EnvironmentImage {
        name: name.to_string_lossy().into_owned(),
        location: location_of(path),
        map: Arc::new(map),
    })
}

/// Bytes in use while the image is decoded into at most so many texels, its file included.
fn decoding_bytes(bytes: &[u8], most_texels: u64) -> u64 {
    let size = bytes.len() as u64;
    let decoding = cost(bytes, size, "").map_or(0, |cost| match cost.shrinking_bytes {
        _ if cost.texels() <= most_texels => cost.working_bytes,
        shrinking => shrinking.unwrap_or(0),
    });
    size.saturating_add(decoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hdr(size: [u32; 2]) -> Vec<u8> {
        let [width, height] = size;
        let head = format!("#?RADIANCE\n\n-Y {height} +X {width}\n");
        let pixels = [128u8, 128, 128, 129].repeat((width * height) as usize);
        [head.into_bytes(), pixels].concat()
    }

    #[test]
    fn a_panorama_becomes_an_environment_and_nothing_else_does() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("even.hdr");
        std::fs::write(&path, hdr([64, 32])).expect("writable");
        let environment = open_environment(&path).expect("a panorama");
        assert_eq!(environment.name, "even.hdr");
        assert!((environment.map.irradiance.at(glam::Vec3::Y) - 1.0).abs().max_element() < 0.01);
        for (bytes, wanted) in [
            (hdr([32, 32]), "twice as wide"),
            (hdr([64, 32])[..500].to_vec(), "damaged"),
            (b"\x89PNG\r\n\x1a\n".to_vec(), "not an image of light"),
            (Vec::new(), "empty"),
        ] {
            std::fs::write(&path, bytes).expect("writable");
            let error = open_environment(&path).expect_err(wanted).to_string();
            assert!(
                error.contains(wanted) && error.ends_with(&path.display().to_string()),
                "{error}"
            );
        }
        assert!(open_environment(&folder.path().join("none.hdr")).is_err());
    }
}
