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

/// Everything about exported models that outlives a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelExport {
    pub format: ModelFormat,
    /// The pose alone, in which the models then rest.
    pub pose: bool,
    /// Frames of a second; 0: as many as the clip has.
    pub per_sec: u32,
    /// Textures are named by their paths and not put into the file.
    pub textures_beside: bool,
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

    /// Options of the command.
    pub fn options(&self, has_clip: bool) -> Vec<String> {
        let is_pose = self.is_pose(has_clip);
        let mut words = vec![if is_pose { "--bake=pose" } else { "--bake" }.to_owned()];
        if !is_pose && self.per_sec > 0 {
            words.extend(["--fps".to_owned(), self.per_sec.to_string()]);
        }
        if self.format == ModelFormat::Glb && self.textures_beside {
            words.extend(["--textures", "beside"].map(str::to_owned));
        }
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
            textures_beside: true,
            ..of(ModelFormat::Glb)
        };
        for (choice, has_clip, wanted) in [
            (of(ModelFormat::Glb), true, "--bake"),
            (of(ModelFormat::Glb), false, "--bake=pose"),
            (rare, true, "--bake --fps 24 --textures beside"),
            (
                ModelExport { pose: true, ..rare },
                true,
                "--bake=pose --textures beside",
            ),
            (of(ModelFormat::Obj), true, "--bake=pose"),
            (of(ModelFormat::SeAnim), false, "--bake"),
        ] {
            assert_eq!(choice.options(has_clip).join(" "), wanted, "{choice:?}");
        }
    }
}
