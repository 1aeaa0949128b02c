"""Single-threaded programs of inline assembly from a seed, for the comparison with the host: each instruction that
src/lower/assembly_table.c gives a meaning, with operands of all widths in registers, memory and the text, and with all flags that
the processor defines after it."""

import random
import re

import sequential
from source import Block, Kept, Program

PROLOGUE, EPILOGUE = sequential.PROLOGUE + '#define FLAG "=@cc"\n', sequential.EPILOGUE

WIDTHS = {8: ("b", "uint8_t", "q"), 16: ("w", "uint16_t", "r"), 32: ("l", "uint32_t", "r"), 64: ("q", "uint64_t", "r")}
ALL = "c o z s p".split()
CONDITIONS = {"c": ["c", "nc", "b", "ae", "nae", "nb"], "o": ["o", "no"], "z": ["z", "nz", "e", "ne"], "s": ["s", "ns"], "p": ["p", "np"]}
JOINED = [("cz", ["be", "a", "na", "nbe"]), ("so", ["l", "ge", "nge", "nl"]), ("zso", ["le", "g", "ng", "nle"])]
BINARY = ["add", "sub", "and", "or", "xor"]
CONSTANTS = {8: [0, 1, -1, 0x7f, -128], 16: [0, 1, -1, 0x7fff, 300], 32: [0, 1, -1, 0x7fffffff, 1000000], 64: [0, 1, -1, 0x7fffffff, -2147483648]}


class Generator:
    def __init__(self, seed):
        self.random, self.seed, self.count = random.Random(seed), seed, 0

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def value(self):
        return self.random.choice(self.scope)

    def mnemonic(self, name, width, registers):
        """With its suffix; without, where a register says the width."""
        return name if registers and self.random.random() < 0.4 else name + WIDTHS[width][0]

    def conditions(self, flags):
        """Conditions that depend on these flags only."""
        found = [condition for flag in flags for condition in self.random.sample(CONDITIONS[flag], 1)]
        found += [self.random.choice(names) for needed, names in JOINED if set(needed) <= set(flags)]
        return found

    def lock(self, memory):
        return self.random.choice(["lock; ", "lock ", "lock\\n\\t", ""]) if memory else ""

    def statement(self, body, text, outputs, inputs, flags, clobbers=""):
        """One statement: what it writes, and the flags, are printed. outputs, inputs: (constraint, expression)."""
        asked, written = [(condition, self.name("f")) for condition in self.conditions(flags)], len(outputs)
        body += [Kept(f"int {name};") for condition, name in asked]
        text = re.sub(r"%([bwkq]?)(\d+)", lambda m: f"%{m[1]}{int(m[2]) + (len(asked) if int(m[2]) >= written else 0)}", text)

        def form(operands, prefix=""):
            return [f'{prefix}"{constraint}"({what})' for constraint, what in operands]

        clobbers = ", ".join(f'"{what}"' for what in ["memory", "cc"] + clobbers.split())
        alternatives = self.random.random() < 0.1
        text = "{" + text + "|none of it}" if alternatives and "{" not in text else text
        body.append(f'__asm__ volatile("{text}" : {", ".join(form(outputs) + form(asked, "FLAG "))} : {", ".join(form(inputs))} : {clobbers});')
        for constraint, what in outputs + asked:
            body.append(f'printf("%" PRIx64 "\\n", (uint64_t)({what}));')
        self.results += [what for constraint, what in outputs + asked]

    def fresh(self, body, width, value=None):
        name = self.name("v")
        body.append(Kept(f"{WIDTHS[width][1]} {name} = ({WIDTHS[width][1]})({value or self.value()});"))
        return name

    def target(self, body, width, memory):
        name = self.fresh(body, width)
        return (f"+m", name) if memory else ("+" + WIDTHS[width][2], name)

    def source(self, body, width, constants=True):
        if constants and self.random.random() < 0.3:
            return self.random.choice(["i", "i" + WIDTHS[width][2]]), str(self.random.choice(CONSTANTS[width]))
        kind = WIDTHS[width][2]
        return (kind if width == 8 else self.random.choice([kind, "r", "a" if kind == "q" else kind])), self.fresh(body, width)

    # ---- instructions

    def binary(self, body):
        name, width, memory = self.random.choice(BINARY), self.random.choice(list(WIDTHS)), self.random.random() < 0.6
        target, source = self.target(body, width, memory), self.source(body, width)
        registers = not memory or "i" not in source[0]
        self.statement(body, f"{self.lock(memory)}{self.mnemonic(name, width, registers)} %1, %0", [target], [source], ALL)

    def carried(self, body):
        name, width = self.random.choice(["adc", "sbb"]), self.random.choice(list(WIDTHS))
        target, source, other = self.target(body, width, False), self.source(body, width, False), self.source(body, width, False)
        size = WIDTHS[width][0]
        self.statement(body, f"add{size} %2, %0; {name}{size} %1, %0", [("+&" + target[0][1:], target[1])], [(WIDTHS[width][2], source[1]), (WIDTHS[width][2], other[1])], ALL)

    def spread(self, body):
        width = self.random.choice(list(WIDTHS))
        result, value = self.fresh(body, width), self.fresh(body, width)
        size, kind = WIDTHS[width][0], WIDTHS[width][2]
        name = self.random.choice(["sbb", "xor", "sub"])
        self.statement(body, f"add{size} %2, %1; {name}{size} %0, %0", [("=&" + kind, result), ("+&" + kind, value)], [(kind, self.fresh(body, width))], ALL)

    def compare(self, body):
        name, width = self.random.choice(["cmp", "test"]), self.random.choice(list(WIDTHS))
        memory = self.random.random() < 0.5
        target, source = self.fresh(body, width), self.source(body, width)
        registers = not memory or "i" not in source[0]
        self.statement(body, f"{self.mnemonic(name, width, registers)} %1, %0", [("+m" if memory else "+" + WIDTHS[width][2], target)], [source], ALL)

    def step(self, body):
        name, width, memory = self.random.choice(["inc", "dec", "not", "neg"]), self.random.choice(list(WIDTHS)), self.random.random() < 0.6
        target = self.target(body, width, memory)
        flags = {"inc": "o z s p".split(), "dec": "o z s p".split(), "not": [], "neg": ALL}[name]
        lock = self.lock(memory and name != "neg")
        self.statement(body, f"{lock}{self.mnemonic(name, width, not memory)} %0", [target], [], flags)

    def kept(self, body):
        """Flags that an instruction leaves alone: the carry of an addition before it."""
        width, size = 32, "l"
        a, b, c = self.fresh(body, width), self.fresh(body, width), self.fresh(body, width)
        after = self.random.choice(["inc %1", "dec %1", "not %1", "mov %2, %1", "xchg %2, %1", "lea 3(%4,%4,4), %1", "bswap %1", "shl $0, %1"])
        second = "+&r" if "xchg" in after else "r"
        self.statement(body, f"addl %3, %0; {after}", [("+&r", a), ("+&r", b), ("+&r", c)], [("r", self.fresh(body, width)), ("r", self.fresh(body, 64))],
                       ["c"] if "nc %" in after or "dec" in after or "inc" in after else ALL)

    def move(self, body):
        width = self.random.choice(list(WIDTHS))
        size, kind, value = WIDTHS[width][0], WIDTHS[width][2], self.fresh(body, width)
        way = self.random.choice(["load", "store", "register", "address", "exchange"])
        if way == "load":
            self.statement(body, f"{self.mnemonic('mov', width, True)} %1, %0", [("=" + kind, self.fresh(body, width))], [("m", value)], [])
        elif way == "store":
            self.statement(body, f"mov{size} %1, %0", [("=m", self.fresh(body, width))], [self.source(body, width)], [])
        elif way == "register":
            self.statement(body, f"mov %1, %0", [("=" + kind, self.fresh(body, width))], [(kind, value)], [])
        elif way == "address":
            array = self.name("a")
            kinds = WIDTHS[width][1]
            body.append(Kept(f"{kinds} {array}[4] = {{({kinds}){self.value()}, 2, ({kinds}){self.value()}, 4}};"))
            index = self.fresh(body, 64, f"{self.value()} & 1")
            self.statement(body, f"mov{size} {width // 8}(%1,%2,{width // 8}), %0; mov{size} %0, (%1)", [("=&" + kind, self.fresh(body, width))],
                           [("r", array), ("r", index)], [])
            body.append(f'printf("%" PRIx64 "\\n", (uint64_t){array}[0]);')
        else:
            memory = self.random.random() < 0.6
            other = ("+m" if memory else "+" + kind, self.fresh(body, width))
            order = self.random.choice(["%0, %1", "%1, %0"])
            self.statement(body, f"{self.lock(memory)}xchg{size} {order}", [("+" + kind, value), other], [], [])

    def extended(self, body):
        source, target = self.random.choice([(8, 16), (8, 32), (8, 64), (16, 32), (16, 64), (32, 64)])
        sign = self.random.choice("sz") if source != 32 else "s"
        name = f"mov{sign}{WIDTHS[source][0]}{WIDTHS[target][0]}"
        constraint = self.random.choice(["m", WIDTHS[source][2]])
        self.statement(body, f"{name} %1, %0", [("=r", self.fresh(body, target))], [(constraint, self.fresh(body, source))], [])

    def parts(self, body):
        """Parts of registers: the rest of them stays, or is cleared."""
        modifier, width = self.random.choice([("b", 8), ("w", 16), ("k", 32), ("q", 64)])
        self.statement(body, f"add{WIDTHS[width][0]} %{modifier}1, %{modifier}0", [("+&r", self.fresh(body, 64))], [("r", self.fresh(body, 64))], ALL)

    def exchange_add(self, body):
        width, memory = self.random.choice(list(WIDTHS)), self.random.random() < 0.7
        kind = WIDTHS[width][2]
        target = self.target(body, width, memory)
        self.statement(body, f"{self.lock(memory)}{self.mnemonic('xadd', width, True)} %0, %1", [("+" + kind, self.fresh(body, width)), target], [], ALL)

    def exchange_equal(self, body):
        width, memory = self.random.choice(list(WIDTHS)), self.random.random() < 0.7
        kind, target = WIDTHS[width][2], self.target(body, width, memory)
        expected = self.fresh(body, width, target[1] if self.random.random() < 0.5 else None)
        lock, name = self.lock(memory), self.mnemonic("cmpxchg", width, True)
        if self.random.random() < 0.5:
            self.statement(body, f"{lock}{name} %2, %1", [("+a", expected), target], [(kind, self.fresh(body, width))], ALL)
        else:
            self.statement(body, f"{lock}{name} %3, %1; {self.random.choice(['sete', 'setz', 'setne', 'setc', 'setle'])} %2",
                           [("+a", expected), target, ("=q", self.fresh(body, 8))], [(kind, self.fresh(body, width))], [])

    def exchange_pair(self, body):
        width, name = self.random.choice([(32, "cmpxchg8b"), (64, "cmpxchg16b")])
        kind, pair = WIDTHS[width][1], self.name("t")
        body.append(Kept(f"struct {{ {kind} a, b; }} __attribute__((aligned(16))) {pair} = {{({kind}){self.value()}, ({kind}){self.value()}}};"))
        same = self.random.random() < 0.6
        low, high = self.fresh(body, width, f"{pair}.a" if same else None), self.fresh(body, width, f"{pair}.b" if same else None)
        result = self.fresh(body, 8)
        inputs = [("b", self.fresh(body, width)), ("c", self.fresh(body, width))]
        if self.random.random() < 0.5:
            self.statement(body, f"{self.lock(True)}{name} %2", [("+a", low), ("+d", high), ("+m", pair + ".a")], inputs, ["z"])
        else:
            self.statement(body, f"{self.lock(True)}{name} %2; setz %3", [("+a", low), ("+d", high), ("+m", pair + ".a"), ("=q", result)], inputs, [])
        body.append(f'printf("%" PRIx64 " %" PRIx64 "\\n", (uint64_t){pair}.a, (uint64_t){pair}.b);')

    def bit(self, body):
        name, width = self.random.choice(["bt", "bts", "btr", "btc"]), self.random.choice([16, 32, 64])
        kind, way = WIDTHS[width][2], self.random.choice(["register", "memory", "array"])
        number = self.fresh(body, width, f"{self.value()} & {width - 1}" if way == "memory" else None)
        source = (kind, number) if self.random.random() < 0.6 else ("i" + kind, str(self.random.randrange(width)))
        size = WIDTHS[width][0]
        lock = self.lock(way != "register" and name != "bt")
        after, more = ("", []) if self.random.random() < 0.5 else (f"; sbb %2, %2", [("=&r", self.fresh(body, 32))])
        if way == "array":  # a number beyond the operand, also a negative one
            array, kinds = self.name("a"), WIDTHS[width][1]
            body.append(Kept(f"{kinds} {array}[3] = {{({kinds}){self.value()}, ({kinds}){self.value()}, ({kinds}){self.value()}}};"))
            number = self.fresh(body, width, f"({self.value()} & {2 * width - 1}) - {width}")
            # there may be no flag output after sbb with the carry: it is the same
            self.statement(body, f"{lock}{name}{size} %1, %0", [("+m", f"{array}[1]")], [(kind, number)], ["c"])
            body.append(f'printf("%" PRIx64 " %" PRIx64 "\\n", (uint64_t){array}[0], (uint64_t){array}[2]);')
            return
        target = self.target(body, width, way == "memory")
        if after:
            self.statement(body, f"{lock}{name}{size} %2, %0; sbb %1, %1", [(target[0].replace("+r", "+&r"), target[1])] + more, [source], ["c"])
        else:
            self.statement(body, f"{lock}{name}{size} %1, %0", [(target[0], target[1])], [source], ["c"])

    def scan(self, body):
        name, width = self.random.choice(["bsf", "bsr", "popcnt"]), self.random.choice([16, 32, 64])
        value = self.fresh(body, width, f"{self.value()} | 64" if name != "popcnt" else None)
        constraint = self.random.choice(["r", "m"])
        self.statement(body, f"{self.mnemonic(name, width, True)} %1, %0", [("=r", self.fresh(body, width))], [(constraint, value)],
                       ALL if name == "popcnt" else ["z"])

    def swap(self, body):
        width = self.random.choice([32, 64])
        self.statement(body, f"{self.mnemonic('bswap', width, True)} %0", [("+r", self.fresh(body, width))], [], [])

    def shift(self, body):
        name, width, memory = self.random.choice(["shl", "sal", "shr", "sar", "rol", "ror"]), self.random.choice(list(WIDTHS)), self.random.random() < 0.3
        target, size, way = self.target(body, width, memory), WIDTHS[width][0], self.random.choice(["one", "constant", "register"])
        rotates = name in ("rol", "ror")
        if way == "one":
            self.statement(body, f"{name}{size} %0", [target], [], [] if rotates else ALL)
        elif way == "constant":
            count = self.random.randrange(1, 32 if width < 64 else 64)
            flags = [] if rotates else ["z", "s", "p"] + (["c"] if count < width or name == "sar" else [])
            self.statement(body, f"{name}{size} {self.random.choice([f'${count}', '%1'])}, %0", [target], [("i", str(count))], flags)
        else:
            self.statement(body, f"{name}{size} %%cl, %0", [target], [("c", self.fresh(body, 32))], [])

    def conditional(self, body):
        width = self.random.choice([16, 32, 64])
        condition = self.random.choice(sum(CONDITIONS.values(), []) + sum((names for flags, names in JOINED), []))
        a, b, value, other = (self.fresh(body, width) for k in range(4))
        self.statement(body, f"cmp %3, %2; {self.mnemonic('cmov' + condition, width, True)} %1, %0", [("+&r", a)],
                       [(self.random.choice("rm"), b), ("r", value), ("r", other)], [])

    def named(self, body):
        width = self.random.choice([32, 64])
        size, register = WIDTHS[width][0], {32: "eax", 64: "rax"}[width]
        self.statement(body, f"mov{size} %1, %%{register}\\n\\tadd{size} ${self.random.randrange(9)}, %%{register} # a comment; and more\\n\\tpause; mov{size} %%{register}, %0",
                       [("=r", self.fresh(body, width))], [("r", self.fresh(body, width))], ALL, "rax")

    def barrier(self, body):
        text = self.random.choice(["", "pause", "rep; nop", "rep nop", "mfence", "lfence", "sfence", "lock; addl $0,0(%%rsp)", "nop",
                                   "lock orl $0, (%%rsp)", "prefetcht0 %0", "; ;"])
        self.statement(body, text, [], [("m", self.scope[0])] if "%0" in text else [], [])

    def program(self):
        main = Block("int main_@(void)", keep=True)
        self.scope, self.results = [], []
        for _ in range(self.random.randint(2, 3)):
            kind, name = self.random.choice(sequential.INPUTS[2:])
            variable = self.name("x")
            main.body.append(Kept(f"uint64_t {variable} = (uint64_t)INPUT({kind}, {name});"))
            self.scope.append(variable)
        self.scope += [f"({self.scope[0]} ^ {self.scope[1]} << 32)", f"({self.scope[0]} >> 7)"]
        kinds = [self.binary, self.carried, self.spread, self.compare, self.step, self.kept, self.move, self.extended, self.parts,
                 self.exchange_add, self.exchange_equal, self.exchange_pair, self.bit, self.scan, self.swap, self.shift,
                 self.conditional, self.named, self.barrier]
        for end in range(1, self.random.randint(4, 8)):
            block = Block("")
            self.results = []
            self.random.choice(kinds)(block.body)
            main.body.append(block)
            if self.results and self.random.random() < 0.4:
                result = self.results[-1]
                block.body.append(f"if ((uint64_t){result} & {self.random.choice([1, 2, 64, 128])}) FINISH({end});")
        main.body.append(Kept("FINISH(0);"))
        main.body.append(Kept("return 0;"))
        return Program(self.seed, [main])


def generate(seed):
    return Generator(seed).program()
