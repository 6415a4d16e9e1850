//! Reports of castview about `.Shape` files: rows of docs/formats/shape.md §7, decisions of §4 (`SA5` is A5), and §6.4.

use super::table::rules;

rules! {
    S1, refused, "S1":
        "The file is too short for its header.",
        "The file is refused.";
    S2, refused, "S2":
        "The file does not begin with its identifier, SHAPE.",
        "The file is refused.";
    S3, refused, "S3":
        "The version is not 1.",
        "The file is refused.";
    S4, refused, "S4":
        "The stream is encoded in a way that nobody has documented.",
        "The file is refused.";
    S5, refused, "S5":
        "A compressed stream is damaged.",
        "The file is refused.";
    S6, refused, "S6":
        "A compressed stream unpacks to more than a shape may take.",
        "The file is refused.";
    S6_4, note, "S6.4":
        "Stored boxes differ from what they hold by more than 1 %.",
        "They are kept.";
    S7, error, "S7":
        "The file ends too early.",
        "Records that are whole are shown.";
    S7_REFUSED, refused, "S7":
        "A text or an array is longer than the rest of the file.",
        "The file is refused.";
    S8, warning, "S8":
        "A text is not in the encoding that the file announces.",
        "All texts of one byte are read as Windows-1252; half a pair of UTF-16 is replaced.";
    S9, refused, "S9":
        "More records are announced than the file has room for.",
        "The file is refused.";
    S10, refused, "S10":
        "Vertex data are in a format whose size is unknown.",
        "The file is refused.";
    S11, warning, "S11":
        "A geometry has no vertices.",
        "Nothing of it is drawn.";
    S12, refused, "S12":
        "Normals, texture coordinates or weights are not as many as the vertices.",
        "The file is refused.";
    S13, warning, "S13":
        "Triangles or lines name vertices that cannot be used.",
        "They are left out.";
    S14, warning, "S14":
        "Indices at the end make no whole element.",
        "They are left out.";
    S15, warning, "S15":
        "Indices are in a format that holds no whole numbers.",
        "The geometry is not drawn.";
    S15_REFUSED, refused, "S15":
        "Indices are announced without a format.",
        "The file is refused.";
    S17, warning, "S17":
        "A node names a geometry that does not exist.",
        "The reference is ignored.";
    S18, refused, "S18":
        "There are more than 1 000 000 nodes, or they are nested deeper than 512 levels.",
        "The file is refused.";
    S19, warning, "S19":
        "Positions are no numbers, or normals point nowhere.",
        "Such positions lie on another vertex, and what touches them is not drawn; such normals point up.";
    S20, warning, "S20":
        "The matrix of a node is flat or not affine.",
        "It is kept, without what is not affine.";
    S21, warning, "S21":
        "A bone has the name of no node.",
        "It stands free where its offset says.";
    S22, warning, "S22":
        "Weights are negative or no numbers, do not sum to 1, or a vertex has none.",
        "The first count as 0, sums are divided out, and a vertex without weight follows its node.";
    S23, warning, "S23":
        "A track has the name of no node.",
        "It moves nothing.";
    S24, warning, "S24":
        "Keys or events of a track are no numbers, out of order, or turn nothing.",
        "The first are left out, the second sorted, the last taken as no turn.";
    S25, warning, "S25":
        "The duration or the time of a key is no time.",
        "The layer ends with its last key; frames are counted at 30 per second.";
    S26, warning, "S26":
        "A number of an enumeration is unknown.",
        "It is shown as it is, and the default is used.";
    S27, warning, "S27":
        "A light names a lens flare that does not exist.",
        "It is taken as none.";
    S28, warning, "S28":
        "A yes-or-no value is neither 0 nor 1.",
        "It is taken as yes.";
    S29, warning, "S29":
        "A sub shape names no file, its file is missing, broken or leads back to itself, or there are too many.",
        "A missing or broken file is a box in its place; the others are left out.";
    S29_NOTE, note, "S29":
        "A referenced file has warnings of its own.",
        "They are counted here; open that file to read them.";
    S30, warning, "S30":
        "Unexplained bytes follow the last layer.",
        "They are ignored.";
    S31, warning, "S31":
        "The path of a texture leads out of the file's folder.",
        "Only its name is looked for.";
    SA2, note, "SA2":
        "Something was found out about the encoding of the stream.",
        "It is told, and changes nothing.";
    SA5, warning, "SA5":
        "Some matrices are stored in another order than most.",
        "All are read in the order of most.";
    SA21, warning, "SA21":
        "A geometry names a material that does not exist.",
        "It is drawn grey.";
    SA22, warning, "SA22":
        "Several nodes have one name.",
        "Tracks and skins mean the first.";
    SA25, warning, "SA25":
        "Geometries at nodes, or their vertices, weights or bones, are more than castview keeps of one file.",
        "The rest is left out.";
}
