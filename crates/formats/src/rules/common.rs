//! Reports of castview about files of any format.

use super::table::rules;

rules! {
    D1, note, "D1":
        "No triangle of a model has an area at rest, as it stands in its file.",
        "No picture shows it, unless a clip gives its triangles an area; *Wireframe* draws edges.";
    D2, note, "D2":
        "The placement of a model or of an instance has a scale of 0.",
        "It stands as the file says: flat, or not to be seen.";
    I1, warning, "I1":
        "A choice that was asked for (`--import key=value`) is not there.",
        "It has no effect.";
    K1, note, "K1":
        "The sign of a rotation's quaternion turns over from one key to the next.",
        "Straight keys take the shorter way, so nothing is seen of it; a cubic curve turns as its numbers say.";
    K2, note, "K2":
        "A rotation jumps: it turns many times as fast as elsewhere in its curve.",
        "It plays as the keys say.";
    T1, note, "T1":
        "A texture is missing: nothing of its name lies where it is looked for.",
        "The rest of its material is shown without it.";
    T2, warning, "T2":
        "A texture lies there and cannot be read.",
        "The rest of its material is shown without it.";
    T3, note, "T3":
        "A file that is named does not lie there, and several would do: names in another letter case, or of another ending.",
        "The first is taken: by the letters of its name; of endings by a fixed order.";
    T4, note, "T4":
        "The file of a texture holds several images: it is a cube map, an array or a volume.",
        "The first face, or the first image, is shown.";
    V1, note, "V1":
        "Vertex colors are shown by nothing: no material is tinted by them, or they are a further layer.",
        "*Shading ▸ Vertex colors* shows them; `--import vertex-colors=multiply` tints the materials of a Cast file.";
    Z1, warning, "Z1":
        "Names of an archive are not UTF-8.",
        "They are read in the encoding that most of their letters speak for, else as code page 437; paths are looked for as they are read.";
}
