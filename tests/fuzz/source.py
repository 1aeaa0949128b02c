"""Generated programs: a tree of statements that is printed as C and shrunk by dropping parts."""

import time


class Block:
    """`header { body }`; body holds strings (statements) and Blocks. `keep`: never dropped as a whole."""

    def __init__(self, header, body=None, keep=False, tail=""):
        self.header, self.body, self.keep, self.tail = header, body if body is not None else [], keep, tail

    def lines(self, indent=0):
        pad = "    " * indent
        out = [f"{pad}{self.header}", f"{pad}{{"] if indent == 0 else [f"{pad}{self.header} {{"]
        for node in self.body:
            out += node.lines(indent + 1) if isinstance(node, Block) else [f"{pad}    {node}"]
        return out + [f"{pad}}}{self.tail}"]


class Kept(str):
    """A statement or declaration that is never dropped."""

    keep = True


class Program:
    """Top-level declarations (strings) and functions (Blocks), in order. `@` stands for the program's number in the batch."""

    def __init__(self, seed, parts):
        self.seed, self.parts = seed, parts

    def text(self, number):
        lines = []
        for part in self.parts:
            lines += part.lines() if isinstance(part, Block) else [part]
        return "\n".join(lines).replace("@", str(number)) + "\n"

    def lists(self):
        """Every list of statements in which one can be dropped, outer ones first."""
        found, todo = [], [self.parts]
        while todo:
            body = todo.pop(0)
            found.append(body)
            todo += [node.body for node in body if isinstance(node, Block)]
        return found


def shrink(program, still_fails, patience=400, seconds=60):
    """Drops what can be dropped while still_fails(program); changes the program in place. Returns how often it tried."""
    tried, again, deadline = 0, True, time.time() + seconds
    while again and tried < patience and time.time() < deadline:
        again = False
        for body in program.lists():
            position = len(body) - 1
            while position >= 0 and tried < patience and time.time() < deadline:
                node = body[position]
                if getattr(node, "keep", False):
                    position -= 1
                    continue
                del body[position]
                tried += 1
                if still_fails(program):
                    again = True
                elif isinstance(node, Block) and node.header.startswith(("if", "for", "else")):
                    body[position:position] = node.body  # its body without it
                    tried += 1
                    if still_fails(program):
                        again = True
                    else:
                        body[position:position + len(node.body)] = [node]
                else:
                    body.insert(position, node)
                position -= 1
    return tried
