//! Posed bones → glyphs: a body from each bone to each of its children, a stub at the ends, a ball where a bone begins; hands in
//! colours of their own.
//!
//! The selected bone and the one under the pointer are drawn whether bones are or not, the selected one's parent and children
//! faintly. Which others are, and in what colour, [`castview_picture::BoneMarks`] says.

mod glyph;
mod hands;
mod joints;

use crate::gpu::error::RenderError;
use crate::gpu::gpu_types::GlyphInstance;
use crate::lists::picked::Picked;
use castview_picture::{ColorBy, Line, Picture};
use glyph::{BALL, Focus, IN_FRONT, LINE, Room, shows_bones, tinted};

/// Glyphs, or bones that were looked at for them, after which no further instance of a model shows its bones: both are made anew for
/// every picture.
const MOST_INSTANCED: usize = 20_000;
/// Bones of one picture. A driver that draws by the processor keeps some 500 bytes for each; no rig comes near.
const MOST_BONES: usize = 100_000;
/// Points on each side of the middle, of lines that explain, and of dots.
const LINE_WIDTH: f32 = 0.75;
const DOT: f32 = 4.0;

/// The glyphs of the whole picture, and what it has no room for. The bones that they stand for are appended to `table`; ids are positions in
/// it, plus one.
pub fn glyphs(picture: &Picture, table: &mut Vec<Picked>) -> (Vec<GlyphInstance>, Option<RenderError>) {
    let mut out = Vec::new();
    let mut room = Room {
        bones: MOST_BONES,
        left_out: 0,
    };
    let before = table.len();
    for placed in &picture.models {
        let focus = Focus::of(placed);
        if placed.pose.model_visible && (shows_bones(picture, placed) || focus.is_any()) {
            for (at, stage_from_place) in placed.places.iter().enumerate() {
                // The first is drawn however many bones it has.
                if at > 0 && out.len().max(table.len() - before) >= MOST_INSTANCED {
                    break;
                }
                joints::of_model(
                    (picture, placed, focus),
                    (at as u32, *stage_from_place),
                    (table, &mut room),
                    &mut out,
                );
            }
        }
    }
    let of_faces = picture.face_lines.iter();
    let of_faces = of_faces.filter(|_| picture.color_by == ColorBy::DegenerateFaces);
    out.extend(picture.lines.iter().chain(of_faces).map(explaining));
    let left_out = (room.left_out > 0).then_some(RenderError::ManyBones {
        left_out: room.left_out,
        most: MOST_BONES,
    });
    (out, left_out)
}

/// A line of the picture. Its id is 0, as lines are picked by the session.
fn explaining(line: &Line) -> GlyphInstance {
    let is_dot = line.from == line.to;
    let (shape, least_px) = if is_dot { (BALL, DOT) } else { (LINE, LINE_WIDTH) };
    GlyphInstance {
        head: line.from.to_array(),
        radius: 0.0,
        tail: line.to.to_array(),
        color: tinted(line.color, line.opacity),
        id: 0,
        shape: shape | IN_FRONT,
        least_px,
    }
}

#[cfg(test)]
mod tests {
    use super::glyph::*;
    use super::*;
    use castview_base::core::{BoneIndex, Bounds, ModelIndex};
    use castview_base::scene::{Bone, Influences, Mesh, Model, Scene, Skeleton, Skin};
    use castview_picture::{BoneMarks, BoneShape, Overlays, PlacedKey, PlacedModel, Selection};
    use glam::Vec3;
    use std::sync::Arc;

    /// A skinned model: bones by their parents and by where they are from them.
    fn placed(bones: &[(Option<usize>, f32)], selection: Option<usize>) -> PlacedModel {
        let bone = |(index, (parent, y)): (usize, &(Option<usize>, f32))| Bone {
            name: index.to_string(),
            parent: *parent,
            rest: castview_base::core::Transform {
                translation: Vec3::Y * *y,
                ..castview_base::core::Transform::IDENTITY
            },
            ..Bone::default()
        };
        let model = Model {
            skeleton: Skeleton::new(bones.iter().enumerate().map(bone).collect()).expect("parents come first"),
            skins: vec![Skin {
                bones: vec![BoneIndex::new(0)],
                bone_from_mesh: vec![Some(glam::Affine3A::IDENTITY)],
            }],
            meshes: vec![Mesh {
                positions: vec![[0.0; 3]; 3].into(),
                skin: Some(castview_base::core::SkinIndex::new(0)),
                influences: Influences::rigid(3),
                ..Mesh::default()
            }],
            ..Model::default()
        };
        let scene = Arc::new(Scene {
            models: vec![model],
            ..Scene::default()
        });
        PlacedModel {
            selection: selection.map(|bone| Selection::Bone(BoneIndex::new(bone))),
            ..PlacedModel::at_rest(PlacedKey(1), scene, ModelIndex::new(0))
        }
    }

    fn picture(placed: PlacedModel, bones: bool) -> Picture {
        Picture {
            bounds: Bounds {
                min: Vec3::ZERO,
                max: Vec3::new(1.0, 10.0, 1.0),
            },
            overlays: Overlays {
                bones,
                ..Overlays::default()
            },
            ..Picture::of(vec![placed])
        }
    }

    fn drawn(picture: &Picture) -> Vec<GlyphInstance> {
        glyphs(picture, &mut Vec::new()).0
    }

    const CHAIN: [(Option<usize>, f32); 5] = [
        (None, 0.0),
        (Some(0), 3.0),
        (Some(1), 2.0),
        (Some(2), 1.0),
        (Some(3), 0.5),
    ];

    #[test]
    fn the_selected_bone_is_drawn_without_bones_and_its_neighbours_faintly() {
        assert!(drawn(&picture(placed(&CHAIN, None), false)).is_empty());
        let glyphs = drawn(&picture(placed(&CHAIN, Some(2)), false));
        let balls: Vec<(u32, f32)> = glyphs
            .iter()
            .filter(|glyph| glyph.shape & 3 == BALL)
            .map(|glyph| (glyph.id, glyph.color[3]))
            .collect();
        let faint = OPACITY * FAINT;
        assert_eq!(balls, [(2, faint), (3, OPACITY), (4, faint)]);
        let front: Vec<u32> = glyphs
            .iter()
            .filter(|glyph| glyph.shape & IN_FRONT != 0)
            .map(|glyph| glyph.id)
            .collect();
        assert!(
            front.iter().all(|id| *id == 3) && front.len() >= 5,
            "body, ball and three axes: {front:?}"
        );
        let mut hovered = placed(&CHAIN, None);
        hovered.bones.hovered = Some(BoneIndex::new(4));
        assert!(drawn(&picture(hovered, false)).iter().all(|glyph| glyph.id == 5));
    }

    #[test]
    fn axes_of_rest_stand_beside_those_of_a_turned_bone_that_is_selected() {
        let mut turned = placed(&CHAIN, Some(2));
        let pose = Arc::make_mut(&mut turned.pose);
        let turn = glam::Quat::from_rotation_z(0.5);
        pose.local[2].rotation = turn;
        pose.model_from_bone[2] *= glam::Affine3A::from_quat(turn);
        let glyphs = drawn(&picture(turned, false));
        let axes: Vec<Vec3> = glyphs
            .iter()
            .filter(|glyph| glyph.id == 3 && glyph.shape == LINE | IN_FRONT)
            .map(|glyph| Vec3::from(glyph.tail) - Vec3::from(glyph.head))
            .collect();
        let [x, y, z, rest_x, rest_y, rest_z] = axes[..] else {
            panic!("{axes:?}")
        };
        for (axis, wanted) in [
            (x, turn * Vec3::X),
            (y, turn * Vec3::Y),
            (z, Vec3::Z),
            (rest_x, Vec3::X),
            (rest_y, Vec3::Y),
            (rest_z, Vec3::Z),
        ] {
            assert!(axis.normalize().abs_diff_eq(wanted, 1e-5), "{axis}, not {wanted}");
        }
        assert!(rest_x.length() > x.length(), "they stand out");
        let still = drawn(&picture(placed(&CHAIN, Some(2)), false));
        let is_axis = |glyph: &&GlyphInstance| glyph.id == 3 && glyph.shape == LINE | IN_FRONT;
        assert_eq!(still.iter().filter(is_axis).count(), 3, "at rest both are one");
    }

    #[test]
    fn bones_selected_beside_the_active_one_are_drawn_in_its_colour_with_their_bodies() {
        let mut several = placed(&CHAIN, None);
        several.bones.selected = Some(Arc::new(vec![false, true, false, true, false]));
        let picture = picture(several, false);
        let glyphs = drawn(&picture);
        let bright: Vec<u32> = glyphs
            .iter()
            .filter(|glyph| glyph.shape & 3 == BALL && glyph.color[3] == OPACITY)
            .map(|glyph| glyph.id)
            .collect();
        assert_eq!(bright, [2, 4]);
        for id in [2, 4] {
            let own = glyphs.iter().filter(|glyph| glyph.id == id);
            assert!(
                own.clone().any(|glyph| glyph.shape & 3 == OCTAHEDRON),
                "a body from {id}"
            );
            for glyph in own {
                assert_eq!(glyph.color[..3], tinted(picture.colors.selected, 1.0)[..3]);
                assert!(glyph.shape & IN_FRONT != 0);
            }
        }
    }

    #[test]
    fn sizes_follow_the_neighbours() {
        for (bones, longest) in [(&CHAIN[..], 3.0_f32), (&CHAIN[..2], 3.0)] {
            let glyphs = drawn(&picture(placed(bones, None), true));
            let length = |glyph: &GlyphInstance| Vec3::from(glyph.head).distance(Vec3::from(glyph.tail));
            let bodies = || glyphs.iter().filter(|glyph| glyph.shape == OCTAHEDRON);
            assert_eq!(bodies().map(length).fold(0.0, f32::max), longest);
            let leaf = bodies()
                .find(|glyph| glyph.id == bones.len() as u32)
                .expect("the last bone has a stub");
            let parent = bodies().find(|glyph| glyph.id + 1 == leaf.id).expect("it has a parent");
            assert!(length(leaf) < length(parent), "a leaf is shorter than its parent");
            assert!(leaf.color[3] < parent.color[3], "and drawn as the guess that it is");
            for ball in glyphs.iter().filter(|glyph| glyph.shape == BALL && glyph.id > 1) {
                let above = bones[ball.id as usize - 1].1;
                assert!(2.0 * ball.radius <= 0.1 * above + 1e-6, "{ball:?}");
            }
        }
    }

    #[test]
    fn helpers_have_no_body_and_are_tied_by_a_line() {
        let bones = [(None, 0.0), (Some(0), 3.0), (Some(0), 9.0)];
        let mut model = placed(&bones, None);
        let with_body = |model: &PlacedModel| {
            let glyphs = drawn(&picture(model.clone(), true));
            let of = |shape| glyphs.iter().filter(|glyph| glyph.shape == shape).count();
            [of(OCTAHEDRON), of(LINE), of(BALL)]
        };
        assert_eq!(with_body(&model), [4, 0, 3], "two bodies and two stubs");
        model.bones.helpers = Some(Arc::new(vec![false, false, true]));
        assert_eq!(with_body(&model), [2, 1, 3]);
    }

    #[test]
    fn shapes_marks_and_size_are_obeyed() {
        let mut picture = picture(placed(&CHAIN, None), true);
        let radius = |picture: &Picture| drawn(picture)[0].radius;
        let usual = radius(&picture);
        picture.bones.size = 2.0;
        assert_eq!(radius(&picture), 2.0 * usual);
        picture.bones.is_constant = true;
        assert_eq!(radius(&picture), 0.0, "as wide as points say");
        for (shape, glyph) in [
            (BoneShape::Stick, STICK),
            (BoneShape::Line, LINE),
            (BoneShape::Axes, LINE),
        ] {
            picture.bones.shape = shape;
            assert_eq!(drawn(&picture)[0].shape, glyph);
        }
        picture.models[0].bones = BoneMarks {
            shown: Some(Arc::new(vec![true, false, false, false, false])),
            colors: Some(Arc::new(vec![[255, 0, 0]; 5])),
            ..BoneMarks::default()
        };
        let glyphs = drawn(&picture);
        assert!(glyphs.iter().all(|glyph| glyph.id == 1));
        let ball = glyphs.last().expect("a ball");
        assert_eq!(ball.color[..3], [1.0, 0.0, 0.0]);
    }

    /// One selected bone leaves little to draw at each place, and as much to look at as all bones do.
    #[test]
    fn a_selected_bone_at_many_places_costs_no_more_than_all_bones_may() {
        let places = vec![glam::Affine3A::IDENTITY; 50_000];
        let many = PlacedModel {
            places: castview_picture::Places::of(places).expect("at least one"),
            ..placed(&CHAIN, Some(2))
        };
        let mut table = Vec::new();
        let (glyphs, _) = glyphs(&picture(many, false), &mut table);
        assert!(
            !glyphs.is_empty() && glyphs.len() < 2 * MOST_INSTANCED,
            "{}",
            glyphs.len()
        );
        assert!(table.len() <= MOST_INSTANCED + CHAIN.len(), "{}", table.len());
    }

    #[test]
    fn lines_of_the_picture_are_in_front_and_of_no_bone() {
        let mut picture = picture(placed(&CHAIN, None), false);
        let line = Line {
            from: Vec3::ZERO,
            to: Vec3::X,
            color: [255, 0, 0],
            opacity: 0.5,
        };
        picture.lines = vec![line, Line { to: Vec3::ZERO, ..line }];
        let glyphs = drawn(&picture);
        let shapes: Vec<u32> = glyphs.iter().map(|glyph| glyph.shape).collect();
        assert_eq!(shapes, [LINE | IN_FRONT, BALL | IN_FRONT]);
        assert!(
            glyphs
                .iter()
                .all(|glyph| glyph.id == 0 && glyph.color == [1.0, 0.0, 0.0, 0.5])
        );
    }

    #[test]
    fn edges_of_faces_without_area_are_drawn_in_the_half_that_asks_for_them() {
        let line = Line {
            from: Vec3::ZERO,
            to: Vec3::X,
            color: [255, 0, 0],
            opacity: 1.0,
        };
        for (left, right, wanted) in [
            (ColorBy::DegenerateFaces, ColorBy::Material, [1, 0]),
            (ColorBy::Material, ColorBy::DegenerateFaces, [0, 1]),
        ] {
            let divided = castview_picture::Divided {
                at: 0.5,
                right: castview_picture::Way {
                    color_by: right,
                    ..Default::default()
                },
                longest: 1.0,
            };
            let picture = Picture {
                face_lines: vec![line],
                color_by: left,
                divided: Some(divided),
                ..picture(placed(&CHAIN, None), false)
            };
            let (other, _) = picture.right_half().expect("it is divided");
            assert_eq!([&picture, &other].map(|half| drawn(half).len()), wanted, "{left:?}");
        }
    }

    #[test]
    fn ten_thousand_bones_are_one_list() {
        let bones: Vec<(Option<usize>, f32)> = (0..10_000_usize)
            .map(|at| (at.checked_sub(1).map(|above| above / 3), 1.0))
            .collect();
        let glyphs = drawn(&picture(placed(&bones, Some(77)), true));
        // A ball each, a body to each but the root, stubs of what has no child, and the axes of the selected one.
        let leaves = (0..10_000_usize).filter(|at| at * 3 + 1 >= 10_000).count();
        assert_eq!(glyphs.len(), 10_000 + 9_999 + leaves + 3);
    }

    /// The first ones are drawn, and the selected one wherever it is.
    #[test]
    fn bones_beyond_those_of_any_rig_are_left_out_and_told() {
        let roots = vec![(None, 0.0); MOST_BONES + 7];
        let several = |selected| picture(placed(&roots, selected), true);
        let (first, told) = glyphs(&several(None), &mut Vec::new());
        assert_eq!(first.len(), MOST_BONES);
        let (left_out, most) = (7, MOST_BONES);
        assert_eq!(told, Some(RenderError::ManyBones { left_out, most }));
        let (with_last, _) = glyphs(&several(Some(MOST_BONES + 6)), &mut Vec::new());
        assert!(with_last.iter().any(|glyph| glyph.id == MOST_BONES as u32 + 7));
        let few = picture(placed(&roots[..10], None), true);
        assert_eq!(glyphs(&few, &mut Vec::new()).1, None);
    }
}
