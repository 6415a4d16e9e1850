//! Trying adapters until one works.
//!
//! In: a choice, and where pictures go. Out: a device with its renderer, and why others were passed over. A panic of a driver's
//! bindings passes over the adapter like any other failure.

use super::order::{Candidates, Kind};
use super::ordinary::{self, Fault};
use super::trial::{self, Trial};
use super::without::{Powers, Without};
use super::{AdapterChoice, AdapterId, PassedOver};
use crate::{Abilities, Context, RenderError, Renderer};
use castview_base::core::guard;
use castview_picture::Shadows;
use pollster::block_on;
use std::path::Path;

/// Where pictures go: a window's surface, or nowhere.
pub trait Outlet {
    /// Objects that are made on the device to show pictures.
    type Ready;

    /// How an interface is opened; `backends` is set by the caller.
    fn instance(&self) -> wgpu::InstanceDescriptor;

    /// Makes what is needed to show pictures, or says in words without a full stop why this adapter cannot.
    fn attach(
        &self,
        instance: &wgpu::Instance,
        adapter: &wgpu::Adapter,
        context: &Context,
    ) -> Result<Self::Ready, String>;

    /// Called before an adapter is tried or those of an interface are listed ([`AdapterId::all_of`]), and with `None` afterwards: a driver
    /// may end the whole process in between.
    fn trying(&self, _: Option<&AdapterId>) {}
}

/// Pictures are only read back; no display is touched.
pub struct Headless;

impl Outlet for Headless {
    type Ready = ();

    fn instance(&self) -> wgpu::InstanceDescriptor {
        wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    }

    fn attach(&self, _: &wgpu::Instance, _: &wgpu::Adapter, _: &Context) -> Result<(), String> {
        Ok(())
    }
}

/// Test that an adapter has to pass before it is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proof {
    /// Open a device.
    Device,
    /// And make the pipelines of [`Renderer::new`].
    Deform,
    /// And draw a small test picture with so many samples per pixel, unless it is the remembered adapter.
    Tested {
        /// Samples per pixel.
        samples: u32,
    },
    /// As [`Self::Tested`], but the caller looks at the test picture ([`Opened::trial`]), as late as can be. Pipelines of the `shadows` that the
    /// first picture has are made meanwhile, others when they are needed.
    Asked {
        /// Samples per pixel.
        samples: u32,
        /// Light that the first picture holds back.
        shadows: Shadows,
    },
    /// And make the pipelines of all pictures with so many samples per pixel.
    AllTested {
        /// Samples per pixel.
        samples: u32,
    },
}

/// An adapter that works.
pub struct Opened<R> {
    /// Keeps the adapter: it has to live as long as anything that was made from it.
    pub instance: wgpu::Instance,
    /// Tells what surfaces it can present to.
    pub adapter: wgpu::Adapter,
    /// Device and queue, with everything the adapter can do switched on.
    pub context: Context,
    /// `None` with [`Proof::Device`].
    pub renderer: Option<Renderer>,
    /// With [`Proof::Asked`]: to be looked at before anything is believed that this adapter draws.
    pub trial: Option<Trial>,
    /// To remember this adapter by, or to skip it.
    pub id: AdapterId,
    /// Those that came before it.
    pub passed: Vec<PassedOver>,
    /// All that are known, this one included: an interface that was not needed was not asked.
    pub listed: Vec<AdapterId>,
    /// Whatever [`Outlet::attach`] made of it: the window's surface, or nothing.
    pub ready: R,
}

/// One adapter of an interface, and the instance that keeps it.
struct Listed {
    instance: wgpu::Instance,
    adapter: wgpu::Adapter,
}

fn candidates<'a, O: Outlet>(
    choice: &'a AdapterChoice,
    outlet: &O,
) -> Candidates<'a, Listed, impl FnMut(wgpu::Backend) -> Vec<Listed>> {
    let built = wgpu::Instance::enabled_backend_features();
    let allowed = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::all()) & built;
    let list = move |backend: wgpu::Backend| {
        let mut descriptor = outlet.instance();
        descriptor.backends = backend.into();
        // Such draws are written by nobody but `passes::shadows::batches`, and checking them takes pipelines of wgpu's own at each start.
        descriptor.flags.remove(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
        outlet.trying(Some(&AdapterId::all_of(backend)));
        let listed = guard(|| {
            let instance = wgpu::Instance::new(descriptor);
            let adapters = block_on(instance.enumerate_adapters(backend.into()));
            let listed = |adapter| Listed {
                instance: instance.clone(),
                adapter,
            };
            adapters.into_iter().map(listed).collect()
        });
        outlet.trying(None);
        listed.unwrap_or_else(|panic| {
            log::warn!(
                "the adapters of {} could not be listed: {panic}",
                super::api_name(backend)
            );
            Vec::new()
        })
    };
    let allowed = move |backend: wgpu::Backend| allowed.contains(backend.into());
    Candidates::new(choice, (allowed, may_have_hardware), list, |listed| {
        listed.adapter.get_info()
    })
}

/// Files of the devices that OpenGL's drivers of Linux draw with: any of Mesa's, NVIDIA's, those of other systems around this one, and
/// of phones' chips.
const DEVICES: [&str; 5] = ["/dev/dri", "/dev/nvidiactl", "/dev/dxg", "/dev/kgsl-3d0", "/dev/mali0"];

/// Whether an adapter of that interface may be more than software. Where Linux has no device, listing those of OpenGL would load a second
/// driver for nothing.
fn may_have_hardware(backend: wgpu::Backend) -> bool {
    backend != wgpu::Backend::Gl || !cfg!(target_os = "linux") || DEVICES.iter().any(|path| Path::new(path).exists())
}

/// The first adapter that passes the `proof`. [`RenderError::DeviceLost`]: the remembered adapter lost its device meanwhile, as any device may
/// be lost at any time; whoever calls counts that, and asks again or skips it.
pub fn open<O: Outlet>(choice: &AdapterChoice, proof: Proof, outlet: &O) -> Result<Opened<O::Ready>, RenderError> {
    let mut passed: Vec<PassedOver> = Vec::new();
    let mut candidates = candidates(choice, outlet);
    while let Some((id, candidate)) = candidates.next() {
        let proof = match proof {
            Proof::Tested { .. } | Proof::Asked { .. } | Proof::AllTested { .. }
                if choice.remembered.as_ref() == Some(&id) =>
            {
                Proof::Deform
            }
            proof => proof,
        };
        outlet.trying(Some(&id));
        let is_known = choice.remembered.as_ref() == Some(&id);
        let tried = try_out_fairly(&id, &candidate, proof, outlet, is_known);
        outlet.trying(None);
        match tried {
            Ok((context, renderer, trial, ready)) => {
                let crashed = candidates.rest().filter(|id| choice.crashed.contains(id));
                passed.extend(crashed.map(|id| PassedOver {
                    id: id.clone(),
                    why: CRASHED.into(),
                }));
                passed.extend(candidates.avoided().map(|id| PassedOver {
                    id,
                    why: CRASHED_LISTING.into(),
                }));
                let before = passed
                    .iter()
                    .map(|over| &over.id)
                    .filter(|id| !choice.crashed.contains(id));
                let listed = [&id]
                    .into_iter()
                    .chain(before)
                    .chain(candidates.rest())
                    .cloned()
                    .collect();
                return Ok(Opened {
                    instance: candidate.instance,
                    adapter: candidate.adapter,
                    context,
                    renderer,
                    trial,
                    id,
                    passed,
                    listed,
                    ready,
                });
            }
            Err(Refusal { why, is_lost: true }) if is_known => return Err(RenderError::DeviceLost { reason: why }),
            Err(Refusal { why, .. }) => {
                let over = PassedOver { id, why };
                log::warn!("passed over {over}");
                passed.push(over);
            }
        }
    }
    Err(none_works(choice, &passed))
}

/// Why an adapter is tried after all others.
const CRASHED: &str = "castview ended while it was tried the last time; View ▸ Graphics adapter tries it again";

/// Why all adapters of an interface are tried after all others.
const CRASHED_LISTING: &str = "castview ended while they were listed the last time; View ▸ Graphics adapter ▸ The best that works tries them again";

/// A device may be lost at any moment, also while its adapter is tried: a new adapter gets a second try then. Whoever remembers
/// one that `is_known` to work counts its losses.
fn try_out_fairly<O: Outlet>(
    id: &AdapterId,
    listed: &Listed,
    proof: Proof,
    outlet: &O,
    is_known: bool,
) -> Result<Tried<O>, Refusal> {
    let once = || {
        guard(|| try_out(listed, proof, outlet, is_known)).unwrap_or_else(|panic| {
            Err(Refusal {
                why: format!("a mistake in it: {panic}"),
                is_lost: true,
            })
        })
    };
    once().or_else(|refusal| match refusal.is_lost && !is_known {
        true => {
            log::warn!(
                "the device of {id} was lost while it was tried, so it is tried once more: {}",
                refusal.why
            );
            once()
        }
        false => Err(refusal),
    })
}

fn none_works(choice: &AdapterChoice, passed: &[PassedOver]) -> RenderError {
    let told: Vec<String> = passed.iter().map(ToString::to_string).collect();
    match (&choice.only, &told[..]) {
        (Some(wanted), []) => RenderError::NoSuchAdapter { wanted: wanted.clone() },
        (None, []) => RenderError::NoAdapter {
            reason: "no interface offers one".into(),
        },
        (_, told) => RenderError::NoneWorks { told: told.join("; ") },
    }
}

/// A device, its renderer, its test picture ([`Proof::Asked`] alone), and the outlet's own part.
type Tried<O> = (Context, Option<Renderer>, Option<Trial>, <O as Outlet>::Ready);

/// As [`Tried`], without the device.
type Proved<O> = (Option<Renderer>, Option<Trial>, <O as Outlet>::Ready);

/// Why an adapter did not pass.
struct Refusal {
    /// Without a full stop.
    why: String,
    /// The device was lost meanwhile, or may have been.
    is_lost: bool,
}

/// A device that has passed the proof, or why not. A driver that was just reset opens none for a moment: where one `is_known` to open
/// devices, that is a loss like any other.
fn try_out<O: Outlet>(listed: &Listed, proof: Proof, outlet: &O, is_known: bool) -> Result<Tried<O>, Refusal> {
    let context = Context::open(&listed.adapter).map_err(|error| Refusal {
        why: error.to_string(),
        is_lost: is_known,
    })?;
    match prove(listed, &context, proof, outlet) {
        Ok((renderer, trial, ready)) => Ok((context, renderer, trial, ready)),
        Err(why) => Err(Refusal {
            why,
            is_lost: context.lost().is_some(),
        }),
    }
}

fn prove<O: Outlet>(listed: &Listed, context: &Context, proof: Proof, outlet: &O) -> Result<Proved<O>, String> {
    let ready = outlet.attach(&listed.instance, &listed.adapter, context)?;
    let mut renderer = match proof {
        Proof::Device => None,
        Proof::Deform | Proof::Tested { .. } | Proof::Asked { .. } => Some(Renderer::new(context)),
        Proof::AllTested { samples } => {
            let mut renderer = Renderer::new(context);
            renderer.make_all_passes(samples).map_err(said)?;
            Some(renderer)
        }
    };
    context.check().map_err(said)?;
    let trial = match (proof, &mut renderer) {
        (Proof::Asked { samples, shadows }, Some(renderer)) => {
            Some(renderer.prepare_beside((shadows, samples), |renderer| trial::begin(renderer, samples))?)
        }
        (Proof::Tested { samples } | Proof::AllTested { samples }, Some(renderer)) => {
            trial::draw(renderer, samples)?;
            None
        }
        _ => None,
    };
    Ok((renderer, trial, ready))
}

fn said(error: RenderError) -> String {
    error.to_string().trim_end_matches('.').to_owned()
}

/// One row of the list of adapters.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Names the adapter of this row.
    pub id: AdapterId,
    /// The device, as the interface tells it.
    pub kind: Kind,
    /// As they would be with a device of its own.
    pub abilities: Abilities,
    /// Pixels.
    pub largest_texture_side: u32,
    /// Bytes.
    pub largest_buffer: u64,
    /// Abilities that it lacks, and the way to do without each.
    pub lacks: Vec<Without>,
    /// Why it cannot be used, without a full stop; `None`: it opens a device, makes the pipelines and draws two test pictures, the small
    /// one and one as models make it.
    pub failure: Option<String>,
    /// Fault of the latter picture, without a full stop. No start of the program looks at such a picture, so the adapter is used
    /// nevertheless.
    pub flaw: Option<String>,
}

/// Every adapter in the order in which they are tried when nothing is chosen or remembered, each tried out.
pub fn test_all(samples: u32) -> Vec<Tested> {
    let choice = AdapterChoice::default();
    let all = candidates(&choice, &Headless).map(|(id, listed)| {
        let adapter = &listed.adapter;
        let tried = try_out_fairly(&id, &listed, Proof::AllTested { samples }, &Headless, false);
        let (failure, flaw) = match tried {
            Ok((_, renderer, ..)) => match renderer.and_then(|renderer| fault(renderer, samples)) {
                Some(Fault::Refused(why)) => (Some(format!("a model with shadows and cut-out materials: {why}")), None),
                Some(Fault::Wrong(what)) => (None, Some(what)),
                None => (None, None),
            },
            Err(refusal) => (Some(refusal.why), None),
        };
        let limits = adapter.limits();
        Tested {
            id,
            kind: Kind::of(&adapter.get_info()),
            abilities: Abilities::of(adapter),
            largest_texture_side: limits.max_texture_dimension_2d,
            largest_buffer: limits.max_buffer_size,
            lacks: Powers::of(adapter).lacks(),
            failure,
            flaw,
        }
    });
    all.collect()
}

/// Why a picture as models make it is not drawn as it must be.
fn fault(mut renderer: Renderer, samples: u32) -> Option<Fault> {
    let drawn = guard(|| ordinary::draw(&mut renderer, samples));
    drawn
        .unwrap_or_else(|panic| Err(Fault::Refused(format!("a mistake in it: {panic}"))))
        .err()
}

impl Context {
    /// A device of the best adapter, without a window. `WGPU_BACKEND` and the other `WGPU_*` variables are respected.
    pub fn headless() -> Result<Self, RenderError> {
        let opened = open(&AdapterChoice::default(), Proof::Device, &Headless)?;
        Ok(opened.context)
    }
}
