//! Writes `assets/`: the demo creature, its clip and textures, and the icon.

fn main() {}
