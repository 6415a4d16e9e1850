//! Reports of castview about recordings: rows of docs/formats/mrtk.md §10, and sections that decide (`M6.5` is §6.5).

use super::table::rules;

rules! {
    M1, refused, "M1":
        "The file is shorter than the 16 bytes of its header.",
        "The file is refused.";
    M2, refused, "M2":
        "The file does not begin with the mark of a recording, or is in big-endian byte order.",
        "The file is refused.";
    M3, refused, "M3":
        "The version is neither 1.0 nor 1.1.",
        "The file is refused.";
    M4, warning, "M4":
        "A flag is neither 0 nor 1.",
        "It is taken as set.";
    M4_4, warning, "M4.4":
        "A file of version 1.0 has keys of another size than that version writes.",
        "They are read by the size that fits the file.";
    M4_4_NOTE, note, "M4.4":
        "A file of version 1.1 has keys as the format is described, not as the toolkit writes them.",
        "They are read by the size that fits the file.";
    M5, refused, "M5":
        "A curve has a negative number of keys.",
        "The file is refused.";
    M5_2, note, "M5.2":
        "The wrap mode of a curve is 0, which leaves open what lies outside its keys.",
        "The value of the edge key holds.";
    M5_6, note, "M5.6":
        "Neighbouring rotations cancel each other out on the way.",
        "The nearer one is shown.";
    M6, refused, "M6":
        "A curve has more keys than the file has room for.",
        "The file is refused.";
    M6_5, warning, "M6.5":
        "The rotation of a joint lost its fourth number to a known bug of the 1.1 recorder.",
        "It is computed from the other three, unless the user chose otherwise.";
    M7, error, "M7":
        "The file ends before its curves or its list of markers do.",
        "What is whole is shown.";
    M7_REFUSED, refused, "M7":
        "The file ends before its first curve.",
        "The file is refused.";
    M9, warning, "M9":
        "Bytes follow the list of markers.",
        "They are ignored.";
    M10, warning, "M10":
        "The list of markers is broken.",
        "The markers before that are kept.";
    M11, warning, "M11":
        "The name of a marker is not UTF-8.",
        "Its bad bytes are replaced.";
    M12, warning, "M12":
        "The time of a marker is not finite.",
        "The marker is left out.";
    M12_REFUSED, refused, "M12":
        "The time of a key is not finite.",
        "The file is refused.";
    M13, warning, "M13":
        "Values of keys are not finite.",
        "The value of the key before is taken.";
    M15, warning, "M15":
        "Tangents or weights of keys are not numbers.",
        "A tangent is taken as 0, a weight as 1/3.";
    M16, warning, "M16":
        "Keys lie before the one they follow.",
        "The keys are sorted by time.";
    M16_REFUSED, refused, "M16":
        "Keys lie before the one they follow, and the file is damaged elsewhere, too.",
        "The file is refused.";
    M18, warning, "M18":
        "A wrap mode or weighted mode is unknown.",
        "The value of the edge key holds; of a weighted mode the two lowest bits count.";
    M18_REFUSED, refused, "M18":
        "A wrap mode or weighted mode is unknown, and the file is damaged elsewhere, too.",
        "The file is refused.";
    M21, warning, "M21":
        "The curves of one rotation repeat over different times.",
        "They hold their ends.";
    M23, note, "M23":
        "The file has hands that are never tracked.",
        "They are never shown.";
    M24, note, "M24":
        "Neither camera nor hands nor gaze were recorded.",
        "There is nothing to see.";
    M25, warning, "M25":
        "A state is neither off (0) nor on (1).",
        "It is on above 0.5.";
    M28, refused, "M28":
        "Poses have ten curves instead of seven, as a known variant writes them.",
        "The file is refused.";
}
