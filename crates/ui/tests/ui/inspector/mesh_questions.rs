//! Questions that people ask about meshes: each answer is at most two gestures away (the table in `docs/guide.md`).

use crate::panels::*;
use crate::shell::questions::Asking;
use castview_base::core::{BlendShapeIndex, BoneIndex};
use castview_picture::{ColorBy, Picture};
use castview_session::SelectionAction;

fn picture(asking: &Asking) -> Picture {
    asking.session().picture([640, 480], 1)
}

/// Words of the legends, one after the other.
fn legends(asking: &Asking) -> Vec<String> {
    let legends = picture(asking).legends.into_iter();
    legends
        .flat_map(|legend| legend.entries)
        .map(|entry| entry.words)
        .collect()
}

/// The names of the bones that colours are about.
fn marked(asking: &Asking) -> Vec<String> {
    let picture = picture(asking);
    let placed = &picture.models[0];
    let name = |bone: &BoneIndex| placed.model().skeleton.name(*bone).to_owned();
    placed.marked.bones.iter().map(name).collect()
}

#[test]
fn what_does_this_bone_move() {
    let mut asking = Asking::of("hand_l");
    asking.key(Modifiers::NONE, Key::K);
    assert_eq!(picture(&asking).color_by, ColorBy::Weights);
    assert_eq!(marked(&asking), ["hand_l"]);
    let said = legends(&asking);
    assert!(said.iter().any(|words| words == "weight of hand_l"), "{said:?}");
    asking.answered(true);
}

#[test]
fn the_heat_map_goes_with_the_selection_and_ends_with_its_key() {
    let mut asking = Asking::of("hand_l");
    asking.key(Modifiers::NONE, Key::K);
    // The mirror bone, too.
    asking.key(Modifiers::SHIFT, Key::X);
    let mut both = marked(&asking);
    both.sort();
    assert_eq!(both, ["hand_l", "hand_r"]);
    let said = legends(&asking);
    assert!(
        said.iter().any(|words| words == "weight of 2 bones together"),
        "{said:?}"
    );
    asking.key(Modifiers::NONE, Key::K);
    assert_eq!(picture(&asking).color_by, ColorBy::Material);
    assert!(legends(&asking).is_empty());
}

#[test]
fn every_other_view_of_meshes_is_two_clicks_away_and_says_what_its_colors_mean() {
    for (title, by) in [
        ("Bones of the greatest weight", ColorBy::DominantBone),
        ("Numbers of influences", ColorBy::InfluenceCount),
        ("Sums of weights", ColorBy::WeightSum),
        ("Linear against dual quaternion", ColorBy::MethodDifference),
        ("Normals", ColorBy::Normals),
        ("Tangents", ColorBy::Tangents),
        ("Sides of faces", ColorBy::FaceSides),
        ("Faces without area", ColorBy::DegenerateFaces),
    ] {
        let mut asking = Asking::of("hand_l");
        asking.click("Shading");
        asking.click(title);
        actions(&mut asking.harness);
        assert_eq!(picture(&asking).color_by, by, "{title}");
        assert!(legends(&asking).len() >= 2, "{title}: {:?}", legends(&asking));
        asking.answered(true);
    }
}

/// A click on the shape in the tree, and the key.
#[test]
fn what_does_this_shape_move() {
    let mut asking = Asking::of("hand_l");
    let shape = asking.session().stage().models().iter().find_map(|placed| {
        let name = &placed.model().blend_shapes.iter().next()?.name;
        Some((Selected::BlendShape(placed.key, BlendShapeIndex::new(0)), name.clone()))
    });
    let (shape, name) = shape.expect("the rig has shapes");
    let select = Action::Selection(SelectionAction::Select(Some(shape)));
    asking.harness.state_mut().session.apply(select);
    asking.key(Modifiers::NONE, Key::K);
    let picture = picture(&asking);
    assert_eq!(picture.color_by, ColorBy::ShapeDelta);
    assert!(picture.models[0].marked.shapes.contains(&BlendShapeIndex::new(0)));
    assert!(picture.longest > 0.0);
    let said = legends(&asking);
    assert!(said.iter().any(|words| words.contains(&name)), "{said:?}");
    asking.answered(true);
}
