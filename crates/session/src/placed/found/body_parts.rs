//! Parts of a body by the names of bones, for whoever looks at one of them.

use castview_base::core::BoneIndex;
use castview_base::scene::Model;
use castview_motion::animation::side_words;

/// A part of a body that people look at by itself, known by the names of its bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyPart {
    /// The head, with all that its bone moves.
    Face,
    /// Both hands, with fingers of which the name says that they are a hand's.
    Hands,
}

impl BodyPart {
    /// Whether a bone of that name belongs to it. Bones that only steer others do not.
    pub(crate) fn has(self, name: &str) -> bool {
        let wanted: &[&str] = match self {
            Self::Face => &["head"],
            Self::Hands => &["hand", "wrist"],
        };
        let is = |word: &str, words: &[&str]| words.iter().any(|wanted| wanted.eq_ignore_ascii_case(word));
        let words = || side_words(name).map(|(_, word)| word);
        words().any(|word| is(word, wanted)) && !words().any(|word| is(word, &["ik", "control", "ctrl", "target"]))
    }
}

/// Bones of a part, beyond which none is looked for: hands have some forty.
const MOST_OF_PART: usize = 256;

/// The bones of each part that move vertices, in the skeleton's order. Linear in bones.
pub(crate) fn parts_of(model: &Model) -> [Vec<BoneIndex>; 2] {
    let mut moves = vec![false; model.skeleton.len()];
    let of_skins = model.skins.iter().flat_map(|skin| skin.bones.iter().copied());
    for bone in of_skins.chain(model.meshes.iter().filter_map(|mesh| mesh.node)) {
        moves[bone.get()] = true;
    }
    [BodyPart::Face, BodyPart::Hands].map(|part| {
        let bones = model.skeleton.bones().filter(|bone| moves[bone.get()]);
        let bones = bones.filter(|bone| part.has(model.skeleton.name(*bone)));
        bones.take(MOST_OF_PART).collect()
    })
}
