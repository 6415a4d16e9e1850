//! Shadows, occlusion and the ground: beside a CPU's, at points that have none, and kept from picture to picture.

mod batches;
mod dense;
mod edge;
mod hair;
mod kept;
mod smooth;

use castview_base::core::{Bounds, MaterialIndex, MeshIndex, Projection, StandardView};
use castview_base::scene::{Mesh, Model};
use castview_files::open_demo;
use castview_images::Image;
use castview_picture::light::Preset;
use castview_picture::opened::Placement;
use castview_picture::{Background, ColorBy, Environment, Picture, Shading, Shadows, Tone};
use castview_render::{RenderError, Renderer, Step, Work};
use castview_session::{Action, DialValue, Message, PlaybackAction, Seek, Selected, SelectionAction, Session, Switch};
use castview_testkit::gpu::{context, draw_in_steps, empty_picture, limited_context, limited_context_of};
use castview_testkit::shading::{Lighting, Point};
use castview_testkit::shapes::{self, cube_bounds, framed, placed};
use glam::{Quat, Vec3, Vec4};

const KEY: Shadows = Shadows {
    key: true,
    occlusion: false,
    ground: None,
};

fn draw(renderer: &mut Renderer, picture: &Picture) -> Image {
    let drawn = renderer.draw(picture).expect("draws");
    assert_eq!(drawn.problems, []);
    renderer.read_pixels().expect("reads back")
}

fn texel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = (y * image.width + x) as usize * 4;
    [0, 1, 2, 3].map(|channel| image.rgba[at + channel])
}

fn linear(byte: u8) -> f32 {
    let c = f32::from(byte) / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// White, rough and not metallic.
fn chalk(meshes: Vec<Mesh>) -> Model {
    let mut material = shapes::color_material(Vec4::ONE);
    (material.surface.roughness, material.surface.specular) = (1.0, 0.0);
    Model {
        meshes: meshes
            .into_iter()
            .map(|mesh| Mesh {
                material: Some(MaterialIndex::new(0)),
                ..mesh
            })
            .collect(),
        materials: vec![material],
        ..Model::default()
    }
}

/// A floor of 4 by 4, and a square of 1 by 1 that lies in the air above its middle.
fn square_above_floor(height: f32) -> Model {
    let flat = |half: f32, y: f32| {
        shapes::sheet(1, 1, move |u, v| {
            Vec3::new((2.0 * u - 1.0) * half, y, (2.0 * v - 1.0) * half)
        })
    };
    chalk(vec![flat(2.0, 0.0), flat(0.5, height)])
}

/// From straight above, without perspective.
fn from_above(model: Model, half: f32) -> Picture {
    let bounds = Bounds {
        min: Vec3::new(-2.0, 0.0, -2.0),
        max: Vec3::new(2.0, 1.0, 2.0),
    };
    let mut picture = Picture {
        environment: Environment::Preset(Preset::Sunset),
        tone: Tone::None,
        exposure: -3.0,
        shadows: KEY,
        ..framed(empty_picture(), vec![placed(model)], bounds)
    };
    let camera = &mut picture.camera;
    camera.projection = Projection::Orthographic;
    camera.set_view(StandardView::Top);
    camera.distance = half / (camera.fov_y_rad * 0.5).tan();
    camera.target = Vec3::ZERO;
    camera.fit_depth(&bounds);
    picture
}

/// How much of the key light's disc is seen from `point` past a square of 1 by 1 at `height`.
fn reaches(point: Vec3, toward: Vec3, sine: f32, height: f32) -> f32 {
    const RINGS: u32 = 24;
    let (right, up) = toward.any_orthonormal_pair();
    let tan = sine / (1.0 - sine * sine).sqrt();
    let (mut free, mut all) = (0.0, 0.0);
    for ring in 0..RINGS {
        let radius = tan * ((ring as f32 + 0.5) / RINGS as f32).sqrt();
        for step in 0..48 {
            let angle = step as f32 / 48.0 * std::f32::consts::TAU;
            let ray = toward + (right * angle.cos() + up * angle.sin()) * radius;
            let hit = point + ray * (height - point.y) / ray.y;
            free += f32::from(u8::from(hit.x.abs() > 0.5 || hit.z.abs() > 0.5));
            all += 1.0;
        }
    }
    free / all
}

/// All over the floor, the key light's share is what is seen of its disc.
#[test]
fn a_shadow_covers_what_the_light_does_not_see() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let (height, half) = (0.22, 2.0);
    let mut picture = from_above(square_above_floor(height), half);
    let key = picture.environment.map().key.expect("the sun");
    let lighting = Lighting::of(&picture);
    let floor = Point {
        f0: Vec3::ZERO,
        f90: 0.0,
        ..Point::rough(Vec3::Y, Vec3::Y, Vec3::ONE, 0.0, 1.0)
    };
    let (around, from_key) = (lighting.around(&floor, false), lighting.key(&floor));
    // Bytes are up to 3 % of the key light apart. The lit floor, most of the picture, is one byte: it shall be one without rounding.
    picture.exposure = (linear(243) / (around.x + from_key.x)).log2();
    let image = draw(&mut renderer, &picture);
    let (mut error, mut count, mut dark) = (0.0, 0.0, 0.0);
    for y in (4..252).step_by(4) {
        for x in (4..252).step_by(4) {
            let place = |pixel: u32| ((pixel as f32 + 0.5) / 128.0 - 1.0) * half;
            let point = Vec3::new(place(x), 0.0, place(y));
            if point.x.abs() < 0.55 && point.z.abs() < 0.55 {
                // Behind the square.
                continue;
            }
            let expected = reaches(point, key.direction, key.sine, height);
            let shown = linear(texel(&image, x, y)[0]) / picture.exposure.exp2();
            let found = (shown - around.x) / from_key.x;
            error += (found - expected).abs();
            count += 1.0;
            dark += 1.0 - expected;
            assert!(
                (found - expected).abs() < 0.4,
                "{found} instead of {expected} at {point}"
            );
        }
    }
    assert!(dark > 50.0, "there is a shadow: {dark}");
    assert!(error / count < 0.02, "{}", error / count);
}

/// A wall on a floor: its shadow begins at its foot, and the floor before it has none.
#[test]
fn a_shadow_begins_where_something_stands() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let floor = shapes::sheet(1, 1, |u, v| Vec3::new(4.0 * u - 2.0, 0.0, 4.0 * v - 2.0));
    // Across the light, which comes from −x and +z.
    let along = Vec3::new(0.62, 0.0, 0.78).normalize();
    let wall = shapes::sheet(1, 1, move |u, v| along * (1.2 * u - 0.6) + Vec3::Y * v);
    let picture = from_above(chalk(vec![floor, wall]), 2.0);
    let on = draw(&mut renderer, &picture);
    let off = draw(
        &mut renderer,
        &Picture {
            shadows: Shadows::default(),
            ..picture.clone()
        },
    );
    let toward = picture.environment.map().key.expect("the sun").direction;
    let behind = -Vec3::new(toward.x, 0.0, toward.z).normalize();
    let share = |away: f32| {
        let at = (behind * away / 2.0 + 1.0) * 128.0;
        let [on, off] = [&on, &off].map(|image| linear(texel(image, at.x as u32, at.z as u32)[0]));
        on / off
    };
    // The sun gives a quarter of the light that lies on the floor.
    for away in [0.05, 0.1, 0.3, 0.8] {
        assert!(share(away) < 0.77, "{away} behind the wall: {}", share(away));
        assert!(share(-away) > 0.97, "{away} before the wall: {}", share(-away));
    }
}

/// No surface that faces the light throws a shadow on itself.
#[test]
fn a_ball_has_no_shadow_on_its_lit_side() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let mut looked_at = 0;
    for turn_rad in [0.0, 1.5, 3.0, 4.5] {
        let mut picture = framed(
            empty_picture(),
            vec![placed(chalk(vec![shapes::sphere()]))],
            cube_bounds(1.0),
        );
        picture.camera.projection = Projection::Orthographic;
        picture.camera.frame(&cube_bounds(1.0), 1.0);
        picture.environment = Environment::Preset(Preset::Sunset);
        picture.environment_turn_rad = turn_rad;
        picture.tone = Tone::None;
        picture.exposure = -3.0;
        let off = draw(&mut renderer, &picture);
        picture.shadows = KEY;
        let on = draw(&mut renderer, &picture);
        let key = picture.environment.map().key.expect("the sun");
        let toward = Quat::from_rotation_y(turn_rad) * key.direction;
        let half = picture.camera.half_height();
        for y in 0..256 {
            for x in 0..256 {
                let place = |pixel: u32| ((pixel as f32 + 0.5) / 128.0 - 1.0) * half;
                let (right, up) = (place(x), -place(y));
                let squared = 1.0 - right * right - up * up;
                if squared < 0.05 {
                    continue;
                }
                let camera = &picture.camera;
                let n = camera.right() * right + camera.up() * up - camera.forward() * squared.sqrt();
                if n.dot(toward) > 0.25 {
                    looked_at += 1;
                    let [on, off] = [&on, &off].map(|image| linear(texel(image, x, y)[0]));
                    assert!(on > 0.95 * off, "{on} instead of {off} at {x}, {y}, {turn_rad}");
                }
            }
        }
    }
    assert!(looked_at > 20_000, "{looked_at}");
}

/// Unlit surfaces have no shadows, and nothing is left of shadows that are switched off.
#[test]
fn only_lit_surfaces_have_shadows() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let all = Shadows {
        key: true,
        occlusion: true,
        ground: Some(-0.2),
    };
    let lit = from_above(square_above_floor(0.5), 2.0);
    let seen = |change: fn(&mut Picture), renderer: &mut Renderer| {
        let [with, without] = [all, Shadows::default()].map(|shadows| {
            let mut picture = Picture { shadows, ..lit.clone() };
            change(&mut picture);
            draw(renderer, &picture)
        });
        with != without
    };
    assert!(seen(|_| {}, &mut renderer));
    assert!(!seen(|picture| picture.color_by = ColorBy::Normals, &mut renderer));
    assert!(!seen(|picture| picture.shading = Shading::Wireframe, &mut renderer));
    assert!(!seen(|picture| picture.overlays.xray = true, &mut renderer));
    let hidden = |picture: &mut Picture| picture.models[0].hidden_meshes = vec![true; 2].into();
    assert!(!seen(hidden, &mut renderer));
}

/// Laid over white as other programs do it, in sRGB, the shadow on the ground is what it would have been on white.
#[test]
fn the_ground_is_as_dark_without_a_background() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let cube = shapes::placed(chalk(vec![shapes::sphere()]));
    let mut picture = framed(empty_picture(), vec![cube], cube_bounds(1.0));
    picture.posed_bounds = picture.bounds;
    picture.shadows = Shadows {
        key: true,
        occlusion: false,
        ground: Some(-1.0),
    };
    let [white, bare] = [Background::Solid([255; 3]), Background::Transparent].map(|background| {
        picture.background = background;
        draw(&mut renderer, &picture)
    });
    let mut dark = 0;
    for (on_white, bare) in white.rgba.chunks_exact(4).zip(bare.rgba.chunks_exact(4)) {
        // The ground alone: it is black.
        if bare[3] == 0 || bare[..3] != [0; 3] {
            continue;
        }
        dark += u32::from(bare[3] > 40);
        let off = on_white[0].abs_diff(255 - bare[3]);
        assert!(off <= 6, "{} on white, alpha {} without it", on_white[0], bare[3]);
    }
    assert!(dark > 500, "{dark} pixels");
}

fn demo() -> Session {
    let mut session = Session::default();
    session.receive(Message::Loaded {
        generation: 0,
        files: open_demo(),
        placement: Placement::Replace,
    });
    session.apply(Action::Playback(PlaybackAction::Pause));
    session
}

fn seek(session: &mut Session, frame: f64) {
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
}

/// Maps that stay while the camera moves are those of a new renderer; so are those that follow from another pose.
#[test]
fn maps_that_are_kept_are_right() {
    let Some(context) = context() else { return };
    let mut kept = Renderer::new(&context);
    let mut session = demo();
    for (frame, yaw_rad) in [(3.0, 0.0), (3.0, 0.4), (40.0, 0.4), (40.0, 0.8), (3.0, 0.0)] {
        seek(&mut session, frame);
        let mut picture = session.picture([200, 160], 1);
        assert!(picture.shadows.key && picture.shadows.occlusion && picture.shadows.ground.is_some());
        picture.camera.yaw_rad += yaw_rad;
        let fresh = draw(&mut Renderer::new(&context), &picture);
        assert!(draw(&mut kept, &picture) == fresh, "frame {frame}, {yaw_rad}");
        let few = Work {
            corners: 5000.0,
            pixels: 50_000.0,
            depths: 50_000.0,
            ..Work::WHOLE
        };
        assert!(draw_in_steps(&mut kept, &picture, &few).0 == fresh, "frame {frame}");
    }
}

/// A step may hold far more of it than of surfaces.
#[test]
fn pixels_of_which_depth_alone_is_drawn_are_counted_apart() {
    let Some(context) = context() else { return };
    let groove = |u: f32, v: f32| Vec3::new(4.0 * u - 2.0, (8.0 * u).fract(), 4.0 * v - 2.0);
    let plain = Picture {
        size: [96, 96],
        ..from_above(chalk(vec![shapes::sheet(8, 1, groove)]), 3.0)
    };
    let work = |shadows: Shadows| {
        let mut renderer = Renderer::new(&context);
        let picture = Picture {
            shadows,
            posed_bounds: plain.bounds,
            ..plain.clone()
        };
        renderer.begin(picture).expect("begins");
        let mut all = Work::NONE;
        while let Some(step) = renderer.step(&Work::WHOLE).expect("goes on") {
            match step {
                Step::Some(work) => all.add(&work),
                Step::Done(work, _) => {
                    all.add(&work);
                    break;
                }
                Step::Waits => {}
            }
        }
        all
    };
    let (bare, shaded) = (work(Shadows::default()), work(KEY));
    assert!(bare.depths == 0.0 && bare.pixels > 0.0, "{bare:?}");
    assert!(
        shaded.depths > 0.5 * bare.pixels,
        "{shaded:?}, without shadows {bare:?}"
    );
}

/// Light held back in the previous picture, at pixels beside those that show a surface now, has no part in this one.
#[test]
fn nothing_is_left_of_the_picture_before() {
    let Some(context) = context() else { return };
    let mut kept = Renderer::new(&context);
    // Grooves, which hold back some of the light at their bottom, up to the very edges of their box.
    let groove = |u: f32, v: f32| Vec3::new(4.0 * u - 2.0, (8.0 * u).fract(), 4.0 * v - 2.0);
    let grooves = from_above(chalk(vec![shapes::sheet(64, 1, groove)]), 3.0);
    for step in 0..6_u8 {
        let mut picture = Picture {
            size: [96, 96],
            samples: 4,
            shadows: Shadows { occlusion: true, ..KEY },
            posed_bounds: grooves.bounds,
            ..grooves.clone()
        };
        // Some three pixels further each time: to the right and down is where the means look less far.
        picture.camera.target -= Vec3::new(0.19, 0.0, 0.21) * f32::from(step);
        let fresh = draw(&mut Renderer::new(&context), &picture);
        assert!(draw(&mut kept, &picture) == fresh, "step {step}");
    }
}

/// Below the lowest point of the clip, and it stays there.
#[test]
fn the_ground_lies_below_the_whole_clip() {
    let mut session = demo();
    let height = session.view().ground().expect("there is a surface");
    let size = session.picture([64, 64], 1).bounds.diagonal();
    let mut lowest = f32::INFINITY;
    for frame in 0..48 {
        seek(&mut session, f64::from(frame));
        assert_eq!(session.view().ground(), Some(height));
        let picture = session.picture([64, 64], 1);
        let placed = &picture.models[0];
        let around = castview_motion::deform::posed_bounds(placed.model(), &placed.pose);
        let around = around.transformed(picture.world_from_stage * placed.stage_from_model);
        lowest = lowest.min(around.min.y);
    }
    assert!((height - lowest).abs() < 0.01 * size, "{height} and {lowest}");
}

/// A model that hangs in the air has its ground below itself, not at the origin.
#[test]
fn a_ball_in_the_air_has_its_ground_below_it() {
    let mut ball = shapes::sphere();
    let positions: Vec<[f32; 3]> = ball.positions.iter().map(|[x, y, z]| [x, y + 7.0, z]).collect();
    ball.bounds = positions.iter().map(|p| Vec3::from(*p)).collect();
    ball.positions = positions.into();
    let model = Model {
        meshes: vec![ball],
        ..Model::default()
    };
    let mut session = castview_testkit::sessions::staged::opened(vec![model], Vec::new());
    session.apply(DialValue::up_axis(Some(castview_base::core::UpAxis::Y)).choose());
    let height = session.view().ground().expect("there is a surface");
    assert!((height - 6.0).abs() < 1e-4, "{height}");
    session.apply(Switch::GROUND.toggle());
    assert_eq!(session.picture([64, 64], 1).shadows.ground, None);
}

/// Hidden meshes do not stand on the ground.
#[test]
fn a_hidden_plinth_carries_nothing() {
    let raised = |by: f32| {
        let mut ball = shapes::sphere();
        let positions: Vec<[f32; 3]> = ball.positions.iter().map(|[x, y, z]| [x, y + by, z]).collect();
        ball.bounds = positions.iter().map(|p| Vec3::from(*p)).collect();
        ball.positions = positions.into();
        ball
    };
    let model = Model {
        meshes: vec![raised(7.0), raised(2.0)],
        ..Model::default()
    };
    let mut session = castview_testkit::sessions::staged::opened(vec![model], Vec::new());
    session.apply(DialValue::up_axis(Some(castview_base::core::UpAxis::Y)).choose());
    let plinth = Selected::Mesh(session.stage().models()[0].key, MeshIndex::new(1));
    for height in [1.0, 6.0, 1.0] {
        let found = session.view().ground().expect("there is a surface");
        assert!((found - height).abs() < 1e-3, "{found}, not {height}");
        session.apply(Action::Selection(SelectionAction::ToggleShown(plinth)));
    }
}

/// A transparent picture has the shadow in its alpha, in black.
#[test]
fn a_transparent_picture_keeps_the_shadow() {
    let Some(context) = context() else { return };
    let mut renderer = Renderer::new(&context);
    let session = demo();
    let mut picture = Picture {
        background: Background::Transparent,
        ..session.picture([160, 120], 1)
    };
    picture.overlays.grid = false;
    picture.overlays.axes = false;
    picture.grid_labels.clear();
    let shades = |image: &Image| {
        let shade = |texel: &&[u8]| (8..250).contains(&texel[3]) && texel[..3] == [0; 3];
        image.rgba.chunks_exact(4).filter(shade).count()
    };
    assert!(shades(&draw(&mut renderer, &picture)) > 200);
    picture.shadows.ground = None;
    assert_eq!(shades(&draw(&mut renderer, &picture)), 0);
}

/// With no more than what WebGPU promises everywhere, the picture is the same.
#[test]
fn the_limits_that_every_adapter_has_are_enough() {
    let (Some(context), Some(limited)) = (context(), limited_context()) else {
        return;
    };
    let session = demo();
    for samples in [1, 4] {
        let picture = session.picture([200, 160], samples);
        let whole = draw(&mut Renderer::new(&context), &picture);
        assert!(
            draw(&mut Renderer::new(&limited), &picture) == whole,
            "{samples} samples"
        );
    }
}

/// A picture with more pixels than fit a binding is drawn without shadows, and says so; one without shadows has nothing to say.
#[test]
fn a_picture_too_large_for_shadows_says_so() {
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 20,
        ..wgpu::Limits::default()
    };
    let Some(context) = limited_context_of(&limits) else {
        return;
    };
    let mut renderer = Renderer::new(&context);
    let session = demo();
    let fits = renderer.draw(&session.picture([512, 512], 1)).expect("draws");
    assert_eq!(fits.problems, []);
    let large = session.picture([513, 512], 1);
    let told = renderer.draw(&large).expect("draws").problems;
    let wanted = RenderError::NoShadows {
        width: 513,
        height: 512,
        limit: 512 * 512,
    };
    assert_eq!(told, [wanted]);
    let plain = Picture {
        shadows: Shadows::default(),
        ..large
    };
    let without = renderer.read_pixels().expect("reads back");
    assert!(draw(&mut renderer, &plain) == without);
}
