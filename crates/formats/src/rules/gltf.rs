//! Reports of castview about glTF files: rows of docs/formats/gltf.md §8, and those of §8.1 that have no row.

use super::table::rules;

rules! {
    G1, refused, "G1":
        "The container is not of version 2.",
        "The file is refused.";
    G2, warning, "G2":
        "The header of the file says less bytes than there are.",
        "The bytes after that are not read.";
    G2_CUT, error, "G2":
        "The file ends too early.",
        "What is whole is shown.";
    G2_REFUSED, refused, "G2":
        "The file ends before its first chunk.",
        "The file is refused.";
    G4, refused, "G4":
        "The first chunk is not the JSON.",
        "The file is refused.";
    G5, warning, "G5":
        "The JSON has a key twice in one object.",
        "The last one counts.";
    G5_REFUSED, refused, "G5":
        "The JSON is wrong, or nested deeper than 128 levels.",
        "The file is refused.";
    G7, refused, "G7":
        "A buffer that is read cannot be found, opened or decoded.",
        "The file is refused.";
    G8, warning, "G8":
        "A texture or its image cannot be read.",
        "What it feeds is drawn without it.";
    G9, warning, "G9":
        "An accessor or buffer view is broken, has the wrong number of entries, or takes more memory than the file explains.",
        "The attribute, primitive or channel that uses it is left out.";
    G10, warning, "G10":
        "An index leads to nothing.",
        "The reference is taken as absent.";
    G11, warning, "G11":
        "Triangles, lines or points name vertices that do not exist.",
        "They are left out.";
    G12, warning, "G12":
        "A node has several parents, or is its own ancestor.",
        "The first parent counts; a ring is cut.";
    G13, warning, "G13":
        "The inverse bind matrices of a skin are missing, too few or of another type.",
        "Identity stands for those that are missing.";
    G14, warning, "G14":
        "Influences name joints that the skin has not.",
        "They are dropped, and the others make up for them.";
    G15, warning, "G15":
        "Joints or weights have no counterpart, or follow a gap in their numbers.",
        "They are ignored.";
    G16, warning, "G16":
        "Weights are negative, no numbers, or do not sum to 1.",
        "Broken ones are 0, the others are divided by their sum; a vertex without weight hangs on the first joint that exists.";
    G17, warning, "G17":
        "A skin has no joints, or the node that it is on among them.",
        "The mesh is drawn unskinned.";
    G18, warning, "G18":
        "Joints are not in the scene that is shown.",
        "They move its meshes all the same.";
    G19, warning, "G19":
        "Numbers are not finite.",
        "Defaults are used; such positions lie on another vertex, and nothing is drawn with them; such matrices are identity.";
    G20, warning, "G20":
        "Keys are no numbers, out of order, or at one time.",
        "They are left out or sorted; of those at one time the first and the last make a jump.";
    G21, warning, "G21":
        "A sampler has not as many values as its times need.",
        "The keys that are whole are used.";
    G22, warning, "G22":
        "A cubic sampler has a single key.",
        "Its value holds.";
    G23, warning, "G23":
        "One property is driven twice in one animation.",
        "The last channel counts.";
    G24, warning, "G24":
        "Weights are animated on a node without morph targets.",
        "The channel is left out.";
    G25, warning, "G25":
        "A node that is given by a matrix is animated.",
        "The matrix is taken apart once.";
    G26, warning, "G26":
        "A rotation has no length.",
        "It is taken as none.";
    G27, note, "G27":
        "The matrix of a node has shear.",
        "It is kept; translation, rotation and scale shown for it are the nearest.";
    G28, warning, "G28":
        "A required extension is not understood, or in part only.",
        "What is understood is shown.";
    G28_REFUSED, refused, "G28":
        "The file requires extensions that are not understood.",
        "The file is refused, unless it is opened all the same (`--import extensions=ignore`).";
    G29, warning, "G29":
        "An extension is required but not listed as used.",
        "It is taken as used.";
    G32, warning, "G32":
        "The indices of a primitive make no whole number of elements.",
        "The last ones are dropped.";
    G33, warning, "G33":
        "A texture wants a set of coordinates that the mesh has not.",
        "The first set is used; without any, the slot shows nothing.";
    G34, warning, "G34":
        "An interpolation, alpha mode or primitive mode is unknown.",
        "The default is used.";
    G35, warning, "G35":
        "Sparse indices are out of order or beyond the end.",
        "The valid ones are used.";
    G36, warning, "G36":
        "Primitives of one mesh have different numbers of morph targets, or the weights do not fit them.",
        "Targets that do nothing are added; the weights that fit are used.";
    G_CAMERA, warning, "G-camera":
        "A camera has no usable lens.",
        "It is left out.";
    G_DRACO, warning, "G-draco":
        "A primitive's Draco stream cannot be unpacked, or holds something else than the primitive says.",
        "What is in the stream counts. Without it, the uncompressed data beside it are shown, or the primitive is left out.";
    G_IGNORED, note, "G-ignored":
        "An extension of materials or nodes is there and not understood.",
        "It has no effect.";
    G_INSTANCING, warning, "G-instancing":
        "Instances of a mesh are skinned, not described, too many, or their lists have different lengths.",
        "A skinned or undescribed one is drawn once; of lists the shortest counts, and of too many the first 500 000 are drawn.";
    G_LIGHT, warning, "G-light":
        "The type of a light is unknown.",
        "The light is left out.";
    G_MATRIX, warning, "G-matrix":
        "A node has a matrix and a translation, rotation or scale.",
        "The matrix counts.";
    G_NAMES, note, "G-names":
        "An animated node has the name of another.",
        "It is called otherwise, so that tracks find it.";
    G_NEGATIVE, warning, "G-negative":
        "Keys of an animation lie before 0 s.",
        "It plays from its first key on.";
    G_POINTER, warning, "G-pointer":
        "An animation pointer is not understood.",
        "The channel is left out.";
    G_SCENES, note, "G-scenes":
        "The file has no scene.",
        "Every node is shown.";
    G_SIZE, warning, "G-size":
        "Meshes at nodes are far more than the file's size holds.",
        "The rest is left out.";
    G_SIZE_REFUSED, refused, "G-size":
        "The JSON describes far more than its size, so that it takes memory out of all proportion.",
        "The file is refused.";
    G_SIGNED, warning, "G-signed":
        "Joints or indices, those of sparse accessors among them, are declared as integers with a sign.",
        "They are read as the unsigned numbers they are; where one is below 0 they are taken as absent.";
    G_SKIN, warning, "G-skin":
        "A skin stands on a node without a mesh, or on a mesh without joints.",
        "It is ignored; the mesh is drawn unskinned.";
    G_STILL, note, "G-still":
        "An animation stands still for a second or more before its first key.",
        "It plays from 0 s all the same.";
    G_TARGET, warning, "G-target":
        "A morph target bends more than positions, normals and tangents.",
        "The others stay as they are.";
    G_VERSION, refused, "G-version":
        "The asset is not of glTF 2, or asks for a later version than 2.0.",
        "The file is refused.";
}
