"""A small writer of SVG: panels of lines over a logarithmic axis."""

import math
from xml.sax.saxutils import escape

PANEL_WIDTH, PANEL_HEIGHT, COLUMNS = 300, 230, 3
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 30, 40  # margins of a panel
HEAD = 44  # legend
INK, FAINT = "#333333", "#e4e4e4"


def _text(x, y, words, anchor="middle", size=11, extra=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{INK}"{extra}>'
            f"{escape(words)}</text>")


def _line(x1, y1, x2, y2, colour=FAINT):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _series(points, style):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield (f'<polyline points="{path}" fill="none" stroke="{style["colour"]}" stroke-width="{style["width"]}"'
           f' stroke-dasharray="{style["dashes"]}" stroke-linejoin="round"/>')
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{style["radius"]}" fill="{style["colour"]}"/>'


def _power(exponent):
    if exponent < 4:
        return str(10 ** exponent)
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent))


def _panel(x0, y0, panel, styles):
    sizes, values = panel["sizes"], [value for line in panel["lines"].values() for value in line.values()]
    top = max(1, math.ceil(math.log10(max(values)) - 1e-9))
    left, right = x0 + LEFT, x0 + PANEL_WIDTH - RIGHT
    upper, lower = y0 + TOP, y0 + PANEL_HEIGHT - BOTTOM

    def across(size):
        return left + (right - left) * (size - sizes[0]) / max(1, sizes[-1] - sizes[0])

    def up(value):
        return lower - (lower - upper) * math.log10(value) / top

    yield _text((left + right) / 2, y0 + 18, panel["title"], size=13, extra=' font-weight="bold"')
    for exponent in range(0, top + 1):
        yield _line(left, up(10 ** exponent), right, up(10 ** exponent))
        yield _text(left - 6, up(10 ** exponent) + 4, _power(exponent), anchor="end")
    step = 1 if len(sizes) <= 10 else 2
    for size in sizes[::step]:
        yield _line(across(size), lower, across(size), lower + 4, INK)
        yield _text(across(size), lower + 16, str(size))
    yield _line(left, lower, right, lower, INK)
    yield _text((left + right) / 2, lower + 31, panel["axis"])
    for name, line in panel["lines"].items():
        if line:
            yield from _series([(across(size), up(value)) for size, value in sorted(line.items())], styles[name])


def render(caption, panels, styles):
    """The picture as text. A panel: title, axis, sizes (ascending) and lines, a dictionary from names of styles to
    dictionaries from size to a value of at least 1. A style: colour, width, dashes, radius."""
    width, height = PANEL_WIDTH * COLUMNS, HEAD + PANEL_HEIGHT * math.ceil(len(panels) / COLUMNS)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" font-family="sans-serif">', f'<rect width="{width}" height="{height}" fill="white"/>',
             _text(width - RIGHT, 24, caption, anchor="end", size=12)]
    for number, (name, style) in enumerate(styles.items()):
        x = LEFT + 90 * number
        parts += _series([(x, 20), (x + 26, 20)], style)
        parts.append(_text(x + 34, 24, name, anchor="start", size=12))
    for number, panel in enumerate(panels):
        parts += _panel(PANEL_WIDTH * (number % COLUMNS), HEAD + PANEL_HEIGHT * (number // COLUMNS), panel, styles)
    return "\n".join([*parts, "</svg>", ""])
