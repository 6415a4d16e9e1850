//! Links between nodes: a hash, looked up among the children of one fixed node (docs/formats/cast.md §1.4).
//!
//! Never one table for the whole file: real files use hash 0 for everything nobody links to, and equal content hashes
//! in different models. A42: within its scope a link finds the first node *of the class it asks for*.

use crate::cast::{NodeKind, NodeView, PropertyView};
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// The children of one node by class and hash.
pub(super) struct Links<'a> {
    children: Vec<Child<'a>>,
    /// Only built for more children than a plain search can afford.
    table: Option<Table>,
}

struct Table {
    /// First child of each (class, hash), by position in the list of children.
    first: HashMap<(NodeKind, u64), Target>,
    /// Hashes of children of any class, to tell a link to the wrong class from one to nowhere.
    any: HashSet<u64>,
}

impl Table {
    fn of(children: &[Child<'_>]) -> Self {
        let mut first = HashMap::with_capacity(children.len());
        for (child, Child { node, .. }) in children.iter().enumerate() {
            match first.entry((node.kind(), node.hash())) {
                Entry::Vacant(free) => drop(free.insert(Target { child, repeated: false })),
                Entry::Occupied(mut taken) => taken.get_mut().repeated = true,
            }
        }
        Self {
            first,
            any: children.iter().map(|child| child.node.hash()).collect(),
        }
    }
}

struct Child<'a> {
    node: NodeView<'a>,
    /// Position among the children of its own class.
    position: usize,
}

#[derive(Clone, Copy)]
struct Target {
    child: usize,
    /// Another child of that class has the same hash.
    repeated: bool,
}

/// Up to this many children are searched one by one.
const SEARCHED: usize = 16;

impl<'a> Links<'a> {
    pub(super) fn new(children: impl Iterator<Item = NodeView<'a>>) -> Self {
        // A handful of classes at most: searched faster than hashed.
        let mut counts: Vec<(NodeKind, usize)> = Vec::new();
        let mut position = |kind: NodeKind| {
            // Nothing links to a class this program does not know, and a file may hold any number of those.
            if matches!(kind, NodeKind::Unknown(_)) {
                return 0;
            }
            match counts.iter_mut().find(|(counted, _)| *counted == kind) {
                Some((_, count)) => {
                    *count += 1;
                    *count
                }
                None => {
                    counts.push((kind, 0));
                    0
                }
            }
        };
        let children: Vec<Child> = children
            .map(|node| Child {
                node,
                position: position(node.kind()),
            })
            .collect();
        let mut links = Self { children, table: None };
        if links.children.len() > SEARCHED {
            links.table = Some(Table::of(&links.children));
        }
        links
    }

    /// The first child of one of the classes `kinds` with this hash.
    fn target(&self, kinds: &[NodeKind], hash: u64) -> Option<Target> {
        if let Some(table) = &self.table {
            let found = kinds.iter().filter_map(|kind| table.first.get(&(*kind, hash)).copied());
            return found.reduce(|a, b| Target {
                child: a.child.min(b.child),
                repeated: true,
            });
        }
        let matches = |child: &Child| child.node.hash() == hash && kinds.contains(&child.node.kind());
        let child = self.children.iter().position(matches)?;
        let repeated = self.children[child + 1..].iter().any(matches);
        Some(Target { child, repeated })
    }

    fn is_known(&self, hash: u64) -> bool {
        match &self.table {
            Some(table) => table.any.contains(&hash),
            None => self.children.iter().any(|child| child.node.hash() == hash),
        }
    }

    /// The child of one of the classes `kinds` with this hash: its position among the children of its own class, and
    /// the node. Reports links that lead nowhere (cast.md rows 29, 30) and those with several targets (row 28) at `property`.
    pub(super) fn follow(
        &self,
        property: PropertyView<'a>,
        hash: u64,
        kinds: &[NodeKind],
        diagnostics: &mut Diagnostics,
    ) -> Option<(usize, NodeView<'a>)> {
        let wanted = || kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(" or ");
        let Some(target) = self.target(kinds, hash) else {
            let rule = if self.is_known(hash) { rule::C30 } else { rule::C29 };
            diagnostics.report(
                rule,
                || property.place(),
                || {
                    let reason = if rule == rule::C30 {
                        "is of another class"
                    } else {
                        "does not exist"
                    };
                    format!(
                        "the link to {} {hash:#x} leads nowhere: that node {reason}; taken as absent",
                        wanted()
                    )
                },
            );
            return None;
        };
        if target.repeated {
            diagnostics.report(
                rule::C28,
                || property.place(),
                || {
                    format!(
                        "several {} nodes have the hash {hash:#x}; the first one is meant",
                        wanted()
                    )
                },
            );
        }
        let child = &self.children[target.child];
        Some((child.position, child.node))
    }

    /// Follows the link that property `name` of `node` holds, if it has one.
    pub(super) fn follow_property(
        &self,
        node: NodeView<'a>,
        name: &str,
        kind: NodeKind,
        diagnostics: &mut Diagnostics,
    ) -> Option<(usize, NodeView<'a>)> {
        let hash = super::fields::hash(node, name, diagnostics)?;
        self.follow(node.property(name)?, hash, &[kind], diagnostics)
    }
}
