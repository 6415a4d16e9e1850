//! One kind of change each, to materials, textures, clips, tracks, the file itself.

use crate::content::{QUARTER, Seed, changed, image, longer, mode_override};
use castview::compare::{DifferenceKind, DifferencePart};
use castview::core::{TextureIndex, UpAxis};
use castview::glam::Quat;
use castview::images::Pixels;
use castview::opened::TextureState;
use castview::scene::{
    Alpha, Beyond, CurveMode, Fact, Interpolation, Keys, Notification, PlayMode, Skeleton, Slot, SlotSource, Values,
    Workflow,
};
use std::sync::Arc;

/// As those of `seeds_model`.
pub const SEEDS: &[(DifferencePart, DifferenceKind, &str, Seed)] = &[
    (DifferencePart::Material, DifferenceKind::Extra, "", |c, _| {
        c.model()?.materials.push(castview::scene::Material {
            name: "one more".into(),
            ..Default::default()
        });
        Some(())
    }),
    (DifferencePart::Material, DifferenceKind::Renamed, "", |c, _| {
        let materials = &mut c.model()?.materials;
        materials
            .first_mut()
            .filter(|material| !material.slots.is_empty())?
            .name = "renamed".into();
        Some(())
    }),
    (DifferencePart::Material, DifferenceKind::Set, "type", |c, _| {
        c.model()?.materials.first_mut()?.kind = "toon".into();
        Some(())
    }),
    (DifferencePart::Material, DifferenceKind::Set, "roughness", |c, _| {
        c.model()?.materials.first_mut()?.surface.roughness += 0.125;
        Some(())
    }),
    (DifferencePart::Material, DifferenceKind::Set, "base color", |c, _| {
        c.model()?.materials.first_mut()?.surface.base_color.y -= 0.5;
        Some(())
    }),
    (
        DifferencePart::Material,
        DifferenceKind::Set,
        "attenuation distance",
        |c, _| {
            c.model()?.materials.first_mut()?.surface.interior.attenuation_distance = 3.0;
            Some(())
        },
    ),
    (DifferencePart::Material, DifferenceKind::Set, "alpha", |c, _| {
        let alpha = &mut c.model()?.materials.first_mut()?.surface.alpha;
        *alpha = if *alpha == Alpha::Blend {
            Alpha::Opaque
        } else {
            Alpha::Blend
        };
        Some(())
    }),
    (DifferencePart::Material, DifferenceKind::Set, "workflow", |c, _| {
        let workflow = &mut c.model()?.materials.first_mut()?.surface.workflow;
        *workflow = match workflow {
            Workflow::Metalness => Workflow::SpecularGloss,
            Workflow::SpecularGloss => Workflow::Metalness,
        };
        Some(())
    }),
    (DifferencePart::Material, DifferenceKind::Set, "facts", |c, _| {
        Arc::make_mut(&mut c.model()?.materials.first_mut()?.facts).push(Fact::new("new", 1));
        Some(())
    }),
    (DifferencePart::Slot, DifferenceKind::Extra, "", |c, _| {
        let slots = &mut c.model()?.materials.first_mut()?.slots;
        slots.push(Slot::new("one more", SlotSource::NoPath));
        Some(())
    }),
    (DifferencePart::Slot, DifferenceKind::Set, "color", |c, _| {
        let mut slots = c.model()?.materials.first_mut()?.slots.iter_mut();
        slots.find_map(|slot| match &mut slot.source {
            SlotSource::Color { rgba, .. } => {
                rgba.x -= 0.5;
                Some(())
            }
            _ => None,
        })
    }),
    (DifferencePart::Slot, DifferenceKind::Set, "texture", |c, _| {
        let other = TextureIndex::new(c.scene.textures.len().checked_sub(1).filter(|last| *last > 0)?);
        let mut slots = c.model()?.materials.first_mut()?.slots.iter_mut();
        slots.find_map(|slot| match &mut slot.source {
            SlotSource::Texture(texture) if *texture != other => {
                *texture = other;
                Some(())
            }
            _ => None,
        })
    }),
    (DifferencePart::Slot, DifferenceKind::Set, "lookup", |c, _| {
        let mut slots = c.model()?.materials.first_mut()?.slots.iter_mut();
        let slot = slots.find(|slot| matches!(slot.source, SlotSource::Texture(_)))?;
        slot.lookup.uv_layer += 1;
        Some(())
    }),
    (DifferencePart::Slot, DifferenceKind::Set, "source", |c, _| {
        let mut slots = c.model()?.materials.first_mut()?.slots.iter_mut();
        slots.find(|slot| slot.source != SlotSource::Missing)?.source = SlotSource::Missing;
        Some(())
    }),
    (DifferencePart::Texture, DifferenceKind::Extra, "", |c, _| {
        c.scene.textures.push("one more.png".into());
        let state = TextureState::Ready(Arc::new(image(4, 77).into()));
        let mut entry = c.textures.first()?.clone();
        entry.state = state;
        c.textures.push(entry);
        Some(())
    }),
    (DifferencePart::Texture, DifferenceKind::Renamed, "", |c, _| {
        *c.scene.textures.first_mut()? = "elsewhere/zzz.dds".into();
        Some(())
    }),
    (DifferencePart::Texture, DifferenceKind::Size, "", |c, _| {
        c.textures.first_mut()?.state = TextureState::Ready(Arc::new(image(8, 1).into()));
        Some(())
    }),
    (DifferencePart::Texture, DifferenceKind::Texels, "", |c, dice| {
        let mut image = image(4, 0);
        image.rgba[dice.below(64)] ^= 1;
        c.textures.first_mut()?.state = TextureState::Ready(Arc::new(Pixels::Plain(image)));
        Some(())
    }),
    (DifferencePart::Texture, DifferenceKind::Set, "file", |c, _| {
        c.textures.first_mut()?.state = TextureState::Missing("nowhere".into());
        Some(())
    }),
    (DifferencePart::Clip, DifferenceKind::Extra, "", |c, _| {
        let mut clip = c.clip()?.clone();
        clip.name = "one more".into();
        c.scene.clips.push(clip);
        Some(())
    }),
    (DifferencePart::Clip, DifferenceKind::Renamed, "", |c, _| {
        c.clip()?.name = "renamed".into();
        Some(())
    }),
    (
        DifferencePart::Clip,
        DifferenceKind::Set,
        "frames per second",
        |c, _| {
            c.clip()?.frames_per_second += 1.0;
            Some(())
        },
    ),
    (DifferencePart::Clip, DifferenceKind::Set, "looping", |c, _| {
        c.clip()?.looping ^= true;
        Some(())
    }),
    (DifferencePart::Clip, DifferenceKind::Set, "play mode", |c, _| {
        let mode = &mut c.clip()?.mode;
        *mode = if mode.is_some() { None } else { Some(PlayMode::State) };
        Some(())
    }),
    (DifferencePart::Clip, DifferenceKind::Set, "range", |c, _| {
        c.clip()?.range.end += 1.0;
        Some(())
    }),
    (DifferencePart::Clip, DifferenceKind::Set, "skeleton", |c, _| {
        let skeleton = &mut c.clip()?.skeleton;
        *skeleton = if skeleton.is_some() {
            None
        } else {
            Some(Skeleton::default())
        };
        Some(())
    }),
    (DifferencePart::Track, DifferenceKind::Extra, "", |c, _| {
        let tracks = &mut c.clip()?.tracks;
        let mut track = tracks.first()?.clone();
        track.target = "one more".into();
        tracks.push(track);
        Some(())
    }),
    (DifferencePart::Track, DifferenceKind::Values, "", |c, dice| {
        let track = c.track(dice, |_| true)?;
        match &mut track.values {
            Values::Scalar(values) => changed(values, dice, |value| *value += 2.0),
            Values::Rotation(values) => changed(values, dice, |value| {
                *value = (Quat::from_array(*value).normalize() * QUARTER).to_array();
            }),
            Values::Switch(values) => {
                values[0] ^= true;
                Some(())
            }
        }
    }),
    (DifferencePart::Track, DifferenceKind::Count, "keys", |c, dice| {
        let track = c.track(dice, |track| track.is_plain())?;
        let count = track.keys.len();
        let mut frames: Vec<f32> = (0..count).map(|key| track.keys.frame(key) as f32).collect();
        frames.push(frames[count - 1] + 1.0);
        track.keys = Keys::fractional_frames(frames);
        match &mut track.values {
            Values::Scalar(values) => longer(values, 1),
            Values::Rotation(values) => longer(values, 1),
            Values::Switch(values) => values.push(values[count - 1]),
        }
        Some(())
    }),
    (DifferencePart::Track, DifferenceKind::Set, "mode", |c, dice| {
        let mode = &mut c.track(dice, |_| true)?.mode;
        *mode = if *mode == CurveMode::Additive {
            CurveMode::Absolute
        } else {
            CurveMode::Additive
        };
        Some(())
    }),
    (
        DifferencePart::Track,
        DifferenceKind::Set,
        "additive weight",
        |c, dice| {
            c.track(dice, |_| true)?.additive_weight += 0.5;
            Some(())
        },
    ),
    (
        DifferencePart::Track,
        DifferenceKind::Set,
        "interpolation",
        |c, dice| {
            // A track of one key: nothing lies between.
            c.track(dice, |track| track.keys.len() == 1 && track.is_plain())?
                .interpolation = Interpolation::Step;
            Some(())
        },
    ),
    (
        DifferencePart::Track,
        DifferenceKind::Set,
        "after the last key",
        |c, dice| {
            c.track(dice, |track| track.keys.len() == 1 && track.is_plain())?.beyond[1] = Beyond::PingPong;
            Some(())
        },
    ),
    (DifferencePart::Override, DifferenceKind::Extra, "", |c, _| {
        c.clip()?.overrides.push(mode_override());
        Some(())
    }),
    (DifferencePart::Override, DifferenceKind::Set, "mode", |c, _| {
        c.clip()?.overrides.first_mut()?.rotation ^= true;
        Some(())
    }),
    (DifferencePart::Notification, DifferenceKind::Extra, "", |c, _| {
        c.clip()?.notifications.push(Notification {
            name: "one more".into(),
            frames: vec![1.0],
        });
        Some(())
    }),
    (DifferencePart::Notification, DifferenceKind::Frames, "", |c, _| {
        c.clip()?.notifications.first_mut()?.frames.push(1e6);
        Some(())
    }),
    (DifferencePart::File, DifferenceKind::Set, "author", |c, _| {
        c.scene.metadata.author = Some("somebody else".into());
        Some(())
    }),
    (DifferencePart::File, DifferenceKind::Set, "up axis", |c, _| {
        let up = if c.scene.metadata.up_axis() == Some(UpAxis::X) {
            UpAxis::Z
        } else {
            UpAxis::X
        };
        (c.scene.metadata.up, c.scene.metadata.certain_up) = (Some(up), None);
        Some(())
    }),
    (DifferencePart::File, DifferenceKind::Extra, "fact", |c, _| {
        c.scene.facts.push(Fact::new("one more", 3));
        Some(())
    }),
    (DifferencePart::Instance, DifferenceKind::Extra, "", |c, _| {
        let mut instance = c.scene.instances.first()?.clone();
        instance.name = "one more".into();
        c.scene.instances.push(instance);
        Some(())
    }),
    (DifferencePart::Instance, DifferenceKind::Moved, "", |c, _| {
        c.scene.instances.first_mut()?.placement.translation.x -= 5.0;
        Some(())
    }),
];
