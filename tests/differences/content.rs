//! Files of every kind of part, and how their parts are reached.

use castview::animation::rest_pose;
use castview::core::{Stream, Transform};
use castview::formats::{Request, import};
use castview::glam::{Mat3, Quat};
use castview::images::Image;
use castview::opened::{Elsewhere, FileKey, OpenedFile, TextureEntry, TextureState};
use castview::scene::{
    Beyond, Bone, Clip, CurveMode, Fixture, FixtureKind, Interpolation, Keys, Mesh, ModeOverride, Model, Property,
    Scene, Skeleton, Skinning, Track, Values,
};
use castview_testkit::everything::everything;
use castview_testkit::rigs::{Dice, Limits, random_clip, random_model};
use castview_testkit::root;
use std::sync::Arc;

/// Makes one change. `None`: the file has no such thing.
pub type Seed = fn(&mut Content, &mut Dice) -> Option<()>;

/// Content of a file, and its images.
pub struct Content {
    pub scene: Scene,
    pub textures: Vec<TextureEntry>,
}

impl Content {
    pub fn of(scene: Scene) -> Self {
        let entry = |(at, reference): (usize, &String)| TextureEntry {
            reference: reference.clone(),
            location: None,
            file_bytes: 0,
            full_size: None,
            parts: None,
            state: TextureState::Ready(Arc::new(image(4, at as u8).into())),
            elsewhere: Elsewhere::No,
        };
        let textures = scene.textures.iter().enumerate().map(entry).collect();
        Self { scene, textures }
    }

    pub fn opened(&self) -> OpenedFile {
        // Boxes around vertices are made for none of these.
        let mut file = OpenedFile::of(FileKey(1), "file.cast", Scene::default());
        file.scene = Arc::new(self.scene.clone());
        file.textures = self.textures.clone();
        file
    }

    pub fn model(&mut self) -> Option<&mut Model> {
        self.scene.models.first_mut()
    }

    pub fn mesh(&mut self, dice: &mut Dice, fits: impl Fn(&Mesh) -> bool) -> Option<&mut Mesh> {
        let mut meshes: Vec<&mut Mesh> = self.model()?.meshes.iter_mut().filter(|mesh| fits(mesh)).collect();
        let at = dice.below(meshes.len().max(1));
        (at < meshes.len()).then(|| meshes.swap_remove(at))
    }

    pub fn clip(&mut self) -> Option<&mut Clip> {
        self.scene.clips.first_mut()
    }

    pub fn track(&mut self, dice: &mut Dice, fits: impl Fn(&Track) -> bool) -> Option<&mut Track> {
        let mut tracks: Vec<&mut Track> = self.clip()?.tracks.iter_mut().filter(|track| fits(track)).collect();
        let at = dice.below(tracks.len().max(1));
        (at < tracks.len()).then(|| tracks.swap_remove(at))
    }

    /// Changes a bone that has no namesake; `by` gets all bones and its position.
    pub fn bone(&mut self, dice: &mut Dice, by: impl FnOnce(&mut Vec<Bone>, usize) -> Option<()>) -> Option<()> {
        let skeleton = &mut self.model()?.skeleton;
        let mut bones: Vec<Bone> = skeleton.bones().map(|bone| bone_of(skeleton, bone.get())).collect();
        let alone = |at: &usize| bones.iter().filter(|bone| bone.name == bones[*at].name).count() == 1;
        let alone: Vec<usize> = (0..bones.len()).filter(alone).collect();
        if alone.is_empty() {
            return None;
        }
        by(&mut bones, alone[dice.below(alone.len())])?;
        *skeleton = Skeleton::new(bones).expect("parents come first");
        Some(())
    }
}

pub fn bone_of(skeleton: &Skeleton, at: usize) -> Bone {
    let bone = skeleton.bones().nth(at).expect("it is there");
    Bone {
        name: skeleton.name(bone).to_owned(),
        parent: skeleton.parent(bone).map(|parent| parent.get()),
        rest: skeleton.rest()[at],
        compensates_scale: skeleton.compensates_scale()[at],
        kind: skeleton.kind(bone),
        is_renamed: false,
        shear: skeleton.shear(bone).map(Mat3::from),
    }
}

pub fn image(side: u32, red: u8) -> Image {
    let rgba = [red, 10, 20, 255].repeat((side * side) as usize);
    Image {
        width: side,
        height: side,
        rgba,
    }
}

pub fn changed<T: castview::core::Element>(
    stream: &mut Stream<T>,
    dice: &mut Dice,
    by: impl FnOnce(&mut T),
) -> Option<()> {
    let mut values = stream.to_vec();
    let at = dice.below(values.len().max(1));
    by(values.get_mut(at)?);
    *stream = values.into();
    Some(())
}

/// The last element once more.
pub fn longer<T: castview::core::Element>(stream: &mut Stream<T>, count: usize) {
    let mut values = stream.to_vec();
    if !values.is_empty() {
        values.extend_from_within(values.len() - count..);
    }
    *stream = values.into();
}

pub const QUARTER: Quat = Quat::from_xyzw(
    0.0,
    0.0,
    std::f32::consts::FRAC_1_SQRT_2,
    std::f32::consts::FRAC_1_SQRT_2,
);

pub fn fixture(name: &str) -> Fixture {
    Fixture {
        name: name.into(),
        bone: None,
        placement: Transform::IDENTITY,
        kind: FixtureKind::Sound { radius: 1.0 },
        facts: Vec::new(),
    }
}

pub fn mode_override() -> ModeOverride {
    ModeOverride {
        bone: "one more".into(),
        mode: CurveMode::Relative,
        translation: true,
        rotation: false,
        scale: false,
    }
}

pub fn track(name: &str) -> Track {
    Track {
        target: name.into(),
        property: Property::TranslationX,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(vec![3].into()),
        values: Values::Scalar(vec![1.0].into()),
        interpolation: Interpolation::Linear,
        beyond: [Beyond::Hold; 2],
    }
}

/// Files of every kind of part: one of all parts of a Cast file, rigs by chance, fixtures of several formats.
pub fn contents() -> Vec<(String, Content)> {
    let read = |bytes: Vec<u8>, name: &str| {
        let imported = import(bytes.into(), &Request::alone("file")).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name.to_owned(), imported.scene)
    };
    let mut scenes = vec![read(everything(), "everything")];
    let whole = &mut scenes[0].1;
    whole.models[0].fixtures.push(fixture("horn"));
    whole.clips[0].tracks.push(track("still"));
    whole.textures.push("second.png".into());
    for name in [
        "skin_linear.cast",
        "modes.cast",
        "ik.cast",
        "constraint_pt.cast",
        "scale_ssc_on.cast",
    ] {
        let path = root().join("tests/oracle/cases/authored").join(name);
        scenes.push(read(std::fs::read(&path).expect("a case"), name));
    }
    scenes.push(read(castview_testkit::mrtk::wave().bytes(), "a recording"));
    for seed in 0..8 {
        let model = random_model(
            seed,
            Limits {
                bones: 12,
                vertices: 40,
                influences: 4,
                shapes: 2,
                scales: &[1.0, 0.5],
                skinning: Skinning::Linear,
            },
        );
        let clip = random_clip(seed, &model, &[1.0, 2.0]);
        assert_eq!(rest_pose(&model).local.len(), model.skeleton.len());
        let scene = Scene {
            models: vec![model],
            clips: vec![clip],
            ..Scene::default()
        };
        scenes.push((format!("rig {seed}"), scene));
    }
    scenes
        .into_iter()
        .map(|(name, scene)| (name, Content::of(scene)))
        .collect()
}
