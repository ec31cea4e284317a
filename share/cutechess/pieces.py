#!/usr/bin/env python3
"""Puts Dhow's pictures of pieces into the file from which Cute Chess draws them.

    pieces.py PIECES DEFAULT_SVG

PIECES is the folder with WhiteNAME.svg and BlackNAME.svg, DEFAULT_SVG the file
projects/gui/res/chessboard/default.svg of Cute Chess, which is changed in place. The pictures are
found there as CAZAUX-X (White) and cazaux-x (Black), where X is the letter of the piece.
"""

import pathlib
import re
import sys

NAMES = {
    "P": "Pawn", "S": "Lance", "I": "Commoner", "N": "Knight", "B": "Bishop", "R": "Rook",
    "Q": "Queen", "K": "King", "G": "Hawk", "U": "Unicorn", "L": "Cub", "E": "Elephant",
    "W": "Left", "M": "Camel", "Z": "Zebra", "F": "Gnu", "C": "Canon", "V": "LShield",
    "O": "Wizard", "D": "Gold", "H": "Chancellor", "X": "CrownedBishop",
}

SIZE = 100
GROUP = "cazaux-pieces"
# The pictures stand below those of Cute Chess, so that the file can be looked at as a whole.
LEFT, TOP = 0, 1000


def element(identifier, path, column, row):
    """A picture as an element of another SVG file."""
    picture = path.read_text()
    body = re.search(r"<svg[^>]*>(.*)</svg>", picture, re.DOTALL)
    if not body or f'viewBox="0 0 {SIZE} {SIZE}"' not in picture:
        raise ValueError(f"{path} is no picture of {SIZE} by {SIZE}")
    # Cute Chess makes all pictures equally high. The empty square keeps the pieces' own sizes.
    return (f'<g transform="translate({LEFT + column * SIZE},{TOP + row * SIZE})">'
            f'<g id="{identifier}"><rect width="{SIZE}" height="{SIZE}" fill="none" stroke="none"/>'
            f'{body[1].strip()}</g></g>\n')


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder, target = map(pathlib.Path, sys.argv[1:])
    picture = target.read_text()
    start, end = picture.rfind("</svg>"), ""
    if start < 0 or GROUP in picture:
        print(f"{target} has these pictures, or is no SVG file", file=sys.stderr)
        return 1
    end = picture[start:]
    elements = []
    for column, (letter, name) in enumerate(NAMES.items()):
        for row, side in enumerate(("White", "Black")):
            identifier = f"cazaux-{letter}"
            identifier = identifier.upper() if side == "White" else identifier.lower()
            elements.append(element(identifier, folder / f"{side}{name}.svg", column, row))
    target.write_text(f'{picture[:start]}<g id="{GROUP}">\n{"".join(elements)}</g>\n{end}')
    return 0


if __name__ == "__main__":
    sys.exit(main())
