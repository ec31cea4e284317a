"""Prints the licences of all crates that are built into the program, for release archives.

    python3 share/licences.py [TARGET]
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
NAMES = ("licen", "copying", "copyright", "notice", "unlicense")


def crates(target):
    """The crates of others that the program is linked with on a target, each once."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    if target:
        command += ["--filter-platform", target]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    graph = json.loads(found.stdout)
    packages = {package["id"]: package for package in graph["packages"]}
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    open_nodes, seen = [graph["resolve"]["root"]], set()
    while open_nodes:
        node = open_nodes.pop()
        if node in seen:
            continue
        seen.add(node)
        for dependency in nodes[node]["deps"]:
            # `null` is a dependency of the program itself, not of its build or its tests.
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                open_nodes.append(dependency["pkg"])
    others = (packages[node] for node in seen if packages[node]["source"])
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def main():
    """Writes a list, then each text with the crates that have it."""
    packages = crates(sys.argv[1] if len(sys.argv) > 1 else None)
    texts = {}
    print("Dhow is built with these crates of others:\n")
    for package in packages:
        name = f"{package['name']} {package['version']}"
        licence = package["license"] or "see its text"
        print(f"{name}: {licence}")
        folder = pathlib.Path(package["manifest_path"]).parent
        files = [path for path in folder.iterdir() if path.is_file() and path.name.lower().startswith(NAMES)]
        for path in sorted(files):
            text = path.read_text(errors="replace").strip()
            texts.setdefault(text, []).append(name)
        if not files:
            print("  (without a text of its own)")
    for text, names in texts.items():
        print(f"\n{'-' * 80}\nOf {', '.join(names)}:\n\n{text}")


if __name__ == "__main__":
    main()
