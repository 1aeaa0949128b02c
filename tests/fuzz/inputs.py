"""Small multithreaded programs of which nearly every step depends on inputs: threads load and store the same few cells, and go on in
different ways, with other accesses, as inputs say. They end by comparing their final state with one that the oracle forbids (as those of
states.py do). For searches by several processes, which have to tell each other what inputs decide."""

import random

from source import Block, Kept, Program
from states import EPILOGUE, PROLOGUE  # noqa: F401

CELLS = ["x", "y", "z"]
MOST_INPUTS = 3
WEIGHTS = {"load": 4, "store": 4, "branch": 3, "input": 4, "claim": 1, "lock": 1.5, "try": 0.8, "barrier": 0.6, "wait": 0.5, "swap": 1,
           "section": 0.6, "post": 0.7}


class InputGenerator:
    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(f"inputs {seed}")
        self.cells = CELLS[:self.random.choice([1, 2, 2, 3])]
        self.kinds = {name: weight for name, weight in WEIGHTS.items()
                      if name in ("load", "store", "branch", "input") or self.random.random() < 0.3}
        self.inputs = self.names = 0
        self.limit = 0

    def cell(self):
        return "p@_" + self.random.choice(self.cells)

    def number(self):
        return self.random.choice([0, 1, 1, 2, 3])

    def name(self):
        self.names += 1
        return f"l{self.names}"

    def value(self, known):
        return self.random.choice(known) if known and self.random.random() < 0.4 else str(self.number())

    def statement(self, body, known, budget, nested):
        """One statement or more. Returns about how many visible operations those are."""
        names = [name for name in self.kinds if (budget > 1 or name in ("load", "store")) and (not nested or name != "barrier")]
        kind = self.random.choices(names, [self.kinds[name] for name in names])[0]
        return getattr(self, "make_" + kind)(body, known, budget, nested)

    def some(self, body, known, budget, nested):
        spent = 0
        while spent < budget:
            spent += self.statement(body, known, budget - spent, nested)
        return spent

    def make_load(self, body, known, _budget, _nested):
        name = self.name()
        body.append(f"int {name} = {self.cell()}; seen = seen * 3 + {name};")
        known.append(name)
        return 1

    def make_store(self, body, known, _budget, _nested):
        body.append(f"{self.cell()} = {self.value(known)};")
        return 1

    def branches(self, condition, body, known, budget):
        """Both sides; often only one of them accesses anything."""
        spent = 0
        for header in (f"if ({condition})", "else"):
            side = Block(header)
            if header == "else" and self.random.random() < 0.4:
                break
            if self.random.random() < 0.75:
                spent = max(spent, self.some(side.body, list(known), max(1, self.random.randint(1, max(1, budget - 1))), True))
            else:
                side.body.append(f"seen += {self.number() + 1};")
            body.append(side)
        return spent

    def make_branch(self, body, known, budget, _nested):
        left = self.random.choice(known) if known and self.random.random() < 0.6 else self.cell()
        return 1 + self.branches(f"{left} {self.random.choice(['==', '>', '!='])} {self.number()}", body, known, budget - 1)

    def make_input(self, body, known, budget, nested):
        if self.inputs == MOST_INPUTS:
            return self.make_branch(body, known, budget, nested)
        kind, name, k = self.random.choice([("int", "int"), ("uchar", "unsigned char")]), self.name(), self.inputs
        self.inputs += 1
        body.append(f"int {name} = control_@[2] ? ({kind[1]})value_@[{k}] : __VERIFIER_nondet_{kind[0]}(); p@_in[{k}] = {name};")
        known.append(name)
        if self.random.random() < 0.2:
            body.append(f"{self.cell()} = {name};")
            return 1
        right = self.cell() if self.random.random() < 0.2 else str(self.number())
        return self.branches(f"{name} {self.random.choice(['==', '>', '<'])} {right}", body, known, budget)

    def make_claim(self, body, known, _budget, _nested):
        value = self.random.choice(known) if known and self.random.random() < 0.5 else "seen"
        body.append(f"assert({value} != {self.number()} || {self.cell()} != {self.number()});")
        return 1

    def make_lock(self, body, known, budget, nested):
        if nested:
            return self.make_store(body, known, budget, nested)
        body.append("pthread_mutex_lock(&p@_m);")
        spent = self.some(body, known, self.random.choice([1, 1, 2]), True)
        body.append("pthread_mutex_unlock(&p@_m);")
        return spent + 2

    def make_try(self, body, known, budget, nested):
        if nested:
            return self.make_load(body, known, budget, nested)
        block = Block("if (pthread_mutex_trylock(&p@_m) == 0)")
        spent = self.some(block.body, list(known), 1, True)
        block.body.append(Kept("pthread_mutex_unlock(&p@_m);"))
        body.append(block)
        return spent + 2

    def make_barrier(self, body, _known, _budget, _nested):
        body.append("if (p@_left > 0) { p@_left--; pthread_barrier_wait(&p@_b); }")
        return 2

    def make_wait(self, body, _known, _budget, nested):
        if nested:
            body.append(f"{self.cell()} = 2;")
            return 1
        body.append(f"pthread_mutex_lock(&p@_m); if ({self.cell()} == 0) pthread_cond_wait(&p@_cv, &p@_m); pthread_mutex_unlock(&p@_m);"
                    if self.random.random() < 0.5 else
                    f"pthread_mutex_lock(&p@_m); {self.cell()} = 1; pthread_cond_signal(&p@_cv); pthread_mutex_unlock(&p@_m);")
        return 3

    def make_swap(self, body, known, _budget, _nested):
        name = self.name()
        body.append(f"int {name} = 0; atomic_compare_exchange_strong(&p@_t, &{name}, {self.value(known)}); seen += {name};")
        known.append(name)
        return 1

    def make_section(self, body, known, budget, nested):
        if nested:
            return self.make_store(body, known, budget, nested)
        body.append("__VERIFIER_atomic_begin();")
        self.some(body, known, self.random.choice([1, 2]), True)
        body.append("__VERIFIER_atomic_end();")
        return 1

    def make_post(self, body, _known, _budget, _nested):
        body.append(self.random.choice(["sem_post(&p@_s);", "seen += sem_trywait(&p@_s) == 0;", "sem_wait(&p@_s);"]))
        return 1

    def ending(self, count):
        parts = [f"p@_in[{k}]" for k in range(self.inputs)]
        cells = [f"p@_{c}" for c in self.cells] + [f"(int64_t)r{k}" for k in range(count)]
        cells = self.random.sample(cells, self.random.randint(1, len(cells)))
        parts += cells
        sizes = ", ".join(["0x5eed1234"] * len(parts))
        table = [f"const volatile int64_t control_@[] = {{1, 1, 1, {self.inputs + 1}, {len(cells)}}};",
                 f"const volatile int64_t forbidden_@[] = {{{sizes}}};"]
        if self.inputs:
            table += [f"const volatile int64_t value_@[] = {{{', '.join(['1'] * self.inputs)}}};",
                      f"static int64_t p@_in[] = {{{', '.join(['1L << 40'] * self.inputs)}}};"]
        test = " && ".join(f"state[{k}] == forbidden_@[{k}]" for k in range(len(parts)))
        lines = [f"int64_t state[] = {{{', '.join(f'(int64_t){part}' for part in parts)}}};",
                 "if (control_@[1]) write(1, state, sizeof state);",
                 f'if (control_@[0]) assert(!({test}) && "forbidden");']
        return [Kept(line) for line in table], [Kept(line) for line in lines]

    def program(self):
        count = self.random.choice([2, 3, 3, 3, 4])
        most = {2: 6, 3: 4, 4: 3}[count]
        threads = []
        for k in range(count):
            body, known = [Kept("int64_t seen = 0;")], []
            self.some(body, known, self.random.randint(1, most), False)
            threads.append(Block(f"static void *p@_w{k}(void *argument)", body + [Kept("return (void *)seen;")], keep=True))
        table, lines = self.ending(count)
        declarations = [Kept(f"static int {', '.join(f'p@_{c}' for c in self.cells)};"), Kept("static atomic_int p@_t; static sem_t p@_s;"),
                        Kept("static pthread_mutex_t p@_m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t p@_cv;"),
                        Kept("static pthread_barrier_t p@_b; static atomic_int p@_left = 2;")]
        main = [Kept("pthread_barrier_init(&p@_b, 0, 2); sem_init(&p@_s, 0, 1);")]
        main += [Kept(f"pthread_t w{k}; void *r{k} = 0; pthread_create(&w{k}, 0, p@_w{k}, 0);") for k in range(count)]
        main += [Kept(f"pthread_join(w{k}, &r{k});") for k in range(count)]
        parts = table + declarations + threads + [Block("int main_@(void)", main + lines + [Kept("return 0;")], keep=True)]
        return Program(self.seed, parts)


def generate(seed):
    return InputGenerator(seed).program()
