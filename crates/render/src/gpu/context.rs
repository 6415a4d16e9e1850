//! The GPU we draw with: adapter, device, queue, and what they reported.
//!
//! In: an adapter. Out: a [`Context`] that never lets a GPU error abort the program:
//! errors are collected and handed to whoever asks. A headless context never touches a display.

use super::draw_pass::GROUPS;
use crate::gpu::error::RenderError;
use castview_base::core::guard;
use pollster::block_on;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Feature that [`Abilities::triangle_ids`] takes. Picks do without where an adapter lacks it.
const TRIANGLE_IDS: wgpu::Features = wgpu::Features::PRIMITIVE_INDEX;

/// Feature that [`Abilities::blocks`] takes. Images are decoded where an adapter lacks it.
const BLOCKS: wgpu::Features = wgpu::Features::TEXTURE_COMPRESSION_BC;

/// Feature that [`Abilities::writable_buffers`] takes. Bytes are copied where an adapter lacks it.
const WRITABLE_BUFFERS: wgpu::Features = wgpu::Features::MAPPABLE_PRIMARY_BUFFERS;

/// Features that [`Abilities::numbers_samples`] takes.
const WIDE_NUMBERS: wgpu::Features = wgpu::Features::SHADER_INT64.union(wgpu::Features::SHADER_INT64_ATOMIC_MIN_MAX);

/// Features that an adapter needs for times of the GPU. Others tell those of the processor alone.
pub(crate) const TIMES: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// Samples, formats and limits that differ between adapters, asked once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// 4× multisampling of the picture's colour and depth.
    pub multisampling: bool,
    /// A plain texture can be drawn through an sRGB view; otherwise a last pass encodes.
    pub view_formats: bool,
    /// Textures seen at a slant are filtered along it; off on software adapters, which are slow at it.
    pub anisotropy: bool,
    /// Fragments say which samples of their pixel they cover. OpenGL's shaders cannot be made so.
    pub sample_masks: bool,
    /// Surfaces that blend can be drawn in any order.
    pub any_order: bool,
    /// Fragments know the number of their triangle.
    pub triangle_ids: bool,
    /// Block-compressed textures (BC1 to BC7) are read as they are.
    pub blocks: bool,
    /// Buffers of meshes are memory of the system, and are written in place. Set for software Vulkan alone: the memory of others is apart,
    /// or slower to be read by them when the processor writes it.
    pub writable_buffers: bool,
    /// A draw says where its vertices begin in their buffer.
    pub base_vertices: bool,
    /// Many draws are told at once. Set for Vulkan alone: other interfaces are told them one by one all the same, or were never tried.
    pub batches: bool,
    /// It finds the nearest triangle of each sample faster by a shader of ours than by its own means. Set for software Vulkan alone, whose
    /// own means are one thread that prepares all triangles.
    pub numbers_samples: bool,
}

impl Abilities {
    pub(crate) fn of(adapter: &wgpu::Adapter) -> Self {
        let flags = adapter.get_downlevel_capabilities().flags;
        let four = |format| {
            let flags = adapter.get_texture_format_features(format).flags;
            flags.sample_count_supported(4)
        };
        let resolves = |format| {
            let flags = adapter.get_texture_format_features(format).flags;
            flags.contains(wgpu::TextureFormatFeatureFlags::MULTISAMPLE_RESOLVE)
        };
        let color = super::formats::DRAW_FORMAT;
        let blends = |format| {
            let flags = adapter.get_texture_format_features(format).flags;
            flags.contains(wgpu::TextureFormatFeatureFlags::BLENDABLE)
        };
        let info = adapter.get_info();
        let is_software = info.device_type == wgpu::DeviceType::Cpu;
        let sums = [super::formats::SUM_FORMAT, super::formats::LEFT_FORMAT];
        Self {
            multisampling: four(color) && resolves(color) && four(super::formats::DEPTH_FORMAT),
            // naga 30 writes a number where GLSL has a list of them.
            sample_masks: adapter.get_info().backend != wgpu::Backend::Gl,
            any_order: sums
                .iter()
                .all(|format| blends(*format) && four(*format) && resolves(*format)),
            view_formats: flags.contains(wgpu::DownlevelFlags::VIEW_FORMATS),
            // Mesa's software renderer never comes back from some footprints (demo, frame 42, 160 × 120), and is slow on all.
            anisotropy: flags.contains(wgpu::DownlevelFlags::ANISOTROPIC_FILTERING) && !is_software,
            triangle_ids: adapter.features().contains(TRIANGLE_IDS),
            blocks: adapter.features().contains(BLOCKS),
            writable_buffers: is_software_vulkan(&info) && adapter.features().contains(WRITABLE_BUFFERS),
            base_vertices: flags.contains(wgpu::DownlevelFlags::BASE_VERTEX),
            batches: flags.contains(wgpu::DownlevelFlags::INDIRECT_EXECUTION)
                && adapter.get_info().backend == wgpu::Backend::Vulkan,
            numbers_samples: is_software_vulkan(&info)
                && flags.contains(wgpu::DownlevelFlags::MULTISAMPLED_SHADING)
                && adapter.features().contains(WIDE_NUMBERS)
                && adapter.limits().max_bind_groups as usize >= GROUPS,
        }
    }
}

/// Mesa's software renderer under Vulkan. Its buffers are plain memory of the system, and how it shades is known; Direct3D's software
/// adapter was never tried.
fn is_software_vulkan(info: &wgpu::AdapterInfo) -> bool {
    cfg!(feature = "software") && info.device_type == wgpu::DeviceType::Cpu && info.backend == wgpu::Backend::Vulkan
}

/// Clones share everything.
#[derive(Clone)]
pub struct Context {
    /// Errors that it reports go to [`Self::take_errors`] and [`Self::check`].
    pub device: wgpu::Device,
    /// Takes the commands of all that is drawn, in order.
    pub queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    abilities: Abilities,
    reports: Arc<Mutex<Reports>>,
    waits: Arc<AtomicU64>,
}

#[derive(Default)]
struct Reports {
    errors: Vec<RenderError>,
    /// Why the device was lost.
    lost: Option<String>,
}

impl Context {
    /// A texture of `size` pixels without mips, layers and samples: one that passes write, and others read.
    pub(crate) fn texture(
        &self,
        label: &str,
        size: [u32; 2],
        (format, usage): (wgpu::TextureFormat, wgpu::TextureUsages),
    ) -> wgpu::Texture {
        self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d {
                width: size[0],
                height: size[1],
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        })
    }

    pub(crate) fn open(adapter: &wgpu::Adapter) -> Result<Self, RenderError> {
        let opened = block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("render"),
            required_features: adapter.features() & Self::wanted_features(adapter),
            required_limits: Self::required_limits(adapter),
            experimental_features: wgpu::ExperimentalFeatures::disabled(),
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            trace: wgpu::Trace::Off,
        }));
        let (device, queue) = opened.map_err(|error| RenderError::NoDevice {
            reason: error.to_string(),
        })?;
        Ok(Self::from_parts(adapter, device, queue))
    }

    /// Writable buffers are asked only of adapters that use them: with the feature on, a driver may lay out every buffer differently.
    fn wanted_features(adapter: &wgpu::Adapter) -> wgpu::Features {
        let all = TRIANGLE_IDS | BLOCKS | TIMES;
        match is_software_vulkan(&adapter.get_info()) {
            true => all | WRITABLE_BUFFERS | WIDE_NUMBERS,
            false => all,
        }
    }

    /// Draws with a device somebody else opened, which must have been asked for [`Self::required_limits`].
    ///
    /// Takes over the device's error and loss callbacks, so that no error aborts the program.
    pub fn from_parts(adapter: &wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let reports = Arc::new(Mutex::new(Reports::default()));
        let errors = reports.clone();
        device.on_uncaptured_error(Arc::new(move |error| {
            log::warn!("{error}");
            if let Ok(mut reports) = errors.lock() {
                reports.errors.push(sentence(error));
            }
        }));
        let losses = reports.clone();
        device.set_device_lost_callback(move |why, message| {
            // Dropping the device on purpose is reported too; nobody is left to read it then.
            if let Ok(mut reports) = losses.lock() {
                reports.lost = Some(if message.is_empty() {
                    format!("{why:?}")
                } else {
                    message
                });
            }
        });
        let abilities = Abilities::of(adapter);
        Self {
            info: adapter.get_info(),
            abilities: Abilities {
                triangle_ids: device.features().contains(TRIANGLE_IDS),
                blocks: device.features().contains(BLOCKS),
                writable_buffers: abilities.writable_buffers && device.features().contains(WRITABLE_BUFFERS),
                numbers_samples: abilities.numbers_samples
                    && device.features().contains(WIDE_NUMBERS)
                    && device.limits().max_bind_groups as usize >= GROUPS,
                ..abilities
            },
            device,
            queue,
            reports,
            waits: Arc::default(),
        }
    }

    /// Everything the adapter can do: big meshes need big bindings, and asking costs nothing.
    pub fn required_limits(adapter: &wgpu::Adapter) -> wgpu::Limits {
        adapter.limits()
    }

    /// For the status bar: `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub fn adapter_name(&self) -> &str {
        &self.info.name
    }

    /// The adapter, its driver and interface.
    pub fn adapter_info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// Whether it draws on the processor, in the memory of the system.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Whether it is Mesa's software renderer under Vulkan, and what is faster there is built.
    pub(crate) fn is_software_vulkan(&self) -> bool {
        is_software_vulkan(&self.info)
    }

    /// Whether the adapter tells how long it was at something.
    pub fn tells_times(&self) -> bool {
        self.device.features().contains(TIMES)
    }

    /// Abilities of the opened device, which may lack what the adapter has.
    pub fn abilities(&self) -> Abilities {
        self.abilities
    }

    /// Errors since the last call, oldest first. A lost device is reported by [`Self::check`] again and again.
    pub fn take_errors(&self) -> Vec<RenderError> {
        match self.reports.lock() {
            Ok(mut reports) => std::mem::take(&mut reports.errors),
            Err(_) => Vec::new(),
        }
    }

    /// The reason why the device was lost, once it was.
    pub fn lost(&self) -> Option<String> {
        self.reports.lock().ok()?.lost.clone()
    }

    /// From here on the device counts as lost: it can be of no more use, though its driver has not said so.
    pub fn give_up(&self, reason: &str) {
        if let Ok(mut reports) = self.reports.lock() {
            reports.lost.get_or_insert_with(|| reason.to_owned());
        }
    }

    /// Lets the device notice what has happened: submissions that are done, its own loss.
    pub fn poll(&self) {
        // wgpu panics in here when the loss is found now; whoever needs to know asks for `lost`.
        if let Err(panic) = guard(|| self.device.poll(wgpu::PollType::Poll)) {
            self.give_up(&panic);
        }
    }

    /// The first error since the last call, or the loss of the device.
    pub fn check(&self) -> Result<(), RenderError> {
        self.poll();
        let first = self.take_errors().into_iter().next();
        match (self.lost(), first) {
            (Some(reason), _) => Err(RenderError::DeviceLost { reason }),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(()),
        }
    }

    /// Runs `make`; an error in it is returned instead of reaching [`Self::take_errors`].
    pub fn catch<T>(&self, make: impl FnOnce() -> T) -> Result<T, RenderError> {
        // Scopes catch one kind of error each; the innermost that fits takes it.
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let made = make();
        let [internal, validation, memory] = [internal, validation, memory].map(|scope| block_on(scope.pop()));
        match cause(memory, internal, validation) {
            Some(error) => Err(sentence(error)),
            None => Ok(made),
        }
    }

    /// Bytes of buffers and textures that are there now. `None`: the interface to the GPU does not count them. Takes a while for many.
    pub fn bytes_in_use(&self) -> Option<u64> {
        guard(|| self.device.generate_allocator_report())
            .ok()
            .flatten()
            .map(|report| report.total_allocated_bytes)
    }

    /// How often somebody waited for the GPU.
    pub fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }

    /// Blocks until the GPU has done everything submitted so far.
    pub fn wait_idle(&self) -> Result<(), RenderError> {
        self.waits.fetch_add(1, Ordering::Relaxed);
        let polled = guard(|| self.device.poll(wgpu::PollType::wait_indefinitely())).unwrap_or_else(|panic| {
            // wgpu panics in here when the loss is found now.
            self.give_up(&panic);
            Err(wgpu::PollError::Timeout)
        });
        match (polled, self.lost()) {
            (_, Some(reason)) => Err(RenderError::DeviceLost { reason }),
            (Err(error), None) => Err(RenderError::Readback {
                reason: error.to_string(),
            }),
            (Ok(_), None) => Ok(()),
        }
    }
}

/// Picks the error that the others follow from: a texture without memory is an invalid one to all that use it.
fn cause(
    memory: Option<wgpu::Error>,
    internal: Option<wgpu::Error>,
    validation: Option<wgpu::Error>,
) -> Option<wgpu::Error> {
    memory.or(internal).or(validation)
}

fn sentence(error: wgpu::Error) -> RenderError {
    match error {
        wgpu::Error::OutOfMemory { .. } => RenderError::OutOfMemory,
        wgpu::Error::Validation { description, .. } | wgpu::Error::Internal { description, .. } => {
            RenderError::Refused { message: description }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_memory_counts_before_the_errors_that_follow_from_it() {
        let source = || Box::new(std::fmt::Error);
        let memory = || wgpu::Error::OutOfMemory { source: source() };
        let validation = || wgpu::Error::Validation {
            source: source(),
            description: "the texture is invalid".into(),
        };
        let told = |memory, validation| cause(memory, None, validation).map(sentence);
        assert_eq!(told(Some(memory()), Some(validation())), Some(RenderError::OutOfMemory));
        assert!(matches!(
            told(None, Some(validation())),
            Some(RenderError::Refused { .. })
        ));
        assert_eq!(told(None, None), None);
    }
}
