//! Report of a file that ends too early: how much of it is here, in one sentence for all formats.
//!
//! Each format finds the whole in its own way: Cast keeps complete nodes; glTF closes its JSON after the last complete element
//! (`json::repair`) and reads the accessors whose bytes are here; a `.Shape` is unpacked as far as it goes (`shape::unpack`) and
//! read record by record; a recording keeps complete curves.

/// How many things of one kind a cut file still holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    /// The kind by name: one of it, and many.
    pub kind: [&'static str; 2],
    pub here: u64,
    pub total: u64,
    /// The bytes that would tell the exact total are missing, too.
    pub at_least: bool,
}

/// `the file is cut off: 5 of 8 meshes and 0 of 1 clip are here`. Kinds that the whole file has none of are left out.
pub(super) fn sentence(counts: &[Here]) -> String {
    let told = |count: &Here| {
        let Here { here, total, .. } = count;
        let kind = count.kind[usize::from(*total != 1)];
        match count.at_least {
            false => format!("{here} of {total} {kind}"),
            true => format!("{here} of at least {total} {kind}"),
        }
    };
    let told: Vec<String> = counts.iter().filter(|count| count.total > 0).map(told).collect();
    match told.split_last() {
        None => "the file is cut off before its first mesh or clip".into(),
        Some((only, [])) => format!("the file is cut off: {only} are here"),
        Some((last, others)) => format!("the file is cut off: {} and {last} are here", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_told_with_both_numbers() {
        let count = |kind, here, total| Here {
            kind,
            here,
            total,
            at_least: false,
        };
        let (meshes, clips) = (["mesh", "meshes"], ["clip", "clips"]);
        for (counts, wanted) in [
            (
                &[count(meshes, 5, 8)][..],
                "the file is cut off: 5 of 8 meshes are here",
            ),
            (
                &[count(meshes, 0, 1), count(clips, 2, 3)],
                "the file is cut off: 0 of 1 mesh and 2 of 3 clips are here",
            ),
            (
                &[count(meshes, 0, 0)],
                "the file is cut off before its first mesh or clip",
            ),
        ] {
            assert_eq!(sentence(counts), wanted);
        }
        let open = Here {
            at_least: true,
            ..count(meshes, 5, 8)
        };
        assert_eq!(
            sentence(&[open]),
            "the file is cut off: 5 of at least 8 meshes are here"
        );
    }
}
