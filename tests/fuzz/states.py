"""Programs for the oracle of pruning: those of threads.py, which end by comparing their final state with one that the
oracle forbids. Smaller, fewer that fail anyway, more that conflict: a summary that cuts nothing cannot be wrong.

What the oracle sets (oracle_prune.c) is in constants, so that reading it is no access to shared memory."""

import random
import re
from collections import Counter

import pieces
from source import Block, Kept, Program
from threads import EPILOGUE, FEATURES, Generator, interleavings  # noqa: F401
from threads import PROLOGUE as COMMON

PROLOGUE = COMMON + "#include <alloca.h>\n#include <string.h>\n"

CELLS = [("array", ["p@_a[0]", "p@_a[1]", "p@_a[2]"]), ("union", ["p@_u.w"]), ("own", ["p@_e[0]", "p@_e[1]", "p@_e[2]"]),
         ("call", ["p@_k[0]", "p@_k[1]"]), ("list", ["(p@_head ? p@_head->value : 9)"]),
         ("output", ["p@_o[0]", "p@_o[1]", "p@_q.w", "p@_v"]), ("atomic", ["p@_t0", "p@_t1"]),
         ("wait_for", ["p@_f0", "p@_f1"]), ("clock", ["p@_ms()"]), ("pointer", ["p@_y", "p@_z", "(p@_p == &p@_y)"]), ("once", ["p@_y"]), ("cancel", ["p@_y"]), ("interrupt", ["p@_y", "p@_z"])] + pieces.PARTS
PLAIN = [("mutex", 0.45), ("atomic", 0.4), ("pointer", 0.35), ("array", 0.2), ("union", 0.1), ("output", 0.1)]
LIMITS = {"normal": [40, 80, 120, 150, 200, 250], "small": [4, 6, 10, 10, 15, 20], "dense": [90, 90, 210, 560, 1260],
          "passages": [40, 90, 210, 400], "times": [40, 90, 150], "cancels": [4, 6, 10], "signals": [1, 2, 3], "identifiers": [4, 6, 10, 20],
          "outcomes": [20, 40, 90, 150, 210]}  # interleavings
COUNTS = {"normal": [2, 2, 2, 3, 3, 4], "small": [2, 2, 2, 3], "dense": [2, 3, 3, 4], "passages": [2, 3, 3],
          "times": [2, 2, 2, 3], "cancels": [2, 2, 2], "signals": [1], "identifiers": [2, 2, 2], "outcomes": [2, 2, 3, 3]}  # threads
WANTED = {"normal": [2, 4, 7], "small": [2, 3, 4], "dense": [7], "passages": [3], "times": [1, 2, 4], "cancels": [1, 2], "signals": [0, 1], "identifiers": [1, 2], "outcomes": [2, 4]}  # conflicts
MOST_CELLS = 28
SHAPED = {"normal": 0.3, "small": 0.1, "dense": 0, "passages": 0, "times": 0, "cancels": 0, "signals": 0, "identifiers": 0, "outcomes": 0}  # of those that begin with `later`
ASKS = 0.06  # programs in which main asks whether a thread has ended
FIXED = "control_@[2]"  # inputs are what the oracle says


def contested(threads):
    """What one thread writes and another one accesses, as far as the text tells: how many pairs of such places."""
    accessed, written = [], []
    for thread in threads:
        text = "\n".join(thread.lines())
        accessed.append(Counter(re.findall(r"p@_[a-z0-9]+", text)))
        found = re.findall(r"(p@_[a-z0-9]+)[^;=!<>(]*[-+^|]?=[^=]|&(p@_t[01])", text)
        written.append(Counter(name for pair in found for name in pair if name))
    pairs = Counter()
    for k, one in enumerate(written):
        for n, other in enumerate(accessed):
            for name in (one if n != k else ()):
                pairs[name] += one[name] * other[name]
    return {name: number for name, number in pairs.items() if number}


class StateGenerator(pieces.Pieces, Generator):
    def __init__(self, seed, size="normal", attempt=0):
        super().__init__(seed, 0, size)
        self.random = random.Random(f"states {seed} {attempt}")
        pick = self.random.random
        self.limit = self.random.choice(LIMITS[size])
        self.symbolic = pick() < (0.07 if size == "small" else 0.2)  # a solver costs more than a small program
        self.cells = self.cells[:self.random.choice([1, 1, 2, 2, 3])]
        weights = PLAIN if pick() < 0.5 else [(name, 0.7 * weight) for name, weight in FEATURES]
        self.features = [name for name, weight in weights if pick() < weight]
        if pick() < 0.75:
            self.features += [name for name, weight, _, _ in pieces.FEATURES if pick() < weight]
        self.focus = []  # features with which threads begin
        if pick() < (0.7 if size == "small" else 0.35):
            names, often = zip(*((name, weight) for name, weight, _, _ in pieces.FEATURES))
            self.focus = self.random.choices(names, often, k=self.random.choice([1, 1, 2]))
            self.features += [name for name in self.focus if name not in self.features]
        if "retry" in self.features and "atomic" not in self.features:
            self.features.append("atomic")
        self.quiet = pick() < 0.7  # asserts nothing but its final state
        self.joined = True
        self.dense = pick() < 0.6  # mostly the same few cells
        self.watched = pick() < 0.5  # what is loaded is part of the final state
        self.wanted = self.random.choice(WANTED[size])
        if size == "dense":
            self.make_dense()
        if size == "passages":
            self.features, self.focus, self.symbolic = self.passages(), [], False
        if size == "times":
            self.features, self.focus = self.times(), []
        if size == "cancels":
            self.features, self.focus, self.symbolic = self.cancels(), [], False
        if size == "signals":
            self.features, self.focus, self.symbolic = self.signals(), [], False
        if size == "identifiers":
            self.features, self.focus, self.symbolic = self.identifiers(), [], False
        if size == "outcomes":
            self.features, self.focus = self.outcomes(), []
        if self.quiet:
            self.features = [name for name in self.features if name != "heap"]
            self.mutexes = self.mutexes[:1 if pick() < 0.7 else 2]
            self.kinds = {m: self.kinds[m] for m in self.mutexes}
        if "own" in self.features and "mutex" not in self.features:
            self.features.append("mutex")
        if seed % 9 == 4 and size in ("normal", "small"):  # no choice: other programs stay what they are
            self.features.append("stacked")
        self.pick_cells()
        self.hidden = pick() < 0.5  # only what was done with the key is in the final state
        if self.hidden:
            self.watched = False
        self.turns = any(name in self.features for name in ("later", "table", "switch", "array"))
        self.inputs = []  # the type of each
        self.repeated = 0  # loops around the present statement

    def make_dense(self):
        """Little but accesses to the same cells: all that counts is in which order threads go on."""
        self.features = [name for name, weight in [("mutex", 0.2), ("atomic", 0.4), ("array", 0.1)] if self.random.random() < weight]
        self.focus, self.quiet, self.symbolic = [], True, False
        if self.random.random() < 0.25:
            self.features.append("passage")
            self.quiet = False
        self.cells = self.cells[:2]
        self.dense = self.watched = True

    def number(self):
        if "switch" in self.features and self.random.random() < 0.12:
            return self.random.choice(pieces.FAR)
        return self.random.choice([0, 1, 1, 1, 2, 2, 3, -1])

    def cell(self, known):
        more = [name for name in ("table", "narrow", "copy", "later") if name in self.features]
        if more and self.random.random() < 0.35:
            return getattr(self, self.random.choice(more) + "_cell")(known)
        return (self.scalar(), 0) if self.dense and self.random.random() < 0.75 else super().cell(known)

    def value(self, known):
        return self.sum(known) if "sums" in self.features and self.random.random() < 0.4 else super().value(known)

    def more(self, budget):
        stacked = ["stacked"] * 8 if "stacked" in self.features and budget >= 4 else []
        return super().more(budget) + stacked + [name for name, _, often, least in pieces.FEATURES for _ in range(often)
                                       if name in self.features and budget >= least]

    def begin(self, body, known, budget):
        """What a thread begins with: something of the focus, or what makes that go another way."""
        fit = [name for name, _, _, least in pieces.FEATURES if name in self.focus and budget >= least]
        if not fit or (self.present and self.random.random() < 0.6):
            return self.turn(body)
        return getattr(self, self.random.choice(fit))(body, known, budget)

    def declarations(self):
        return super().declarations() + [line for feature, line in pieces.DECLARATIONS if feature in self.features]

    def initialise(self):
        return super().initialise() + [line for feature, line in pieces.START if feature in self.features]

    def claim(self, body, known, budget):
        return (self.load if self.quiet else super().claim)(body, known, budget)

    def load(self, body, known, budget):
        cost = super().load(body, known, budget)
        if self.watched and self.present != 3:
            body.append(f"seen = seen * 3 + {known[-1]};")
        return cost

    def store(self, body, known, budget):
        if self.turns and self.random.random() < 0.45:
            return self.turn(body)
        return super().store(body, known, budget)

    def loop(self, body, known, budget):
        self.repeated += 1
        cost = super().loop(body, known, budget)
        self.repeated -= 1
        return cost

    def input(self, body, known, budget):
        """An input, read once at most: part of the final state."""
        if self.repeated or len(self.inputs) == 3:
            return self.load(body, known, budget)
        kind, name = self.random.choice([("int", "int"), ("uchar", "unsigned char")]), self.local()
        k = len(self.inputs)
        self.inputs.append(kind[1])
        body.append(f"int {name} = {FIXED} ? ({kind[1]})value_@[{k}] : __VERIFIER_nondet_{kind[0]}(); p@_in[{k}] = {name};")
        if self.random.random() < 0.3:
            body.append(f"__VERIFIER_assume({name} {self.random.choice(['< 5', '> 0', '!= 1'])});")
        known.append(name)
        cell, cost = self.cell(known)
        if self.random.random() < 0.5:
            body.append(f"{cell} = {name};")
            return cost + 2
        block = Block(f"if ({name} < {cell})")
        cost += 2 + self.some(block.body, list(known), max(1, budget - 2))
        body.append(block)
        return cost

    def costs(self):
        while True:
            count = self.random.choice(COUNTS[self.size])
            costs = [self.random.randint(1, 6) for _ in range(count)]
            main = self.random.choice([0, 0, 0, 1, 2])
            if 0.3 * self.limit <= interleavings(costs + [main]) <= self.limit:
                return costs, main

    def ending(self, results, hot):
        """The final state: what is compared of it, and how. `hot`: what several threads access."""
        cells = [f"p@_{c}" for c in self.cells] + results
        for feature, more in CELLS:
            cells += [c for c in more if c not in cells] if feature in self.features else []
        if self.hidden:
            own = [c for feature, more in pieces.PARTS if feature in self.focus for c in more] + results
            cells = [c for c in cells if c in own and self.random.random() < 0.9] or [c for c in cells if c != self.key] or cells
        if self.random.random() < (0.6 if self.hidden else 0.5):
            contested = [c for c in cells if c in results or any(name in c for name in hot)] or cells
            cells = self.random.sample(contested, min(len(contested), self.random.choice([1, 2, 2, 3, 3])))
        self.random.shuffle(cells)
        del cells[MOST_CELLS:]
        if self.random.random() < 0.15:  # as one number
            total = "7u"
            for cell in cells:
                total = f"({total} * 31 + (uint32_t){cell})"
            cells = [total]
        # no input has the value of one that was not read
        inputs = [f"p@_in[{k}]" for k in range(len(self.inputs))]
        parts = [f"(int64_t){cell}" for cell in inputs + cells]
        lines = [f"int64_t state[] = {{{', '.join(parts)}}};",
                 "if (control_@[1]) write(1, state, sizeof state);"]
        order = self.random.sample(range(len(parts)), len(parts))
        shape = self.random.random()
        if shape < 0.4:
            test = " && ".join(f"state[{k}] == forbidden_@[{k}]" for k in order)
        elif shape < 0.8:
            test = "!(" + " | ".join(f"(state[{k}] ^ forbidden_@[{k}])" for k in order) + ")"
        else:
            test = " & ".join(f"(state[{k}] == forbidden_@[{k}])" for k in order)
        lines.append(f'if (control_@[0]) assert(!({test}) && "forbidden");')
        numbers = [1, 1, 1, len(inputs) + 1, len(cells)]
        table = [f"const volatile int64_t control_@[] = {{{', '.join(map(str, numbers))}}};",
                 f"const volatile int64_t forbidden_@[] = {{{', '.join(['0x5eed1234'] * len(parts))}}};"]
        if inputs:
            table += [f"const volatile int64_t value_@[] = {{{', '.join(['1'] * len(inputs))}}};",
                      f"static int64_t p@_in[] = {{{', '.join(['1L << 40'] * len(inputs))}}};"]
        return [Kept(line) for line in table], [Kept(line) for line in lines]

    def join(self, k, ask):
        """Joins thread k; or asks first whether it has ended, which is to be seen in the end."""
        thread, result = f"w{k}", f"&r{k}"
        if not ask:
            return [Kept(f"if ({thread}) pthread_join({thread}, {result});")]
        if self.random.random() < 0.3:
            return [Kept(f"if ({thread}) while (pthread_tryjoin_np({thread}, {result})) sched_yield();")]
        return [Kept(f"if ({thread} && pthread_tryjoin_np({thread}, {result})) {{ {self.scalar()} += 1; "
                     f"pthread_join({thread}, {result}); }}")]

    def program(self):
        costs, main_cost = self.costs()
        shaped = self.sleepers() if "later" in self.focus and self.random.random() < SHAPED[self.size] else []
        if shaped:
            costs, main_cost, self.hidden = [1] * len(shaped), 0, True
        bodies, count, results = [], len(costs), []
        nested = count > 2 and self.random.random() < 0.12  # the first thread creates the last
        for self.present, cost in enumerate(costs):
            body, known, spent = [], [], 0
            if shaped:
                body, spent = shaped[self.present], cost
                known = ["r"]
            elif self.focus and self.random.random() < 0.9:
                spent = self.begin(body, known, cost)
            while spent < cost:
                spent += self.some(body, known, cost - spent)
            result = "0"
            if self.watched and not shaped:
                body.insert(0, "int64_t seen = 0;")
            if self.watched or shaped or known and self.random.random() < (0.4 if self.hidden else 0.75):
                result = "seen" if self.watched and not shaped else " * 5 + ".join(self.random.sample(known, min(len(known), 2)))
                results += [] if nested and self.present == count - 1 else [f"(int64_t)r{self.present}"]
            bodies.append(body + [Kept(f"return (void *)(int64_t)({result});")])
        self.present = 3
        if nested:
            bodies[0].insert(0, f"pthread_t n; pthread_create(&n, 0, p@_w{count - 1}, 0);")
            bodies[0].insert(-1, "pthread_join(n, 0);")
        main = self.initialise()
        started = range(count - 1) if nested else range(count)
        main += [Kept(f"pthread_t w{k} = 0; void *r{k} = 0;") for k in started]
        main += [f"pthread_create(&w{k}, 0, p@_w{k}, 0);" for k in started]
        if main_cost:
            self.some(main, [], main_cost)
        if "interrupt" in self.features:
            main.append(f"pthread_kill(w{self.random.choice(list(started))}, SIGUSR1);")
        if "cancel" in self.features:
            main += [f"pthread_cancel(w{k});" for k in started if self.random.random() < 0.6]
        asks = not shaped and random.Random(f"ask {self.seed}").random() < ASKS
        for k in self.random.sample(list(started), len(started)):
            main += self.join(k, asks)
            asks = False
        if not self.inputs and not nested and "output" in self.features and self.random.random() < 0.3:
            main += self.second_phase()
        if not self.quiet and self.random.random() < 0.3:
            main.append(f"assert({self.condition([])[0]});")
        threads = [Block(f"static void *p@_w{k}(void *argument)", bodies[k], keep=True) for k in reversed(range(count))]
        hot = contested(threads)
        table, lines = self.ending(results, hot)
        parts = table + self.declarations() + threads
        parts.append(Block("int main_@(void)", main + lines + [Kept("return 0;")], keep=True))
        self.conflicts = sum(hot.values())
        return Program(self.seed, parts)


def generate(seed, size="normal"):
    for attempt in range(15):
        generator = StateGenerator(seed, size, attempt)
        program = generator.program()
        if generator.conflicts >= generator.wanted:
            break
    return program
