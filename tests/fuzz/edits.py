"""Pairs of programs for the oracle of edits: a program of states.py, before and after some random edits. The tree of its
statements holds both versions, so that what fails is shrunk in both."""

import bisect
import copy
import random
import re
import subprocess

import states
from source import Block, Kept
from states import EPILOGUE, PROLOGUE  # noqa: F401

OLD, NEW = 0, 1
ATTEMPTS = 20  # to edit a program so that it compiles
version = NEW  # which one is printed


class Edited(Block):
    """Statements of the old version, and what stands in their place in the new one."""

    def __init__(self, old, new):
        super().__init__("")
        self.versions = [old, new]

    def lines(self, indent=0):
        pad, out = "    " * indent, []
        for node in self.versions[version]:
            # Block.lines prints its own header where it stands.
            out += node.lines(indent) if isinstance(node, Block) else [f"{pad}{node}"]
        return out


class Pair:
    """A program of which Edited nodes have two versions."""

    def __init__(self, program):
        self.program, self.seed, self.parts = program, program.seed, program.parts

    def text(self, number):
        return self.program.text(number)

    def old_text(self, number):
        global version
        version = OLD
        try:
            return self.program.text(number)
        finally:
            version = NEW

    def lists(self):
        return self.program.lists()


def statements(program):
    """(list, position) of every statement in a function that may be dropped."""
    found, todo = [], [part.body for part in program.parts if isinstance(part, Block)]
    while todo:
        body = todo.pop()
        found += [(body, k) for k, node in enumerate(body) if not getattr(node, "keep", False) and not isinstance(node, Edited)]
        todo += [node.body for node in body if isinstance(node, Block) and not isinstance(node, Edited)]
    return found


def other_number(rng, text):
    """The text with one of its numbers changed; None: it has none. Where the oracle says what an input is, it does so in both versions."""
    numbers = list(re.finditer(r"(?<!control_@\[)(?<!value_@\[)(?<![\w@.])\d+(?![\w.])", text))
    if not numbers:
        return None
    where = rng.choice(numbers)
    value = int(where[0]) + rng.choice([-1, 1, 1, 2])
    return text[:where.start()] + str(abs(value)) + text[where.end():]


def other_name(rng, text, names):
    """The text with one shared variable in place of another."""
    found = [where for where in re.finditer(r"p@_\w+", text) if where[0] in names]
    if not found or len(names) < 2:
        return None
    where = rng.choice(found)
    return text[:where.start()] + rng.choice([name for name in names if name != where[0]]) + text[where.end():]


def edit_statement(rng, program, names):
    places = statements(program)
    if not places:
        return False
    body, k = rng.choice(places)
    node = body[k]
    kind = rng.choice(["drop", "insert", "number", "number", "name", "swap", "wrap", "unwrap", "leave", "repeat", "other"])
    if kind == "drop":
        body[k] = Edited([node], [])
    elif kind == "insert":
        other, n = rng.choice(places)
        body.insert(k, Edited([], [copy.deepcopy(other[n])]))
    elif kind == "swap":
        if k + 1 >= len(body) or getattr(body[k + 1], "keep", False) or isinstance(body[k + 1], Edited):
            return False
        body[k:k + 2] = [Edited([node, body[k + 1]], [body[k + 1], node])]
    elif kind == "leave":  # what does not compile, since it is in no loop, is tried again
        way = rng.choice(["return 0", "return 0", "break", "continue"])
        body.insert(k, Edited([], [f"if ({rng.choice(names or ['1'])} > {rng.choice([-1, 0, 1])}) {way};"]))
    elif kind == "repeat":
        body[k] = Edited([node], [Block("for (int edit = 0; edit < 2; edit++)", [node])])
    elif kind == "other":
        other, n = rng.choice(places)
        body[k] = Edited([node], [Block(f"if ({rng.choice(names or ['1'])} > {rng.choice([-1, 0, 1])})", [node]),
                                  Block("else", [copy.deepcopy(other[n])])])
    elif kind == "wrap":
        if not names:
            return False
        body[k] = Edited([node], [Block(f"if ({rng.choice(names)} > {rng.choice([-1, 0, 1])})", [node])])
    elif isinstance(node, Block):
        if kind != "unwrap" or not node.header.startswith(("if", "for", "while")):
            return False
        body[k] = Edited([node], list(node.body))
    else:
        text = other_number(rng, node) if kind == "number" else other_name(rng, node, names) if kind == "name" else None
        if text is None or text == node:
            return False
        body[k] = Edited([node], [type(node)(text)])
    return True


def edit_declaration(rng, program):
    """Another initial value."""
    places = [k for k, part in enumerate(program.parts)
              if isinstance(part, str) and re.match(r"static (int|int64_t|unsigned|char|short|uint\d+_t) p@_\w+ = \d+;$", part)]
    if not places:
        return False
    k = rng.choice(places)
    text = other_number(rng, program.parts[k])
    if text is None:
        return False
    program.parts[k] = Edited([program.parts[k]], [text])
    return True


def look_at_addresses(rng, program, names):
    """In both versions an assignment depends on which of two variables lies lower: they lie in the order of their definitions. Whether that has
    changed."""
    places = statements(program)
    where = next((k for k, part in enumerate(program.parts) if isinstance(part, Block)), 0)
    if not names or not places:
        return False
    body, k = rng.choice(places)
    body.insert(k, Block(f"if ((uintptr_t)&p@_low {rng.choice(['<', '>'])} (uintptr_t)&p@_high)", [f"{rng.choice(names)} = {rng.randrange(4)};"]))
    definitions, exchanged = ["int p@_low = 1;", "int p@_high = 2;"], rng.random() < 0.7
    program.parts[where:where] = [Edited(definitions, definitions[::-1])] if exchanged else definitions
    return exchanged


def refused(programs):
    """The positions of the programs that clang refuses, all compiled at once: starting it takes longer than a program does."""
    first, line, texts = [], PROLOGUE.count("\n") + 1, []
    for k, program in enumerate(programs):
        texts.append(program.text(k))
        first.append(line)
        line += texts[-1].count("\n")
    done = subprocess.run(["clang-19", "-x", "c", "-w", "-fsyntax-only", "-ferror-limit=0", "-"],
                          input=PROLOGUE + "".join(texts) + EPILOGUE, capture_output=True, text=True, check=False)
    wrong = {bisect.bisect(first, int(where)) - 1 for where in re.findall(r"^<stdin>:(\d+):\d+: error", done.stderr, re.MULTILINE)}
    if (done.returncode != 0) != bool(wrong) or -1 in wrong:
        raise RuntimeError(f"clang-19 on edited programs: {done.stderr[-2000:]}")
    return wrong


def edit(seed, attempt, **more):
    """A pair; None: nothing could be edited."""
    rng = random.Random(f"edits {seed} {attempt}")
    program = states.generate(seed, **more)
    text = program.text(0)
    names = sorted(set(re.findall(r"static (?:int|int64_t) (p\d+_\w+)", text)))
    names = [name.replace("p0_", "p@_") for name in names]
    numbers = [name.replace("p0_", "p@_") for name in sorted(set(re.findall(r"static (?:int|int64_t) (p\d+_\w+)(?=\s*[=,;])", text)))]
    moved = rng.random() < 0.1 and look_at_addresses(rng, program, numbers)
    wanted, made = rng.choice([1, 1, 1, 2, 3]), int(moved)
    for _ in range(30):
        if made < wanted:
            made += edit_declaration(rng, program) if rng.random() < 0.08 else edit_statement(rng, program, names)
    return Pair(program) if made else None


def generate_all(seeds, **more):
    """A pair for each seed; one of which no edit compiles has two equal versions."""
    pairs, tried, todo = {}, dict.fromkeys(seeds, 0), list(seeds)
    while todo:
        for seed in todo:
            pairs[seed] = None
            while not pairs[seed] and tried[seed] < ATTEMPTS:
                pairs[seed] = edit(seed, tried[seed], **more)
                tried[seed] += 1
            pairs[seed] = pairs[seed] or Pair(states.generate(seed, **more))
        wrong = refused([pairs[seed] for seed in todo])
        todo = [seed for k, seed in enumerate(todo) if k in wrong]
    return [pairs[seed] for seed in seeds]


def generate(seed, **more):
    return generate_all([seed], **more)[0]
