"""Makes icons.ttf and icons.txt: of the thousands of icons in egui_material_icons those that the window shows, and those that stand for
characters in egui's own widgets, which no other face of the window has.

    pip install fonttools
    python3 crates/ui/assets/icons.py
"""

import json
import os
import pathlib
import re
import subprocess

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

FOLDER = pathlib.Path(__file__).resolve().parent
# Characters that egui 0.37 draws, and the icon that each is drawn as. `kit::fonts` has the same list.
WIDGETS = {
    # Copies the numbers of the color picker.
    0x1F4CB: "ICON_CONTENT_COPY",
    # Stands for an image that cannot be read.
    0x26A0: "ICON_WARNING",
}
NAME = re.compile(r"\bICON_[A-Z0-9_]+\b")


def main():
    listed = subprocess.run(["cargo", "metadata", "--format-version", "1", "--locked"], cwd=FOLDER, check=True, capture_output=True)
    packages = json.loads(listed.stdout)["packages"]
    crate = pathlib.Path(next(one["manifest_path"] for one in packages if one["name"] == "egui_material_icons")).parent
    used = set()
    for source in (FOLDER.parent / "src").rglob("*.rs"):
        used |= set(NAME.findall(source.read_text(encoding="utf-8")))
    known = dict(re.findall(r'const (ICON_[A-Z0-9_]+): crate::MaterialIcon = crate::MaterialIcon::new\("\\u\{(\w+)\}"\)', (crate / "src/icons.rs").read_text(encoding="utf-8")))
    points = ",".join(f"U+{known[name]}" for name in sorted(used | set(WIDGETS.values())))
    subprocess.run(
        [
            "pyftsubset",
            crate / "MaterialSymbolsRounded_Filled-Regular.ttf",
            f"--unicodes={points}",
            "--layout-features=",
            f"--output-file={FOLDER / 'icons.ttf'}",
        ],
        check=True,
        # The time of the making stands in the file otherwise.
        env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
    )
    font = TTFont(FOLDER / "icons.ttf", recalcTimestamp=False)
    for table in font["cmap"].tables:
        # Tables of 16 bits have no room for characters beyond.
        table.cmap |= {
            character: table.cmap[int(known[name], 16)]
            for character, name in WIDGETS.items()
            if int(known[name], 16) in table.cmap and (character <= 0xFFFF or table.format == 12)
        }
    if not any(table.format == 12 for table in font["cmap"].tables):
        wide = CmapSubtable.newSubtable(12)
        wide.platformID, wide.platEncID, wide.language = 3, 10, 0
        narrow = font.getBestCmap()
        wide.cmap = narrow | {character: narrow[int(known[name], 16)] for character, name in WIDGETS.items()}
        font["cmap"].tables.append(wide)
    font.save(FOLDER / "icons.ttf")
    (FOLDER / "icons.txt").write_text("".join(f"{name}\n" for name in sorted(used)), encoding="utf-8")


if __name__ == "__main__":
    main()
