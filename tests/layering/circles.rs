//! Circles of files: files that use each other, directly or by others.
//!
//! An edge is a path used in code from file to file, followed through re-exports to the file that defines what it names. `mod` lines,
//! re-exports and tests are no edges; a file that uses an item defined in the `mod.rs` above it has one.

use super::paths::{Paths, Target};
use std::collections::{BTreeMap, BTreeSet};

/// One file: the items it defines, those it passes on, those it uses.
#[derive(Default)]
struct File {
    items: BTreeSet<String>,
    /// Name here → path from the crate's root.
    passes_on: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    uses: BTreeSet<Vec<String>>,
}

/// Modules by their path from the crate's root.
pub struct Files(BTreeMap<Vec<String>, File>);

fn name_of(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

impl Files {
    /// `sources`: the module of each file, and its text.
    pub fn of(sources: &[(Vec<String>, String)]) -> Self {
        let mut files = BTreeMap::new();
        for (module, text) in sources {
            if module.iter().any(|name| name == "tests") {
                continue;
            }
            let parsed = syn::parse_file(text).expect("layering has parsed it");
            let mut file = File {
                items: parsed.items.iter().filter_map(name_of).collect(),
                ..File::default()
            };
            for found in Paths::of(&parsed, module.clone()).found {
                let Target::Inside(path) = found.target else { continue };
                if found.in_tests {
                    continue;
                }
                match found.passed_on_as {
                    None => _ = file.uses.insert(path),
                    Some(name) if name == "*" => file.globs.push(path),
                    Some(name) => _ = file.passes_on.insert(name, path),
                }
            }
            files.insert(module.clone(), file);
        }
        Self(files)
    }

    /// The file that defines what `path` names; `None` for what is no item of a file.
    fn definer(&self, path: &[String], depth: u8) -> Option<&Vec<String>> {
        let (module, file) = (0..=path.len())
            .rev()
            .find_map(|end| self.0.get_key_value(&path[..end]))?;
        let Some(name) = path.get(module.len()) else {
            return Some(module);
        };
        if file.items.contains(name) || depth == 0 {
            return Some(module);
        }
        if let Some(target) = file.passes_on.get(name) {
            return self.definer(target, depth - 1);
        }
        let in_globs = file.globs.iter().find_map(|glob| {
            let target = [glob.as_slice(), &path[module.len()..]].concat();
            let definer = self.definer(&target, depth - 1)?;
            self.0[definer].items.contains(name).then_some(definer)
        });
        in_globs.or(Some(module))
    }

    /// For each of the files, in their order, the files that it uses.
    fn edges(&self) -> Vec<BTreeSet<&Vec<String>>> {
        let uses = self.0.iter().map(|(module, file)| {
            let targets = file.uses.iter().filter_map(|path| self.definer(path, 8));
            targets.filter(|target| *target != module).collect()
        });
        uses.collect()
    }

    /// Every circle, as sorted modules (`a::b`), longest first.
    pub fn circles(&self) -> Vec<Vec<String>> {
        let names: Vec<String> = self.0.keys().map(|module| module.join("::")).collect();
        let at: BTreeMap<&Vec<String>, usize> = self.0.keys().zip(0..).collect();
        let edges = self.edges();
        let edges: Vec<BTreeSet<usize>> = edges
            .iter()
            .map(|targets| targets.iter().map(|target| at[*target]).collect())
            .collect();
        circles(&names, &edges)
    }

    /// Every circle of folders that lie beside each other, likewise. A folder uses another if any of its files uses one of the other's.
    pub fn circles_of_folders(&self) -> Vec<Vec<String>> {
        let folders: BTreeSet<&[String]> = self
            .0
            .keys()
            .flat_map(|module| (1..module.len()).map(|end| &module[..end]))
            .collect();
        let names: Vec<String> = folders.iter().map(|folder| folder.join("::")).collect();
        let at: BTreeMap<&[String], usize> = folders.iter().copied().zip(0..).collect();
        let mut edges = vec![BTreeSet::new(); folders.len()];
        for (module, targets) in self.0.keys().zip(self.edges()) {
            for target in targets {
                let shared = module
                    .iter()
                    .zip(target)
                    .take_while(|(own, other)| own == other)
                    .count();
                let beside = |module: &[String]| at.get(module.get(..=shared)?).copied();
                if let (Some(from), Some(to)) = (beside(module), beside(target)) {
                    edges[from].insert(to);
                }
            }
        }
        circles(&names, &edges)
    }
}

/// Components of several nodes, by their names, longest first.
fn circles(names: &[String], edges: &[BTreeSet<usize>]) -> Vec<Vec<String>> {
    let several = components(edges).into_iter().filter(|component| component.len() > 1);
    let named = several.map(|component| {
        let mut circle: Vec<String> = component.iter().map(|at| names[*at].clone()).collect();
        circle.sort();
        circle
    });
    let mut circles: Vec<Vec<String>> = named.collect();
    circles.sort_by_key(|circle| (std::cmp::Reverse(circle.len()), circle.clone()));
    circles
}

/// Strongly connected components: from each node what it reaches, kept where it is reached back.
fn components(edges: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let reach = |start: usize| {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            open.extend(edges[node].iter().copied().filter(|next| seen.insert(*next)));
        }
        seen
    };
    let reached: Vec<BTreeSet<usize>> = (0..edges.len()).map(reach).collect();
    let mut out = Vec::new();
    let mut done = BTreeSet::new();
    for node in 0..edges.len() {
        if done.insert(node) {
            let mut component = BTreeSet::from([node]);
            component.extend(
                reached[node]
                    .iter()
                    .copied()
                    .filter(|other| reached[*other].contains(&node)),
            );
            done.extend(component.iter().copied());
            out.push(component);
        }
    }
    out
}
