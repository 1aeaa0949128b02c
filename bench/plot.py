"""A small writer of SVG: panels of lines over a logarithmic axis, or of points between two of them."""

import math
from xml.sax.saxutils import escape

PANEL_WIDTH, PANEL_HEIGHT, COLUMNS = 300, 230, 3
SQUARE_WIDTH, SQUARE_HEIGHT = 380, 386  # of a panel of points
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 30, 40  # margins of a panel
HEAD, LEGEND_STEP = 44, 100  # legend
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
    if 0 <= exponent < 4:
        return str(10 ** exponent)
    return "10" + "".join("⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".index(sign)] for sign in str(exponent))


def _decades(values):
    """The powers of ten between which the values lie, 1 and 10 among them."""
    return (min(0, math.floor(math.log10(min(values, default=1)) + 1e-9)),
            max(1, math.ceil(math.log10(max(values, default=1)) - 1e-9)))


def _panel(x0, y0, panel, styles):
    sizes = panel["sizes"]
    bottom, top = _decades([value for line in panel["lines"].values() for value in line.values()])
    left, right = x0 + LEFT, x0 + PANEL_WIDTH - RIGHT
    upper, lower = y0 + TOP, y0 + PANEL_HEIGHT - BOTTOM

    def across(size):
        return left + (right - left) * (size - sizes[0]) / max(1, sizes[-1] - sizes[0])

    def up(value):
        return lower - (lower - upper) * (math.log10(value) - bottom) / (top - bottom)

    yield _text((left + right) / 2, y0 + 18, panel["title"], size=13, extra=' font-weight="bold"')
    for exponent in range(bottom, top + 1):
        yield _line(left, up(10 ** exponent), right, up(10 ** exponent))
        yield _text(left - 6, up(10 ** exponent) + 4, _power(exponent), anchor="end")
    step = math.ceil(len(sizes) / 10)
    for size in sizes[::step]:
        yield _line(across(size), lower, across(size), lower + 4, INK)
        yield _text(across(size), lower + 16, str(size))
    yield _line(left, lower, right, lower, INK)
    yield _text((left + right) / 2, lower + 31, panel["axis"])
    for name, line in panel["lines"].items():
        if line:
            yield from _series([(across(size), up(value)) for size, value in sorted(line.items())], styles[name])


def _square(x0, y0, panel, styles):
    bottom, top = _decades([value for points in panel["points"].values() for x, y, _ in points for value in (x, y)])
    left, right = x0 + LEFT + 14, x0 + SQUARE_WIDTH - RIGHT
    upper, lower = y0 + TOP, y0 + TOP + (right - left)

    def along(value):
        return (right - left) * (math.log10(value) - bottom) / (top - bottom)

    yield _text((left + right) / 2, y0 + 18, panel["title"], size=13, extra=' font-weight="bold"')
    for exponent in range(bottom, top + 1):
        at = along(10 ** exponent)
        yield _line(left, lower - at, right, lower - at)
        yield _line(left + at, lower, left + at, upper)
        yield _text(left - 6, lower - at + 4, _power(exponent), anchor="end")
        yield _text(left + at, lower + 16, _power(exponent))
    yield _line(left, lower, right, upper, INK)
    yield _text((left + right) / 2, lower + 31, panel["across"])
    yield _text(x0 + 12, (upper + lower) / 2, panel["up"],
                extra=f' transform="rotate(-90 {x0 + 12:.1f} {(upper + lower) / 2:.1f})"')
    for name, points in panel["points"].items():
        style = styles[name]
        for x, y, words in points:
            yield (f'<circle cx="{left + along(x):.1f}" cy="{lower - along(y):.1f}" r="{style["radius"]}" '
                   f'fill="{style["fill"]}" stroke="{style["colour"]}" fill-opacity="0.7"><title>{escape(words)}</title>'
                   "</circle>")


def _document(caption, width, height, legend, panels):
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
           f'height="{height}" font-family="sans-serif">')
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    yield _text(width - RIGHT, 24, caption, anchor="end", size=12)
    yield from legend
    yield from panels
    yield "</svg>\n"


def _grid(panels, draw, styles, columns, width, height):
    for number, panel in enumerate(panels):
        yield from draw(width * (number % columns), HEAD + height * (number // columns), panel, styles)


def render(caption, panels, styles):
    """The picture as text. A panel: title, axis, sizes (ascending) and lines, a dictionary from names of styles to
    dictionaries from size to a value above 0. A style: colour, width, dashes, radius."""
    legend = []
    for number, (name, style) in enumerate(styles.items()):
        x = LEFT + LEGEND_STEP * number
        legend += _series([(x, 20), (x + 26, 20)], style)
        legend.append(_text(x + 34, 24, name, anchor="start", size=12))
    return "\n".join(_document(caption, PANEL_WIDTH * COLUMNS, HEAD + PANEL_HEIGHT * math.ceil(len(panels) / COLUMNS),
                               legend, _grid(panels, _panel, styles, COLUMNS, PANEL_WIDTH, PANEL_HEIGHT)))


def render_points(caption, panels, styles):
    """The picture as text: two panels a row, square, with a diagonal. A panel: title, across and up (what is on the axes)
    and points, a dictionary from names of styles to lists of (x, y, words), all above 0. A style: colour, fill, radius."""
    legend = []
    for number, (name, style) in enumerate(styles.items()):
        x = LEFT + LEGEND_STEP * number
        legend.append(f'<circle cx="{x}" cy="20" r="{style["radius"]}" fill="{style["fill"]}" '
                      f'stroke="{style["colour"]}"/>')
        legend.append(_text(x + 10, 24, name, anchor="start", size=12))
    return "\n".join(_document(caption, 2 * SQUARE_WIDTH, HEAD + SQUARE_HEIGHT * math.ceil(len(panels) / 2), legend,
                               _grid(panels, _square, styles, 2, SQUARE_WIDTH, SQUARE_HEIGHT)))
