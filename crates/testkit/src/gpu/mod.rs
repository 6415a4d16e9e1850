//! A renderer for tests, or a loud skip; and the comparison with golden pictures.

pub mod golden;

use castview_base::core::{Bounds, Camera};
use castview_images::Image;
use castview_picture::{Background, Colors, Picture};
use castview_render::{Context, Renderer, Step, Work};
use glam::{Affine3A, Vec3};
use std::path::{Path, PathBuf};
use std::task::{Poll, Waker};

/// Opens an adapter; without one, prints that the test is skipped, or fails if `REQUIRE_GPU=1`.
pub fn context() -> Option<Context> {
    match Context::headless() {
        Ok(context) => Some(context),
        Err(error) => {
            assert!(
                std::env::var("REQUIRE_GPU").is_ok_and(|value| value == "1"),
                "REQUIRE_GPU=1, but: {error}"
            );
            eprintln!("skipped: {error}");
            None
        }
    }
}

/// A device with wgpu's default limits and no features; `None` without an adapter.
pub fn limited_context() -> Option<Context> {
    let context = limited_context_of(&wgpu::Limits::default())?;
    let limits = context.device.limits();
    assert_eq!(limits.max_sampled_textures_per_shader_stage, 16);
    assert_eq!((limits.max_samplers_per_shader_stage, limits.max_bind_groups), (16, 4));
    Some(context)
}

/// A device with these limits and no features; `None` without an adapter.
pub fn limited_context_of(limits: &wgpu::Limits) -> Option<Context> {
    context()?;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let adapter = now(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).expect("there is one");
    let device = adapter.request_device(&wgpu::DeviceDescriptor {
        required_limits: limits.clone(),
        ..Default::default()
    });
    let (device, queue) = now(device).expect("every adapter has these");
    Some(Context::from_parts(&adapter, device, queue))
}

/// Native adapters answer at once.
fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())) {
            return answer;
        }
    }
}

/// A renderer and the folder of golden pictures.
pub struct Stage {
    pub renderer: Renderer,
}

/// How far a picture may be from its golden one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The largest difference of one channel.
    pub channel: u8,
    /// Pixels that may differ by more.
    pub outliers: usize,
}

impl Tolerance {
    /// Two versions of the driver that drew the golden pictures; edges may fall on the other side of a sample.
    pub const SAME_DRIVER: Self = Self {
        channel: 3,
        outliers: 40,
    };
    /// Another driver, with rules of its own for lines, edges and filters of textures: a thirtieth of 256 × 256 pixels.
    pub const OTHER_DRIVER: Self = Self {
        channel: 16,
        outliers: 2184,
    };

    /// Tolerance for the adapter that `info` tells about.
    pub fn of(info: &wgpu::AdapterInfo) -> Self {
        match is_software_vulkan(info) {
            true => Self::SAME_DRIVER,
            false => Self::OTHER_DRIVER,
        }
    }
}

/// Golden pictures are those of software Vulkan.
fn is_software_vulkan(info: &wgpu::AdapterInfo) -> bool {
    info.device_type == wgpu::DeviceType::Cpu && info.backend == wgpu::Backend::Vulkan
}

/// The file of a golden picture below `root`, the folder of the workspace; `ending` with its dot.
pub fn golden_file(root: &Path, name: &str, ending: &str) -> PathBuf {
    root.join("crates/render/tests/golden").join(format!("{name}{ending}"))
}

/// Differences of `image` from the golden picture `name`, channel by channel; says why there are none to count.
pub fn differences(root: &Path, name: &str, image: &Image) -> Result<Vec<u8>, String> {
    let golden = image::open(golden_file(root, name, ".png"))
        .map_err(|error| format!("{name}: {error}; UPDATE_GOLDEN=1 writes it"))?
        .to_rgba8();
    if golden.dimensions() != (image.width, image.height) {
        return Err(format!("{name}: the golden picture has another size"));
    }
    let pairs = image.rgba.iter().zip(golden.as_raw());
    Ok(pairs.map(|(a, b)| a.abs_diff(*b)).collect())
}

/// Pixels among `differences` of which a channel differs by more than `channel`.
pub fn outliers(differences: &[u8], channel: u8) -> usize {
    let pixels = differences.chunks_exact(4);
    pixels.filter(|pixel| pixel.iter().any(|d| *d > channel)).count()
}

impl Stage {
    /// `None` without an adapter, and on any but software Vulkan: others draw lines and edges by rules of their own.
    pub fn new() -> Option<Self> {
        let context = context()?;
        let info = context.adapter_info();
        if !is_software_vulkan(info) {
            eprintln!(
                "skipped: golden pictures are those of software Vulkan, and this is {} on {}",
                info.name, info.backend
            );
            return None;
        }
        Some(Self {
            renderer: Renderer::new(&context),
        })
    }

    pub fn draw(&mut self, picture: &Picture) -> Image {
        let drawn = self.renderer.draw(picture).expect("draws");
        assert_eq!(drawn.problems, []);
        self.renderer.read_pixels().expect("reads back")
    }

    /// Draws and compares with `crates/render/tests/golden/NAME.png`; says what is wrong.
    pub fn check(&mut self, name: &str, picture: &Picture) -> Result<(), String> {
        let image = self.draw(picture);
        let root = crate::root();
        let file = |ending: &str| golden_file(&root, name, ending);
        if std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1") {
            save(&file(".png"), &image);
            return Ok(());
        }
        let tolerance = Tolerance::SAME_DRIVER;
        let difference = differences(&root, name, &image).inspect_err(|_| save(&file(".new.png"), &image))?;
        let outliers = outliers(&difference, tolerance.channel);
        if outliers > tolerance.outliers {
            save(&file(".new.png"), &image);
            let visible = difference.chunks_exact(4).flat_map(|d| {
                let d = d.iter().copied().max().unwrap_or(0).saturating_mul(8);
                [d, d, d, 255]
            });
            let diff = Image {
                rgba: visible.collect(),
                ..image
            };
            save(&file(".diff.png"), &diff);
            return Err(format!(
                "{name}: {outliers} pixels differ; see {}",
                file(".new.png").display()
            ));
        }
        Ok(())
    }
}

/// Draws in as many steps as `limit` takes; the number of submissions.
pub fn draw_in_steps(renderer: &mut Renderer, picture: &Picture, limit: &Work) -> (Image, u64) {
    let before = renderer.counts().submissions;
    renderer.begin(picture.clone()).expect("begins");
    loop {
        match renderer.step(limit).expect("goes on").expect("is begun") {
            Step::Some(_) | Step::Waits => assert!(renderer.is_drawing()),
            Step::Done(_, drawn) => {
                assert_eq!(drawn.problems, []);
                let image = renderer.read_pixels().expect("reads back");
                return (image, renderer.counts().submissions - before);
            }
        }
    }
}

pub fn save(path: &Path, image: &Image) {
    image::save_buffer(path, &image.rgba, image.width, image.height, image::ColorType::Rgba8)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// The dark theme's, with a few colours that golden pictures were drawn with.
pub const COLORS: Colors = Colors {
    bone_edge: [0x10, 0x1c, 0x2c],
    grid: [0x7a, 0x84, 0x94],
    wire: [0xd8, 0xe2, 0xf0],
    ..Colors::DARK
};

/// 256 pixels, a unit box in front of the camera, nothing in it.
pub fn empty_picture() -> Picture {
    let bounds = Bounds {
        min: Vec3::splat(-0.5),
        max: Vec3::splat(0.5),
    };
    let mut camera = Camera::default();
    camera.frame(&bounds, 1.0);
    Picture {
        size: [256, 256],
        samples: 1,
        camera,
        world_from_stage: Affine3A::IDENTITY,
        bounds,
        background: Background::Solid([40, 44, 52]),
        colors: COLORS,
        ray_length: 2.0,
        ..Picture::of(Vec::new())
    }
}
