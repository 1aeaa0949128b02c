"""Single-threaded programs from a seed, for the comparison with the host. Free of undefined behaviour (signed arithmetic
wraps: both sides are compiled with -fwrapv). Inputs are taken first; a program ends with FINISH(n)."""

import random

from source import Block, Program

PROLOGUE = r"""#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PROGRAMS
uint64_t native_input(void);
int native_host(int, char **, int (*const *)(void));
#define INPUT(type, name) ((type)native_input())
#define FINISH(n) do { printf("end %d\n", n); exit(0); } while (0)
#else
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
#define INPUT(type, name) __VERIFIER_nondet_##name()
#define FINISH(n) do { printf("end %d\n", n); assert(!"end " #n); exit(0); } while (0)
#endif
#define DIVIDE(a, b) ((b) == 0 || (b) == -1 ? 0 : (a) / (b))
#define REMAINDER(a, b) ((b) == 0 || (b) == -1 ? 0 : (a) % (b))
#define WHOLE(f) ((f) > -1e6 && (f) < 1e6 ? (int)(f) : 7)
"""

EPILOGUE = r"""#ifdef PROGRAMS
int main(int argc, char **argv)
{
    static int (*const programs[])(void) = {PROGRAMS};
    return native_host(argc, argv, programs);
}
#endif
"""

INTEGERS = {"int8_t": "PRId8", "uint8_t": "PRIu8", "int16_t": "PRId16", "uint16_t": "PRIx16", "int32_t": "PRId32",
            "uint32_t": "PRIu32", "int64_t": "PRId64", "uint64_t": "PRIx64"}
INPUTS = [("unsigned char", "uchar"), ("short", "short"), ("int", "int"), ("unsigned", "uint"), ("long", "long")]
FLOATS = {"float": "%.4g", "double": "%.9g", "long double": "%.12Lg"}
FIELDS = [("int8_t", "a", ""), ("unsigned", "b", ":5"), ("int", "c", ":7"), ("uint64_t", "d", ""), ("int16_t", "e", ""),
          ("unsigned long", "f", ":33"), ("uint8_t", "g", ""), ("_Bool", "h", ":1"), ("int32_t", "k", "")]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed, self.count, self.ends = seed, 0, 4
        self.floats = self.random.random() < 0.35
        self.jumps = seed % 4 == 0
        self.fields = self.random.sample(FIELDS, self.random.randint(2, 5))

    def name(self, prefix="v"):
        self.count += 1
        return f"{prefix}{self.count}"

    def constant(self):
        return self.random.choice(["0", "1", "2", "3", "5", "7", "10", "100", "127", "128", "255", "256", "1000", "32767",
                                   "65535u", "0x7fffffff", "0x80000000u", "0x123456789abLL", "-1", "-2", "-128"])

    def expression(self, scope, depth=2):
        pick = self.random.random()
        if depth == 0 or pick < 0.2:
            return self.random.choice(scope) if scope and self.random.random() < 0.8 else self.constant()
        a, b = self.expression(scope, depth - 1), self.expression(scope, depth - 1)
        if pick < 0.6:
            return f"({a} {self.random.choice(['+', '-', '+', '-', '*', '&', '|', '^'])} {b})"
        if pick < 0.68:
            return f"({a} {self.random.choice(['<<', '>>'])} ({b} & {self.random.choice([3, 7])}))"
        if pick < 0.74:
            divisor = self.random.choice(scope + ["3", "10", "16", "-7", "255u"])
            return f"{self.random.choice(['DIVIDE', 'REMAINDER'])}({a}, {divisor})"
        if pick < 0.8:
            return f"({self.random.choice(list(INTEGERS))}){a}"
        if pick < 0.86:
            return f"({self.condition(scope, depth - 1)} ? {a} : {b})"
        if pick < 0.9:
            return f"({self.random.choice('~-!')} {a})"
        if "p@_f" in a and "p@_f" in b:
            b = "3"  # both print: which one first is not specified
        return f"p@_f{self.random.randint(0, 1)}({a}, {b})" if self.calls else f"({a} ^ {b})"

    def condition(self, scope, depth=1):
        pick = self.random.random()
        a, b = self.expression(scope, depth), self.expression(scope, max(0, depth - 1))
        if depth and pick < 0.2:
            return f"({self.condition(scope, 0)} {self.random.choice(['&&', '||'])} {self.condition(scope, 0)})"
        return f"({a} {self.random.choice(['==', '!=', '<', '>', '<=', '>='])} {b})"

    def show(self, expression, kind):
        return f'printf("%" {INTEGERS[kind]} "\\n", ({kind})({expression}));'

    # ---- statements: each appends to body; scope holds the integer variables in reach

    def declare(self, body, scope):
        name, kind = self.name(), self.random.choice(list(INTEGERS))
        body.append(f"{kind} {name} = {self.expression(scope)};")
        scope.append(name)

    def assign(self, body, scope):
        target = self.random.choice(scope)
        body.append(f"{target} {self.random.choice(['=', '+=', '-=', '^=', '*=', '|=', '&='])} {self.expression(scope)};")

    def step(self, body, scope):
        target, other = self.random.choice(scope), self.random.choice(scope)
        body.append(self.random.choice([f"{target}++;", f"--{target};", f"{target} = {other}--;",
                                        f"{target} <<= ({other} & 3);", f"{target} >>= ({other} & 5);"]))

    def branch(self, body, scope, depth):
        block = Block(f"if {self.condition(scope)}")
        self.some(block.body, list(scope), self.random.randint(1, 2), depth - 1)
        body.append(block)
        if self.random.random() < 0.4:
            other = Block("else")
            self.some(other.body, list(scope), 1, depth - 1)
            body[-1] = Block(block.header, block.body, tail=" else " + " ".join(
                line.strip() for line in Block("", other.body).lines(1)))

    def loop(self, body, scope, depth):
        name, bound = self.name("i"), self.random.randint(1, 4)
        header = self.random.choice([f"for (int {name} = 0; {name} < {bound}; {name}++)",
                                     f"for (int {name} = {bound}; {name}-- > 0;)",
                                     f"for (unsigned {name} = 0; {name} < {bound} + ({self.random.choice(scope)} & 1); {name}++)"])
        block = Block(header)
        inside = list(scope)
        self.some(block.body, inside, self.random.randint(1, 2), depth - 1)
        block.body.append(f"{self.random.choice(scope)} += {name};")
        if self.random.random() < 0.3:
            block.body.insert(0, f"if {self.condition(scope)} {self.random.choice(['break', 'continue'])};")
        body.append(block)

    def switch(self, body, scope, depth):
        block = Block(f"switch ({self.random.choice(scope)} {self.random.choice(['& 3', '% 5', '& 255', ''])})")
        for value in self.random.sample([0, 1, 2, 3, 4, -1, 17, 255], 3):
            block.body.append(f"case {value}: {self.random.choice(scope)} = {self.expression(scope)}; "
                              f"{self.random.choice(['break;', 'break;', ''])}")
        block.body.append(f"default: {self.random.choice(scope)} ^= {self.constant()};")
        body.append(block)

    def array(self, body, scope):
        name, kind = self.name("a"), self.random.choice(list(INTEGERS))
        values = ", ".join(self.random.choice(["1", "2", "-3", "70", self.random.choice(scope)]) for _ in range(4))
        index = self.random.choice(scope)
        body += [f"{kind} {name}[4] = {{{values}}};", f"{name}[{index} & 3] = {self.expression(scope, 1)};",
                 self.show(f"{name}[{self.random.randint(0, 3)}] + {name}[{self.random.choice(scope)} & 3]", kind)]

    def bounded(self, body, scope):
        """An index that is bounded by what it is compared with; where it is stored decides how the program ends."""
        name, index, limit = self.name("a"), self.name("i"), self.name("l")
        kind = self.random.choice(["int8_t", "int", "int", "unsigned", "int64_t"])
        conditions = [f"{index} >= 0", f"{index} {self.random.choice(['<', '<', '<='])} {limit}", f"{limit} < {self.random.randint(2, 5)}"]
        self.random.shuffle(conditions)
        self.ends += 1
        body += [f"int {name}[5] = {{1, 2, 4, 8, 16}};",
                 f"{kind} {index} = {self.random.choice(scope)}, {limit} = {self.random.choice(scope)};",
                 f"if ({' && '.join(conditions)}) {name}[{index}] = 32;",
                 f"if ({name}[{self.random.randint(0, 3)}] == 32) FINISH({self.ends});"]

    def pointer(self, body, scope):
        name, target = self.name("q"), self.random.choice(scope)
        body += [f"__typeof__({target}) *{name} = &{target};", f"*{name} = (*{name} ^ {self.expression(scope, 1)});"]

    def structure(self, body, scope):
        name, other = self.name("s"), self.name("s")
        kind, field, bits = self.random.choice(self.fields)
        body.append(f"struct p@_s {name} = {{0}}, {other};")
        for kind, field, bits in self.fields:
            body.append(f"{name}.{field} = {self.expression(scope, 1)};")
        kind, field, bits = self.random.choice(self.fields)
        body += [f"{other} = {name};", f"{other}.{field} {self.random.choice(['+=', '-=', '^=', '='])} {self.expression(scope, 1)};",
                 f"{other} = p@_g({other}, {self.random.choice(scope)});"]
        for kind, field, bits in self.fields:
            body.append(self.show(f"{other}.{field}", "int64_t"))

    def union(self, body, scope):
        name = self.name("u")
        body += [f"union {{ uint64_t w; uint32_t h[2]; int8_t b[8]; double d; }} {name};",
                 f"{name}.w = {self.expression(scope)};", f"{name}.h[{self.random.randint(0, 1)}] += {self.random.choice(scope)};",
                 f"{name}.b[{self.random.randint(0, 7)}] = {self.expression(scope, 1)};", self.show(f"{name}.w", "uint64_t")]

    def output(self, body, scope):
        pick = self.random.random()
        value = self.expression(scope, 1)
        if pick < 0.6:
            body.append(self.show(value, self.random.choice(list(INTEGERS))))
        else:
            form = self.random.choice(["%5d|", "%-6d|", "%+d", "%05d", "%x", "%#o", "%c", "% d", "%.4d", "%8.3x"])
            inner = f"32 + ({value} & 63)" if form == "%c" else value
            body.append(f'printf("{form}\\n", (int)({inner}));')

    def text(self, body, scope):
        name = self.name("t")
        word = self.random.choice(["alpha", "be ta", "", "42x", "-17", "0x1f", "zz,zz"])
        body += [f'char {name}[64] = "{word}";']
        n = self.random.choice(scope)
        for _ in range(self.random.randint(1, 3)):
            body.append(self.random.choice([
                f'strcat({name}, "{self.random.choice(["", "q", "-end"])}");',
                f"{name}[{n} & 3] = 'A' + ({n} & 7);" if len(word) >= 4 else f"strcpy({name}, \"seven77\");",
                f"memmove({name} + 1, {name}, 8);", f"memset({name} + 40, 'z', 3);",
                f'printf("%d\\n", (int)strlen({name}));', f'printf("%d\\n", atoi({name}));',
                f'printf("%ld\\n", strtol({name}, NULL, {self.random.choice([0, 10, 16])}));',
                f'printf("%d\\n", strcmp({name}, "beta") < 0);', f"printf(\"%d\\n\", strchr({name}, 'a') ? 1 : 0);",
                f'printf("%d\\n", strncmp({name}, "alp", 3) == 0);', f'printf("%s\\n", strstr({name}, "e") ? "e" : "none");',
                f"{name}[0] = (char)toupper((unsigned char){name}[0]);"]))
        body.append(f'printf("[%s] [%.3s] [%10s]\\n", {name}, {name}, {name});')

    def number_text(self, body, scope):
        name = self.name("t")
        body += [f"char {name}[40];", f'snprintf({name}, {self.random.choice([4, 8, 40])}, "%d:%u", '
                 f"(int)({self.random.choice(scope)} & 255), 77u);", f"puts({name});"]

    def sort(self, body, scope):
        name = self.name("a")
        values = ", ".join(str(self.random.randint(-50, 50)) for _ in range(4))
        body += [f"int {name}[5] = {{{values}, (int)({self.random.choice(scope)} & 63)}};",
                 f"qsort({name}, 5, sizeof *{name}, p@_compare);",
                 f'printf("%d %d %d %d %d\\n", {", ".join(f"{name}[{k}]" for k in range(5))});']

    def varargs(self, body, scope):
        picks = [self.random.choice("ild") for _ in range(self.random.randint(1, 4))]
        values = {"i": "(int)", "l": "(long)", "d": "(double)3 + (int)"}
        arguments = ", ".join(f"{values[p]}({'3' if p == 'd' else self.random.choice(scope)})" for p in picks)
        body.append(f'{self.random.choice(scope)} = p@_sum("{"".join(picks)}", {arguments});')

    def indirect(self, body, scope):
        target = self.random.choice(scope)
        body.append(f"{target} = p@_table[{self.random.choice(scope)} & 1]({self.expression(scope, 0)}, {target});")

    def recursion(self, body, scope):
        body.append(f"{self.random.choice(scope)} += p@_r({self.random.randint(0, 5)}, {self.expression(scope, 1)});")

    def heap(self, body, scope):
        name, kind = self.name("h"), self.random.choice(list(INTEGERS))
        body += [f"{kind} *{name} = calloc(3, sizeof *{name});", f"{name}[1] = {self.expression(scope, 1)};",
                 f"{name} = realloc({name}, 6 * sizeof *{name});", f"{name}[5] = {name}[1] - {name}[0];",
                 self.show(f"{name}[5] + {name}[2]", kind), f"free({name});"]

    def fraction(self, body, scope):
        kind, name = self.random.choice(list(FLOATS)), self.name("d")
        n = self.random.choice(scope)
        body += [f"{kind} {name} = {self.random.choice(['1.5', '-0.25', '3.0f', '1e10', '0.1', '7', '1e-3L'])};"]
        for _ in range(self.random.randint(1, 3)):
            body.append(self.random.choice([
                f"{name} = {name} * {self.random.choice(['2.5', '0.1f', '-3', '1e5'])} + ({n} & 15);",
                f"{name} /= {self.random.choice(['3', '0.7', '-8.0L', '1e3f'])};", f"{name} -= (int8_t){n};",
                f"{name} = (float){name};", f"{name} += (uint64_t){n} >> 40;", f"{n} = WHOLE({name});",
                f"{name} = fabs({name}) + sqrt((double)({n} & 255));", f"{name} = floor({name}) - ceil({name} / 2);"]))
        body.append(f'printf("{FLOATS[kind]}\\n", {name});')
        body.append(f'printf("%d %d\\n", {name} > 2, {name} == (int)WHOLE({name}));')
        if self.random.random() < 0.3:
            body.append(f'printf("{self.random.choice(["%e", "%.3f", "%12.2f", "%G", "%+.0f"])}\\n", (double){name});')

    def jump(self, body, scope, depth):
        """Comes back to setjmp some times, out of a recursion."""
        place, tries = self.name("j"), self.name("t")
        body += [f"jmp_buf {place};", f"volatile int {tries} = 0;"]
        block = Block(f"if (setjmp({place}) != {self.random.choice([3, 5, 7])} && {tries}++ < {self.random.randint(1, 3)})")
        self.some(block.body, list(scope), self.random.randint(0, 2), depth - 1)
        block.body.append(f"{self.random.choice(scope)} ^= p@_jump({place}, {self.random.randint(0, 2)}, {self.expression(scope, 1)});")
        self.some(block.body, list(scope), self.random.randint(0, 1), depth - 1)
        body.append(block)

    def leave(self, body, scope):
        self.ends += 1
        body.append(f"if {self.condition(scope)} FINISH({self.ends});")

    def some(self, body, scope, count, depth):
        for _ in range(count):
            flat = ["declare", "assign", "assign", "step", "array", "pointer", "union", "output"]
            if self.calls:
                flat += ["structure", "text", "number_text", "sort", "varargs", "indirect", "recursion", "heap", "leave", "leave", "bounded"]
                flat += ["fraction"] * 4 if self.floats else []
            deep = ["branch", "branch", "loop", "switch"] if depth else []
            deep += ["jump"] if depth and self.calls and self.jumps else []
            name = self.random.choice(flat + deep)
            if name in deep:
                getattr(self, name)(body, scope, depth)
            else:
                getattr(self, name)(body, scope)

    # ---- the program

    def helpers(self):
        fields = " ".join(f"{kind} {field} {bits};" for kind, field, bits in self.fields)
        parts = [f"struct p@_s {{ {fields} }};",
                 "static int p@_compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }",
                 "static uint32_t p@_r(uint32_t n, uint32_t x) { return n == 0 ? x : p@_r(n - 1, x * 3 + n) ^ n; }",
                 "static int32_t p@_jump(jmp_buf place, uint32_t n, int32_t x)\n{\n    if (n)\n"
                 "        return p@_jump(place, n - 1, x + 1) * 3;\n    if (x & 1)\n        longjmp(place, x & 7);\n    return x;\n}",
                 "static long p@_sum(const char *kinds, ...)\n{\n    long sum = 0;\n    va_list list;\n"
                 "    va_start(list, kinds);\n    for (; *kinds; kinds++)\n"
                 "        sum = sum * 3 + (*kinds == 'i' ? va_arg(list, int) : *kinds == 'l' ? va_arg(list, long)\n"
                 "                                                                  : (long)va_arg(list, double));\n"
                 "    va_end(list);\n    return sum;\n}"]
        for k in range(2):
            types = [self.random.choice(list(INTEGERS)) for _ in range(3)]
            block = Block(f"static {types[0]} p@_f{k}({types[1]} a, {types[2]} b)", keep=True)
            scope = ["a", "b"]
            self.some(block.body, scope, self.random.randint(1, 3), 1)
            block.body.append(f"return {self.expression(scope)};")
            parts.append(block)
        parts.append("static int64_t p@_t0(int32_t a, int64_t b) { return p@_f0(a, b) - a; }")
        parts.append("static int64_t p@_t1(int32_t a, int64_t b) { return b ^ p@_f1(a, a); }")
        parts.append("static int64_t (*const p@_table[2])(int32_t, int64_t) = {p@_t0, p@_t1};")
        kind, field, bits = self.fields[0]
        parts.append(f"static struct p@_s p@_g(struct p@_s s, int64_t n) {{ s.{field} += n; return s; }}")
        return parts

    def program(self):
        self.calls = False
        parts = self.helpers()
        self.calls = True
        parts.append("static int32_t p@_x = 5;\nstatic uint16_t p@_y;")
        main, scope = [], ["p@_x", "p@_y"]
        for _ in range(self.random.randint(1, 4)):
            kind, short = self.random.choice(INPUTS)
            name = self.name("n")
            main.append(f"{kind} {name} = INPUT({kind}, {short});")
            scope.append(name)
        self.some(main, scope, self.random.randint(5, 12), 2)
        main += [self.show(name, "int64_t") for name in self.random.sample(scope, min(3, len(scope)))]
        main.append("uint32_t sum = 1;")
        main += [f"sum = sum * 5 + (uint32_t){name};" for name in scope]
        main.append("if (sum & 1) { if (sum & 2) FINISH(0); else FINISH(1); }")
        main.append("if (sum & 4) FINISH(2);")
        parts.append(Block("int main_@(void)", main + ["FINISH(3);", "return 0;"], keep=True))
        return Program(self.seed, parts)


def generate(seed):
    return Generator(seed).program()
