//! How different two pictures look when one takes the place of the other on a screen.
//!
//! Andersson et al., "FLIP: A Difference Evaluator for Alternating Images", 2020: the formulas of the paper, for pictures of low
//! dynamic range. In: two pictures of one size, of which alpha is left out. Out: 0 where they look alike, up to 1.

use castview_images::Image;
use glam::{Mat3, Vec2, Vec3};
use std::f32::consts::PI;

/// Resolution of a screen 0.7 m away, 0.7 m wide, with 3840 pixels in a row.
const PIXELS_PER_DEGREE: f32 = 67.0;
/// Exponents of the colour and of the feature difference.
const COLOR_POWER: f32 = 0.7;
const FEATURE_POWER: f32 = 0.5;
/// The colour difference at this share of the greatest one is stretched to this share of the result.
const KNEE: [f32; 2] = [0.4, 0.95];
/// Width of the detected features, in degrees.
const FEATURE_WIDTH: f32 = 0.082;

/// Linear light of sRGB → X, Y and Z.
fn to_xyz() -> Mat3 {
    Mat3::from_cols_array_2d(&[
        [
            10_135_552.0 / 24_577_794.0,
            2_613_072.0 / 12_288_897.0,
            1_425_312.0 / 73_733_382.0,
        ],
        [
            8_788_810.0 / 24_577_794.0,
            8_788_810.0 / 12_288_897.0,
            8_788_810.0 / 73_733_382.0,
        ],
        [
            4_435_075.0 / 24_577_794.0,
            887_015.0 / 12_288_897.0,
            70_074_185.0 / 73_733_382.0,
        ],
    ])
}

/// A channel or three of each pixel, row by row.
struct Field<T> {
    size: [usize; 2],
    values: Vec<T>,
}

trait Number: Copy + std::ops::Add<Output = Self> + std::ops::Mul<f32, Output = Self> + Default {}
impl Number for f32 {}
impl Number for Vec3 {}

impl<T: Number> Field<T> {
    /// Each pixel from its neighbours: `across` in its row, then `down` in its column. Edges go on beyond themselves.
    fn filtered(&self, across: &[f32], down: &[f32]) -> Self {
        let [width, height] = self.size;
        let pass = |values: &[T], kernel: &[f32], is_across: bool| -> Vec<T> {
            let radius = kernel.len() as isize / 2;
            let at = |index: usize| {
                let (x, y) = ((index % width) as isize, (index / width) as isize);
                (-radius..).zip(kernel).fold(T::default(), |sum, (step, weight)| {
                    let (x, y) = if is_across { (x + step, y) } else { (x, y + step) };
                    let (x, y) = (x.clamp(0, width as isize - 1), y.clamp(0, height as isize - 1));
                    sum + values[y as usize * width + x as usize] * *weight
                })
            };
            (0..values.len()).map(at).collect()
        };
        Self {
            size: self.size,
            values: pass(&pass(&self.values, across, true), down, false),
        }
    }
}

/// `weight` of each distance in pixels, from `-radius` to `radius`.
fn kernel(radius: usize, weight: impl Fn(f32) -> f32) -> Vec<f32> {
    (0..=2 * radius).map(|at| weight(at as f32 - radius as f32)).collect()
}

fn normalized(kernel: Vec<f32>) -> Vec<f32> {
    let sum: f32 = kernel.iter().sum();
    kernel.into_iter().map(|weight| weight / sum).collect()
}

/// Its positive weights sum to 1, its negative ones to −1.
fn balanced(kernel: Vec<f32>) -> Vec<f32> {
    let sum = |sign: f32| kernel.iter().map(|weight| (weight * sign).max(0.0)).sum::<f32>();
    let (above, below) = (sum(1.0), sum(-1.0));
    let scaled = |weight: &f32| if *weight > 0.0 { weight / above } else { weight / below };
    kernel.iter().map(scaled).collect()
}

/// Blurs one channel as the eye sees it at this distance from the screen; `parts`: strength and width of each.
fn seen(field: &Field<f32>, parts: &[[f32; 2]]) -> Vec<f32> {
    // All channels have the radius of the widest filter of the three.
    let radius = (3.0 * (0.04 / (2.0 * PI * PI)).sqrt() * PIXELS_PER_DEGREE).ceil() as usize;
    let mut sums = vec![0.0; field.values.len()];
    let mut whole = 0.0;
    for [strength, width] in parts {
        let one = kernel(radius, |x| (-(PI * x / PIXELS_PER_DEGREE).powi(2) / width).exp());
        // Filters of the paper are functions of two dimensions, and a Gaussian of two is the product of two of one.
        let weight = strength * (PI / width).sqrt() * one.iter().sum::<f32>().powi(2);
        whole += weight;
        let one = normalized(one);
        let filtered = field.filtered(&one, &one);
        sums.iter_mut()
            .zip(&filtered.values)
            .for_each(|(sum, value)| *sum += weight * value);
    }
    sums.into_iter().map(|sum| sum / whole).collect()
}

fn linear(byte: u8) -> f32 {
    match f32::from(byte) / 255.0 {
        c if c <= 0.040_45 => c / 12.92,
        c => ((c + 0.055) / 1.055).powf(2.4),
    }
}

/// The linearised form of CIELAB: luminance, red against green, blue against yellow.
fn opponents(xyz: Vec3) -> Vec3 {
    Vec3::new(116.0 * xyz.y - 16.0, 500.0 * (xyz.x - xyz.y), 200.0 * (xyz.y - xyz.z))
}

fn from_opponents(color: Vec3) -> Vec3 {
    let y = (color.x + 16.0) / 116.0;
    Vec3::new(y + color.y / 500.0, y, y - color.z / 200.0)
}

/// CIELAB of X, Y and Z relative to white, with chroma that fades in the dark (Hunt 1952).
fn lab(xyz: Vec3) -> Vec3 {
    const EDGE: f32 = 6.0 / 29.0;
    let bent = |t: f32| {
        if t > EDGE * EDGE * EDGE {
            t.cbrt()
        } else {
            t / (3.0 * EDGE * EDGE) + 4.0 / 29.0
        }
    };
    let [x, y, z] = xyz.to_array().map(bent);
    let lightness = 116.0 * y - 16.0;
    Vec3::new(
        lightness,
        0.01 * lightness * 500.0 * (x - y),
        0.01 * lightness * 200.0 * (y - z),
    )
}

/// Abasi et al. 2020: city blocks between lightness and chroma.
fn distance(one: Vec3, other: Vec3) -> f32 {
    let apart = one - other;
    apart.x.abs() + Vec2::new(apart.y, apart.z).length()
}

/// Look of a picture: its colours as the eye blurs them, and its edges and points.
struct Look {
    colors: Vec<Vec3>,
    edges: Vec<f32>,
    points: Vec<f32>,
}

impl Look {
    fn of(image: &Image) -> Self {
        let size = [image.width as usize, image.height as usize];
        let (to_xyz, white) = (to_xyz(), to_xyz() * Vec3::ONE);
        let pixels = image.rgba.chunks_exact(4);
        let colors: Vec<Vec3> = pixels
            .map(|p| opponents(to_xyz * Vec3::new(linear(p[0]), linear(p[1]), linear(p[2])) / white))
            .collect();
        let channel = |of: fn(&Vec3) -> f32| Field {
            size,
            values: colors.iter().map(of).collect(),
        };
        let luminance = seen(&channel(|c| c.x), &[[1.0, 0.0047]]);
        let red_green = seen(&channel(|c| c.y), &[[1.0, 0.0053]]);
        let blue_yellow = seen(&channel(|c| c.z), &[[34.1, 0.04], [13.5, 0.025]]);
        let from_xyz = to_xyz.inverse();
        let blurred = luminance.iter().zip(red_green).zip(blue_yellow).map(|((l, r), b)| {
            let light = from_xyz * (from_opponents(Vec3::new(*l, r, b)) * white);
            lab(to_xyz * light.clamp(Vec3::ZERO, Vec3::ONE) / white)
        });
        let deviation = 0.5 * FEATURE_WIDTH * PIXELS_PER_DEGREE;
        let radius = (3.0 * deviation).ceil() as usize;
        let gauss = |x: f32| (-x * x / (2.0 * deviation * deviation)).exp();
        let smooth = normalized(kernel(radius, gauss));
        let edge = balanced(kernel(radius, |x| -x * gauss(x)));
        let point = balanced(kernel(radius, |x| (x * x / (deviation * deviation) - 1.0) * gauss(x)));
        let grey = channel(|c| (c.x + 16.0) / 116.0);
        let strength = |detector: &[f32]| {
            let (across, down) = (grey.filtered(detector, &smooth), grey.filtered(&smooth, detector));
            let both = across.values.iter().zip(&down.values);
            both.map(|(x, y)| Vec2::new(*x, *y).length()).collect::<Vec<_>>()
        };
        Self {
            edges: strength(&edge),
            points: strength(&point),
            colors: blurred.collect(),
        }
    }
}

/// One number per pixel.
pub fn differences(one: &Image, other: &Image) -> Vec<f32> {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let white = to_xyz() * Vec3::ONE;
    let [green, blue] = [Vec3::Y, Vec3::Z].map(|light| lab(to_xyz() * light / white));
    let greatest = distance(green, blue).powf(COLOR_POWER);
    let knee = KNEE[0] * greatest;
    let stretched = |apart: f32| match apart.powf(COLOR_POWER) {
        d if d < knee => d * KNEE[1] / knee,
        d => KNEE[1] + (d - knee) / (greatest - knee) * (1.0 - KNEE[1]),
    };
    let (one, other) = (Look::of(one), Look::of(other));
    let at = |at: usize| {
        let color = stretched(distance(one.colors[at], other.colors[at]));
        let edges = (one.edges[at] - other.edges[at]).abs();
        let points = (one.points[at] - other.points[at]).abs();
        let feature = (edges.max(points) / 2.0_f32.sqrt()).powf(FEATURE_POWER);
        color.powf(1.0 - feature)
    };
    (0..one.colors.len()).map(at).collect()
}

/// The mean over all pixels.
pub fn mean(one: &Image, other: &Image) -> f32 {
    let all = differences(one, other);
    all.iter().sum::<f32>() / all.len() as f32
}

fn filled(rgb: [u8; 3]) -> Image {
    let [r, g, b] = rgb;
    drawn(|_, _| [r, g, b])
}

fn drawn(rgb: impl Fn(u32, u32) -> [u8; 3]) -> Image {
    let pixel = |at: u32| {
        let [r, g, b] = rgb(at % 64, at / 64);
        [r, g, b, 255]
    };
    Image {
        width: 64,
        height: 64,
        rgba: (0..64 * 64).flat_map(pixel).collect(),
    }
}

/// From the formulas of the paper by hand: black and white are 100 apart, the greatest distance is that of green and blue.
#[test]
fn flip_of_even_pictures_is_that_of_their_colours() {
    let even = |one, other| mean(&filled(one), &filled(other));
    let (black, white) = ([0; 3], [255; 3]);
    assert_eq!(even(white, white), 0.0);
    let apart = even(black, white);
    assert!((apart - 0.967).abs() < 0.002, "{apart}");
    let greatest = even([0, 255, 0], [0, 0, 255]);
    assert!((greatest - 1.0).abs() < 1e-4, "{greatest}");
    // One step of a byte in a middle grey: 0.4 of lightness.
    let step = even([128; 3], [129; 3]);
    let wanted = 0.95 * (0.4_f32 / 203.3).powf(0.7) / 0.4;
    assert!((step - wanted).abs() < 0.003, "{step}, not {wanted}");
}

#[test]
fn flip_is_the_same_both_ways_and_of_no_picture_with_itself() {
    let checks = drawn(|x, y| {
        if (x / 8 + y / 8) % 2 == 0 {
            [200, 60, 30]
        } else {
            [20, 90, 160]
        }
    });
    let ramp = drawn(|x, y| [(x * 4) as u8, (y * 4) as u8, 90]);
    assert!(differences(&checks, &checks).iter().all(|d| *d == 0.0));
    let (there, back) = (mean(&checks, &ramp), mean(&ramp, &checks));
    assert!((there - back).abs() < 1e-6 && there > 0.2, "{there}, {back}");
}

/// A pattern that is too fine for the eye is not seen, and an edge counts for more than the same step without one.
#[test]
fn flip_sees_as_far_as_the_eye_does() {
    let fine = drawn(|x, y| if (x + y) % 2 == 0 { [188; 3] } else { [0; 3] });
    let dark = drawn(|x, y| if (x + y) % 2 == 1 { [188; 3] } else { [0; 3] });
    let coarse = drawn(|x, _| if x < 32 { [188; 3] } else { [0; 3] });
    let turned = drawn(|x, _| if x < 32 { [0; 3] } else { [188; 3] });
    let (close, far) = (mean(&fine, &dark), mean(&coarse, &turned));
    assert!(close < 0.1 * far && far > 0.7, "{close}, {far}");
    let line = drawn(|x, _| if x == 32 { [150; 3] } else { [100; 3] });
    let even = filled([100; 3]);
    let seen = differences(&even, &line);
    let colors_alone = mean(&even, &filled([102; 3]));
    let on_line = seen[32 * 64 + 32];
    assert!(
        on_line > 2.0 * colors_alone && seen[32 * 64 + 4] == 0.0,
        "{on_line}, {colors_alone}"
    );
}
