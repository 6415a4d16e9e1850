//! Who hangs on whom, and what is shown (docs/formats/gltf.md §3; §8 rows 10, 12, 18).
//!
//! In: the children lists of all nodes, and the scenes. Out: a forest, parents first broken where they go round, and the
//! nodes of the scene that is shown.

use crate::gltf::json::Root;
use crate::gltf::lower::context::Context;
use crate::rules::gltf as rule;
use castview_base::core::Choice;
use std::collections::HashSet;

pub(crate) struct Forest {
    /// One per node.
    pub parents: Vec<Option<usize>>,
    /// Nodes of the shown scene.
    pub shown: Vec<bool>,
    /// Nodes of the shown scene, and those that its skins need.
    pub needed: Vec<bool>,
    /// Joints of any skin.
    pub is_joint: Vec<bool>,
    pub scene_name: Option<String>,
}

impl Forest {
    pub fn new(context: &Context<'_>) -> Self {
        let root = context.document.root();
        let mut parents = parents(context, root);
        let (scene, roots) = roots(context, root);
        cut_rings(context, &mut parents, &roots);
        let roots = match &scene {
            Some(_) => roots,
            None => (0..parents.len()).filter(|node| parents[*node].is_none()).collect(),
        };
        let mut is_root = vec![false; parents.len()];
        for &node in &roots {
            is_root[node] = true;
            if let Some(parent) = parents[node] {
                context.report(
                    rule::G12,
                    || context.place("nodes", node, ""),
                    || format!("a root of the scene that is also a child of node {parent}; it stays the child"),
                );
            }
        }
        let shown = below(&parents, &is_root);
        let mut needed = shown.clone();
        let is_joint = joints(root);
        require(context, root, &parents, &shown, &mut needed);
        Self {
            parents,
            shown,
            needed,
            is_joint,
            scene_name: scene
                .and_then(|scene| root.scenes[scene].name.clone())
                .filter(|name| !name.is_empty()),
        }
    }

    /// The node and its ancestors, nearest first.
    pub fn ancestors_and_self(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |node| self.parents[*node])
    }
}

/// gltf.md row 12: of several parents the first wins.
fn parents(context: &Context<'_>, root: &Root) -> Vec<Option<usize>> {
    let count = root.nodes.len();
    let mut parents = vec![None; count];
    for (index, node) in root.nodes.iter().enumerate() {
        let place = || context.place("nodes", index, ".children");
        for &child in &node.children {
            if child.get() >= count {
                context.report(rule::G10, place, || {
                    format!("there is no nodes[{child}] among {count}; left out")
                });
            } else if child.get() == index {
                context.report(rule::G12, place, || "the node is its own child; left out".into());
            } else if let Some(first) = parents[child.get()] {
                context.report(rule::G12, place, || {
                    format!("node {child} is a child of node {first} already; it stays there")
                });
            } else {
                parents[child.get()] = Some(index);
            }
        }
    }
    parents
}

/// Cuts every ring where walking up comes back to it; rings with a root of the scene in them above that root.
fn cut_rings(context: &Context<'_>, parents: &mut [Option<usize>], roots: &[usize]) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; parents.len()];
    let mut path = Vec::new();
    for start in roots.iter().copied().chain(0..parents.len()) {
        let mut next = Some(start);
        while let Some(node) = next {
            if states[node] == State::Open {
                parents[node] = None;
                context.report(
                    rule::G12,
                    || context.place("nodes", node, ""),
                    || "the node is its own ancestor; made a root".into(),
                );
            }
            if states[node] != State::New {
                break;
            }
            states[node] = State::Open;
            path.push(node);
            next = parents[node];
        }
        for node in path.drain(..) {
            states[node] = State::Done;
        }
    }
}

/// Which scene is shown (`None`: there is none), and its roots.
fn roots(context: &Context<'_>, root: &Root) -> (Option<usize>, Vec<usize>) {
    let count = root.scenes.len();
    if count == 0 {
        if !root.nodes.is_empty() {
            context.report(rule::G_SCENES, Default::default, || {
                "the file has no scene; every node is shown".into()
            });
        }
        return (None, Vec::new());
    }
    let default = match root.scene {
        None => 0,
        Some(id) if id.get() < count => id.get(),
        Some(id) => {
            context.report(rule::G10, Default::default, || {
                format!("there is no scenes[{id}] among {count}; the first is shown")
            });
            0
        }
    };
    let scene = chosen_scene(context, root, default);
    let mut seen = HashSet::new();
    let mut roots = Vec::new();
    for &node in &root.scenes[scene].nodes {
        if node.get() >= root.nodes.len() {
            context.report(
                rule::G10,
                || context.place("scenes", scene, ".nodes"),
                || format!("there is no nodes[{node}] among {}; left out", root.nodes.len()),
            );
        } else if seen.insert(node.get()) {
            roots.push(node.get());
        }
    }
    (Some(scene), roots)
}

/// The key of the choice between scenes.
const SCENE: &str = "scene";

fn chosen_scene(context: &Context<'_>, root: &Root, default: usize) -> usize {
    if root.scenes.len() < 2 {
        return default;
    }
    let count = root.scenes.len();
    let name = |index: usize| {
        let name = root.scenes[index].name.clone();
        name.unwrap_or_else(|| format!("Scene {index}"))
    };
    let asked = context.options.get(SCENE).and_then(|asked| {
        let by_number = asked.parse().ok().filter(|index: &usize| *index < count);
        by_number.or_else(|| (0..count).find(|index| name(*index) == asked))
    });
    let chosen = asked.unwrap_or(default);
    let names = (0..count).map(|index| (index.to_string(), name(index)));
    let auto = ("auto".to_owned(), "The one that the file shows first".to_owned());
    let values: Vec<(String, String)> = std::iter::once(auto).chain(names).collect();
    let outcome = values[chosen + 1].1.clone();
    context.choices.borrow_mut().push(Choice {
        key: SCENE,
        title: "Scene",
        values,
        chosen: asked.map_or("auto".into(), |asked| asked.to_string()),
        outcome,
        is_offer: true,
    });
    chosen
}

/// The marked nodes and all below them.
pub(crate) fn below(parents: &[Option<usize>], marked: &[bool]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; parents.len()];
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut node = start;
        let verdict = loop {
            if let Some(known) = known[node] {
                break known;
            }
            path.push(node);
            match parents[node] {
                _ if marked[node] => break true,
                Some(parent) => node = parent,
                None => break false,
            }
        };
        for node in path.drain(..) {
            known[node] = Some(verdict);
        }
    }
    known.into_iter().map(|known| known == Some(true)).collect()
}

fn joints(root: &Root) -> Vec<bool> {
    let mut is_joint = vec![false; root.nodes.len()];
    for joint in root.skins.iter().flat_map(|skin| &skin.joints) {
        if let Some(is_joint) = is_joint.get_mut(joint.get()) {
            *is_joint = true;
        }
    }
    is_joint
}

/// gltf.md row 18: joints elsewhere move what is shown here all the same. Ancestors move what is below them.
fn require(context: &Context<'_>, root: &Root, parents: &[Option<usize>], shown: &[bool], needed: &mut [bool]) {
    let mut done = HashSet::new();
    let skins = (0..root.nodes.len())
        .filter(|node| shown[*node])
        .filter_map(|node| root.nodes[node].skin);
    let mut elsewhere = 0;
    for skin in skins
        .filter(|skin| done.insert(skin.get()))
        .filter_map(|skin| root.skins.get(skin.get()))
    {
        for joint in skin
            .joints
            .iter()
            .map(|joint| joint.get())
            .filter(|joint| *joint < shown.len())
        {
            if !needed[joint] {
                elsewhere += 1;
                needed[joint] = true;
            }
        }
    }
    if elsewhere > 0 {
        context.report(rule::G18, Default::default, || {
            format!("{elsewhere} joints are not in the scene that is shown; they move its meshes all the same")
        });
    }
    for start in 0..parents.len() {
        let mut node = needed[start].then_some(start).and_then(|node| parents[node]);
        while let Some(ancestor) = node
            && !needed[ancestor]
        {
            needed[ancestor] = true;
            node = parents[ancestor];
        }
    }
}
