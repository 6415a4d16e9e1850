//! Which labels are drawn, and where: the first in the picture's order take their places, later ones that would overlap them are
//! tried at the other corners of their point, and else left out.

use super::atlas::{Atlas, Letter, PLATE, SIDE, Texels};
use crate::picture::Picture;
use crate::render::gpu::gpu_types::{LabelInstance, ViewUniform};
use crate::render::gpu::srgb::linear;
use crate::render::view::view_uniform;
use glam::{Mat4, Vec2, Vec3, vec2};

/// Of a line at the least size of a picture's lines, in pixels.
const LINE: f32 = 15.0;
/// Pixels at that size: between a point and its label, and between letters and the edge of their plate.
const AWAY: f32 = 7.0;
const MARGIN: Vec2 = Vec2::new(4.0, 1.0);
/// Of plates.
const OPACITY: f32 = 0.72;
/// Letters of a label.
const LONGEST: usize = 48;
/// Labels that are drawn; more are no longer read.
const MOST: usize = 400;

/// A rectangle in pixels from the left top.
#[derive(Clone, Copy, Debug)]
struct Area {
    min: Vec2,
    max: Vec2,
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }
}

/// Plates and letters of the labels that have a place.
pub fn lay_out(picture: &Picture, atlas: &mut Atlas) -> Vec<LabelInstance> {
    if picture.labels.is_empty() {
        return Vec::new();
    }
    atlas.make_room();
    let view = view_uniform(picture);
    let scale = view.line_px;
    let size = (LINE * scale).round() as u32;
    let [above, below] = atlas.line(size);
    let edges = vec2(view.width_px, view.height_px);
    let mut taken: Vec<Area> = Vec::new();
    let mut out = Vec::new();
    for label in &picture.labels {
        if taken.len() == MOST {
            break;
        }
        let Some(point) = pixel(label.anchor, &view) else {
            continue;
        };
        let letters: Vec<Letter> = shortened(&label.text)
            .into_iter()
            .map(|letter| atlas.letter(letter, size))
            .collect();
        let width: f32 = letters.iter().map(|letter| letter.advance).sum();
        let extent = vec2(width, above + below) + 2.0 * MARGIN * scale;
        let away = AWAY * scale;
        let corners = [
            vec2(away, -away - extent.y),
            vec2(away, away),
            vec2(-away - extent.x, -away - extent.y),
            vec2(-away - extent.x, away),
        ];
        let areas = corners.map(|corner| {
            // Letters are sharp on whole pixels.
            let min = (point + corner).round();
            Area {
                min,
                max: min + extent.ceil(),
            }
        });
        let fits = |area: &&Area| {
            let is_inside = area.min.cmpge(Vec2::ZERO).all() && area.max.cmple(edges).all();
            is_inside && !taken.iter().any(|other| other.overlaps(area))
        };
        let Some(area) = areas.iter().find(fits).copied() else {
            continue;
        };
        taken.push(area);
        out.push(rectangle(
            area.min,
            area.max,
            PLATE,
            with_opacity(picture.colors.bone_edge, OPACITY),
        ));
        let color = with_opacity(label.color, 1.0);
        let mut pen = (area.min + MARGIN * scale + vec2(0.0, above)).round();
        for letter in letters {
            if let Some(texels) = letter.texels {
                let min = (pen + Vec2::from(letter.offset)).round();
                let extent = vec2((texels[2] - texels[0]) as f32, (texels[3] - texels[1]) as f32);
                out.push(rectangle(min, min + extent, texels, color));
            }
            pen.x += letter.advance;
        }
    }
    out
}

/// Where the view shows a point of the world; `None` if it is behind the eye or outside.
fn pixel(point: Vec3, view: &ViewUniform) -> Option<Vec2> {
    let clip = Mat4::from_cols_array_2d(&view.clip_from_world) * point.extend(1.0);
    let ndc = clip.truncate() / clip.w;
    let is_seen = clip.w > 0.0 && ndc.is_finite() && ndc.truncate().abs().max_element() <= 1.0;
    is_seen.then(|| vec2(1.0 + ndc.x, 1.0 - ndc.y) * 0.5 * vec2(view.width_px, view.height_px))
}

/// One line of letters: what is too long loses its middle.
fn shortened(text: &str) -> Vec<char> {
    let one_line = |letter: char| if letter.is_control() { ' ' } else { letter };
    let letters: Vec<char> = text.chars().map(one_line).take(4 * LONGEST).collect();
    if letters.len() <= LONGEST {
        return letters;
    }
    let half = LONGEST / 2;
    let mut out = letters[..half].to_vec();
    out.push('…');
    // The end of a very long text is not looked for letter by letter from the front.
    let end: Vec<char> = text.chars().rev().take(half - 1).map(one_line).collect();
    out.extend(end.into_iter().rev());
    out
}

fn with_opacity(rgb: [u8; 3], opacity: f32) -> [f32; 4] {
    let [r, g, b, _] = linear(rgb);
    [r, g, b, opacity]
}

fn rectangle(min: Vec2, max: Vec2, texels: Texels, color: [f32; 4]) -> LabelInstance {
    LabelInstance {
        pixels: [min.x, min.y, max.x, max.y],
        texels: texels.map(|texel| texel as f32 / SIDE as f32),
        color,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Bounds, Camera};
    use crate::picture::Label;

    fn picture(labels: Vec<Label>) -> Picture {
        let mut camera = Camera::default();
        let bounds = Bounds {
            min: Vec3::splat(-1.0),
            max: Vec3::splat(1.0),
        };
        camera.frame(&bounds, 1.0);
        Picture {
            size: [400, 400],
            camera,
            labels,
            ..Picture::of(Vec::new())
        }
    }

    fn label(text: &str, anchor: Vec3) -> Label {
        Label {
            anchor,
            text: text.into(),
            color: [255; 3],
        }
    }

    /// The plates, which are the first rectangle of each label.
    fn plates(picture: &Picture) -> Vec<[f32; 4]> {
        let plate = PLATE.map(|texel| texel as f32 / SIDE as f32);
        let laid = lay_out(picture, &mut Atlas::new());
        laid.iter()
            .filter(|one| one.texels == plate)
            .map(|one| one.pixels)
            .collect()
    }

    #[test]
    fn labels_stand_beside_their_point_and_never_over_each_other() {
        let many = (0..60).map(|at| label(&format!("bone_{at}"), Vec3::new(0.02 * at as f32 - 0.6, 0.0, 0.0)));
        let picture = picture(many.collect());
        let plates = plates(&picture);
        assert!(plates.len() > 4 && plates.len() < 60, "{}", plates.len());
        for (at, a) in plates.iter().enumerate() {
            assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= 400.0 && a[3] <= 400.0);
            assert!(
                plates[at + 1..]
                    .iter()
                    .all(|b| a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1])
            );
        }
    }

    #[test]
    fn the_first_labels_win_and_the_second_takes_another_corner() {
        let plates = plates(&picture(vec![label("one", Vec3::ZERO), label("another", Vec3::ZERO)]));
        let [first, second] = plates[..] else {
            panic!("{plates:?}")
        };
        assert!(first[0] > 200.0 && first[3] < 200.0, "right above");
        assert!(second[0] > 200.0 && second[1] > 200.0, "right below");
    }

    #[test]
    fn what_is_not_in_the_picture_has_no_label() {
        let gone = [Vec3::X * 1e6, Vec3::NAN, Vec3::INFINITY];
        let labels = gone.map(|anchor| label("gone", anchor)).to_vec();
        assert!(plates(&picture(labels)).is_empty());
    }

    #[test]
    fn long_names_lose_their_middle() {
        let name = format!("start{}end", "x".repeat(100_000));
        let text: String = shortened(&name).into_iter().collect();
        assert_eq!(text.chars().count(), LONGEST);
        assert!(text.starts_with("start") && text.ends_with("end") && text.contains('…'));
        assert_eq!(shortened("a\nb"), ['a', ' ', 'b']);
    }
}
