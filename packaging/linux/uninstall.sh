#!/bin/sh
# Takes castview away from where install.sh put it: the files that are listed beside this script, and the folders made for them.
# Settings and what castview keeps in ~/.config, ~/.cache and ~/.local/share/castview stay.
set -eu

prefix=$(cd "$(dirname "$0")/../.." && pwd)
installed=$prefix/share/castview/installed
if [ ! -f "$installed" ]; then
  echo "uninstall.sh: nothing is installed in $prefix; run share/castview/uninstall.sh of the folder that castview is in" >&2
  exit 2
fi
list=$(mktemp)
trap 'rm -f "$list"' EXIT
# From its end, as folders stand before what lies in them.
sed '1!G;h;$!d' "$installed" > "$list"
grep '^file ' "$list" | while IFS= read -r line; do rm -f "$prefix/${line#file }"; done

# Data bases that desktops made from what is gone.
if [ -n "$(ls "$prefix/share/mime/packages" 2> /dev/null)" ]; then
  if command -v update-mime-database > /dev/null; then update-mime-database "$prefix/share/mime"; fi
elif grep -qx 'folder share/mime' "$list"; then
  rm -rf "$prefix/share/mime"
fi
if ls "$prefix/share/applications/"*.desktop > /dev/null 2>&1; then
  if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$prefix/share/applications"; fi
elif grep -qx 'folder share/applications' "$list"; then
  rm -f "$prefix/share/applications/mimeinfo.cache"
fi
grep '^folder ' "$list" | while IFS= read -r line; do
  # Others may have put something there meanwhile.
  rmdir "$prefix/${line#folder }" 2> /dev/null || true
done
echo "castview is gone from $prefix"
