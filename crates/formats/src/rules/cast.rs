//! Reports of castview about Cast files: rows of docs/formats/cast.md §4, and choices of §5.

use super::table::rules;

rules! {
    A2, warning, "A2":
        "The local and the world rest data of a bone disagree.",
        "The local data count.";
    A10, warning, "A10":
        "The greatest weight of a blend shape (`ts`) is no weight.",
        "It is taken as 1.";
    C1, refused, "C1":
        "The file is shorter than the 16 bytes of its header.",
        "The file is refused.";
    C2, refused, "C2":
        "The file does not begin with \"cast\".",
        "The file is refused.";
    C3, warning, "C3":
        "The version is not 1.",
        "The file is read as version 1.";
    C4, note, "C4":
        "The reserved flags are not 0.",
        "They are ignored.";
    C5, note, "C5":
        "The file announces no root node.",
        "It opens as an empty scene.";
    C6, warning, "C6":
        "More root nodes are announced than the file has room for.",
        "Those that are there are read.";
    C6_CUT, error, "C6":
        "The file ends before the root nodes that it announces.",
        "What is whole is shown.";
    C7, warning, "C7":
        "A node at the top of the file is no root.",
        "It is read as if it were inside a root.";
    C9, error, "C9":
        "The file ends inside a node.",
        "Nodes that are whole are shown; the last one is left out.";
    C10, warning, "C10":
        "The size of a node is smaller than its own header.",
        "The node and its later siblings are left out.";
    C11, warning, "C11":
        "A node claims to end after its parent does.",
        "It is read up to the end of its parent.";
    C12, warning, "C12":
        "The content of a node ends before the node does.",
        "Reading goes on at the declared end.";
    C13, warning, "C13":
        "The content of a node goes on after its declared end.",
        "If the sizes around it agree with the counts, the counts are believed; else the node is cut at its declared end.";
    C14, warning, "C14":
        "The sizes of nodes leave out the 24 bytes of the header.",
        "The file is read by that rule.";
    C15, warning, "C15":
        "A node announces more properties or children than fit, or the file more nodes than can be numbered.",
        "Those that are found are read.";
    C16, warning, "C16":
        "An array is longer than the rest of its node.",
        "The rest of the node is left out.";
    C18, warning, "C18":
        "A property has an unknown type, so its length is unknown.",
        "Earlier properties are kept, the rest of the node is left out.";
    C19, note, "C19":
        "A node's class is unknown, or it means nothing where it stands.",
        "It is kept to be shown, and has no meaning.";
    C20, warning, "C20":
        "A property has no name, or its name is longer than the rest of the node.",
        "A property without a name is not read; behind a name that is too long the rest of the node is left out.";
    C21, note, "C21":
        "The name of a property is not in lower case.",
        "It is taken as if it were.";
    C22, note, "C22":
        "A node has several properties of one name.",
        "The last one counts.";
    C23, warning, "C23":
        "A property has another type than its meaning needs.",
        "It is taken as absent.";
    C24, warning, "C24":
        "A text has no end within its node.",
        "It is cut at the end of the node.";
    C25, warning, "C25":
        "A text is not UTF-8.",
        "It is read as Latin-1, as are others like it in the file.";
    C27, warning, "C27":
        "Nodes are nested deeper than 64 levels.",
        "What lies deeper is left out.";
    C28, note, "C28":
        "A link has several possible targets.",
        "The first one is meant.";
    C29, note, "C29":
        "A link leads to a node that does not exist.",
        "The link is taken as absent.";
    C30, note, "C30":
        "A link leads to a node of another class.",
        "The link is taken as absent.";
    C31, note, "C31":
        "Bytes follow the last root node.",
        "They are ignored.";
    C32, warning, "C32":
        "A mesh has no vertices.",
        "It is skipped.";
    C33, note, "C33":
        "A mesh has no faces.",
        "Its vertices are drawn as points.";
    C34, warning, "C34":
        "The indices of a mesh are no whole number of triangles.",
        "The last ones are dropped.";
    C35, warning, "C35":
        "Faces of a mesh, or entries of a blend shape, name vertices that do not exist.",
        "They are dropped.";
    C36, warning, "C36":
        "Faces name one vertex twice.",
        "They are dropped.";
    C37, warning, "C37":
        "An array with one entry for each vertex has another length than there are vertices.",
        "It is taken as absent.";
    C38, warning, "C38":
        "A mesh promises more layers of texture coordinates or colours than it has.",
        "Those that are there are used.";
    C39, note, "C39":
        "The number of layers is missing, but layers are there.",
        "They are used.";
    C40, warning, "C40":
        "A mesh promises more than 32 layers.",
        "At most 32 are read.";
    C42, note, "C42":
        "A mesh has colours in the old form (`vc`) and a count of layers of the new form.",
        "The new form counts where it holds a layer, else the old one.";
    C43, warning, "C43":
        "A mesh promises influences but has no bone indices.",
        "It is taken as rigid.";
    C44, warning, "C44":
        "The number of influences per vertex (`mi`) is missing, but influences are there.",
        "It is taken from the lengths of the arrays if they agree; else the mesh is taken as rigid.";
    C45, warning, "C45":
        "The bone indices or weights are not as many as the vertices need.",
        "Of too many the first are used; with too few the mesh is taken as rigid.";
    C46, warning, "C46":
        "Influences name bones that do not exist.",
        "They are dropped, and the others make up for them; without any bone the mesh is rigid.";
    C47, warning, "C47":
        "Weights are negative, not finite, or far from a sum of 1.",
        "Broken ones are 0, the others are divided by their sum; a vertex without weight stays where it is.";
    C48, warning, "C48":
        "Positions, normals, colours or other vectors are not finite, or normals have no direction.",
        "Positions lie on another vertex, texture coordinates and colours become 0, and faces at such positions are dropped; normals are computed; strands, entries of shapes and offsets are left out.";
    C49, warning, "C49":
        "Coordinates are huge, all vertices lie at the origin, or a bone rests beyond all numbers.",
        "Coordinates are kept; such a bone is put where its parent is.";
    C50, warning, "C50":
        "A rotation has no direction.",
        "A stored rotation is taken as absent, that of a key as the one of the key before.";
    C51, warning, "C51":
        "A rotation is far from unit length.",
        "It is normalised.";
    C52, warning, "C52":
        "A scale is 0 or not finite, or a bone is flat in the rest pose.",
        "0 is kept, what is not finite becomes 1; a flat bone holds its vertices as if scales of 0 were 1.";
    C54, warning, "C54":
        "The parent of a bone is the bone itself or does not exist.",
        "The bone becomes a root.";
    C55, warning, "C55":
        "A bone is its own ancestor.",
        "It becomes a root.";
    C57, note, "C57":
        "A bone has no name.",
        "It is called `bone_` and its number.";
    C58, note, "C58":
        "Several bones have one name.",
        "Curves move all of them, but for one that hangs below another.";
    C59, warning, "C59":
        "A model has several skeletons.",
        "The first one counts.";
    C60, warning, "C60":
        "The lists of a blend shape have different lengths, it changes nothing, or its target mesh does not fit.",
        "The common length is used; a shape that changes nothing or does not fit is skipped.";
    C61, warning, "C61":
        "The mesh of a blend shape is not there.",
        "The shape is skipped.";
    C62, warning, "C62":
        "Strands of hair need another number of points than there are.",
        "The whole strands that fit are kept.";
    C63, note, "C63":
        "Strands are a single point.",
        "They are skipped.";
    C64, warning, "C64":
        "A curve has not as many values as frames.",
        "The first of each are used.";
    C65, note, "C65":
        "The frames of a curve are not in order.",
        "The keys are sorted.";
    C66, note, "C66":
        "Keys of a curve share a frame.",
        "The last of them counts.";
    C67, warning, "C67":
        "The values of a curve have a type that its property cannot take.",
        "The curve is skipped.";
    C67_NOTE, note, "C67":
        "Rotations are stored as plain numbers.",
        "Groups of four are read as rotations.";
    C68, warning, "C68":
        "Keys, frames or weights of a curve are not finite.",
        "Such keys are dropped, such a weight is 1.";
    C69, note, "C69":
        "A curve drives a property that is not played, or one axis of a rotation as older files do.",
        "The first is skipped; of the curves of axes one rotation is built.";
    C70, warning, "C70":
        "The mode of a curve is unknown.",
        "It is taken as absolute.";
    C70_NOTE, note, "C70":
        "The skinning method of a mesh is unknown.",
        "It is taken as linear.";
    C71, warning, "C71":
        "Keys lie beyond frame 1 000 000.",
        "They are kept.";
    C72, warning, "C72":
        "The frame rate is missing, not positive or not finite.",
        "It is taken as 30.";
    C73, warning, "C73":
        "A curve or a mode override names no node.",
        "It is skipped.";
    C74, warning, "C74":
        "An IK handle or constraint lacks a bone, is of an unknown kind, drives its own target, or is too much to solve.",
        "It is skipped; one that drives its own target is solved once, for where the target was.";
    C74_NOTE, note, "C74":
        "An IK handle drives its own pole, or its chain has no length to bend.",
        "Its pole is read once, before it moves; a chain without length stays as it is.";
    C75, note, "C75":
        "A colour has no usable value, or its colour space is unknown.",
        "Without a value its slot stays empty; an unknown space is taken as sRGB.";
    C76, note, "C76":
        "A file node has no path.",
        "Its slot stays empty.";
    C79, warning, "C79":
        "An instance names no file, its file is missing, broken or leads back to itself, or there are too many.",
        "A missing or broken file is a box in its place; the others are left out.";
    C79_NOTE, note, "C79":
        "A referenced file has warnings of its own.",
        "They are counted here; open that file to read them.";
    C80, note, "C80":
        "The file has several metadata nodes.",
        "The first one counts.";
    C81, note, "C81":
        "The up axis is not x, y or z.",
        "It is taken as unknown.";
    C82, warning, "C82":
        "The file is too big for the 32 bits of a node's size.",
        "Counts are believed instead of sizes.";
    C83, warning, "C83":
        "A field of numbers without sign holds what a program that counts below 0 leaves in it.",
        "Frames and values are read as below 0; a count of −1 is taken as absent.";
    C_SIZE, warning, "C-size":
        "The file holds far more models and clips than its size has content for.",
        "The rest is left out.";
}
