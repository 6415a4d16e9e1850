"""Makes icons.ttf and icons.txt: of the thousands of icons in egui_material_icons those that the window shows.

    pip install fonttools
    python3 crates/ui/assets/icons.py
"""

import json
import os
import pathlib
import re
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent
NAME = re.compile(r"\bICON_[A-Z0-9_]+\b")


def main():
    listed = subprocess.run(["cargo", "metadata", "--format-version", "1", "--locked"], cwd=FOLDER, check=True, capture_output=True)
    packages = json.loads(listed.stdout)["packages"]
    crate = pathlib.Path(next(one["manifest_path"] for one in packages if one["name"] == "egui_material_icons")).parent
    used = set()
    for source in (FOLDER.parent / "src").rglob("*.rs"):
        used |= set(NAME.findall(source.read_text(encoding="utf-8")))
    known = dict(re.findall(r'const (ICON_[A-Z0-9_]+): crate::MaterialIcon = crate::MaterialIcon::new\("\\u\{(\w+)\}"\)', (crate / "src/icons.rs").read_text(encoding="utf-8")))
    points = ",".join(f"U+{known[name]}" for name in sorted(used))
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
    (FOLDER / "icons.txt").write_text("".join(f"{name}\n" for name in sorted(used)), encoding="utf-8")


if __name__ == "__main__":
    main()
