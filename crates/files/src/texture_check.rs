//! Textures that a scene names → what is missing, and what lies there and cannot be read.
//!
//! Only the beginnings of files are read. Files outside the folders that may be read are reported by whoever asks for leave.

use super::TextureSearch;
use super::decoding::header;
use super::reach::Reach;
use super::textures::{ImageSource, image_source};
use castview_base::core::{Diagnostics, Place, TextureIndex};
use castview_base::scene::Scene;
use castview_formats::rules::common as rule;

/// Reports each texture of `scene` that is not to be had.
pub fn check_textures(scene: &Scene, reach: &Reach) -> Diagnostics {
    let mut search = TextureSearch::new(reach).for_scene(scene);
    let mut diagnostics = Diagnostics::default();
    for (index, stored) in scene.textures.iter().enumerate() {
        let place = || Place {
            node_path: format!("texture {stored}"),
            offset: 0,
        };
        let source = match image_source(scene, TextureIndex::new(index), &mut search) {
            Ok(source) => source,
            Err(_) if reach.outside().iter().any(|one| one.stored == *stored) => continue,
            Err(why) => {
                diagnostics.report(rule::T1, place, || format!("it is missing: {why}"));
                continue;
            }
        };
        match header(&source) {
            Ok(header) => {
                if let Some(parts) = header.parts {
                    diagnostics.report(rule::T4, place, || {
                        format!("it is {}; {} is shown", parts.kind(), parts.shown())
                    });
                }
            }
            Err(why) => diagnostics.report(rule::T2, place, || match source {
                ImageSource::File(found, _) => {
                    let path = super::plain_path(found.path());
                    format!("it lies there and cannot be read: {why}: {path}")
                }
                ImageSource::Inside(..) => format!("it lies in the file and cannot be read: {why}"),
            }),
        }
    }
    diagnostics
}
