//! One parsed source file → every path in it: `use` trees, expressions, macro bodies.

use std::collections::BTreeSet;
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

/// A path of the source, resolved as far as layering asks.
pub struct Found {
    pub target: Target,
    pub as_written: String,
    pub in_tests: bool,
    /// Under which name a `pub use` passes it on; `*` for all of it.
    pub passed_on_as: Option<String>,
}

pub enum Target {
    /// Within castview: the segments from the crate's root.
    Inside(Vec<String>),
    /// Another crate's, or a name that is in scope here (which its `use` has accounted for).
    Outside(Vec<String>),
}

/// Collects every path of a file.
pub struct Paths {
    /// Module of the code now visited, from the crate's root.
    module: Vec<String>,
    /// How many `#[cfg(test)]` items we are in.
    in_tests: u32,
    /// Whether we are in a `pub use`.
    passes_on: bool,
    /// Names of the modules declared in each module we are in, innermost last: they hide crates of the same name.
    children: Vec<BTreeSet<String>>,
    pub found: Vec<Found>,
    /// Constructs the rules cannot see through.
    pub odd: Vec<String>,
}

fn children(items: &[syn::Item]) -> BTreeSet<String> {
    items
        .iter()
        .filter_map(|item| {
            if let syn::Item::Mod(m) = item {
                Some(m.ident.to_string())
            } else {
                None
            }
        })
        .collect()
}

fn is_test_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Path>()
                    .is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl Paths {
    /// All of `file`, which is `module` of the crate.
    pub fn of(file: &syn::File, module: Vec<String>) -> Self {
        // `#[cfg(test)] mod tests;` stands in the parent; without the `cfg`, its dev-dependencies would not compile. Test files of
        // another name say `#![cfg(test)]` themselves.
        let is_tests = module.iter().any(|name| name == "tests");
        let mut paths = Self {
            module,
            in_tests: u32::from(is_tests || is_test_only(&file.attrs)),
            passes_on: false,
            children: vec![children(&file.items)],
            found: Vec::new(),
            odd: Vec::new(),
        };
        paths.visit_file(file);
        paths
    }

    /// `segments` as written; `is_import` when a single name is an import rather than a local variable or type.
    fn add(&mut self, segments: &[String], is_import: bool) {
        let name = segments.last().cloned();
        self.add_as(segments, is_import, name);
    }

    /// As [`Self::add`]; `name` is what a re-export calls it.
    fn add_as(&mut self, segments: &[String], is_import: bool, name: Option<String>) {
        let Some(first) = segments.first().map(String::as_str) else {
            return;
        };
        let target = match first {
            "crate" | "$crate" => Target::Inside(segments[1..].to_vec()),
            "self" | "super" => {
                if segments.len() == 1 && first == "self" {
                    // A method's receiver.
                    return;
                }
                let ups = segments
                    .iter()
                    .take_while(|segment| *segment == "super" || *segment == "self")
                    .count();
                let levels = segments[..ups].iter().filter(|segment| *segment == "super").count();
                let kept = self.module.len().saturating_sub(levels);
                Target::Inside([&self.module[..kept], &segments[ups..]].concat())
            }
            _ if segments.len() == 1 && !is_import => return,
            _ if self.children.last().is_some_and(|names| names.contains(first)) => {
                Target::Inside([&self.module[..], segments].concat())
            }
            _ => Target::Outside(segments.to_vec()),
        };
        self.found.push(Found {
            target,
            as_written: segments.join("::"),
            in_tests: self.in_tests > 0,
            passed_on_as: name.filter(|_| self.passes_on),
        });
    }

    fn add_use(&mut self, tree: &syn::UseTree, prefix: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix);
                prefix.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.add_use(item, prefix)),
            syn::UseTree::Glob(_) => self.add_as(prefix, true, Some("*".into())),
            syn::UseTree::Name(name) => self.add_imported(&name.ident, prefix),
            syn::UseTree::Rename(rename) => {
                let path = [prefix.as_slice(), &[rename.ident.to_string()]].concat();
                self.add_as(&path, true, Some(rename.rename.to_string()));
            }
        }
    }

    fn add_imported(&mut self, name: &syn::Ident, prefix: &[String]) {
        let mut segments = prefix.to_vec();
        // `use a::b::{self}` imports `a::b`.
        if name != "self" || segments.is_empty() {
            segments.push(name.to_string());
        }
        self.add(&segments, true);
    }

    /// Paths in a macro's body, which is not parsed: every run of names joined by `::`.
    fn add_tokens(&mut self, mut cursor: Cursor) {
        while !cursor.eof() {
            if let Some((inside, _, _, after)) = cursor.any_group() {
                self.add_tokens(inside);
                cursor = after;
            } else if let Some((first, mut after)) = cursor.ident() {
                let mut segments = vec![first.to_string()];
                while let Some((segment, next)) = colons(after).and_then(Cursor::ident) {
                    segments.push(segment.to_string());
                    after = next;
                }
                // `pub(crate)` grants access and imports nothing.
                if segments != ["crate"] {
                    self.add(&segments, false);
                }
                cursor = after;
            } else if let Some((_, after)) = cursor.token_tree() {
                cursor = after;
            } else {
                break;
            }
        }
    }
}

/// Returns the cursor behind a `::`.
fn colons(cursor: Cursor) -> Option<Cursor> {
    let (first, after) = cursor.punct()?;
    let (second, after) = after.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(after)
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Const(item) => &item.attrs,
            _ => &[],
        };
        let in_tests = u32::from(is_test_only(attributes));
        self.in_tests += in_tests;
        visit::visit_item(self, item);
        self.in_tests -= in_tests;
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.attrs.iter().any(|attribute| attribute.path().is_ident("path")) {
            self.odd
                .push(format!("module {} is put elsewhere with #[path]", item.ident));
        }
        let Some((_, items)) = &item.content else { return };
        self.module.push(item.ident.to_string());
        self.children.push(children(items));
        visit::visit_item_mod(self, item);
        self.children.pop();
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.passes_on = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_use(&item.tree, &mut Vec::new());
        self.passes_on = false;
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        self.odd
            .push(format!("`extern crate {}` hides where the crate is used", item.ident));
    }

    // `pub(crate)` and `pub(in …)` grant access; they import nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&segments, path.leading_colon.is_some());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        if item.path.is_ident("include") {
            self.odd.push("`include!` brings code that is not looked at".into());
        }
        self.visit_path(&item.path);
        self.add_tokens(TokenBuffer::new2(item.tokens.clone()).begin());
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.visit_path(&list.path);
        self.add_tokens(TokenBuffer::new2(list.tokens.clone()).begin());
    }
}
