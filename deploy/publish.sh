#!/bin/sh
# Copies the shell and the releases of an installation (APP) into the folder that all processes read (STATIC), before the first of them starts. Nothing is
# deleted: open windows still load parts of earlier releases, and during an update a process may be asked for parts of the other version.
# Pages and channels come last, since they name what is copied before.
set -eu
app=${APP:-/app}
static=${STATIC:-/static}

mkdir -p "$static/shell" "$static/registry"
for module in "$app"/var/registry/*; do
  target="$static/registry/$(basename "$module")"
  mkdir -p "$target"
  cp -R "$module"/[0-9]* "$target/"
  touch "$target/log.jsonl"
  awk '!seen[$0]++' "$target/log.jsonl" "$module/log.jsonl" > "$target/log.jsonl.new"
  mv "$target/log.jsonl.new" "$target/log.jsonl"
  cp "$module/channels.json" "$target/channels.json.new"
  mv "$target/channels.json.new" "$target/channels.json"
done
cp -R "$app/var/shell/assets" "$static/shell/"
cp -R "$app/var/shell/." "$static/shell/"
