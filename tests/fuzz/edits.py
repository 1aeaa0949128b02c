"""Pairs of programs for the oracle of edits: a program of states.py, before and after some random edits. The tree of its
statements holds both versions, so that what fails is shrunk in both."""

import copy
import random
import re
import subprocess

import states
from source import Block, Kept
from states import EPILOGUE, PROLOGUE  # noqa: F401

OLD, NEW = 0, 1
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
    """The text with one of its numbers changed; None: it has none."""
    numbers = list(re.finditer(r"(?<![\w@.])\d+(?![\w.])", text))
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


def compiles(text):
    done = subprocess.run(["clang-19", "-x", "c", "-w", "-fsyntax-only", "-"], input=text, capture_output=True, text=True, check=False)
    return done.returncode == 0


def generate(seed, **more):
    for attempt in range(20):
        rng = random.Random(f"edits {seed} {attempt}")
        program = states.generate(seed, **more)
        text = program.text(0)
        names = sorted(set(re.findall(r"static (?:int|int64_t) (p\d+_\w+)", text)))
        names = [name.replace("p0_", "p@_") for name in names]
        wanted, made = rng.choice([1, 1, 1, 2, 3]), 0
        for _ in range(30):
            if made < wanted:
                made += edit_declaration(rng, program) if rng.random() < 0.08 else edit_statement(rng, program, names)
        pair = Pair(program)
        if made and compiles(PROLOGUE + pair.text(0) + EPILOGUE):
            return pair
    return Pair(states.generate(seed, **more))
