//! Choices about exported models and clips, and the words of `castview convert` that they are.
//!
//! In: a choice, and whether a clip plays. Out: options of the command. So the window and the command write the same bytes.

use serde::{Deserialize, Serialize};

/// How models and clips are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ModelFormat {
    /// glTF in one file.
    #[default]
    Glb,
    Cast,
    /// The clip alone.
    SeAnim,
    /// Surfaces of one pose.
    Obj,
}

impl ModelFormat {
    /// All, with their titles.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Glb, "GLB"),
        (Self::Cast, "Cast"),
        (Self::SeAnim, "SEAnim"),
        (Self::Obj, "OBJ"),
    ];

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Glb => ".glb",
            Self::Cast => ".cast",
            Self::SeAnim => ".seanim",
            Self::Obj => ".obj",
        }
    }
}

/// Where the images of exported models go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ModelTextures {
    /// Into the file, where the format can hold them; else they are named by their paths.
    #[default]
    Inside,
    /// Copied beside the file.
    Copied,
    /// Named by their paths.
    Named,
}

impl ModelTextures {
    /// All, with their titles.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Inside, "In the file"),
        (Self::Copied, "Copied beside it"),
        (Self::Named, "Named by their paths"),
    ];
}

/// Everything about exported models that outlives a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelExport {
    pub format: ModelFormat,
    /// The pose alone, in which the models then rest.
    pub pose: bool,
    /// Frames of a second; 0: as many as the clip has.
    pub per_sec: u32,
    pub textures: ModelTextures,
}

impl ModelExport {
    /// With every number in its range.
    pub fn checked(mut self) -> Self {
        self.per_sec = self.per_sec.min(1000);
        self
    }

    /// Whether one pose is written: a choice may be of what the format or the stage does not have.
    pub fn is_pose(&self, has_clip: bool) -> bool {
        match self.format {
            ModelFormat::Obj => true,
            ModelFormat::SeAnim => false,
            ModelFormat::Glb | ModelFormat::Cast => self.pose || !has_clip,
        }
    }

    /// Where images go in this format; `None`: it has none.
    pub fn textures_of_format(&self) -> Option<ModelTextures> {
        match (self.format, self.textures) {
            (ModelFormat::SeAnim, _) => None,
            (ModelFormat::Cast | ModelFormat::Obj, ModelTextures::Inside) => Some(ModelTextures::Named),
            (_, textures) => Some(textures),
        }
    }

    /// Options of the command.
    pub fn options(&self, has_clip: bool) -> Vec<String> {
        let is_pose = self.is_pose(has_clip);
        let mut words = vec![if is_pose { "--bake=pose" } else { "--bake" }.to_owned()];
        if !is_pose && self.per_sec > 0 {
            words.extend(["--fps".to_owned(), self.per_sec.to_string()]);
        }
        let textures = match self.textures_of_format() {
            Some(ModelTextures::Copied) => Some("copy"),
            Some(ModelTextures::Named) if self.format == ModelFormat::Glb => Some("path"),
            _ => None,
        };
        words.extend(
            textures
                .iter()
                .flat_map(|word| ["--textures".to_owned(), (*word).to_owned()]),
        );
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_words_of_the_command() {
        let of = |format| ModelExport {
            format,
            ..ModelExport::default()
        };
        let rare = ModelExport {
            per_sec: 24,
            textures: ModelTextures::Named,
            ..of(ModelFormat::Glb)
        };
        for (choice, has_clip, wanted) in [
            (of(ModelFormat::Glb), true, "--bake"),
            (of(ModelFormat::Glb), false, "--bake=pose"),
            (rare, true, "--bake --fps 24 --textures path"),
            (ModelExport { pose: true, ..rare }, true, "--bake=pose --textures path"),
            (of(ModelFormat::Obj), true, "--bake=pose"),
            (
                ModelExport {
                    textures: ModelTextures::Copied,
                    ..of(ModelFormat::Obj)
                },
                true,
                "--bake=pose --textures copy",
            ),
            (
                ModelExport {
                    textures: ModelTextures::Copied,
                    ..of(ModelFormat::SeAnim)
                },
                true,
                "--bake",
            ),
            (of(ModelFormat::SeAnim), false, "--bake"),
        ] {
            assert_eq!(choice.options(has_clip).join(" "), wanted, "{choice:?}");
        }
    }
}
