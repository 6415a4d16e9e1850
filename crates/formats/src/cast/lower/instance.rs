//! Other files, placed in this one (docs/formats/cast.md §2.17 and §3.14).

use super::fields;
use super::links::Links;
use crate::cast::{NodeKind, NodeView};
use crate::lower::names::Words;
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use castview_base::scene::Instance;

/// cast.md row 79: an instance that names no file is skipped.
pub(super) fn lower(node: NodeView<'_>, words: &mut Words, diagnostics: &mut Diagnostics) -> Option<Instance> {
    let files = Links::new(node.children());
    let file = files.follow_property(node, "rf", NodeKind::File, diagnostics);
    let path = file.and_then(|(_, file)| fields::borrowed_text(file, "p", diagnostics));
    let Some(path) = path else {
        diagnostics.report(
            rule::C79,
            || node.place(),
            || "the instance names no file; skipped".into(),
        );
        return None;
    };
    Some(Instance {
        name: match fields::borrowed_text(node, "n", diagnostics) {
            Some(name) => words.share(&name),
            None => words.share(stem(&path)),
        },
        placement: fields::placement(node, diagnostics),
        path: words.share(&path),
        offset: node.offset(),
    })
}

/// The file name of a path with either separator, without its extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn names_come_from_file_stems() {
        for (path, wanted) in [
            ("props/rock.cast", "rock"),
            (r"props\big rock.v2.cast", "big rock.v2"),
            ("rock", "rock"),
            (".cast", ".cast"),
            ("props/", ""),
        ] {
            assert_eq!(stem(path), wanted, "{path}");
        }
    }
}
