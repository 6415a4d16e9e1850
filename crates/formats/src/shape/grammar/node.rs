//! The tree of nodes, depth first (docs/formats/shape.md §3.6), walked with a stack of its own.

use super::common::{Result, volume};
use crate::shape::ShapeError;
use crate::shape::cursor::Cursor;
use crate::shape::document::Node;

/// Nodes inside nodes, the root counted; and nodes at all (shape.md row 18).
const MAX_DEPTH: usize = 512;
const MAX_NODES: usize = 1_000_000;
/// Bytes of a node without geometries and children.
const LEAST: usize = 135;

/// A node whose children are being read.
struct Open {
    node: u32,
    children_left: u8,
}

pub fn nodes(c: &mut Cursor<'_>) -> Result<Vec<Node>> {
    at_most(c, MAX_NODES)
}

fn at_most(c: &mut Cursor<'_>, most: usize) -> Result<Vec<Node>> {
    let mut nodes = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    read(c, None, &mut nodes, &mut open)?;
    while let Some(top) = open.last_mut() {
        if top.children_left == 0 {
            open.pop();
            continue;
        }
        top.children_left -= 1;
        let parent = top.node;
        let place = c.place();
        if open.len() >= MAX_DEPTH {
            let most = MAX_DEPTH;
            return Err(ShapeError::TooDeep { place, most });
        }
        if nodes.len() >= most {
            return Err(ShapeError::TooManyNodes { place, most });
        }
        match read(c, Some(parent), &mut nodes, &mut open) {
            Err(error) if c.may_end && error.is_end() => {
                c.end_in("node");
                break;
            }
            result => result?,
        }
    }
    let missing: u64 = open.iter().map(|open| u64::from(open.children_left)).sum();
    let missing = missing + u64::from(c.ended.is_some());
    c.counts.push(("node", nodes.len(), nodes.len() as u64 + missing));
    c.sections += u32::from(c.ended.is_none());
    Ok(nodes)
}

fn read(c: &mut Cursor<'_>, parent: Option<u32>, nodes: &mut Vec<Node>, open: &mut Vec<Open>) -> Result<()> {
    let index = nodes.len();
    let (node, children_left) = c.within("node", Some(index), |c| node(c, parent))?;
    nodes.push(node);
    open.push(Open {
        node: index as u32,
        children_left,
    });
    Ok(())
}

/// One node, and how many children follow it.
fn node(c: &mut Cursor<'_>, parent: Option<u32>) -> Result<(Node, u8)> {
    let at = c.at;
    let (name, transformation) = (c.text()?, c.f32s()?);
    let (lod, distance) = (c.u32()?, c.f32s()?);
    let [has_opacity, no_shadow, is_hidden, render_before_children] = c.bools()?;
    let (null_position, bounds) = (c.f32s()?, volume(c)?);
    let [geometries, children] = c.u8s()?;
    // All indices come before all volumes: 42 bytes for each geometry.
    let count = c.fits("geometry", geometries.into(), 42)?;
    let mut indices = Vec::with_capacity(count);
    for _ in 0..count {
        indices.push(c.u16()?);
    }
    let mut places = Vec::with_capacity(count);
    for index in indices {
        places.push((index, volume(c)?));
    }
    c.fits("child", children.into(), LEAST)?;
    let node = Node {
        at,
        name,
        parent,
        transformation,
        lod,
        distance,
        has_opacity,
        no_shadow,
        is_hidden,
        render_before_children,
        null_position,
        volume: bounds,
        geometries: places,
    };
    Ok((node, children))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Layout;

    /// shape.md row 18, with a limit that a test can reach: a root with two children.
    #[test]
    fn more_nodes_than_are_allowed_are_refused() {
        let node = |children: u8| {
            let mut bytes = vec![0; LEAST];
            bytes[LEAST - 1] = children;
            bytes
        };
        let bytes = [node(2), node(0), node(0)].concat();
        let cursor = || Cursor::new(&bytes, 0, Layout::default(), "");
        let found = at_most(&mut cursor(), 3).expect("three are allowed");
        assert_eq!(
            found.iter().map(|node| node.parent).collect::<Vec<_>>(),
            [None, Some(0), Some(0)]
        );
        let error = at_most(&mut cursor(), 2).expect_err("one too many");
        assert_eq!((error.rule().id, error.place().offset), ("S18", 2 * LEAST as u64));
        assert_eq!(MAX_NODES, 1_000_000);
    }
}
