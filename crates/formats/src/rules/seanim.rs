//! Reports of castview about SEAnim files: `SN` and a row of docs/formats/seanim.md §5.

use super::table::rules;

rules! {
    SN1, refused, "SN1":
        "The file is shorter than its header.",
        "The file is refused.";
    SN2, refused, "SN2":
        "The version is not 1.",
        "The file is refused.";
    SN3, note, "SN3":
        "The header is longer than is known.",
        "What is unknown of it is skipped.";
    SN3_REFUSED, refused, "SN3":
        "The header claims to be shorter than what it has to hold.",
        "The file is refused.";
    SN4, note, "SN4":
        "Bones or notes are counted, and the header says that the file has none.",
        "There are none.";
    SN5, error, "SN5":
        "The file ends before its last part does, or counts more than it has room for.",
        "Bones and notes that are whole are kept.";
    SN5_REFUSED, refused, "SN5":
        "The file ends before the keys of its first bone do.",
        "The file is refused.";
    SN6, note, "SN6":
        "Bytes follow the last part.",
        "They are ignored.";
    SN7, warning, "SN7":
        "A name is not UTF-8.",
        "Its bad bytes are replaced.";
    SN8, warning, "SN8":
        "The type of a clip or modifier is unknown.",
        "It is taken as absolute.";
    SN9, warning, "SN9":
        "The frame rate is not above 0 or not finite.",
        "30 frames per second are assumed.";
    SN10, warning, "SN10":
        "A modifier names a bone that does not exist or has no name.",
        "It is left out.";
    SN11, warning, "SN11":
        "A bone that has keys has no name.",
        "They are left out.";
    SN12, warning, "SN12":
        "Values of keys are not finite, or rotations have no direction.",
        "Such a key is left out; such a rotation takes the one before it.";
    SN13, warning, "SN13":
        "Rotations are far from unit length.",
        "They are normalised when played.";
    SN14, warning, "SN14":
        "Keys are out of order, or share a frame.",
        "They are sorted; of one frame the last key counts.";
    SN_SIZE, warning, "SN-size":
        "The file holds far more bones, keys or notes than its size has content for.",
        "The rest is left out.";
}
