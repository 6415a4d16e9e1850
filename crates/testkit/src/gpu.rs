//! A renderer for tests, or a loud skip; and the comparison with golden pictures.

use castview_base::core::{Bounds, Camera};
use castview_images::Image;
use castview_picture::{Background, Colors, Picture};
use castview_render::{Context, Renderer, Step, Work};
use glam::{Affine3A, Vec3};
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

/// The largest difference of one channel that two drivers may show.
const TOLERANCE: u8 = 3;
/// Pixels that may differ by more: edges that fall on the other side of a sample.
const OUTLIERS: usize = 40;

impl Stage {
    /// `None` without an adapter, and on any but software Vulkan: others draw lines and edges by rules of their own.
    pub fn new() -> Option<Self> {
        let context = context()?;
        let info = context.adapter_info();
        if info.device_type != wgpu::DeviceType::Cpu || info.backend != wgpu::Backend::Vulkan {
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
        let file = |ending: &str| {
            crate::root()
                .join("crates/render/tests/golden")
                .join(format!("{name}{ending}"))
        };
        if std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1") {
            save(&file(".png"), &image);
            return Ok(());
        }
        let golden = image::open(file(".png"))
            .map_err(|error| format!("{name}: {error}; UPDATE_GOLDEN=1 writes it"))?
            .to_rgba8();
        let same_size = golden.dimensions() == (image.width, image.height);
        let difference: Vec<u8> = image
            .rgba
            .iter()
            .zip(golden.as_raw())
            .map(|(a, b)| a.abs_diff(*b))
            .collect();
        let outliers = difference
            .chunks_exact(4)
            .filter(|texel| texel.iter().any(|d| *d > TOLERANCE))
            .count();
        if !same_size || outliers > OUTLIERS {
            save(&file(".new.png"), &image);
            let visible = difference.chunks_exact(4).flat_map(|d| {
                let d = d.iter().copied().max().unwrap_or(0).saturating_mul(8);
                [d, d, d, 255]
            });
            let diff = Image {
                rgba: visible.collect(),
                ..image
            };
            if same_size {
                save(&file(".diff.png"), &diff);
            }
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

pub fn save(path: &std::path::Path, image: &Image) {
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
