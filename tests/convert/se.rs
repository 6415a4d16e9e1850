//! SEModel and SEAnim files → Cast and back: the same scenes.

use super::losses::{converted, reported};
use super::{Conversion, ConversionTarget, Scene, assert_same, convert, everything};
use castview::core::Options;
use castview::formats::cast::{self, NodeDraft, NodeKind};
use castview::formats::{Request, import};
use castview::scene::{ColorLayer, SlotSource, Values};
use castview_testkit::se::{anim, model};

fn read(name: &str, bytes: Vec<u8>) -> Scene {
    import(bytes.into(), &Request::alone(name)).expect("a good file").scene
}

/// Bones, arrays and slots are the same to the bit.
fn assert_same_models(a: &Scene, b: &Scene) {
    assert_eq!(a.metadata.up_axis(), b.metadata.up_axis());
    assert_eq!(a.models.len(), b.models.len());
    for (a_model, b_model) in a.models.iter().zip(&b.models) {
        let (x, y) = (&a_model.skeleton, &b_model.skeleton);
        assert_eq!((&a_model.name, x.len()), (&b_model.name, y.len()));
        for bone in x.bones() {
            assert_eq!((x.name(bone), x.parent(bone)), (y.name(bone), y.parent(bone)));
            assert_eq!(x.rest()[bone.get()], y.rest()[bone.get()]);
        }
        assert_eq!(x.compensates_scale(), y.compensates_scale());
        for (m, n) in a_model.meshes.iter().zip(&b_model.meshes) {
            assert!(m.positions.same_values(&n.positions) && m.normals.same_values(&n.normals));
            assert!(m.triangles.same_values(&n.triangles) && m.influences.slots.same_values(&n.influences.slots));
            assert!(m.influences.weights.same_values(&n.influences.weights));
            assert_eq!((m.uvs.len(), m.material), (n.uvs.len(), n.material));
            assert!(m.uvs.iter().zip(&n.uvs).all(|(u, v)| u.same_values(v)));
            for (c, d) in m.colors.iter().zip(&n.colors) {
                let (ColorLayer::Packed(c), ColorLayer::Packed(d)) = (c, d) else {
                    panic!("packed colors")
                };
                assert!(c.same_values(d));
            }
        }
        let slots = |scene: &Scene, at: usize| -> Vec<(String, String, String)> {
            let materials = &scene.models[at].materials;
            let of = |material: &castview::scene::Material| {
                let name = material.name.clone();
                let slots = material.slots.iter().map(move |slot| match slot.source {
                    SlotSource::Texture(texture) => (
                        name.clone(),
                        slot.name.to_string(),
                        scene.textures[texture.get()].clone(),
                    ),
                    _ => panic!("a texture"),
                });
                slots.collect::<Vec<_>>()
            };
            materials.iter().flat_map(of).collect()
        };
        assert_eq!(slots(a, 0).len(), slots(b, 0).len());
        // Cast's own word for what SEModel calls diffuse.
        let in_words = |slots: Vec<(String, String, String)>| -> Vec<(String, String, String)> {
            slots
                .into_iter()
                .map(|(a, b, c)| (a, b.replace("diffuse", "albedo"), c))
                .collect()
        };
        assert_eq!(in_words(slots(a, 0)), in_words(slots(b, 0)));
    }
}

fn assert_same_clips(a: &Scene, b: &Scene) {
    assert_eq!(a.clips.len(), b.clips.len());
    for (a, b) in a.clips.iter().zip(&b.clips) {
        assert_eq!(
            (&a.name, a.frames_per_second, a.looping, a.range),
            (&b.name, b.frames_per_second, b.looping, b.range)
        );
        assert_eq!(a.tracks.len(), b.tracks.len());
        for (x, y) in a.tracks.iter().zip(&b.tracks) {
            assert_eq!((&x.target, x.property, x.mode), (&y.target, y.property, y.mode));
            assert!(x.keys.same_frames(&y.keys), "{}", x.target);
            let same = match (&x.values, &y.values) {
                (Values::Scalar(x), Values::Scalar(y)) => x.same_values(y),
                (Values::Rotation(x), Values::Rotation(y)) => x.same_values(y),
                _ => false,
            };
            assert!(same, "{}", x.target);
        }
        let overrides = |clip: &castview::scene::Clip| -> Vec<_> {
            let all = clip.overrides.iter();
            all.map(|one| (one.bone.clone(), one.mode, one.translation, one.rotation, one.scale))
                .collect()
        };
        assert_eq!(overrides(a), overrides(b));
        let notes = |clip: &castview::scene::Clip| -> Vec<_> {
            clip.notifications
                .iter()
                .map(|one| (one.name.clone(), one.frames.clone()))
                .collect()
        };
        assert_eq!(notes(a), notes(b));
    }
}

#[test]
fn a_semodel_is_the_same_as_cast() {
    let (_, after, done) = converted("to.semodel", &model::everything().bytes(), ConversionTarget::Cast);
    assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
    assert_same_models(&read("to", model::everything().bytes()), &after);
}

/// Every kind of clip, floats and doubles: a clip without a model keeps its modes and modifiers.
#[test]
fn a_seanim_alone_is_the_same_as_cast() {
    for kind in 0..4 {
        for doubles in [false, true] {
            let mut file = anim::everything();
            (file.kind, file.doubles) = (kind, doubles);
            let (before, after, done) = converted("to.seanim", &file.bytes(), ConversionTarget::Cast);
            assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
            assert_eq!((done.models, done.clips), (0, 1));
            assert_same_clips(&before, &after);
        }
    }
}

/// A clip that is longer than its keys keeps its length by keys that hold.
#[test]
fn a_seanim_alone_keeps_its_length() {
    let mut file = anim::Anim::of_kind(1);
    file.frames = Some(31);
    file.bones = vec![anim::Bone::named("a")];
    file.bones[0].rotations = vec![(5, [1.0, 0.0, 0.0, 0.0])];
    let (before, after, done) = converted("to.seanim", &file.bytes(), ConversionTarget::Cast);
    assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
    assert_eq!(
        (before.clips[0].range.end, after.clips[0].range),
        (30.0, before.clips[0].range)
    );
    assert_eq!(after.clips[0].tracks[0].keys.len(), 3);
}

/// With a model the clip is written as it plays on it, in Cast and GLB.
#[test]
fn a_seanim_with_its_semodel_plays_the_same() {
    for kind in 0..4 {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut file = anim::everything();
        file.kind = kind;
        let sources = [folder.path().join("a.semodel"), folder.path().join("b.seanim")];
        std::fs::write(&sources[0], model::everything().bytes()).expect("room");
        std::fs::write(&sources[1], file.bytes()).expect("room");
        let mut before = super::read(&sources[0]);
        before.clips = super::read(&sources[1]).clips;
        for (target, name) in [(ConversionTarget::Cast, "to.cast"), (ConversionTarget::Glb, "to.glb")] {
            let to = folder.path().join(name);
            // A GLB is y up, and turned so, unless its sources are.
            let options = Options::NONE.with("up", "y");
            let done = convert(&Conversion {
                options: &options,
                ..Conversion::new(&sources, target, &to)
            });
            std::fs::write(&to, done.expect("readable sources").bytes).expect("a temporary folder");
            assert_same(&before, &super::read(&to), name);
        }
    }
}

/// SEModel and SEAnim files that are written read as those that they were made of.
#[test]
fn se_files_are_the_same_there_and_back() {
    let whole = model::everything().bytes();
    let (before, after, done) = converted("to.semodel", &whole, ConversionTarget::Semodel);
    assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
    assert_same_models(&before, &after);
    for kind in 0..4 {
        let mut file = anim::everything();
        file.kind = kind;
        let (before, after, done) = converted("to.seanim", &file.bytes(), ConversionTarget::Seanim);
        assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
        assert_same_clips(&before, &after);
    }
}

/// With its model a clip of any kind is written as it plays there.
#[test]
fn clips_are_written_as_they_play() {
    for kind in 0..4 {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut file = anim::everything();
        file.kind = kind;
        let sources = [folder.path().join("a.semodel"), folder.path().join("b.seanim")];
        std::fs::write(&sources[0], model::everything().bytes()).expect("room");
        std::fs::write(&sources[1], file.bytes()).expect("room");
        let mut before = super::read(&sources[0]);
        before.clips = super::read(&sources[1]).clips;
        let to = folder.path().join("to.seanim");
        super::write(&sources, ConversionTarget::Seanim, &to);
        let mut after = super::read(&sources[0]);
        after.clips = super::read(&to).clips;
        assert_eq!(after.clips[0].range, before.clips[0].range);
        assert_same(&before, &after, "SEAnim");
    }
}

/// A file of another format with everything in it: the model looks the same at rest, and everything that is not written has its name.
#[test]
fn se_files_name_what_they_cannot_say() {
    let bytes = everything::everything();
    let (before, after, done) = converted("to.cast", &bytes, ConversionTarget::Semodel);
    assert_eq!(after.models.len(), 1);
    for about in ["blend shapes", "IK handles", "constraints", "names of meshes", "hairs"] {
        let is_told = !reported(&done, about).is_empty();
        let is_there = match about {
            "blend shapes" => before.models[0].blend_shapes.iter().count() > 0,
            "IK handles" => !before.models[0].rig.handles.is_empty(),
            "constraints" => !before.models[0].rig.constraints.is_empty(),
            "hairs" => !before.models[0].hairs.is_empty(),
            _ => before.models[0].meshes.iter().any(|mesh| !mesh.name.is_empty()),
        };
        assert_eq!(is_told, is_there, "{about}: {:?}", done.losses.items());
    }
    assert!(!reported(&done, "blend shapes").is_empty());
    let (_, _, done) = converted("to.cast", &bytes, ConversionTarget::Seanim);
    assert_eq!((done.models, done.clips), (0, 1));
}

/// Images and colors of a material beyond the three that there are, one by one.
#[test]
fn a_semodel_names_the_maps_that_it_has_no_place_for() {
    let images = ["albedo", "normal", "metal", "roughness", "emissive", "ao"];
    let mut material = NodeDraft::new(NodeKind::Material)
        .string("n", "skin")
        .string("t", "pbr");
    for (image, hash) in images.iter().zip(1u64..) {
        let file = NodeDraft::new(NodeKind::File)
            .hash(hash)
            .string("p", &format!("{image}.png"));
        material = material.u64s(image, &[hash]).child(file);
    }
    let model = NodeDraft::new(NodeKind::Model).child(material);
    let bytes = cast::write(&[NodeDraft::new(NodeKind::Root).child(model)]);
    let (_, after, done) = converted("to.cast", &bytes, ConversionTarget::Semodel);
    for image in images {
        let told = reported(&done, &format!("; {image} is left out")).len();
        assert_eq!(
            told,
            usize::from(!["albedo", "normal"].contains(&image)),
            "{image}: {:?}",
            done.losses.items()
        );
    }
    let slots = &after.models[0].materials[0].slots;
    let kept: Vec<&str> = slots.iter().map(|slot| &*slot.name).collect();
    assert_eq!(kept, ["diffuse", "normal"]);
}

/// A modifier moves all of a bone in one way; a clip whose override says it of some parts alone, or in a way of its own, is told.
#[test]
fn a_seanim_names_the_overrides_that_no_modifier_can_say() {
    let overridden = |bone: &str, covers: [u8; 3]| {
        NodeDraft::new(NodeKind::CurveModeOverride)
            .string("nn", bone)
            .string("m", "absolute")
            .u8s("ot", &covers[..1])
            .u8s("or", &covers[1..2])
            .u8s("os", &covers[2..])
    };
    let clip = NodeDraft::new(NodeKind::Animation)
        .floats("fr", &[30.0])
        .child(
            NodeDraft::new(NodeKind::Curve)
                .string("nn", "hip")
                .string("kp", "rq")
                .string("m", "additive")
                .u8s("kb", &[0])
                .vec4s("kv", &[[0.0, 0.0, 0.0, 1.0]]),
        )
        .child(overridden("hip", [1, 1, 1]))
        .child(overridden("knee", [1, 0, 0]));
    let bytes = cast::write(&[NodeDraft::new(NodeKind::Root).child(clip)]);
    let (_, after, done) = converted("to.cast", &bytes, ConversionTarget::Seanim);
    let told = reported(&done, "overrides");
    assert!(
        matches!(told[..], [one] if one.contains("knee")),
        "{:?}",
        done.losses.items()
    );
    let kept: Vec<&str> = after.clips[0].overrides.iter().map(|one| &*one.bone).collect();
    assert_eq!(kept, ["hip"]);
}
