//! Materials, cameras and lights that clips drive, and the names by which their tracks find them.
//!
//! Names of a file need not be there and need not differ: what is driven gets one that nothing else has.

use crate::gltf::lower::context::Context;
use crate::gltf::lower::lights;
use std::collections::{BTreeMap, HashMap};

/// Whose number it is, by its position in the file's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Owner {
    Material(usize),
    Camera(usize),
    Light(usize),
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Material(index) => write!(f, "materials[{index}]"),
            Self::Camera(index) => write!(f, "cameras[{index}]"),
            Self::Light(index) => write!(f, "lights[{index}]"),
        }
    }
}

#[derive(Default)]
pub(crate) struct Owners {
    driven: BTreeMap<Owner, String>,
    /// How often each name is used; counted when the first is asked for.
    counts: Option<HashMap<String, usize>>,
}

impl Owners {
    /// The name of what is driven from now on; `None`: the file has no such thing.
    pub fn drive(&mut self, context: &Context<'_>, owner: Owner, node_names: &[String]) -> Option<String> {
        if let Some(known) = self.driven.get(&owner) {
            return Some(known.clone());
        }
        let own = own_name(context, owner)?;
        let counts = self.counts.get_or_insert_with(|| count(context, node_names));
        let by_position = match owner {
            Owner::Material(index) => format!("material {index}"),
            Owner::Camera(index) => format!("camera {index}"),
            Owner::Light(index) => format!("light {index}"),
        };
        let mut name = match own {
            "" => by_position,
            own if counts.get(own) == Some(&1) => own.to_owned(),
            own => format!("{own} ({by_position})"),
        };
        // It was made up, or is the file's own: either may be somebody else's.
        while own != name && counts.contains_key(&name) {
            name.push('\'');
        }
        *counts.entry(name.clone()).or_default() += 1;
        self.driven.insert(owner, name.clone());
        Some(name)
    }

    /// The name of what some clip drives.
    pub fn name(&self, owner: Owner) -> Option<&String> {
        self.driven.get(&owner)
    }
}

/// Empty when the file gives none; `None` when there is no such thing.
fn own_name<'a>(context: &'a Context<'_>, owner: Owner) -> Option<&'a str> {
    let root = context.document.root();
    let name = match owner {
        Owner::Material(index) => root.materials.get(index)?.name.as_deref().unwrap_or_default(),
        Owner::Camera(index) => root.cameras.get(index)?.name.as_deref().unwrap_or_default(),
        Owner::Light(index) => {
            let light = lights::of_file(root).get(index)?;
            light.get("name").and_then(|name| name.as_str()).unwrap_or_default()
        }
    };
    Some(crate::lower::names::short(name))
}

fn count(context: &Context<'_>, node_names: &[String]) -> HashMap<String, usize> {
    let root = context.document.root();
    let materials = (0..root.materials.len()).map(Owner::Material);
    let cameras = (0..root.cameras.len()).map(Owner::Camera);
    let lights = (0..lights::of_file(root).len()).map(Owner::Light);
    let owners = materials.chain(cameras).chain(lights);
    let names = owners.filter_map(|owner| own_name(context, owner)).map(str::to_owned);
    let mut counts = HashMap::new();
    for name in names.chain(node_names.iter().cloned()) {
        *counts.entry(name).or_default() += 1;
    }
    counts
}
