//! Reports of castview about SEModel files: `SM` and a row of docs/formats/semodel.md §5.

use super::table::rules;

rules! {
    SM1, refused, "SM1":
        "The file is shorter than its header.",
        "The file is refused.";
    SM2, refused, "SM2":
        "The version is not 1.",
        "The file is refused.";
    SM3, note, "SM3":
        "The header is longer than is known.",
        "What is unknown of it is skipped.";
    SM3_REFUSED, refused, "SM3":
        "The header claims to be shorter than what it has to hold.",
        "The file is refused.";
    SM4, note, "SM4":
        "Bones, meshes or materials are counted, and the header says that the file has none.",
        "There are none.";
    SM5, error, "SM5":
        "The file ends before its last part does, or counts more than it has room for.",
        "Parts that are whole are shown.";
    SM5_REFUSED, refused, "SM5":
        "The file ends before its first bone or mesh does.",
        "The file is refused.";
    SM6, note, "SM6":
        "Bytes follow the last part.",
        "They are ignored.";
    SM7, warning, "SM7":
        "A name or path is not UTF-8.",
        "Its bad bytes are replaced.";
    SM8, warning, "SM8":
        "The parent of a bone is itself, does not exist, or is below it.",
        "The bone is made a root.";
    SM9, note, "SM9":
        "A bone has no name, or the name of another.",
        "A nameless bone is called by its number; curves move all bones of one name.";
    SM10, warning, "SM10":
        "A place, rotation or scale of a bone is not finite, has no direction, is far from unit length, or leads beyond all numbers.",
        "It is taken as absent, or normalised.";
    SM11, note, "SM11":
        "Local and global transforms of a bone disagree.",
        "The local one counts.";
    SM12, warning, "SM12":
        "A bone is flat in the rest pose.",
        "It holds its vertices as if scales of 0 were 1, or moves none.";
    SM13, note, "SM13":
        "A mesh has no vertices or no faces.",
        "Nothing of it is drawn, or its vertices as points.";
    SM14, warning, "SM14":
        "Positions or texture coordinates are not finite.",
        "Positions lie on another vertex, coordinates at 0, and faces at such positions are left out.";
    SM15, warning, "SM15":
        "Normals point nowhere.",
        "They are computed from the faces.";
    SM16, warning, "SM16":
        "Faces name vertices that do not exist, or one vertex twice.",
        "They are left out.";
    SM17, warning, "SM17":
        "Influences name bones that do not exist.",
        "They are left out.";
    SM18, warning, "SM18":
        "Weights are not above 0 or not finite, do not sum to 1, or a vertex has none.",
        "The first are ignored, sums are divided out, and a vertex without weight stays where it is.";
    SM19, warning, "SM19":
        "A mesh names a material that does not exist.",
        "It is drawn grey.";
    SM20, warning, "SM20":
        "A material is of an unknown kind.",
        "It has no images, and what follows it cannot be read.";
    SM21, warning, "SM21":
        "A mesh has more than 32 layers of texture coordinates.",
        "The first 32 are read.";
    SM_SIZE, warning, "SM-size":
        "The file holds far more bones, meshes or materials than its size has content for.",
        "The rest is left out.";
}
