//! Which graphics adapter draws.
//!
//! In: what the user wants, and what worked before. Out: the first adapter that opens a device, makes the pipelines and draws
//! a small test picture as it must be; and the reason for each one that was passed over.
//! Never opens more than it needs: an interface (Vulkan, OpenGL, …) is asked for its adapters only while none that comes
//! before it has worked.

mod open;
mod order;
mod ordinary;
mod trial;
mod without;

pub use open::{Headless, Opened, Outlet, Proof, Tested, open, test_all};
pub use order::{Kind, interfaces};
pub use trial::Trial;
pub use without::{Powers, Without};

use serde::{Deserialize, Serialize};
use std::fmt;

/// Names an adapter across runs: with another driver version it is another one, which has to prove itself again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdapterId {
    /// As the driver says: `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub name: String,
    /// `Vulkan`, `Direct3D 12`, `Metal` or `OpenGL`.
    pub api: String,
    /// The driver and its version; empty where the interface does not tell.
    pub driver: String,
}

/// The name in [`AdapterId::all_of`].
const ALL: &str = "all adapters";

impl AdapterId {
    /// Names the adapter that `info` tells about; the driver is its name and its version, trimmed.
    pub fn of(info: &wgpu::AdapterInfo) -> Self {
        Self {
            name: info.name.clone(),
            api: api_name(info.backend).to_owned(),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
        }
    }

    /// Stands for the adapters of an interface while they are listed: none of them has a name yet.
    pub fn all_of(backend: wgpu::Backend) -> Self {
        Self {
            name: ALL.to_owned(),
            api: api_name(backend).to_owned(),
            driver: String::new(),
        }
    }

    /// Whether it stands for all adapters of an interface, `other` among them.
    pub fn stands_for(&self, other: &Self) -> bool {
        self.name == ALL && self.driver.is_empty() && self.api == other.api
    }
}

impl fmt::Display for AdapterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.api)
    }
}

fn api_name(backend: wgpu::Backend) -> &'static str {
    match backend {
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Dx12 => "Direct3D 12",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Gl => "OpenGL",
        wgpu::Backend::BrowserWebGpu => "WebGPU",
        wgpu::Backend::Noop => "none",
    }
}

/// Preferences that decide between adapters; the default takes the best one that works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdapterChoice {
    /// Only adapters that fit these words are tried: a number counts in the order of [`test_all`], anything else is part of a
    /// name, whatever the case of its letters.
    pub only: Option<String>,
    /// Adapters that fit these words are tried first.
    pub preferred: Option<String>,
    /// Worked in an earlier run: it is tried before others that fit as well, and draws no test picture.
    pub remembered: Option<AdapterId>,
    /// Not to be tried.
    pub skip: Vec<AdapterId>,
    /// The program ended while these were tried in earlier runs: they are tried last, unless [`Self::only`] names them. An interface whose
    /// adapters could not even be listed ([`AdapterId::all_of`]) is asked last.
    pub crashed: Vec<AdapterId>,
}

/// An adapter that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Names the adapter that was tried.
    pub id: AdapterId,
    /// Without a full stop.
    pub why: String,
}

impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.id, self.why)
    }
}
