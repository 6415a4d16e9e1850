//! `dump`: the document as stored.

use super::args::FilesArgs;
use super::diagnostics::{self, List};
use super::input::{InputFile, each_file};
use super::output::{Failure, Output, json_line, shown};
use crate::core::{Diagnostics, Severity, printed};
use crate::formats;
use crate::formats::cast::{self, Document, NodeView, PropertyView};
use crate::scene::Fact;
use serde::{Serialize, Serializer};
use std::io::Write;

pub fn run(args: &FilesArgs) -> Result<u8, Failure> {
    let fails_at = args.bulk.strict.then_some(Severity::Warning);
    each_file(args, fails_at, |input, out| {
        let mut diagnostics = Diagnostics::default();
        let outline = formats::outline(input.bytes.clone(), &args.import.options(), &mut diagnostics);
        if let Some(facts) = outline.map_err(|error| input.refused(&error))? {
            let worst = diagnostics::worst(&diagnostics);
            if !args.bulk.quiet || worst.is_some() {
                write_outline(out, input, args.json, &facts, &diagnostics)?;
            }
            return Ok(worst);
        }
        let document =
            cast::read(input.bytes.clone(), &mut diagnostics).map_err(|error| input.refused(&error.into()))?;
        let worst = diagnostics::worst(&diagnostics);
        let is_told = !args.bulk.quiet || worst.is_some();
        if is_told && args.json {
            json_line(
                out,
                &File {
                    path: &input.shown_path,
                    roots: Nodes(document.roots()),
                    diagnostics: List(&diagnostics),
                },
            )?;
        } else if is_told {
            write_text(out, input, &document, &diagnostics)?;
        }
        Ok(worst)
    })
}

#[derive(Serialize)]
struct File<'a, R: Serialize> {
    path: &'a str,
    roots: R,
    diagnostics: List<'a>,
}

/// Written one by one: a file of many small nodes never becomes a tree of JSON values.
struct Nodes<I>(I);

impl<'a, I: Iterator<Item = NodeView<'a>> + Clone> Serialize for Nodes<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone().map(Node))
    }
}

struct Node<'a>(NodeView<'a>);

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let node = self.0;
        let mut fields = serializer.serialize_struct("Node", 7)?;
        fields.serialize_field("id", &format_args!("{:08x}", node.id()))?;
        fields.serialize_field("kind", node.kind().name())?;
        fields.serialize_field("hash", &format_args!("{:016x}", node.hash()))?;
        fields.serialize_field("offset", &node.offset())?;
        fields.serialize_field("size", &node.size())?;
        fields.serialize_field("properties", &Properties(node))?;
        // As deep as the reader allows, which is 64 levels.
        fields.serialize_field("children", &Nodes(node.children()))?;
        fields.end()
    }
}

struct Properties<'a>(NodeView<'a>);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.properties().map(Property))
    }
}

struct Property<'a>(PropertyView<'a>);

impl Serialize for Property<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let property = self.0;
        let mut fields = serializer.serialize_struct("Property", 6)?;
        fields.serialize_field("name", &property.name())?;
        fields.serialize_field("type", property.kind().letter())?;
        fields.serialize_field("count", &property.count())?;
        fields.serialize_field("offset", &property.offset())?;
        let crc32 = crc32fast::hash(property.string_bytes());
        fields.serialize_field("crc32", &format_args!("{crc32:08x}"))?;
        fields.serialize_field("preview", &property.preview())?;
        fields.end()
    }
}

fn write_text(
    out: &mut Output<'_>,
    input: &InputFile,
    document: &Document,
    found: &Diagnostics,
) -> Result<(), Failure> {
    writeln!(out, "{}", printed(&input.shown_path))?;
    // An explicit stack of (node, depth), deepest last.
    let mut open: Vec<(NodeView, usize)> = document.roots().map(|root| (root, 1)).collect();
    open.reverse();
    while let Some((node, depth)) = open.pop() {
        let indent = "  ".repeat(depth);
        writeln!(
            out,
            "{indent}{} {:#x} at byte {:#x}, {} bytes",
            node.kind().name(),
            node.hash(),
            node.offset(),
            node.size()
        )?;
        for property in node.properties() {
            let (name, kind, count) = (property.name(), property.kind().letter(), property.count());
            writeln!(
                out,
                "{indent}  {}: {kind} × {count} = {}",
                shown(&name),
                printed(&property.preview())
            )?;
        }
        let first_child = open.len();
        open.extend(node.children().map(|child| (child, depth + 1)));
        open[first_child..].reverse();
    }
    diagnostics::write_lines(out, found)
}

fn write_outline(
    out: &mut Output<'_>,
    input: &InputFile,
    json: bool,
    facts: &[Fact],
    found: &Diagnostics,
) -> Result<(), Failure> {
    if json {
        let file = OutlineFile {
            path: &input.shown_path,
            content: Facts(facts),
            diagnostics: List(found),
        };
        return json_line(out, &file);
    }
    writeln!(out, "{}", printed(&input.shown_path))?;
    // An explicit stack of (fact, depth), first last.
    let mut open: Vec<(&Fact, usize)> = facts.iter().rev().map(|fact| (fact, 1)).collect();
    while let Some((fact, depth)) = open.pop() {
        let (indent, name) = ("  ".repeat(depth), shown(&fact.name));
        match fact.value.as_str() {
            "" => writeln!(out, "{indent}{name}")?,
            value => writeln!(out, "{indent}{name}: {}", shown(value))?,
        }
        open.extend(fact.children.iter().rev().map(|child| (child, depth + 1)));
    }
    diagnostics::write_lines(out, found)
}

#[derive(Serialize)]
struct OutlineFile<'a> {
    path: &'a str,
    content: Facts<'a>,
    diagnostics: List<'a>,
}

/// As deep as the readers allow, which is 128 levels.
struct Facts<'a>(&'a [Fact]);

impl Serialize for Facts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(OneFact))
    }
}

struct OneFact<'a>(&'a Fact);

impl Serialize for OneFact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let fact = self.0;
        let mut fields = serializer.serialize_struct("Fact", 3)?;
        fields.serialize_field("name", &fact.name)?;
        if !fact.value.is_empty() {
            fields.serialize_field("value", &fact.value)?;
        }
        if !fact.children.is_empty() {
            fields.serialize_field("children", &Facts(&fact.children))?;
        }
        fields.end()
    }
}
