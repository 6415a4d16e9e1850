//! The order in which adapters are tried.
//!
//! In: interfaces, and a function that lists the adapters of one. Out: one adapter at a time, best first. First come adapters that have not
//! ended the program while they were tried; of these those that fit the user's words, then the remembered one; then hardware before
//! software, Vulkan, Direct3D 12, Metal, OpenGL, and discrete before integrated before virtual. An interface is listed only when
//! one of its adapters could be better than all known ones. An interface whose listing has ended the program comes last.

use super::{AdapterChoice, AdapterId};
use std::collections::VecDeque;

/// Best first.
pub const APIS: [wgpu::Backend; 4] = [
    wgpu::Backend::Vulkan,
    wgpu::Backend::Dx12,
    wgpu::Backend::Metal,
    wgpu::Backend::Gl,
];

/// The interfaces that this program can draw by, in the order in which they are tried. Opens none of them.
pub fn interfaces() -> Vec<&'static str> {
    let built = wgpu::Instance::enabled_backend_features();
    let built = APIS.into_iter().filter(|&api| built.contains(api.into()));
    built.map(super::api_name).collect()
}

/// Kind of device that does the drawing, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A graphics card with memory of its own.
    Discrete,
    /// Part of the processor, with the memory of the system.
    Integrated,
    /// A card that a virtual machine makes up.
    Virtual,
    /// The interface does not tell.
    Unknown,
    /// The processor itself draws, in the memory of the system: llvmpipe, WARP.
    Software,
}

impl Kind {
    /// Reads the kind from what the interface tells.
    pub fn of(info: &wgpu::AdapterInfo) -> Self {
        match info.device_type {
            wgpu::DeviceType::DiscreteGpu => Self::Discrete,
            wgpu::DeviceType::IntegratedGpu => Self::Integrated,
            wgpu::DeviceType::VirtualGpu => Self::Virtual,
            wgpu::DeviceType::Other => Self::Unknown,
            wgpu::DeviceType::Cpu => Self::Software,
        }
    }

    /// The word for people and for JSON: `discrete`, `integrated`, `virtual`, `unknown` or `software`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discrete => "discrete",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Unknown => "unknown",
            Self::Software => "software",
        }
    }
}

/// Smaller is tried earlier. Compared field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    has_crashed: bool,
    fits_not: bool,
    is_new: bool,
    natural: Natural,
}

/// The order of adapters nobody has a wish about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Natural {
    is_software: bool,
    /// Position in [`APIS`].
    api: usize,
    kind: Kind,
    /// Position in the list of its interface.
    position: usize,
}

struct Known<T> {
    item: T,
    id: AdapterId,
    natural: Natural,
}

/// Adapters in the order in which they are to be tried.
pub struct Candidates<'a, T, L> {
    list: L,
    info: fn(&T) -> wgpu::AdapterInfo,
    choice: &'a AdapterChoice,
    /// Positions in [`APIS`] of those that have software adapters at best.
    software: Vec<usize>,
    /// Positions in [`APIS`] that were not asked yet.
    unlisted: VecDeque<usize>,
    known: Vec<Known<T>>,
    /// The place in the natural order of all adapters that the user's number means.
    number: Option<Natural>,
}

impl<'a, T, L: FnMut(wgpu::Backend) -> Vec<T>> Candidates<'a, T, L> {
    /// `apis`: those that may be asked, and whether one of them may have more than software. `list` is called at most once for each.
    pub fn new(
        choice: &'a AdapterChoice,
        (apis, has_hardware): (impl Fn(wgpu::Backend) -> bool, impl Fn(wgpu::Backend) -> bool),
        list: L,
        info: fn(&T) -> wgpu::AdapterInfo,
    ) -> Self {
        let mut unlisted: Vec<usize> = (0..APIS.len()).filter(|&api| apis(APIS[api])).collect();
        unlisted.sort_by_key(|&api| has_crashed(choice, api));
        let mut candidates = Self {
            list,
            info,
            choice,
            software: (0..APIS.len()).filter(|&api| !has_hardware(APIS[api])).collect(),
            unlisted: unlisted.into(),
            known: Vec::new(),
            number: None,
        };
        candidates.prepare();
        candidates
    }

    /// The words that adapters should fit.
    fn words(&self) -> Option<&'a str> {
        let choice = self.choice;
        choice.only.as_deref().or(choice.preferred.as_deref())
    }

    fn prepare(&mut self) {
        let choice = self.choice;
        // The remembered adapter is found without asking other interfaces.
        if let Some(id) = &choice.remembered
            && let Some(at) = self
                .unlisted
                .iter()
                .position(|&api| super::api_name(APIS[api]) == id.api && !has_crashed(choice, api))
            && let Some(api) = self.unlisted.remove(at)
        {
            self.ask(api);
        }
        // A number counts through all of them; a preference is no reason to end every run.
        if let Some(number) = self.words().and_then(|words| words.trim().parse::<usize>().ok()) {
            let is_asked = |api: &mut usize| choice.only.is_some() || !has_crashed(choice, *api);
            while let Some(api) = self.unlisted.pop_front_if(is_asked) {
                self.ask(api);
            }
            let mut all: Vec<Natural> = self.known.iter().map(|known| known.natural).collect();
            all.sort_unstable();
            self.number = all.get(number).copied();
        }
    }

    /// The adapters of the interfaces that were asked, but for those that [`Self::next`] gave out already.
    pub fn rest(&self) -> impl Iterator<Item = &AdapterId> {
        self.known.iter().map(|known| &known.id)
    }

    /// Stands for the adapters of each interface that was not asked, as it has ended the program before.
    pub fn avoided(&self) -> impl Iterator<Item = AdapterId> {
        let crashed = self.unlisted.iter().filter(|&&api| has_crashed(self.choice, api));
        crashed.map(|&api| AdapterId::all_of(APIS[api]))
    }

    fn ask(&mut self, api: usize) {
        for (position, item) in (self.list)(APIS[api]).into_iter().enumerate() {
            let info = (self.info)(&item);
            let kind = Kind::of(&info);
            self.known.push(Known {
                item,
                id: AdapterId::of(&info),
                natural: Natural {
                    is_software: kind == Kind::Software,
                    api,
                    kind,
                    position,
                },
            });
        }
    }

    fn fits(&self, known: &Known<T>) -> bool {
        match (self.number, self.words()) {
            (Some(number), _) => known.natural == number,
            (None, Some(words)) => {
                let name = known.id.name.to_lowercase();
                name.contains(&words.trim().to_lowercase())
            }
            (None, None) => true,
        }
    }

    fn rank(&self, known: &Known<T>) -> Rank {
        let fits = self.fits(known);
        // Words of this run are stronger than what happened before; a preference is not, or it would end every run.
        let is_wanted = fits && self.choice.only.is_some();
        Rank {
            has_crashed: !is_wanted && self.choice.crashed.contains(&known.id),
            fits_not: !fits,
            is_new: self.choice.remembered.as_ref() != Some(&known.id),
            natural: known.natural,
        }
    }

    /// Returns the best rank that an adapter of an interface that was not asked yet may have.
    fn best_unlisted(&self) -> Option<Rank> {
        self.unlisted.front().map(|&api| Rank {
            has_crashed: has_crashed(self.choice, api),
            fits_not: false,
            is_new: true,
            natural: Natural {
                is_software: self.software.contains(&api),
                api,
                kind: Kind::Discrete,
                position: 0,
            },
        })
    }

    fn best_known(&self) -> Option<(usize, Rank)> {
        let ranks = self.known.iter().map(|known| self.rank(known));
        ranks.enumerate().min_by_key(|(_, rank)| *rank)
    }
}

/// Whether the program has ended while the adapters of that interface were listed.
fn has_crashed(choice: &AdapterChoice, api: usize) -> bool {
    choice.crashed.contains(&AdapterId::all_of(APIS[api]))
}

impl<T, L: FnMut(wgpu::Backend) -> Vec<T>> Iterator for Candidates<'_, T, L> {
    type Item = (AdapterId, T);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (best, hoped) = (self.best_known(), self.best_unlisted());
            match (best, hoped) {
                (Some((_, rank)), Some(hoped)) if hoped < rank || rank.fits_not && self.choice.only.is_some() => {}
                (Some((at, rank)), _) => {
                    let known = self.known.remove(at);
                    if rank.fits_not && self.choice.only.is_some() {
                        return None;
                    }
                    if !self.choice.skip.contains(&known.id) {
                        return Some((known.id, known.item));
                    }
                    continue;
                }
                (None, None) => return None,
                (None, Some(_)) => {}
            }
            let api = self.unlisted.pop_front()?;
            self.ask(api);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use wgpu::{Backend, DeviceType};

    fn adapter(name: &str, backend: Backend, kind: DeviceType) -> wgpu::AdapterInfo {
        wgpu::AdapterInfo {
            name: name.into(),
            driver: "driver".into(),
            driver_info: "1.0".into(),
            ..wgpu::AdapterInfo::new(kind, backend)
        }
    }

    /// A notebook with two graphics chips and software drivers, as its interfaces list it.
    fn notebook() -> Vec<wgpu::AdapterInfo> {
        vec![
            adapter("WARP", Backend::Dx12, DeviceType::Cpu),
            adapter("GeForce", Backend::Dx12, DeviceType::DiscreteGpu),
            adapter("llvmpipe", Backend::Vulkan, DeviceType::Cpu),
            adapter("Iris", Backend::Vulkan, DeviceType::IntegratedGpu),
            adapter("GeForce", Backend::Vulkan, DeviceType::DiscreteGpu),
            adapter("Iris GL", Backend::Gl, DeviceType::IntegratedGpu),
            adapter("llvmpipe GL", Backend::Gl, DeviceType::Cpu),
            adapter("Cloud", Backend::Vulkan, DeviceType::VirtualGpu),
        ]
    }

    fn id(name: &str, api: &str) -> AdapterId {
        AdapterId {
            name: name.into(),
            api: api.into(),
            driver: "driver 1.0".into(),
        }
    }

    /// The whole order, and which interfaces had been asked when the first adapter was there.
    fn order(there: &[wgpu::AdapterInfo], choice: &AdapterChoice) -> (Vec<String>, Vec<Backend>) {
        order_with(&APIS, there, choice)
    }

    /// As [`order`]; only the interfaces of `hardware` may have more than software.
    fn order_with(
        hardware: &[Backend],
        there: &[wgpu::AdapterInfo],
        choice: &AdapterChoice,
    ) -> (Vec<String>, Vec<Backend>) {
        let asked = RefCell::new(Vec::new());
        let list = |backend| {
            asked.borrow_mut().push(backend);
            let fits = |info: &&wgpu::AdapterInfo| info.backend == backend;
            there.iter().filter(fits).cloned().collect()
        };
        let mut candidates = Candidates::new(
            choice,
            (|api| api != Backend::Metal, |api| hardware.contains(&api)),
            list,
            Clone::clone,
        );
        let first = candidates.next();
        let asked_first = asked.borrow().clone();
        let all = first.into_iter().chain(candidates).map(|(id, _)| id.to_string());
        let all = all.collect();
        let mut once = asked.borrow().clone();
        once.sort_by_key(|api| APIS.iter().position(|a| a == api));
        once.dedup();
        assert_eq!(once.len(), asked.borrow().len(), "no interface is asked twice");
        (all, asked_first)
    }

    const NATURAL: [&str; 8] = [
        "GeForce (Vulkan)",
        "Iris (Vulkan)",
        "Cloud (Vulkan)",
        "GeForce (Direct3D 12)",
        "Iris GL (OpenGL)",
        "llvmpipe (Vulkan)",
        "WARP (Direct3D 12)",
        "llvmpipe GL (OpenGL)",
    ];

    #[test]
    fn hardware_comes_first_interface_by_interface() {
        let (all, asked) = order(&notebook(), &AdapterChoice::default());
        assert_eq!(all, NATURAL);
        assert_eq!(asked, [Backend::Vulkan], "the others are not opened");
        // Software is taken only when no interface has better.
        let software = [adapter("llvmpipe", Backend::Vulkan, DeviceType::Cpu)];
        let (all, asked) = order(&software, &AdapterChoice::default());
        assert_eq!(all, ["llvmpipe (Vulkan)"]);
        assert_eq!(asked, [Backend::Vulkan, Backend::Dx12, Backend::Gl]);
        assert_eq!(order(&[], &AdapterChoice::default()).0, [""; 0]);
    }

    #[test]
    fn an_interface_that_has_software_at_best_is_not_asked_for_better() {
        let software = [
            adapter("llvmpipe", Backend::Vulkan, DeviceType::Cpu),
            adapter("llvmpipe GL", Backend::Gl, DeviceType::Cpu),
        ];
        let hardware = [Backend::Vulkan, Backend::Dx12];
        let (all, asked) = order_with(&hardware, &software, &AdapterChoice::default());
        assert_eq!(all, ["llvmpipe (Vulkan)", "llvmpipe GL (OpenGL)"]);
        assert_eq!(asked, [Backend::Vulkan, Backend::Dx12]);
        // Whoever names it gets it.
        let choice = AdapterChoice {
            only: Some("llvmpipe gl".into()),
            ..AdapterChoice::default()
        };
        assert_eq!(order_with(&hardware, &software, &choice).0, ["llvmpipe GL (OpenGL)"]);
        // And so does everybody where nothing else is.
        assert_eq!(
            order_with(&hardware, &software[1..], &AdapterChoice::default()).0,
            ["llvmpipe GL (OpenGL)"]
        );
    }

    #[test]
    fn the_remembered_adapter_is_first_and_found_alone() {
        let mut choice = AdapterChoice {
            remembered: Some(id("llvmpipe GL", "OpenGL")),
            ..AdapterChoice::default()
        };
        let (all, asked) = order(&notebook(), &choice);
        assert_eq!(all[0], "llvmpipe GL (OpenGL)");
        assert_eq!(all[1..], NATURAL[..7]);
        assert_eq!(asked, [Backend::Gl]);
        // Another driver version is another adapter.
        choice.remembered = Some(AdapterId {
            driver: "driver 0.9".into(),
            ..id("llvmpipe GL", "OpenGL")
        });
        assert_eq!(order(&notebook(), &choice).0, NATURAL);
        // An adapter that is set aside is not tried, remembered or not.
        choice.remembered = Some(id("GeForce", "Vulkan"));
        choice.skip = vec![id("GeForce", "Vulkan"), id("Iris", "Vulkan")];
        assert_eq!(order(&notebook(), &choice).0, NATURAL[2..]);
    }

    #[test]
    fn what_has_ended_the_program_is_tried_last() {
        let crashed = |only: Option<&str>, preferred: Option<&str>| {
            let choice = AdapterChoice {
                only: only.map(str::to_owned),
                preferred: preferred.map(str::to_owned),
                remembered: Some(id("GeForce", "Vulkan")),
                crashed: vec![id("GeForce", "Vulkan")],
                ..AdapterChoice::default()
            };
            order(&notebook(), &choice).0
        };
        for preferred in [None, Some("geforce")] {
            let all = crashed(None, preferred);
            assert_eq!(all.len(), 8);
            assert_eq!(all[7], "GeForce (Vulkan)", "preferred: {preferred:?}");
        }
        assert_eq!(crashed(Some("geforce"), None)[0], "GeForce (Vulkan)");
        assert_eq!(crashed(Some("iris"), None), ["Iris (Vulkan)", "Iris GL (OpenGL)"]);
    }

    /// Nothing is known of what it would have listed, so it is asked when all others have failed, or when the user's words fit no other.
    #[test]
    fn an_interface_that_has_ended_the_program_is_asked_last() {
        let crashed = |only: Option<&str>, preferred: Option<&str>| AdapterChoice {
            only: only.map(str::to_owned),
            preferred: preferred.map(str::to_owned),
            remembered: Some(id("GeForce", "Vulkan")),
            crashed: vec![AdapterId::all_of(Backend::Vulkan)],
            ..AdapterChoice::default()
        };
        let (all, asked) = order(&notebook(), &crashed(None, None));
        assert_eq!(
            all,
            [
                "GeForce (Direct3D 12)",
                "Iris GL (OpenGL)",
                "WARP (Direct3D 12)",
                "llvmpipe GL (OpenGL)",
                // All others have failed by now.
                "GeForce (Vulkan)",
                "Iris (Vulkan)",
                "Cloud (Vulkan)",
                "llvmpipe (Vulkan)",
            ]
        );
        assert_eq!(asked, [Backend::Dx12], "it is not needed");
        let (_, asked) = order(&notebook(), &crashed(None, Some("2")));
        assert_eq!(
            asked,
            [Backend::Dx12, Backend::Gl],
            "a preference does not end every run"
        );
        for (words, first, wanted) in [
            ("iris", "Iris GL (OpenGL)", &[Backend::Dx12, Backend::Gl][..]),
            (
                "cloud",
                "Cloud (Vulkan)",
                &[Backend::Dx12, Backend::Gl, Backend::Vulkan],
            ),
        ] {
            let (all, asked) = order(&notebook(), &crashed(Some(words), None));
            assert_eq!((all[0].as_str(), &asked[..]), (first, wanted));
        }
    }

    #[test]
    fn words_and_numbers_choose() {
        let only = |words: &str| AdapterChoice {
            only: Some(words.into()),
            ..AdapterChoice::default()
        };
        for (words, wanted) in [
            ("geforce", &["GeForce (Vulkan)", "GeForce (Direct3D 12)"][..]),
            ("IRIS", &["Iris (Vulkan)", "Iris GL (OpenGL)"]),
            ("warp", &["WARP (Direct3D 12)"]),
            ("4", &["Iris GL (OpenGL)"]),
            (" 0 ", &["GeForce (Vulkan)"]),
            // Not so many, and in no name.
            ("8", &[]),
            ("radeon", &[]),
        ] {
            assert_eq!(order(&notebook(), &only(words)).0, wanted, "{words}");
        }
        assert_eq!(
            order(&notebook(), &only("geforce")).1,
            [Backend::Vulkan],
            "no more is opened than for the best"
        );
        // A name that looks like a number.
        let card = [adapter("Card 4090", Backend::Vulkan, DeviceType::DiscreteGpu)];
        assert_eq!(order(&card, &only("4090")).0, ["Card 4090 (Vulkan)"]);
        // A preference is no condition, and goes before what is remembered.
        let choice = AdapterChoice {
            preferred: Some("iris".into()),
            remembered: Some(id("GeForce", "Vulkan")),
            ..AdapterChoice::default()
        };
        let (all, _) = order(&notebook(), &choice);
        assert_eq!(all[..3], ["Iris (Vulkan)", "Iris GL (OpenGL)", "GeForce (Vulkan)"]);
        assert_eq!(all.len(), 8);
        let choice = AdapterChoice {
            remembered: Some(id("Iris GL", "OpenGL")),
            ..choice
        };
        let (all, asked) = order(&notebook(), &choice);
        assert_eq!(all[..2], ["Iris GL (OpenGL)", "Iris (Vulkan)"]);
        assert_eq!(asked, [Backend::Gl]);
    }
}
