//! `dump`: the document as stored, in the lines that the window's page of the file shows.

use super::args::FilesArgs;
use super::diagnostics::{self, List};
use super::input::{InputFile, each_file};
use super::output::{Failure, Output, json_line, shown};
use crate::core::{Diagnostics, Severity, printed};
use crate::formats;
use crate::formats::cast::{NodeView, PropertyView};
use crate::formats::{OutlineId, Outlined};
use serde::{Serialize, Serializer};
use std::io::Write;

pub fn run(args: &FilesArgs) -> Result<u8, Failure> {
    let fails_at = args.bulk.strict.then_some(Severity::Warning);
    each_file(args, fails_at, |input, out| {
        let mut diagnostics = Diagnostics::default();
        let outlined = formats::outline(input.bytes.clone(), &args.import.options(), &mut diagnostics);
        let outlined = outlined.map_err(|error| input.refused(&error))?;
        let worst = diagnostics::worst(&diagnostics);
        if args.bulk.quiet && worst.is_none() {
            return Ok(worst);
        }
        match outlined.nodes() {
            _ if !args.json => write_text(out, input, &outlined, &diagnostics)?,
            Some(document) => {
                let file = File {
                    path: &input.shown_path,
                    roots: Nodes(document.roots()),
                    diagnostics: List(&diagnostics),
                };
                json_line(out, &file)?;
            }
            None => {
                let file = EntriesFile {
                    path: &input.shown_path,
                    content: Entries(&outlined, &outlined.roots()),
                    diagnostics: List(&diagnostics),
                };
                json_line(out, &file)?;
            }
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
    outlined: &Outlined,
    found: &Diagnostics,
) -> Result<(), Failure> {
    writeln!(out, "{}", printed(&input.shown_path))?;
    // An explicit stack of (line, depth), first last.
    let mut open: Vec<(OutlineId, usize)> = outlined.roots().into_iter().rev().map(|root| (root, 1)).collect();
    while let Some((id, depth)) = open.pop() {
        let Some(line) = outlined.line(id) else {
            continue;
        };
        let (indent, name) = ("  ".repeat(depth), shown(&line.name));
        match (line.value.as_str(), outlined.nodes().is_some() && !line.is_property) {
            ("", _) => writeln!(out, "{indent}{name}")?,
            (value, true) => writeln!(out, "{indent}{name} {}", printed(value))?,
            (value, false) if line.is_property => writeln!(out, "{indent}{name}: {}", printed(value))?,
            (value, false) => writeln!(out, "{indent}{name}: {}", shown(value))?,
        }
        open.extend(outlined.children(id).into_iter().rev().map(|child| (child, depth + 1)));
    }
    diagnostics::write_lines(out, found)
}

#[derive(Serialize)]
struct EntriesFile<'a> {
    path: &'a str,
    content: Entries<'a>,
    diagnostics: List<'a>,
}

/// As deep as the readers allow, which is 128 levels.
struct Entries<'a>(&'a Outlined, &'a [OutlineId]);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|id| OneEntry(self.0, *id)))
    }
}

struct OneEntry<'a>(&'a Outlined, OutlineId);

impl Serialize for OneEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let line = self.0.line(self.1).unwrap_or_default();
        let mut fields = serializer.serialize_struct("Fact", 3)?;
        fields.serialize_field("name", &line.name)?;
        if !line.value.is_empty() {
            fields.serialize_field("value", &line.value)?;
        }
        if line.is_branch {
            fields.serialize_field("children", &Entries(self.0, &self.0.children(self.1)))?;
        }
        fields.end()
    }
}
