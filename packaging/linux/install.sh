#!/bin/sh
# Installs castview from this folder: for the user alone in ~/.local, as root for all users in /usr/local.
#
#   ./install.sh [--prefix FOLDER] [--glb]
#
# --prefix installs below another folder; --glb also makes castview what opens .glb and .gltf files of this user.
# PREFIX/share/castview/uninstall.sh takes everything away again.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=${HOME:?}/.local; fi
glb=no
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=${2:?"--prefix takes a folder"}; shift 2 ;;
    --glb) glb=yes; shift ;;
    *) echo "install.sh: unknown option $1; there are --prefix FOLDER and --glb" >&2; exit 2 ;;
  esac
done
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
case $prefix in
  *[\"\`\$\\%]*) echo "install.sh: desktop entries cannot name this folder: $prefix" >&2; exit 2 ;;
esac
if [ -e "$prefix/share/castview/installed" ]; then
  # What an older version brought goes with it.
  sh "$prefix/share/castview/uninstall.sh" > /dev/null
fi

list=$(mktemp)
trap 'rm -f "$list"' EXIT
# Folders that are made are noted before what lies in them: the list is undone from its end.
make_folder() {
  if [ ! -d "$1" ]; then
    make_folder "$(dirname "$1")"
    mkdir "$1"
    printf 'folder %s\n' "${1#"$prefix"/}" >> "$list"
  fi
}
cd "$here"
find bin share -type f | LC_ALL=C sort | while IFS= read -r file; do
  make_folder "$prefix/$(dirname "$file")"
  rm -f "$prefix/$file"
  case $file in
    *.desktop | *.thumbnailer)
      # A desktop may look for programs elsewhere than a shell does.
      sed -e "s|^TryExec=castview|TryExec=$prefix/bin/castview|" -e "s|^Exec=castview|Exec=\"$prefix/bin/castview\"|" "$file" > "$prefix/$file"
      chmod 644 "$prefix/$file" ;;
    *) cp -p "$file" "$prefix/$file" ;;
  esac
  printf 'file %s\n' "$file" >> "$list"
done
make_folder "$prefix/share/castview"
cp uninstall.sh "$prefix/share/castview/uninstall.sh"
chmod 755 "$prefix/share/castview/uninstall.sh"
printf 'file share/castview/uninstall.sh\nfile share/castview/installed\n' >> "$list"
cp "$list" "$prefix/share/castview/installed"
chmod 644 "$prefix/share/castview/installed"

if command -v update-mime-database > /dev/null; then update-mime-database "$prefix/share/mime"; fi
if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$prefix/share/applications"; fi
if [ $glb = yes ]; then xdg-mime default castview.desktop model/gltf-binary model/gltf+json; fi
echo "castview is installed in $prefix"
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "$prefix/bin is not in PATH: shells find castview there once it is" ;;
esac
