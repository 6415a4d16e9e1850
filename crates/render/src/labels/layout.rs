//! Places of labels. Labels take places in the picture's order. A label that overlaps an earlier one is tried at the other
//! corners of its point, and left out if none is free. Minor ones keep a distance to the points of all others. Legends come
//! first.

use super::atlas::Atlas;
use super::legends;
use super::plate::{Area, MARGIN, Type};
use crate::gpu::gpu_types::{LabelInstance, ViewUniform};
use crate::lists::view::view_uniform;
use castview_picture::Picture;
use glam::{Mat4, Vec2, Vec3, vec2};

/// Pixels between a point and its label at the least size of a picture's lines.
const AWAY: f32 = 7.0;
/// Pixels between the point of a minor label and those of others, there.
const APART: f32 = 96.0;
/// Letters of a label.
const LONGEST: usize = 48;
/// Labels that are drawn; more are no longer read.
const MOST: usize = 400;

/// Plates and letters of the labels that have a place.
pub fn lay_out(picture: &Picture, atlas: &mut Atlas) -> Vec<LabelInstance> {
    if !picture.has_words() {
        return Vec::new();
    }
    atlas.make_room();
    let view = view_uniform(picture);
    let scale = view.line_px;
    let edges = vec2(view.width_px, view.height_px);
    let mut out = Vec::new();
    let of_legends = legends::lay_out(picture, (atlas, scale), edges, &mut out);
    let mut letters_of = Type::new(atlas, scale);
    let mut taken: Vec<Area> = of_legends;
    taken.extend(picture.covered.iter().map(|covered| {
        let [left, top, right, bottom] = covered.map(|side| side as f32);
        Area {
            min: vec2(left, top),
            max: vec2(right, bottom),
        }
    }));
    let most = taken.len() + MOST;
    let mut points: Vec<Vec2> = Vec::new();
    for label in picture.labels.iter().chain(&picture.grid_labels) {
        if taken.len() == most {
            break;
        }
        let Some(point) = pixel(label.anchor, &view) else {
            continue;
        };
        let is_near = |other: &Vec2| other.distance(point) < APART * scale;
        if label.is_minor && points.iter().any(is_near) {
            continue;
        }
        let words = letters_of.set(shortened(&label.text, |letter| letters_of.has(letter)));
        let extent = words.extent + 2.0 * MARGIN * scale;
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
        points.push(point);
        out.push(area.plate(&picture.colors));
        words.write(area.min + MARGIN * scale, label.color, &mut out);
    }
    out
}

/// The upper edge of the legends at the foot of `picture`, in pixels from its top; `None` if it has none.
pub fn top_of_legends(picture: &Picture) -> Option<f32> {
    if picture.legends.is_empty() {
        return None;
    }
    let view = view_uniform(picture);
    let edges = vec2(view.width_px, view.height_px);
    let areas = legends::lay_out(picture, (&mut Atlas::new(), view.line_px), edges, &mut Vec::new());
    areas.iter().map(|area| area.min.y).reduce(f32::min)
}

/// Where the view shows a point of the world; `None` if it is behind the eye or outside.
fn pixel(point: Vec3, view: &ViewUniform) -> Option<Vec2> {
    let clip = Mat4::from_cols_array_2d(&view.clip_from_world) * point.extend(1.0);
    let ndc = clip.truncate() / clip.w;
    let is_seen = clip.w > 0.0 && ndc.is_finite() && ndc.truncate().abs().max_element() <= 1.0;
    is_seen.then(|| vec2(1.0 + ndc.x, 1.0 - ndc.y) * 0.5 * vec2(view.width_px, view.height_px))
}

/// One line of letters; long ones lose their middle. Letters missing in the font are written by their number, `\u52A9`.
///
/// The font is the bundled one alone: a picture is the same on every machine, in the window and in `render`. It has Latin, Greek and
/// Cyrillic letters. Panels of the window, which are no part of a picture, take other letters from the system's fonts.
fn shortened(text: &str, has: impl Fn(char) -> bool) -> Vec<char> {
    let spelled = |letter: char| -> Vec<char> {
        match letter {
            _ if letter.is_control() => vec![' '],
            _ if has(letter) => vec![letter],
            // Constraints without a name are called so.
            '←' => vec!['<', '-'],
            _ => format!("\\u{:04X}", u32::from(letter)).chars().collect(),
        }
    };
    let whole: Vec<char> = text.chars().take(LONGEST + 1).flat_map(spelled).collect();
    if whole.len() <= LONGEST {
        return whole;
    }
    let mut out: Vec<char> = Vec::new();
    for letter in text.chars().map(spelled) {
        if out.len() + letter.len() > LONGEST / 2 {
            break;
        }
        out.extend(letter);
    }
    out.push('…');
    // The end of a very long text is not looked for letter by letter from the front.
    let mut end: Vec<Vec<char>> = Vec::new();
    let mut room = LONGEST - out.len();
    for letter in text.chars().rev().map(spelled) {
        let Some(less) = room.checked_sub(letter.len()) else {
            break;
        };
        room = less;
        end.push(letter);
    }
    out.extend(end.into_iter().rev().flatten());
    out
}

#[cfg(test)]
mod tests {
    use super::super::atlas::{PLATE, SIDE};
    use super::*;
    use castview_base::core::{Bounds, Camera};
    use castview_picture::Label;

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
            is_minor: false,
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

    /// As large as the letters of the panels around it, whatever the height of the picture.
    #[test]
    fn labels_have_the_size_of_the_windows_letters() {
        let height_of = |height: u32, pixels_per_point| {
            let picture = Picture {
                size: [400, height],
                pixels_per_point,
                ..picture(vec![label("12 cm", Vec3::ZERO)])
            };
            let plates = plates(&picture);
            plates[0][3] - plates[0][1]
        };
        let [once, twice] = [1.0, 2.0].map(|pixels| height_of(400, Some(pixels)));
        assert!((twice / once - 2.0).abs() < 0.15, "{once} {twice}");
        assert_eq!(height_of(1800, Some(1.0)), once);
        assert_eq!([400, 1800].map(|height| height_of(height, None)), [once, twice]);
    }

    #[test]
    fn nothing_is_written_where_the_picture_is_covered() {
        let many = |y: f32| (0..10).map(move |at| label("bone", Vec3::new(0.16 * at as f32 - 0.8, y, 0.0)));
        let mut picture = picture(many(0.8).chain(many(0.0)).collect());
        let above = |plates: &[[f32; 4]]| plates.iter().filter(|plate| plate[1] < 150.0).count();
        let before = plates(&picture);
        picture.covered = vec![[0, 0, 400, 150]];
        let after = plates(&picture);
        assert!(above(&before) > 2, "{before:?}");
        assert_eq!(above(&after), 0);
        assert!(!after.is_empty() && after.len() < before.len());
    }

    /// Sixty points in a line: far fewer names than there is room for, none near the point of another.
    #[test]
    fn minor_labels_keep_away_from_the_points_of_others() {
        let at = |at: usize| Vec3::new(0.03 * at as f32 - 0.9, 0.0, 0.0);
        let minor = |index: usize| Label {
            is_minor: true,
            ..label(&format!("b{index}"), at(index))
        };
        let few = plates(&picture((0..60).map(minor).collect()));
        let all = plates(&picture(
            (0..60).map(|index| label(&format!("b{index}"), at(index))).collect(),
        ));
        assert!(
            few.len() > 1 && few.len() < all.len() / 2,
            "{} of {}",
            few.len(),
            all.len()
        );
        let beside = picture(vec![label("one", Vec3::ZERO), minor(30)]);
        assert_eq!(plates(&beside).len(), 1, "it stands where the other does");
    }

    #[test]
    fn what_is_not_in_the_picture_has_no_label() {
        let gone = [Vec3::X * 1e6, Vec3::NAN, Vec3::INFINITY];
        let labels = gone.map(|anchor| label("gone", anchor)).to_vec();
        assert!(plates(&picture(labels)).is_empty());
    }

    /// In a low view the grid's lines reach the picture's edges: wherever a number's point lies, all of its plate is seen or none.
    #[test]
    fn grid_numbers_lie_wholly_inside_or_are_not_drawn() {
        let mut low = Picture {
            size: [300, 160],
            ..picture(Vec::new())
        };
        low.camera.pitch_rad = 0.03;
        let mut drawn = 0;
        for at in 0..200u8 {
            let away = f32::from(at) * 0.05 - 5.0;
            for anchor in [Vec3::X, Vec3::Z].map(|along| along * away) {
                low.grid_labels = vec![Label {
                    is_minor: true,
                    ..label("2.5 km", anchor)
                }];
                for [left, top, right, bottom] in plates(&low) {
                    drawn += 1;
                    let is_inside = left >= 0.0 && top >= 0.0 && right <= 300.0 && bottom <= 160.0;
                    assert!(is_inside, "{away}: {left} {top} {right} {bottom}");
                }
            }
        }
        assert!((20..400).contains(&drawn), "{drawn}");
    }

    #[test]
    fn long_names_lose_their_middle() {
        let name = format!("start{}end", "x".repeat(100_000));
        let text: String = shortened(&name, |_| true).into_iter().collect();
        assert_eq!(text.chars().count(), LONGEST);
        assert!(text.starts_with("start") && text.ends_with("end") && text.contains('…'));
        assert_eq!(shortened("a\nb", |_| true), ['a', ' ', 'b']);
    }

    #[test]
    fn letters_that_the_font_lacks_are_written_by_their_number() {
        let atlas = Atlas::new();
        let spelled = |text: &str| {
            shortened(text, |letter| atlas.has(letter))
                .into_iter()
                .collect::<String>()
        };
        assert_eq!(spelled("рука_λ_é"), "рука_λ_é");
        assert_eq!(spelled("j_助手"), r"j_\u52A9\u624B");
        assert_eq!(spelled("point ← hand_l"), "point <- hand_l");
        let long = spelled(&"助".repeat(100));
        assert!(long.chars().count() <= LONGEST && long.contains('…'), "{long}");
        assert!(
            long.starts_with(r"\u52A9") && long.ends_with(r"\u52A9"),
            "no number is cut: {long}"
        );
    }
}
