//! Images on the GPU.
//!
//! In: what maps sample. Out: one bind group for each set of maps, kept as long as its images are used.

use super::buffers::Spawn;
use super::image_sending::{ImageSending, LIGHT_FORMAT, Texel, format, one_texel};
use super::material::{Look, Read, Sampled, Wiring};
use crate::cost::Allowance;
use crate::gpu::context::Context;
use crate::gpu::full_screen::{FullScreenPass, TextureSource, sampler_entry, texture_entry};
use crate::gpu::gpu_types::MapUniform;
use crate::gpu::shaders;
use castview_base::scene::{Input, Wrap};
use castview_images::{Image, Pixels};
use castview_picture::smaller;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock, Weak};

pub struct Textures {
    /// By how many textures and samplers they have.
    layouts: HashMap<[usize; 2], wgpu::BindGroupLayout>,
    /// Each with its number, in the order in which they were met.
    wirings: HashMap<Arc<Wiring>, usize>,
    /// By kind of texel, and of images brighter than white; made when one of the kind is sent.
    mips: [OnceLock<FullScreenPass>; 4],
    samplers: HashMap<Sampling, wgpu::Sampler>,
    /// One white texel.
    white: wgpu::TextureView,
    images: HashMap<ImageKey, Known>,
    groups: HashMap<Bound, wgpu::BindGroup>,
    /// The one on its way.
    sending: Option<(ImageKey, ImageSending)>,
    /// Commands that make the mips of sent images, to be submitted before anything that reads them.
    commands: Vec<wgpu::CommandBuffer>,
    /// Texels of all images ever sent, as bytes.
    sent: u64,
    /// [`castview_picture::Picture::most_texels`] of the picture in progress.
    most_texels: u64,
}

/// An image by its address, which its [`Known`] keeps from being given to another, and how its texels are read.
type ImageKey = (*const Pixels, Texel);

/// Wraps, and whether it is smooth.
type Sampling = ([Wrap; 2], bool);

/// Content of a bind group: its textures, then its samplers.
type Bound = (Vec<ImageKey>, Vec<Sampling>);

/// Pictures whose materials are wired in more ways than this show some of them by their base colours: each way takes pipelines.
const MOST_WIRINGS: usize = 128;

/// The maps of a material on the GPU, and how they are read.
#[derive(Clone)]
pub struct Wired {
    pub group: wgpu::BindGroup,
    pub layout: wgpu::BindGroupLayout,
    /// Number of the wiring.
    pub number: usize,
    pub wiring: Arc<Wiring>,
}

struct Known {
    image: Weak<Pixels>,
    view: Result<wgpu::TextureView, String>,
    /// At which it was sent.
    size: [u32; 2],
    used: bool,
}

fn key(image: &Arc<Pixels>, kind: Texel) -> ImageKey {
    (Arc::as_ptr(image), kind)
}

fn mip_pass(context: &Context, kind: Texel, format: wgpu::TextureFormat) -> FullScreenPass {
    let fragment = match kind {
        Texel::Direction => "fragment_directions",
        Texel::Light | Texel::Number => "fragment",
    };
    FullScreenPass::by(
        &context.device,
        &shaders::MIP,
        fragment,
        format,
        TextureSource::Filtered(wgpu::FilterMode::Linear),
    )
}

impl Textures {
    pub fn new(context: &Context) -> Self {
        let white = one_texel(context, [255; 4]);
        Self {
            layouts: HashMap::new(),
            wirings: HashMap::new(),
            mips: Default::default(),
            samplers: HashMap::new(),
            white,
            images: HashMap::new(),
            groups: HashMap::new(),
            sending: None,
            commands: Vec::new(),
            sent: 0,
            most_texels: u64::MAX,
        }
    }

    /// Takes the commands that have to be submitted next, before anything else.
    pub fn take_commands(&mut self) -> Vec<wgpu::CommandBuffer> {
        std::mem::take(&mut self.commands)
    }

    /// From now on images are sent at the size of their first mip of at most so many texels.
    pub fn limit(&mut self, most_texels: u64) {
        self.most_texels = most_texels;
    }

    /// Bytes of all images sent since the beginning.
    pub fn sent_bytes(&self) -> u64 {
        self.sent
    }

    /// The bind group of the look's maps, and how a shader reads them; `None`: more of them has to be sent than `allowance` lets. Images that
    /// cannot be used are taken out of the look, as are those that are too many for the adapter; the reasons are handed to `problem`.
    /// `spawn`: threads that make large images smaller.
    pub fn prepare(
        &mut self,
        context: &Context,
        look: &mut Look,
        (allowance, spawn): (&mut Allowance, Option<&Spawn>),
        problem: &mut dyn FnMut(&str),
    ) -> Option<Wired> {
        let most = most_bound(&context.device.limits());
        if let Some(reason) = drop_excess(look, most) {
            problem(&reason);
        }
        for at in 0..Input::COUNT {
            let Some(sampled) = look.maps[at].clone() else { continue };
            match self.send(context, &sampled, (&mut *allowance, spawn)) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    problem(error);
                    look.maps[at] = None;
                }
            }
        }
        let (mut wiring, mut bound, mut lookups) = wire(look);
        if self.wirings.len() >= MOST_WIRINGS && !self.wirings.contains_key(&wiring) {
            let reason = format!(
                "the picture's materials have their maps in more than {MOST_WIRINGS} ways; only its base colour is shown"
            );
            problem(&reason);
            let kept = [Input::BaseColor, Input::Opacity];
            let inputs = Input::ALL.into_iter().filter(|input| !kept.contains(input));
            inputs.for_each(|input| look.maps[input as usize] = None);
            (wiring, bound, lookups) = wire(look);
        }
        for (at, lookup) in lookups.into_iter().enumerate() {
            look.uniform.maps[at] = lookup;
        }
        let next = self.wirings.len();
        let wiring = match self.wirings.get_key_value(&wiring) {
            Some((known, number)) => (*number, known.clone()),
            None => {
                let wiring = Arc::new(wiring);
                self.wirings.insert(wiring.clone(), next);
                (next, wiring)
            }
        };
        Some(self.wired(context, wiring, bound))
    }

    fn wired(&mut self, context: &Context, (number, wiring): (usize, Arc<Wiring>), bound: Bound) -> Wired {
        let device = &context.device;
        let counts = [wiring.textures(), wiring.samplers()];
        let layout = self
            .layouts
            .entry(counts)
            .or_insert_with(|| maps_layout(device, counts))
            .clone();
        for sampling in &bound.1 {
            self.samplers
                .entry(*sampling)
                .or_insert_with(|| sampler(context, *sampling));
        }
        let (images, samplers, white) = (&self.images, &self.samplers, &self.white);
        let make = |bound: &Bound| {
            let views = bound.0.iter().map(|image| {
                let view = images.get(image).and_then(|known| known.view.as_ref().ok());
                wgpu::BindingResource::TextureView(view.unwrap_or(white))
            });
            let samplers = bound
                .1
                .iter()
                .map(|sampling| wgpu::BindingResource::Sampler(&samplers[sampling]));
            let entries = (0..).zip(views.chain(samplers));
            let entries = entries.map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource });
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("maps"),
                layout: &layout,
                entries: &entries.collect::<Vec<_>>(),
            })
        };
        let group = match self.groups.get(&bound) {
            Some(known) => known.clone(),
            None => {
                let made = make(&bound);
                self.groups.insert(bound, made.clone());
                made
            }
        };
        Wired {
            group,
            layout,
            number,
            wiring,
        }
    }

    /// Forgets how materials were wired, if that has become much; whether it did. Pipelines by numbers of wirings are of no more use then.
    pub fn forget_wirings(&mut self) -> bool {
        let is_much = self.wirings.len() > MOST_WIRINGS / 2;
        if is_much {
            self.wirings.clear();
        }
        is_much
    }

    /// Goes on sending the image unless it is there; marks it as used in this picture. Whether all of it is sent.
    fn send(
        &mut self,
        context: &Context,
        sampled: &Sampled,
        (allowance, spawn): (&mut Allowance, Option<&Spawn>),
    ) -> Result<bool, &str> {
        let size = self.size_of(context, &sampled.image);
        let key = key(&sampled.image, sampled.kind);
        if self.images.get(&key).is_some_and(|known| known.size != size) {
            self.images.remove(&key);
            self.groups.retain(|(images, _), _| !images.contains(&key));
        }
        let free = match self.images.entry(key) {
            Entry::Occupied(known) => {
                let known = known.into_mut();
                known.used = true;
                return known.view.as_ref().map(|_| true).map_err(String::as_str);
            }
            Entry::Vacant(free) => free,
        };
        // Another image on its way is dropped: the picture that wanted it was stopped.
        let begun = self
            .sending
            .take()
            .filter(|(of, begun)| *of == key && begun.size() == size);
        let mut sending = match begun {
            Some((_, sending)) => sending,
            None => {
                let blocks = context.abilities().blocks;
                let begun = ImageSending::begin(&sampled.image, (size, sampled.kind, blocks), (&mut *allowance, spawn));
                self.sent += begun.bytes();
                begun
            }
        };
        let mips = match sending.is_light() {
            true => self.mips[Texel::ALL.len()].get_or_init(|| mip_pass(context, sampled.kind, LIGHT_FORMAT)),
            false => {
                let made = || mip_pass(context, sampled.kind, format(sampled.kind));
                self.mips[sampled.kind as usize].get_or_init(made)
            }
        };
        let view = match sending.step(context, (mips, &mut self.commands), allowance) {
            Ok(Some(view)) => Ok(view),
            Ok(None) => {
                self.sending = Some((key, sending));
                return Ok(false);
            }
            Err(error) => Err(error),
        };
        let known = free.insert(Known {
            image: Arc::downgrade(&sampled.image),
            view,
            size,
            used: true,
        });
        known.view.as_ref().map(|_| true).map_err(String::as_str)
    }

    /// At which it is sent: what the adapter takes, and the picture has room for.
    fn size_of(&self, context: &Context, image: &Pixels) -> [u32; 2] {
        let limit = context.device.limits().max_texture_dimension_2d;
        let mut size = smaller(image.size(), self.most_texels);
        while size.iter().any(|side| *side > limit) {
            size = size.map(|side| side.div_ceil(2));
        }
        size
    }

    /// Marks the image as used, if it is known.
    pub fn keep(&mut self, image: &Arc<Pixels>) {
        for kind in Texel::ALL {
            if let Some(known) = self.images.get_mut(&key(image, kind)) {
                known.used = true;
            }
        }
    }

    /// Frees what was neither prepared nor kept since the last time.
    pub fn free_unused(&mut self) {
        self.images
            .retain(|_, known| std::mem::take(&mut known.used) && known.image.strong_count() > 0);
        let is_there = |image: &ImageKey| self.images.contains_key(image);
        self.groups.retain(|(images, _), _| images.iter().all(is_there));
    }
}

/// A checkerboard in two pinks: nobody takes either for a material, as a mesh may lie within one check.
pub fn missing() -> Image {
    const SIDE: u32 = 64;
    const CHECK: u32 = 8;
    let texel = |i: u32| match (i % SIDE / CHECK + i / SIDE / CHECK) % 2 {
        0 => [236, 80, 184, 255],
        _ => [150, 24, 110, 255],
    };
    Image {
        width: SIDE,
        height: SIDE,
        rgba: (0..SIDE * SIDE).flat_map(texel).collect(),
    }
}

fn sampler(context: &Context, (wrap, smooth): Sampling) -> wgpu::Sampler {
    let [across, down] = wrap.map(|wrap| match wrap {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
    });
    // Only where everything is blended is anisotropy allowed.
    let anisotropy = if context.abilities().anisotropy && smooth { 8 } else { 1 };
    context.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("map"),
        address_mode_u: across,
        address_mode_v: down,
        mag_filter: match smooth {
            true => wgpu::FilterMode::Linear,
            false => wgpu::FilterMode::Nearest,
        },
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: anisotropy,
        ..Default::default()
    })
}

/// All textures, then all samplers, as `Wiring::text` has them.
fn maps_layout(device: &wgpu::Device, [textures, samplers]: [usize; 2]) -> wgpu::BindGroupLayout {
    let end = (textures + samplers) as u32;
    let textures = textures as u32;
    let entries = (0..textures)
        .map(texture_entry)
        .chain((textures..end).map(sampler_entry));
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("maps"),
        entries: &entries.collect::<Vec<_>>(),
    })
}

/// Textures and samplers that a stage has left for maps: shading takes the environment and what is seen through glass with one
/// sampler for both.
pub(crate) fn most_bound(limits: &wgpu::Limits) -> [usize; 2] {
    [
        limits.max_sampled_textures_per_shader_stage.saturating_sub(2) as usize,
        limits.max_samplers_per_shader_stage.saturating_sub(1) as usize,
    ]
}

/// Maps that a material goes without, first to last, where an adapter reads fewer textures than it has.
pub const LOSES: [Input; Input::COUNT] = [
    Input::IridescenceThickness,
    Input::Iridescence,
    Input::SheenRoughness,
    Input::ClearcoatRoughness,
    Input::ClearcoatNormal,
    Input::Thickness,
    Input::Anisotropy,
    Input::Cavity,
    Input::Specular,
    Input::SpecularColor,
    Input::EmissionMask,
    Input::SheenColor,
    Input::Clearcoat,
    Input::Transmission,
    Input::Occlusion,
    Input::Emissive,
    Input::Metallic,
    Input::Roughness,
    Input::Normal,
    Input::Opacity,
    Input::BaseColor,
];

/// Takes maps out of the look until it binds no more than `most` textures and samplers; what to tell of it, if there was anything.
fn drop_excess(look: &mut Look, most: [usize; 2]) -> Option<String> {
    let counts = |look: &Look| {
        let (wiring, ..) = wire(look);
        [wiring.textures(), wiring.samplers()]
    };
    let fits = |counts: [usize; 2]| counts[0] <= most[0] && counts[1] <= most[1];
    let before = counts(look);
    let mut lost = Vec::new();
    for input in LOSES {
        if fits(counts(look)) {
            break;
        }
        if look.maps[input as usize].take().is_some() {
            lost.push(input.word());
        }
    }
    (!lost.is_empty()).then(|| {
        format!(
            "the adapter has room for {} images and {} samplers, not for {} and {}; without a map: {}",
            most[0],
            most[1],
            before[0],
            before[1],
            lost.join(", ")
        )
    })
}

/// Each image, each way to sample and each place to look at once; and those places.
fn wire(look: &Look) -> (Wiring, Bound, Vec<MapUniform>) {
    let (mut wiring, mut bound) = (Wiring::default(), Bound::default());
    let mut reads = Vec::new();
    for (input, sampled) in Input::ALL.into_iter().zip(&look.maps) {
        let Some(sampled) = sampled else { continue };
        let read = Read {
            texture: position(&mut bound.0, key(&sampled.image, sampled.kind)),
            sampler: position(&mut bound.1, (sampled.wrap, sampled.smooth)),
        };
        let known = reads.iter().position(|known| *known == (read, sampled.lookup));
        if known.is_none() {
            reads.push((read, sampled.lookup));
        }
        wiring.feed(input, sampled.part, read, known);
    }
    (wiring, bound, reads.into_iter().map(|(_, lookup)| lookup).collect())
}

/// Where `wanted` is in `list`; it is added if it is not there.
fn position<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> u8 {
    let known = list.iter().position(|known| *known == wanted);
    known.unwrap_or_else(|| {
        list.push(wanted);
        list.len() - 1
    }) as u8
}
