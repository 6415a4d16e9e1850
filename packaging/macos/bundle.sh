#!/bin/sh
# Makes castview.app from a build on a Mac. UNTESTED: nobody who made castview's packages had a Mac; `cargo xtask check-macos` only compiles.
#
#   packaging/macos/bundle.sh [FOLDER]     writes FOLDER/castview.app (target/dist)
set -eu
cd "$(dirname "$0")/../.."
out=${1:-target/dist}
version=$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)
cargo build --profile dist --locked --package castview --bin castview
app=$out/castview.app
rm -rf "$app"
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
cp target/dist/castview "$app/Contents/MacOS/castview"

icons=$(mktemp -d)/castview.iconset
mkdir "$icons"
for side in 16 32 128 512; do cp "assets/icons/$side.png" "$icons/icon_${side}x$side.png"; done
cp assets/icon.png "$icons/icon_256x256.png"
iconutil --convert icns --output "$app/Contents/Resources/castview.icns" "$icons"

cat > "$app/Contents/Info.plist" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>CFBundleName</key><string>castview</string>
  <key>CFBundleIdentifier</key><string>castview</string>
  <key>CFBundleExecutable</key><string>castview</string>
  <key>CFBundleIconFile</key><string>castview</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>CFBundleShortVersionString</key><string>$version</string>
  <key>NSHighResolutionCapable</key><true/>
  <key>CFBundleDocumentTypes</key>
  <array>
    <dict>
      <key>CFBundleTypeName</key><string>Cast model or animation</string>
      <key>CFBundleTypeExtensions</key><array><string>cast</string><string>semodel</string><string>seanim</string></array>
      <key>CFBundleTypeRole</key><string>Viewer</string>
    </dict>
  </array>
</dict>
</plist>
PLIST
echo "$app"
