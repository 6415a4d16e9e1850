//! The nodes of a glTF file in the making: a row each, as a file may have a million of them.
//!
//! In: names and transforms that the scene holds, and a few fields more for the nodes that have some. Out: their JSON text. Never here: a
//! tree of JSON values for all nodes at one time.

use castview_base::core::Transform;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// The list of nodes, and which of them hang on which.
#[derive(Default)]
pub(super) struct Nodes<'a> {
    nodes: Vec<Node<'a>>,
    /// Parent and child, in the order in which they were put together.
    adopted: Vec<[u32; 2]>,
}

struct Node<'a> {
    name: &'a str,
    transform: &'a Transform,
    /// Further fields: most nodes have none.
    fields: Option<Box<Map<String, Value>>>,
}

impl<'a> Nodes<'a> {
    /// A node that stands at `transform` in its parent; returns its position.
    pub fn push(&mut self, name: &'a str, transform: &'a Transform) -> usize {
        self.nodes.push(Node {
            name,
            transform,
            fields: None,
        });
        self.nodes.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Lets `child` hang on `parent`.
    pub fn adopt(&mut self, parent: usize, child: usize) {
        self.adopted.push([parent, child].map(|node| node as u32));
    }

    /// Puts the node there by a matrix instead of its transform.
    pub fn set_matrix(&mut self, node: usize, matrix: [f32; 16]) {
        self.nodes[node].transform = &Transform::IDENTITY;
        self.set(node, "matrix", json!(matrix));
    }

    pub fn set(&mut self, node: usize, field: &str, value: Value) {
        self.fields_mut(node).insert(field.into(), value);
    }

    pub fn extend(&mut self, node: usize, extension: &str, value: Value) {
        let extensions = self.fields_mut(node).entry("extensions");
        extensions.or_insert_with(|| json!({}))[extension] = value;
    }

    /// The value of a field that was set.
    pub fn field(&self, node: usize, field: &str) -> Option<&Value> {
        self.nodes[node].fields.as_ref()?.get(field)
    }

    fn fields_mut(&mut self, node: usize) -> &mut Map<String, Value> {
        self.nodes[node].fields.get_or_insert_default()
    }

    /// Writes the elements of the list, without its brackets.
    pub fn write(self, out: &mut Vec<u8>) {
        let mut first = vec![0u32; self.nodes.len() + 1];
        for [parent, _] in &self.adopted {
            first[*parent as usize + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let mut children = vec![0u32; self.adopted.len()];
        let mut next = first.clone();
        for [parent, child] in self.adopted {
            let at = &mut next[parent as usize];
            children[*at as usize] = child;
            *at += 1;
        }
        drop(next);
        for (index, node) in self.nodes.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            let children = &children[first[index] as usize..first[index + 1] as usize];
            serde_json::to_writer(&mut *out, &Row { node, children }).expect("values of our own are written");
        }
    }
}

/// A node with its children.
struct Row<'a> {
    node: Node<'a>,
    children: &'a [u32],
}

impl Serialize for Row<'_> {
    /// In the order of the fields' names.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Node {
            name,
            transform,
            fields,
        } = &self.node;
        let plain = Transform::IDENTITY;
        let children = (!self.children.is_empty()).then_some(self.children);
        let rotation = (transform.rotation != plain.rotation).then(|| transform.rotation.normalize().to_array());
        let scale = (transform.scale != plain.scale).then(|| transform.scale.to_array());
        let translation = (transform.translation != plain.translation).then(|| transform.translation.to_array());
        let Some(fields) = fields else {
            let mut row = serializer.serialize_map(None)?;
            if let Some(children) = children {
                row.serialize_entry("children", children)?;
            }
            row.serialize_entry("name", name)?;
            if let Some(rotation) = rotation {
                row.serialize_entry("rotation", &rotation)?;
            }
            if let Some(scale) = scale {
                row.serialize_entry("scale", &scale)?;
            }
            if let Some(translation) = translation {
                row.serialize_entry("translation", &translation)?;
            }
            return row.end();
        };
        let own = [
            ("children", children.map(|children| json!(children))),
            ("name", Some(json!(name))),
            ("rotation", rotation.map(|rotation| json!(rotation))),
            ("scale", scale.map(|scale| json!(scale))),
            ("translation", translation.map(|translation| json!(translation))),
        ];
        let own = own
            .into_iter()
            .filter_map(|(field, value)| Some((field.into(), value?)));
        let mut row = (**fields).clone();
        row.extend(own);
        row.serialize(serializer)
    }
}
