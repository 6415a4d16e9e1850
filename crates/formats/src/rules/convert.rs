//! The rules of converting. They name content for which the written format has no place.

use super::table::rules;

rules! {
    X_BAKED, note, "X-baked":
        "IK handles and constraints are solved into the keys of a baked clip.",
        "They are left out, so that no program solves them a second time.";
    X_BIND, warning, "X-bind":
        "Bones were bound in another pose than they rest in, which Cast and SEModel cannot say.",
        "The mesh is written as it rests.";
    X_FIRST, note, "X-first":
        "An image file holds several images: it is a cube map, an array or a volume.",
        "The first face, or the first image, is written.";
    X_HELD, note, "X-held":
        "A curve of a blend shape goes beyond the greatest weight, where the shape is held.",
        "Keys are added where it reaches that weight.";
    X_IMAGE, warning, "X-image":
        "An image cannot be read or embedded.",
        "The file that is written names it by its path, or has white in its place.";
    X_LOST, warning, "X-lost":
        "The format that is written has no place for something.",
        "It is left out, or the nearest is written.";
    X_NAMES, warning, "X-names":
        "Bones of several models have one name and move in different ways, and the format that is written knows bones by their names alone.",
        "All of them move like those of the first model.";
    X_PACKED, note, "X-packed":
        "Several maps go into one image, as the format that is written wants them.",
        "A new image is made.";
    X_PNG, note, "X-png":
        "An image is neither PNG nor JPEG, which is all that glTF holds.",
        "It is written as PNG of 8 bits a channel.";
    X_RANGE, note, "X-range":
        "The range in which a clip plays cannot be written.",
        "The clip plays from its first to its last key.";
    X_RATE, note, "X-rate":
        "Keys do not lie on the whole frames of the clip, which are all that Cast holds, or another rate was asked for.",
        "They are counted at a rate at which they lie on frames, or moved a little.";
    X_SAMPLED, note, "X-sampled":
        "A curve is no straight line between its keys, which the format that is written has no words for.",
        "It is sampled.";
    X_SHEAR, warning, "X-shear":
        "Uneven scales above a bone lean its axes, and the format that is written has translation, rotation and scale alone.",
        "The nearest translation, rotation and scale are written.";
    X_SOURCE, warning, "X-source":
        "A file that is converted had warnings when it was read.",
        "`castview validate` lists them.";
    X_STAND_IN, note, "X-stand-in":
        "A clip comes without a skeleton, and the format that is written has no clips without one.",
        "Bones stand in for its targets: placed by its first keys, under parents that their names say.";
    X_SWITCH, warning, "X-switch":
        "Visibility, or a number of a material, camera or light, changes over time.",
        "That is not written.";
    X_UNMATCHED, warning, "X-unmatched":
        "A clip moves what no model has.",
        "Those curves are left out.";
    X_UP, note, "X-up":
        "No file says which axis is up.",
        "z is taken.";
}
