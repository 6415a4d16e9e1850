//! Context that all parts of a glTF file are read with: its document, its accessors, and where reports go.

use crate::gltf::accessor::{Accessor, Accessors, Component};
use crate::gltf::document::Document;
use crate::gltf::json::Id;
use crate::rules::gltf as rule;
use castview_base::core::{BoneIndex, Choice, Diagnostics, Options, Place, Rule};
use std::cell::RefCell;

/// Names a part of a primitive for reports.
pub(super) type PlaceOf<'a> = &'a dyn Fn(&str) -> Place;

/// State that all parts of the way from document to scene share.
pub(super) struct Context<'a> {
    pub document: &'a Document,
    pub accessors: Accessors<'a>,
    pub diagnostics: RefCell<Diagnostics>,
    pub choices: RefCell<Vec<Choice>>,
    pub options: &'a Options,
}

impl<'a> Context<'a> {
    /// In a file that is cut off, bytes and elements that are missing are told in one sentence for all of it.
    pub fn report(&self, rule: &'static Rule, place: impl FnOnce() -> Place, message: impl FnOnce() -> String) {
        if self.document.cut().is_some() && [rule::G9, rule::G10, rule::G13].contains(&rule) {
            return;
        }
        self.diagnostics.borrow_mut().report(rule, place, message);
    }

    /// `list[index]rest` in the file.
    pub fn place(&self, list: &str, index: usize, rest: &str) -> Place {
        self.document.place(list, index, rest)
    }

    /// `list[id]`, if there is one (gltf.md row 10). `what` names who refers to it.
    pub fn within<'b, T>(
        &self,
        id: Option<Id>,
        list: &'b [T],
        name: &str,
        what: impl FnOnce() -> Place,
    ) -> Option<(usize, &'b T)> {
        let id = id?;
        let found = list.get(id.get()).map(|found| (id.get(), found));
        if found.is_none() {
            self.report(rule::G10, what, || {
                format!("there is no {name}[{id}] among {}; taken as absent", list.len())
            });
        }
        found
    }

    /// The accessor, or a report that `treatment` (gltf.md row 9).
    pub fn accessor(&self, id: Id, place: impl Fn() -> Place, treatment: &str) -> Option<Accessor> {
        match self.accessors.open(id) {
            Ok(accessor) => {
                if accessor.sparse_faults > 0 {
                    self.report(rule::G35, &place, || {
                        format!(
                            "{} of the sparse indices are out of order or beyond the end; the valid ones are used",
                            accessor.sparse_faults
                        )
                    });
                }
                if accessor.is_sparse_signed {
                    self.signed("its sparse indices", place);
                }
                Some(accessor)
            }
            Err(reason) => {
                self.report(rule::G9, place, || format!("{reason}; {treatment}"));
                None
            }
        }
    }

    /// Tells of numbers that are declared with a sign where the format wants none; those that were read have none below 0.
    pub fn tell_signed(&self, component: Component, place: impl FnOnce() -> Place) {
        if component.is_signed() {
            self.signed("its integers", place);
        }
    }

    fn signed(&self, numbers: &str, place: impl FnOnce() -> Place) {
        self.report(rule::G_SIGNED, place, || {
            format!("{numbers} are declared with a sign; none is below 0, and they are read as the unsigned numbers they are")
        });
    }

    /// The value, or a report that `treatment` (gltf.md row 9).
    pub fn checked<T>(&self, result: Result<T, String>, place: impl Fn() -> Place, treatment: &str) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(reason) => {
                self.report(rule::G9, place, || format!("{reason}; {treatment}"));
                None
            }
        }
    }
}

/// Bone that a node became, if it became one.
pub(super) type NodeBone = Option<BoneIndex>;
