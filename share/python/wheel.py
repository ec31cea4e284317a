"""Makes a wheel of this package that holds the program.

    python share/python/wheel.py PROGRAM PLATFORM FOLDER

PLATFORM is what pip calls the machine, such as manylinux_2_17_x86_64.musllinux_1_1_x86_64 for a
program without libraries of the system, or linux_x86_64 for one that was built for this machine alone.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = pathlib.Path(__file__).resolve().parent
LICENCES = PACKAGE.parent / "licences.py"
EXECUTABLE = (stat.S_IFREG | 0o755) << 16
ORDINARY = (stat.S_IFREG | 0o644) << 16


def plain_wheel(folder: str) -> pathlib.Path:
    """Builds the wheel of the package alone."""
    # A copy, so that the build leaves nothing beside the sources.
    copy = pathlib.Path(folder, "package")
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
    ]
    subprocess.run([*command, "--wheel-dir", folder, str(copy)], check=True)
    return next(pathlib.Path(folder).glob("dhow-*.whl"))


def add_program(
    plain: pathlib.Path, program: pathlib.Path, platform: str, out: pathlib.Path
) -> pathlib.Path:
    """Writes the wheel with the program, which pip puts where this Python has its commands."""
    name, version, *_ = plain.name.split("-")
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(plain) as archive:
        contents = {
            entry: archive.read(entry) for entry in archive.namelist() if not entry.endswith("/")
        }
    # The program is linked with crates of others.
    contents[f"{info}/licenses/LICENCES.txt"] = subprocess.check_output([sys.executable, LICENCES])
    metadata = contents[f"{info}/METADATA"]
    contents[f"{info}/METADATA"] = metadata.replace(
        b"License-File: ", b"License-File: LICENCES.txt\nLicense-File: ", 1
    )
    command = "dhow.exe" if "win" in platform.split("_")[0] else "dhow"
    scripts = f"{name}-{version}.data/scripts/{command}"
    contents[scripts] = program.read_bytes()
    tags = "".join(f"Tag: py3-none-{one}\n" for one in platform.split("."))
    wheel = contents[f"{info}/WHEEL"].decode()
    wheel = (
        re.sub(r"(?m)^Tag: .*\n", "", wheel).replace("Purelib: true", "Purelib: false").rstrip()
        + "\n"
        + tags
    )
    contents[f"{info}/WHEEL"] = wheel.encode()
    record = f"{info}/RECORD"
    del contents[record]
    lines = []
    for path, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    contents[record] = "".join([*lines, f"{record},,\n"]).encode()
    target = out / f"{name}-{version}-py3-none-{platform}.whl"
    # The same sources make the same wheel.
    when = (1980, 1, 1, 0, 0, 0)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in contents.items():
            entry = zipfile.ZipInfo(path, when)
            entry.external_attr = EXECUTABLE if path == scripts else ORDINARY
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return target


def main() -> None:
    """Reads the arguments."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, platform, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    if not program.is_file():
        print(f"wheel.py: no program {program}", file=sys.stderr)
        sys.exit(2)
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        print(add_program(plain_wheel(folder), program, platform, out))


if __name__ == "__main__":
    main()
