//! Parts of the body by the names that wide-spread rigs give them: Mixamo, Unreal's mannequin, Valve's biped, rigs of Call of Duty, Rigify.
//!
//! In: the name of a bone. Out: its role. Names of one role mean the same bone of different rigs; roles know what they hang on.

use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, Skeleton};
use std::collections::{BTreeMap, HashMap};

/// Columns of [`ROLES`], and the words by which each tells left from right.
const RIGS: [(NamedRig, [&str; 2]); 5] = [
    (NamedRig::Mixamo, ["Left", "Right"]),
    (NamedRig::Unreal, ["l", "r"]),
    (NamedRig::Valve, ["L", "R"]),
    (NamedRig::CallOfDuty, ["le", "ri"]),
    (NamedRig::Rigify, ["L", "R"]),
];

/// Words before a name for the program that it comes from, in lower case.
const PREFIXES: [&str; 4] = ["mixamorig:", "mixamorig_", "valvebiped.", "def-"];

/// A wide-spread way to name the bones of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedRig {
    /// `mixamorig:LeftForeArm`.
    Mixamo,
    /// `lowerarm_l`.
    Unreal,
    /// `ValveBiped.Bip01_L_Forearm`.
    Valve,
    /// `j_elbow_le`.
    CallOfDuty,
    /// `DEF-forearm.L`.
    Rigify,
}

/// A part of the body, of one side. Equal roles mean the same part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyRole {
    /// Position in [`ROLES`].
    row: u8,
    /// Only of parts that there are two of.
    is_right: bool,
}

/// A part, its parent, and its names in the order of [`RIGS`]; `{}` stands for the side, an empty name for a rig without the part.
type Row = (&'static str, &'static str, [&'static str; 5]);

/// Parents come before their children.
#[rustfmt::skip]
const ROLES: &[Row] = &[
    ("hips", "", ["Hips", "pelvis", "Bip01_Pelvis", "j_mainroot", "spine"]),
    ("spine 1", "hips", ["Spine", "spine_01", "Bip01_Spine", "j_spinelower", "spine.001"]),
    ("spine 2", "spine 1", ["Spine1", "spine_02", "Bip01_Spine1", "j_spineupper", "spine.002"]),
    ("spine 3", "spine 2", ["Spine2", "spine_03", "Bip01_Spine2", "j_spine4", "spine.003"]),
    ("spine 4", "spine 3", ["Spine3", "spine_04", "Bip01_Spine4", "", ""]),
    ("spine 5", "spine 4", ["", "spine_05", "", "", ""]),
    ("neck", "spine 5", ["Neck", "neck_01", "Bip01_Neck1", "j_neck", "spine.004"]),
    ("neck 2", "neck", ["Neck1", "neck_02", "", "", "spine.005"]),
    ("head", "neck 2", ["Head", "head", "Bip01_Head1", "j_head", "spine.006"]),
    ("clavicle", "spine 5", ["{}Shoulder", "clavicle_{}", "Bip01_{}_Clavicle", "j_clavicle_{}", "shoulder.{}"]),
    ("upper arm", "clavicle", ["{}Arm", "upperarm_{}", "Bip01_{}_UpperArm", "j_shoulder_{}", "upper_arm.{}"]),
    ("forearm", "upper arm", ["{}ForeArm", "lowerarm_{}", "Bip01_{}_Forearm", "j_elbow_{}", "forearm.{}"]),
    ("hand", "forearm", ["{}Hand", "hand_{}", "Bip01_{}_Hand", "j_wrist_{}", "hand.{}"]),
    ("thigh", "hips", ["{}UpLeg", "thigh_{}", "Bip01_{}_Thigh", "j_hip_{}", "thigh.{}"]),
    ("shin", "thigh", ["{}Leg", "calf_{}", "Bip01_{}_Calf", "j_knee_{}", "shin.{}"]),
    ("foot", "shin", ["{}Foot", "foot_{}", "Bip01_{}_Foot", "j_ankle_{}", "foot.{}"]),
    ("toe", "foot", ["{}ToeBase", "ball_{}", "Bip01_{}_Toe0", "j_ball_{}", "toe.{}"]),
    ("thumb 1", "hand", ["{}HandThumb1", "thumb_01_{}", "Bip01_{}_Finger0", "j_thumb_{}_1", "thumb.01.{}"]),
    ("thumb 2", "thumb 1", ["{}HandThumb2", "thumb_02_{}", "Bip01_{}_Finger01", "j_thumb_{}_2", "thumb.02.{}"]),
    ("thumb 3", "thumb 2", ["{}HandThumb3", "thumb_03_{}", "Bip01_{}_Finger02", "j_thumb_{}_3", "thumb.03.{}"]),
    ("index 1", "hand", ["{}HandIndex1", "index_01_{}", "Bip01_{}_Finger1", "j_index_{}_1", "f_index.01.{}"]),
    ("index 2", "index 1", ["{}HandIndex2", "index_02_{}", "Bip01_{}_Finger11", "j_index_{}_2", "f_index.02.{}"]),
    ("index 3", "index 2", ["{}HandIndex3", "index_03_{}", "Bip01_{}_Finger12", "j_index_{}_3", "f_index.03.{}"]),
    ("middle 1", "hand", ["{}HandMiddle1", "middle_01_{}", "Bip01_{}_Finger2", "j_mid_{}_1", "f_middle.01.{}"]),
    ("middle 2", "middle 1", ["{}HandMiddle2", "middle_02_{}", "Bip01_{}_Finger21", "j_mid_{}_2", "f_middle.02.{}"]),
    ("middle 3", "middle 2", ["{}HandMiddle3", "middle_03_{}", "Bip01_{}_Finger22", "j_mid_{}_3", "f_middle.03.{}"]),
    ("ring 1", "hand", ["{}HandRing1", "ring_01_{}", "Bip01_{}_Finger3", "j_ring_{}_1", "f_ring.01.{}"]),
    ("ring 2", "ring 1", ["{}HandRing2", "ring_02_{}", "Bip01_{}_Finger31", "j_ring_{}_2", "f_ring.02.{}"]),
    ("ring 3", "ring 2", ["{}HandRing3", "ring_03_{}", "Bip01_{}_Finger32", "j_ring_{}_3", "f_ring.03.{}"]),
    ("pinky 1", "hand", ["{}HandPinky1", "pinky_01_{}", "Bip01_{}_Finger4", "j_pinky_{}_1", "f_pinky.01.{}"]),
    ("pinky 2", "pinky 1", ["{}HandPinky2", "pinky_02_{}", "Bip01_{}_Finger41", "j_pinky_{}_2", "f_pinky.02.{}"]),
    ("pinky 3", "pinky 2", ["{}HandPinky3", "pinky_03_{}", "Bip01_{}_Finger42", "j_pinky_{}_3", "f_pinky.03.{}"]),
];

/// The roles of names, looked up in one table.
#[derive(Debug)]
pub struct Roles(HashMap<String, (BodyRole, NamedRig)>);

impl Roles {
    /// All names of [`ROLES`].
    pub fn new() -> Self {
        let mut names = HashMap::new();
        for (row, (_, _, spelled)) in ROLES.iter().enumerate() {
            for (name, (rig, sides)) in spelled.iter().zip(RIGS).filter(|(name, _)| !name.is_empty()) {
                for (is_right, side) in [false, true].into_iter().zip(sides) {
                    let role = BodyRole {
                        row: row as u8,
                        is_right: is_right && name.contains("{}"),
                    };
                    // `spine` is the hips of one rig and the spine of another: see `of_all`.
                    let name = format!("{}/{}", rig as u8, name.replace("{}", side).to_lowercase());
                    names.insert(name, (role, rig));
                }
            }
        }
        Self(names)
    }

    /// The role of `name` in `rig`, without regard to case, namespace and usual prefix.
    pub fn of(&self, rig: NamedRig, name: &str) -> Option<BodyRole> {
        let name = name.rsplit(['|', '/']).next().unwrap_or(name).to_lowercase();
        let spelled = |name: &str| self.0.get(&format!("{}/{name}", rig as u8)).map(|(role, _)| *role);
        let bare = || {
            PREFIXES
                .iter()
                .find_map(|prefix| name.strip_prefix(prefix))
                .and_then(spelled)
        };
        let local = || name.rsplit_once(':').and_then(|(_, local)| spelled(local));
        spelled(&name).or_else(bare).or_else(local)
    }

    /// The rig that knows most of `names`, if it knows four of them.
    pub fn rig_of<'a>(&self, names: impl Iterator<Item = &'a str>) -> Option<NamedRig> {
        let names: Vec<&str> = names.take(MOST_NAMES).collect();
        let known = |rig: NamedRig| names.iter().filter(|name| self.of(rig, name).is_some()).count();
        let counts = RIGS.map(|(rig, _)| (known(rig), rig));
        let most = counts.into_iter().rev().max_by_key(|(count, _)| *count)?;
        (most.0 >= KNOWN).then_some(most.1)
    }
}

/// Bones of a model by their roles, for the names of a clip of another rig.
#[derive(Debug)]
pub struct ByRole {
    roles: Roles,
    /// The clip's rig.
    rig: NamedRig,
    bones: BTreeMap<BodyRole, BoneIndex>,
}

impl ByRole {
    /// `None` where the names of one side are of no rig that is known.
    pub fn new(clip: &Clip, skeleton: &Skeleton) -> Option<Self> {
        let roles = Roles::new();
        let rig = roles.rig_of(clip.tracks.iter().map(|track| track.target.as_str()))?;
        let of_model = roles.rig_of(skeleton.bones().map(|bone| skeleton.name(bone)))?;
        let mut bones = BTreeMap::new();
        for bone in skeleton.bones() {
            if let Some(role) = roles.of(of_model, skeleton.name(bone)) {
                bones.entry(role).or_insert(bone);
            }
        }
        Some(Self { roles, rig, bones })
    }

    /// The bone that is to the model what `name` is to the clip.
    pub fn find(&self, name: &str) -> Option<BoneIndex> {
        self.bones.get(&self.roles.of(self.rig, name)?).copied()
    }
}

/// The hips of a body, and its feet: ankles and balls. Empty for a skeleton of which the names tell no rig that is known.
pub(crate) fn feet_of(skeleton: &Skeleton) -> (Option<BoneIndex>, Vec<BoneIndex>) {
    let roles = Roles::new();
    let Some(rig) = roles.rig_of(skeleton.bones().map(|bone| skeleton.name(bone))) else {
        return (None, Vec::new());
    };
    let role = |bone: &BoneIndex| roles.of(rig, skeleton.name(*bone));
    let hips = skeleton.bones().find(|bone| role(bone).is_some_and(BodyRole::is_hips));
    let feet = skeleton
        .bones()
        .filter(|bone| role(bone).is_some_and(|role| role.is_foot() || role.is_toe()));
    (hips, feet.take(MOST_FEET).collect())
}

/// Feet of a body that are looked at.
const MOST_FEET: usize = 8;
/// Names that are looked at to know a rig: a body has a few hundred.
const MOST_NAMES: usize = 4096;
/// Fewer known names may be known by chance.
const KNOWN: usize = 4;

impl BodyRole {
    /// The part above; `None` for the hips.
    pub fn parent(self) -> Option<Self> {
        let parent = ROLES[usize::from(self.row)].1;
        let row = ROLES.iter().position(|(part, ..)| *part == parent)?;
        let has_sides = ROLES[row].2[0].contains("{}");
        Some(Self {
            row: row as u8,
            is_right: self.is_right && has_sides,
        })
    }

    /// Whether it is a foot, at the ankle.
    pub fn is_foot(self) -> bool {
        ROLES[usize::from(self.row)].0 == "foot"
    }

    /// Whether it is the ball of a foot.
    pub fn is_toe(self) -> bool {
        ROLES[usize::from(self.row)].0 == "toe"
    }

    /// Whether it is the hips, which carry the body.
    pub fn is_hips(self) -> bool {
        self.row == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_part_have_one_role() {
        let roles = Roles::new();
        let forearms = [
            (NamedRig::Mixamo, "mixamorig:LeftForeArm"),
            (NamedRig::Unreal, "lowerarm_l"),
            (NamedRig::Valve, "ValveBiped.Bip01_L_Forearm"),
            (NamedRig::CallOfDuty, "j_elbow_le"),
            (NamedRig::Rigify, "DEF-forearm.L"),
            (NamedRig::Rigify, "forearm.l"),
            (NamedRig::Mixamo, "hero:LeftForeArm"),
            (NamedRig::Mixamo, "root|hips|LEFTFOREARM"),
        ];
        let role = roles.of(NamedRig::Mixamo, "LeftForeArm").expect("it is known");
        for (rig, name) in forearms {
            assert_eq!(roles.of(rig, name), Some(role), "{name}");
        }
        assert_ne!(roles.of(NamedRig::Unreal, "lowerarm_r"), Some(role));
        assert_eq!(roles.of(NamedRig::Unreal, "lowerarm"), None);
        // One word, two parts.
        let hips = roles.of(NamedRig::Rigify, "spine").expect("it is known");
        assert!(hips.is_hips() && !roles.of(NamedRig::Mixamo, "Spine").expect("it is known").is_hips());
    }

    #[test]
    fn every_part_leads_to_the_hips() {
        for (row, (part, ..)) in ROLES.iter().enumerate() {
            for is_right in [false, true] {
                let role = BodyRole {
                    row: row as u8,
                    is_right,
                };
                let way: Vec<BodyRole> = std::iter::successors(Some(role), |role| role.parent()).collect();
                assert!(way.last().is_some_and(|last| last.is_hips()), "{part}");
                assert!(way.windows(2).all(|pair| pair[1].row < pair[0].row), "{part}");
            }
        }
    }

    #[test]
    fn a_rig_is_known_by_its_names() {
        let roles = Roles::new();
        for (names, rig) in [
            (
                &["Hips", "Spine", "Spine1", "LeftArm", "LeftForeArm"][..],
                Some(NamedRig::Mixamo),
            ),
            (
                &["pelvis", "spine_01", "thigh_l", "calf_l", "tail"],
                Some(NamedRig::Unreal),
            ),
            (
                &["j_mainroot", "j_hip_le", "j_knee_le", "j_ankle_le"],
                Some(NamedRig::CallOfDuty),
            ),
            (
                &["DEF-spine", "DEF-spine.001", "DEF-thigh.L", "DEF-shin.L"],
                Some(NamedRig::Rigify),
            ),
            (&["Hips", "Spine", "lever", "door"], None),
        ] {
            assert_eq!(roles.rig_of(names.iter().copied()), rig, "{names:?}");
        }
    }
}
