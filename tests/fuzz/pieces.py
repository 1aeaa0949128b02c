"""What states.py has beside threads.py: accesses, computations and calls that each precondition treats in its own way
(src/summary/precondition.c). Each feature has statements, or shared cells, or values; some have all of them."""

from source import Block, Kept

# Each feature's weight; how often its statements are among those to choose from, and the budget that they need.
FEATURES = [("switch", 0.2, 4, 2), ("table", 0.22, 4, 2), ("narrow", 0.22, 4, 1), ("sums", 0.3, 3, 1), ("divide", 0.05, 2, 1),
            ("retry", 0.17, 5, 2), ("copy", 0.15, 4, 1), ("helper", 0.18, 5, 2), ("attempt", 0.17, 5, 3), ("later", 0.33, 8, 3),
            ("gate", 0.15, 4, 2)]

PARTS = [("table", ["p@_tb[0]", "p@_tb[1]", "p@_tb[2]", "p@_tb[3]", "(p@_pt[0] - p@_tb)"]),
         ("narrow", ["p@_n.d", "p@_n.w[1]", "p@_n.f.b", "p@_n.b[1]", "p@_r.b", "p@_r.c", "p@_fl[0]"]),
         ("copy", ["p@_pa.a", "p@_pa.c[1]", "p@_pb.b", "p@_pb.c[2]"]), ("helper", ["p@_hv", "p@_ht[0]", "p@_ht[1]"]),
         ("attempt", ["p@_tv"]), ("later", ["p@_lt[0]", "p@_lt[1]", "p@_la[0]", "p@_la[1]"]), ("retry", ["p@_tc", "p@_t0"]),
         ("gate", ["p@_gf", "p@_gv"]), ("stacked", ["p@_sv"])]

DECLARATIONS = [
    ("gate", "static int p@_gf, p@_gv; static pthread_mutex_t p@_gm = PTHREAD_MUTEX_INITIALIZER;\n"
             "static pthread_cond_t p@_gc = PTHREAD_COND_INITIALIZER; static pthread_once_t p@_go = PTHREAD_ONCE_INIT;\n"
             "static void p@_first(void) { p@_gv = p@_gf + 1; }"),
    ("table", "static int p@_tb[4] = {0, 1}; static int *p@_pt[2] = {p@_tb, p@_tb + 1};\n"
              "static const int p@_ct[4] = {2, 0, 1, 1000};"),
    ("narrow", "static union { uint64_t d; uint32_t w[2]; uint16_t h[4]; uint8_t b[8]; int8_t s[8];\n"
               "    struct { unsigned a : 3, b : 7, c : 22; int e : 5; unsigned g : 1; } f; } p@_n;\n"
               "static struct __attribute__((packed)) { uint8_t a; uint32_t b; int16_t c; uint64_t d; } p@_r;\n"
               "static _Bool p@_fl[2];"),
    ("retry", "static _Atomic unsigned char p@_tc;"),
    ("stacked", "static int p@_sv; static struct p@_batch { int v[6]; } p@_sb;\n"
                "static int p@_sum(struct p@_batch b, int k) { b.v[k & 1] += p@_sv; p@_sv = k; return b.v[0] + b.v[1]; }\n"
                "static void p@_inner(int here, int **to) { if (here) { *to = alloca(16); **to = p@_sv; } p@_sv += here + 1; }\n"
                "static int p@_outer(int here, int use) { int own = 0, *to = &own; if (here) { to = alloca(16); *to = p@_sv; }\n"
                "    p@_inner(!here, &to); return use || here ? *to : own; }"),
    ("copy", "static struct p@_pair { int a; short b; unsigned char c[6]; } p@_pa, p@_pb = {1, 2, {3}};"),
    ("helper", "static int p@_hv, p@_ht[2];\n"
               "static int p@_deep(int k) { return k <= 0 ? p@_hv : p@_ht[k & 1] + p@_deep(k - 1); }\n"
               "static void p@_nest(int k, int *to) { if (k > 0) p@_nest(k - 1, to); *to += k; }\n"
               "static int p@_step(int n) { int was = p@_hv; if (was > n) return was; p@_hv = was + n + 1; return was - n; }\n"
               "static int p@_less(int n) { return p@_hv - n; }\n"
               "static int p@_both(int n) { int sum = p@_step(n); return sum < 2 ? sum + p@_less(n) : p@_step(sum & 3); }\n"
               "static int (*const p@_steps[2])(int) = {p@_step, p@_less};\n"
               "static int (*p@_chosen)(int) = p@_step;"),
    ("attempt", "static pthread_mutex_t p@_tm = PTHREAD_MUTEX_INITIALIZER;\n"
                "static pthread_rwlock_t p@_tw = PTHREAD_RWLOCK_INITIALIZER;\n"
                "static pthread_spinlock_t p@_tp; static sem_t p@_ts; static int p@_tv;"),
    ("later", "static int p@_lt[2]; static const int p@_lc[2] = {1, 0}; static atomic_int p@_la[2];\n"
              "static pthread_spinlock_t p@_ls[2];\n"
              "static pthread_mutex_t p@_lm[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};")]

START = [("attempt", "pthread_spin_init(&p@_tp, 0); sem_init(&p@_ts, 0, 1);"),
         ("later", "pthread_spin_init(&p@_ls[0], 0); pthread_spin_init(&p@_ls[1], 0);")]

GROUPS = [("p@_n", ["n.d", "n.w[1]", "n.h[2]", "n.h[3]", "n.b[5]"]), ("p@_n", ["n.w[0]", "n.h[0]", "n.h[1]", "n.b[1]", "n.s[2]"]),
          ("p@_n", ["n.f.a", "n.f.b", "n.f.c", "n.w[0]", "n.b[1]"]), ("p@_n", ["n.f.e", "n.f.g", "n.b[4]", "n.w[1]", "n.d"]),
          ("p@_r", ["r.a", "r.b", "r.c"]), ("p@_n", ["fl[0]", "fl[1]", "n.s[0]", "n.b[0]", "n.h[0]"])]
FAR = [70000, 200, 1000000, -5, 65536]


class Pieces:
    def pick_cells(self):
        """Few of those that there are, so that threads meet."""
        self.place, names = self.random.choice(GROUPS)
        self.narrow_names = self.random.sample(names, self.random.choice([2, 2, 3]))
        end = 8 if self.place == "p@_n" else 15
        self.ranges = [(self.random.randint(0, end - size), size) for size in self.random.choices([2, 4, 4, 8], k=2)]
        self.copy_names = self.random.sample(["pa.a", "pa.b", "pa.c[1]", "pb.a", "pb.b", "pb.c[2]"], 2)
        self.mask = self.random.choice([1, 1, 3])
        self.key = self.scalar()  # what decides most often which address or which side is taken
        self.counter = self.random.choice(["t0", "t0", "t1", "tc"])

    def operand(self, known):
        """Something to compute with, and its accesses."""
        if known and self.random.random() < 0.5:
            return self.random.choice(known), 0
        cell, cost = self.cell(known)
        return cell, cost + 1

    def index(self, known):
        if known and self.random.random() < 0.4:
            return self.random.choice(known), 0
        return (self.key if self.random.random() < 0.8 else self.scalar()), 1

    def turn(self, body):
        """What makes the key another one: odd or even, zero or not."""
        how = self.random.choice(["^= 1", "+= 1", "= 1", "= 0", "= 2", "= 3", f"= {self.number()}"])
        body.append(f"{self.key} {how};")
        return 1 if how.startswith("=") else 2

    # ---- cells

    def table_cell(self, known):
        index, cost = self.index(known)
        return self.random.choice([(f"p@_tb[{index} & {self.mask}]", cost), (f"p@_tb[{index} & {self.mask}]", cost),
                                   (f"*p@_pt[{index} & 1]", cost + 1), (f"p@_tb[{self.random.randint(0, self.mask)}]", 0)])

    def narrow_cell(self, known):
        name = self.random.choice(self.narrow_names)
        if self.random.random() < 0.1:
            index, cost = self.index(known)
            return f"p@_n.b[{index} & 7]", cost
        return "p@_" + name, 1 if ".f." in name else 0

    def copy_cell(self, known):
        return self.g(self.random.choice(self.copy_names)), 0

    def later_cell(self, known):
        return self.g(self.random.choice(["lt[0]", "lt[1]"])), 0

    # ---- values

    def sum(self, known):
        (a, cost), (b, more) = self.operand(known), self.operand(known)
        n, two, m = self.number(), cost + more, self.random.choice([2, 3, 3, 7, -1, 10, 100, 1000000007])
        narrow = self.random.choice(["unsigned char", "signed char", "short", "unsigned short", "unsigned", "int"])
        other = self.random.choice(["unsigned char", "signed char", "unsigned", "int", "unsigned short", "unsigned long"])
        order, op = self.random.choice(["<", ">", "<=", ">=", "==", "!="]), self.random.choice("+-*&|^")
        least = self.random.choice("<>")
        return self.random.choice([
            (f"{a} << ({b} & 7)", two), (f"(short)({a} << ({b} & 7))", two), (f"1 << ({b} & 7)", more),
            (f"(unsigned){a} >> ({b} & 7)", two), (f"(int){a} >> ({b} & 7)", two),
            (f"{a} << 3", cost),
            (f"{a} * {m}", cost), (f"(int){a} * (int){b}", two), (f"{a} * 2 - {b} * 3", two),
            (f"({narrow})({a} {op} {self.random.choice([250, 200, 65535, 30000, 1, 3, 2147483647])})", cost),
            (f"({narrow})({narrow}){a} + ({other}){b}", two), (f"(({narrow}){a} {order} ({other}){b})", two),
            (f"(({narrow}){a} {order} ({narrow}){n})", cost), (f"-(({narrow}){a} {order} {n})", cost),
            (f"({a} ? {b} : {n})", two), (f"({a} {order} {n} ? {b} : {m})", two), (f"({a} {order} {b} ? {n} : {m})", two),
            (f"({a} {least} {b} ? {a} : {b})", two + (cost + more + 1) // 2), (f"({a} {order} {n} && {b} {order} {m})", two),
            (f"({a} < 0 ? -{a} : {a})", 2 * cost), (f"!({a} - {n})", cost), (f"({a} & {n}) + ({b} | 1)", two), (f"~{a}", cost),
            (f"(int)(((__int128){a} * 0x123456789abcdefL + {b}) >> 61)", two),
            (f"(int)((__int128){a} * {m} / {self.random.choice(['7', '-3', f'({b} | 1)'])})", two),
            (f"(int)((unsigned __int128){a} % (({b} & 3) + 1))", two),
            (f"(int)(double)(int){a}", cost), (f"(int)((double)(short){a} * 0.5)", cost),
            (f"((double){a} {order} {self.random.choice(['0.5', '1', '-1.5'])})", cost),
            (f"(int)((float)(short){a} + (short){b})", two),
            (f"(int){a} / {self.random.choice([2, 3, -2])}", cost), (f"(int){a} % {self.random.choice([2, 3])}", cost),
            (f"(unsigned){a} / {self.random.choice([2, 3])}u", cost), (f"(unsigned){a} % (({b} & 3) + 1u)", two),
            (f"(int){a} / (({b} & 1) + 1)", two), (f"(unsigned){a} / ({b} | 1u)", two)])

    # ---- statements

    def switch(self, body, known, budget):
        operand, cost = self.index(known) if self.random.random() < 0.5 else self.operand(known)
        values = self.random.choice([[0, 1, 2, 3], [1, 2], [0, 1, -1, 70000, -5], [1, 2, 3, 200, 1000000, 65536]])
        values = self.random.sample(values, min(len(values), self.random.choice([1, 2, 2, 3, 4])))
        kind = self.random.choice(["int", "int", "int", "unsigned char", "short", "int64_t"])
        values = [v for v in values if kind in ("int", "int64_t") or 0 <= v < 128]
        block = Block(f"switch (({kind}){operand})")
        if self.random.random() < 0.3:  # a value
            name = self.local()
            cases = " ".join(f"case {v}: {name} = {self.number()}; break;" for v in values)
            body.append(f"int {name} = {self.number()}; {block.header} {{ {cases} }}")
            known.append(name)
            return max(cost, 1)
        most = 0
        for label in [f"case {v}:" for v in values] + (["default:"] if self.random.random() < 0.6 else []):
            case = Block(label)
            most = max(most, self.some(case.body, list(known), max(1, min(2, budget - cost))))
            if self.random.random() < 0.85:
                case.body.append(Kept("break;"))
            block.body.append(case)
        body.append(block)
        return cost + most + 1

    def table(self, body, known, budget):
        index, cost = self.index(known)
        pick, name = self.random.random(), self.local()
        if pick < 0.25:
            body.append(f"p@_pt[{index} & 1] = &p@_tb[{self.random.randint(0, self.mask)}];")
            return cost + 1
        if pick < 0.45:
            cell, more = self.cell(known)
            body.append(f"{cell} = p@_ct[{index} & 3];")
            return cost + more + 1
        if pick < 0.6:
            body += [f"int *{name} = p@_pt[{index} & 1];", f"*{name} {self.random.choice(['', '+'])}= {self.value(known)[0]};"]
            return cost + 3
        if pick < 0.8:
            body.append(f"p@_tb[{index} & {self.mask}] {self.random.choice(['+=', '=', '^='])} {self.number()};")
            return cost + 2
        body.append(f"int {name} = p@_tb[p@_tb[{index} & {self.mask}] & {self.mask}];")
        known.append(name)
        return cost + 2

    def narrow(self, body, known, budget):
        pick, name, place = self.random.random(), self.local(), self.place
        at, size = self.random.choice(self.ranges)
        if budget >= 2 and self.random.random() < 0.35:  # part of a whole: what was loaded before something else
            part = {"p@_n": ["n.b[0]", "n.b[1]", "n.h[0]", "n.h[1]", "n.f.b", "n.b[5]"], "p@_r": ["r.a", "r.b", "r.c"]}[place]
            body.append(f"int {name} = {self.key}{self.random.choice(['', '', ' & 1', ' + 1'])};")
            cost = 2 + self.random.choice([self.store, self.load, self.update])(body, [], 1)
            body.append(f"p@_{self.random.choice(part)} = {name};")
            if self.random.random() < 0.4:
                whole = self.random.choice(["(int)p@_n.w[0]", "(int64_t)p@_n.d", "(int16_t)p@_n.h[0]"])
                whole = "p@_r.b" if place == "p@_r" else whole
                cell = self.random.choice(["p@_y", self.scalar()])
                body.append(f"if ({whole} {self.random.choice(['<= 0', '> 0', '< 256', '== 1'])}) {cell} = {self.number()};")
                cost += 2
            return cost
        kind = f"{self.random.choice(['u', ''])}int{8 * size}_t"
        if pick < 0.35:
            body.append(f"{kind} {name} = 0; memcpy(&{name}, (char *)&{place} + {at}, {size});")
            known.append(f"(int){name}")
            return 1
        value, cost = self.value(known)
        if pick < 0.7:
            body.append(f"{kind} {name} = {value}; memcpy((char *)&{place} + {at}, &{name}, {size});")
            return cost + 1
        if pick < 0.85:
            cell, more = self.narrow_cell(known)
            body.append(f"{cell} {self.random.choice(['+=', '=', '^=', '-='])} {value};")
            return cost + more + 2
        body.append(f"p@_fl[{self.random.randint(0, 1)}] = {value};")
        return cost + 1

    def sums(self, body, known, budget):
        value, cost = self.sum(known)
        name = self.local()
        if self.random.random() < 0.5:
            body.append(f"int {name} = {value};")
            known.append(name)
            return max(cost, 1)
        cell, more = self.cell(known)
        body.append(f"{cell} = {value};")
        return cost + more + 1

    def divide(self, body, known, budget):
        name = self.local()
        if self.random.random() < 0.4:  # by what was loaded before something else
            kind = self.random.choice(["unsigned", "unsigned", "int"])
            body.append(f"{kind} {name} = {self.key}{self.random.choice(['', ' & 1', ' - 1'])};")
            cost = 2 + self.random.choice([self.store, self.load, self.update])(body, [], 1)
            cell, more = self.cell([])
            body.append(f"{cell} = {self.random.choice(['8', '7', '1'])} {self.random.choice('//%')} {name};")
            return cost + more
        (a, cost), (b, more) = self.operand(known), self.operand(known)
        kind = self.random.choice(["int", "int", "unsigned", "long", "unsigned char", "__int128"])
        body.append(f"{kind} {name} = ({kind}){a} {self.random.choice('/%')} ({kind}){b};")
        if self.random.random() < 0.5:
            known.append(f"(int){name}")
        return max(cost + more, 1)

    def retry(self, body, known, budget):
        """Compare and exchange until it succeeds, twice at most."""
        name, a, n = self.local(), self.g(self.counter), self.random.choice([1, 2, 3, 255])
        kind = "unsigned char" if a.endswith("tc") else self.counters
        new = self.random.choice([f"{name} + {n}", f"{name} * 2 + {n}", f"{n}", f"{name} ^ {n}"])
        body.append(self.random.choice([
            f"{kind} {name} = 0; for (int i = 0; i < 2; i++) {{ {name} = atomic_load(&{a}); "
            f"if (atomic_compare_exchange_strong(&{a}, &{name}, {new})) break; }}",
            f"{kind} {name} = atomic_load(&{a}); "
            f"for (int i = 0; i < 2 && !atomic_compare_exchange_strong(&{a}, &{name}, {new}); i++) ;",
            f"{kind} {name} = {n}; if (!atomic_compare_exchange_strong(&{a}, &{name}, {self.number()})) {a} = {new};",
            f"{kind} {name} = atomic_fetch_{self.random.choice(['xor', 'and', 'or', 'add'])}(&{a}, {n});"]))
        known.append(f"(int){name}" if kind == "__int128" else name)
        return 3

    def gate(self, body, known, budget):
        """A condition variable with a flag; what is done once."""
        pick, n = self.random.random(), self.number()
        if pick < 0.3:
            body.append("pthread_once(&p@_go, p@_first);")
            return 3
        if pick < 0.45:
            body.append(f"p@_gf = {n};")
            return 1
        wake = f"pthread_cond_{self.random.choice(['signal', 'signal', 'broadcast'])}(&p@_gc);"
        if pick < 0.7 if self.present else pick < 0.55:
            body += ["pthread_mutex_lock(&p@_gm);", f"p@_gf {self.random.choice(['= 1', '+= 1', '= 2'])};", wake,
                     "pthread_mutex_unlock(&p@_gm);"]
            return 4
        if pick < 0.9 if self.present else pick < 0.6:
            body += [f"p@_gf = {n};", wake]
            return 2
        more = self.random.choice(["", "p@_gf = 0;", "p@_gf -= 1;", "p@_gv += p@_gf;"])
        test = self.random.choice(["while (!p@_gf)", "while (p@_gf < 1)", "if (p@_gf == 0)", "if (!p@_gf)"])
        body += ["pthread_mutex_lock(&p@_gm);", f"{test} pthread_cond_wait(&p@_gc, &p@_gm);"] + ([more] if more else [])
        body.append("pthread_mutex_unlock(&p@_gm);")
        return 4

    def copy(self, body, known, budget):
        name, (to, other), n = self.local(), self.random.choice([("p@_pa", "p@_pb"), ("p@_pb", "p@_pa")]), self.number()
        pick = self.random.random()
        if pick < 0.3:
            size = self.random.choice([4, 6, 7, 12])
            body.append(self.random.choice([f"{to} = {other};", f"memcpy(&{to}, &{other}, {size});"]))
            return 2
        if pick < 0.45:
            body.append(f"memset((char *)&{to} + {self.random.randint(0, 3)}, {n}, {self.random.choice([1, 3, 4, 8])});")
            return 1
        if pick < 0.7:
            body.append(f"struct p@_pair {name} = {other};")
            known.append(f"({name}.{self.random.choice(['a', 'b', 'c[1]'])} + {name}.c[2])")
            return 1
        if pick < 0.85:
            value, cost = self.value(known)
            body.append(f"{to} = (struct p@_pair){{{value}, {n}, {{{self.number()}}}}};")
            return cost + 1
        value, cost = self.value(known)
        body.append(f"{self.copy_cell(known)[0]} = {value};")
        return cost + 1

    def stacked(self, body, known, budget):
        """What lies on the stack for a part of a function: arrays of variable length, structures passed by value, `alloca`."""
        name, kind = self.local(), self.random.randint(0, 3)
        k = self.random.choice(known) if known and self.random.random() < 0.6 else str(self.number())
        if kind == 0:
            inner = Block("do", [f"int {name}[({k} & 1) + 1]; {name}[{k} & 1] = p@_sv;"], tail=" while (0);")
            cost = self.some(inner.body, list(known), max(1, budget - 2))
            inner.body.append(f"p@_sv = {name}[{k} & 1] + 1;")
            body.append(inner)
            return cost + 2
        if kind == 1:
            body.append(f"p@_sb.v[{k} & 1] = {self.number()};")
            return 1
        # The object of the function called is over when it returns: used only where executions may fail.
        use = "0" if self.quiet or self.random.random() < 0.7 else f"({k}) == 2"
        value = f"p@_sum(p@_sb, {k})" if kind == 2 else f"p@_outer({k} & 1, {use})"
        body.append(f"int {name} = {value};")
        known.append(name)
        return 4

    def helper(self, body, known, budget):
        name, kind = self.local(), self.random.randint(0, 6)
        n = self.random.choice(known) if known and self.random.random() < 0.4 else str(self.number())
        if kind == 4:
            body.append(f"p@_nest({self.random.randint(0, 2)}, &p@_{self.random.choice(['hv', 'ht[0]', 'ht[1]'])});")
            return 4
        if kind == 5:
            index, cost = self.index(known)
            body.append(f"p@_chosen = p@_steps[{index} & 1];")
            return cost + 1
        if kind == 6:
            cell, cost = self.cell(known)
            body.append(f"{cell} = p@_steps[{n} & 1]({self.number()});")
            return cost + 2
        call, cost = [(f"p@_step({n})", 2), (f"p@_deep({self.random.randint(0, 2)})", 3), (f"p@_both({n})", 4),
                      (f"p@_chosen({n})", 3)][kind]
        body.append(f"int {name} = {call};")
        known.append(name)
        return cost

    def attempt(self, body, known, budget):
        """What happens depends on whether a lock or a semaphore was free."""
        name, pick = self.local(), self.random.random()
        lock, unlock, block = self.random.choice([
            ("pthread_mutex_trylock(&p@_tm)", "pthread_mutex_unlock(&p@_tm);", "pthread_mutex_lock(&p@_tm);"),
            ("pthread_rwlock_tryrdlock(&p@_tw)", "pthread_rwlock_unlock(&p@_tw);", "pthread_rwlock_wrlock(&p@_tw);"),
            ("pthread_rwlock_trywrlock(&p@_tw)", "pthread_rwlock_unlock(&p@_tw);", "pthread_rwlock_rdlock(&p@_tw);"),
            ("pthread_spin_trylock(&p@_tp)", "pthread_spin_unlock(&p@_tp);", "pthread_spin_lock(&p@_tp);"),
            ("sem_trywait(&p@_ts)", "sem_post(&p@_ts);", "sem_wait(&p@_ts);")])
        inner = []
        if pick < 0.1:  # and not released: who comes later waits for ever
            body.append(f"if ({self.key} {self.random.choice(['& 1', '== 0', '== 1', '> 1'])}) {block}")
            return 2
        if pick < 0.3:
            body.append(block)
            cost = 2 + self.some(body, known, max(1, min(2, budget - 2)))
            body.append(unlock)
            return cost
        cost = 2 + self.some(inner, list(known), max(1, min(2, budget - 2)))
        other = self.random.choice(["", "", f"p@_tv += {self.random.choice([1, 2])};", f"{self.scalar()} = {self.number()};"])
        body.append(f"int {name} = {lock};")
        body.append(Block(f"if ({name} == 0)", inner + [unlock], tail=f" else {{ {other} }}" if other else ""))
        known.append(f"({name} != 0)")
        return cost + (1 if other else 0)

    def later(self, body, known, budget):
        """An access whose address has been computed from what was loaded before something else was done."""
        operand, cost = self.index(known) if self.random.random() < 0.7 else self.operand(known)
        name, pick, value = self.local(), self.random.random(), self.number()
        if pick < 0.3:
            a, b = self.random.sample(["p@_lt[0]", "p@_lt[1]"], 2)
            body.append(f"int *{name} = {operand} {self.random.choice(['> 0', '== 0', '& 1', '!= 1'])} ? &{a} : &{b};")
            place = f"*{name}"
        else:
            body.append(f"int {name} = {operand} {self.random.choice(['& 1', '& 1', '> 0', '== 1'])};")
            place = f"p@_lt[{name}]"
        if self.random.random() < 0.75:
            statement = self.random.choice([self.store, self.store, self.load, self.update, self.sometimes])
            cost += statement(body, known, 1)
        if pick >= 0.3 and self.random.random() < 0.45:
            return cost + self.private(body, known, name, value)
        if pick < 0.7:
            more = self.random.choice([f"{place} = {value};", f"{place} = {value};", f"{place} += {value};", f"{place} ^= 1;"])
            body.append(more)
            return cost + 1
        if pick < 0.8:
            body.append(f"atomic_{self.random.choice(['fetch_add', 'store', 'exchange'])}(&p@_la[{name}], {value});")
            return cost + 1
        if pick < 0.88:
            other = self.local()
            body.append(f"int {other} = p@_lt[{name}];")
            known.append(other)
            return cost + 1
        lock, unlock = self.random.choice([("pthread_mutex_lock(&p@_lm[{}]);", "pthread_mutex_unlock(&p@_lm[{}]);"),
                                           ("pthread_spin_lock(&p@_ls[{}]);", "pthread_spin_unlock(&p@_ls[{}]);")])
        body.append(lock.format(name))
        cost += 2 + self.some(body, known, 1)
        body.append(unlock.format(name))
        return cost

    def private(self, body, known, index, value):
        """Of the thread's own memory or a constant table: no operation, so nothing but the precondition sees the address."""
        name, (cell, cost), n = self.local(), self.later_cell(known), self.number()
        kind = self.random.randint(0, 5)
        if kind == 0:
            body.append(f"{cell} = p@_lc[{index}];")
            return cost + 1
        if kind < 3:
            body.append(f"int {name}[2] = {{{self.number()}, {self.number()}}};")
            if kind == 2 or self.random.random() < 0.5:
                body.append(f"{name}[{index}] {self.random.choice(['=', '+='])} {value};")
            result = f"{name}[{index}]" if kind == 1 else f"{name}[{self.random.randint(0, 1)}]"
        else:
            member = self.random.choice(["b[0]", "b[1]", "h[0]", "h[1]", f"b[{index}]", f"h[{index}]"])
            body.append(f"union {{ int w; uint16_t h[2]; uint8_t b[4]; }} {name} = {{{n}}};")
            body.append(f"{name}.{member} = {self.random.choice([index, index, str(value)])};")
            result = f"{name}." + self.random.choice(["w", "w", "h[0]", "b[1]"])
        if self.random.random() < 0.4:
            body.append(f"if ({result} {self.random.choice(['<= 0', '== 1', '> 0', '!= 0'])}) {cell} = {value};")
        elif self.random.random() < 0.6:
            body.append(f"{cell} = {result};")
        else:
            known.append(f"(int){result}")
            return 0
        return cost + 1

    def sleepers(self):
        """Threads of which one sleeps before an access whose address depends on when it has read the key: three or four."""
        n, cell = self.number, self.random.choice(["p@_y", "p@_z"])
        index = f"{self.key} {self.random.choice(['& 1', '& 1', '> 0', '== 1'])}"
        address = self.random.choice(["p@_lt[k]", "p@_lt[k]", "*k"])
        how = self.random.choice(["{} = {};", "{} = {};", "{} += {};", "r += {} + {};", "if ({} == {}) r = 7;"])
        first = [f"int k = {index};" if address != "*k" else f"int *k = {index} ? &p@_lt[1] : &p@_lt[0];"]
        if self.random.random() < 0.3:
            first.append(self.random.choice([f"{cell} = {n()};", f"r += {cell};", f"{self.key} = {n()};"]))
        first.append(how.format(address, n()))
        second = []
        self.turn(second)
        if self.random.random() < 0.6:  # so that the first, which has read the key between, is not as late as that
            self.turn(second)
        second.append(self.random.choice([f"{cell} = {n()};", f"{cell} += 1;", f"r += {cell};"]))
        for _ in range(self.random.choice([1, 1, 2])):
            second.append(self.random.choice([f"p@_lt[{self.random.randint(0, 1)}] = {n()};",
                                              f"r = r * 3 + p@_lt[{self.random.randint(0, 1)}];"]))
        third = [self.random.choice([f"{cell} = {n()};", f"r += {cell};", f"{cell} ^= 2;",
                                     f"if ({cell} == {self.random.choice([0, 1])}) r += p@_lt[0] + 2;",
                                     f"if ({cell} != {n()}) p@_lt[{self.random.randint(0, 1)}] = {n()};"])]
        if self.random.random() < 0.3:
            more = f"r += p@_lt[{self.random.randint(0, 1)}];"
            third.append(self.random.choice([more, f"{cell} = {n()};", f"{self.key} = {n()};"]))
        if self.random.random() < 0.5:  # the first sleeps where the third does not do what it could
            one, j = self.random.choice(["1", "2", "3", "-1"]), self.random.choice([1, 1, 0])
            first[1:-1] = []
            second = [f"{self.key} = {v};" for v in self.random.choice([(1, 2), (1, 0), (2, 1), (0, 1), (3, 4)])]
            second += [f"{cell} {self.random.choice(['=', '+='])} {one};",
                       self.random.choice([f"r = p@_lt[{j}];", f"r = p@_lt[{j}];", f"p@_lt[{j}] = 7;"])]
            third = [f"if ({cell} {self.random.choice(['<= 0', '== 0', '== 1'])}) "
                     + self.random.choice([f"r = p@_lt[{1 - j}] + 2;", f"p@_lt[{1 - j}] = 2;"])]
        bodies = [["int r = 0;"] + body for body in (first, second, third)]
        self.random.shuffle(bodies)
        return bodies

    def sometimes(self, body, known, budget):
        """Of another cell of the same array."""
        body.append(f"p@_lt[{self.random.randint(0, 1)}] = {self.number()};")
        return 1
