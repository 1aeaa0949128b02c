"""Mutations of heddle's inputs: each takes a random.Random and a sample, and gives back a mutant."""

import copy
import json
import os
import re

NUMBERS = [0, 1, -1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 127, 255, 256, 1000, 4095, 4096, 65535, 1 << 20, (1 << 31) - 1, 1 << 31,
           (1 << 32) - 1, 1 << 32, (1 << 40) + 5, (1 << 48) + 3, (1 << 59), (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64]
TEXTS = ["", " ", "main", "main.1", "main.0", "main.1.1", "main.99999", "/dev/zero", "/", ".", "..", "none", "\x1b[31m", "\n", "%s%n",
         "a" * 5000, "\u00fc", "-fplugin=x", "@x", "memory 80000001", "lock", "read", "assertion", "data-race", "deadlock"]
TAGS = [0x0, 0x1, 0x2, 0x3, 0x4, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x24, 0x100, 0x8000, 0xffff]


def some_bytes(random, data):
    """A few changes of bytes: flips, runs left out, repeated, inserted or moved."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        if not data:
            return bytes(data)
        at, length = random.randrange(len(data)), random.choice([1, 1, 2, 4, 8, 64])
        kind = random.randrange(7)
        if kind == 0:
            data[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            data[at] = random.choice([0, 1, 0x7f, 0x80, 0xff, random.randrange(256)])
        elif kind == 2:
            del data[at:at + length]
        elif kind == 3:
            data[at:at] = data[at:at + length] * random.choice([1, 2, 100])
        elif kind == 4:
            data[at:at] = random.randbytes(length)
        elif kind == 5:
            other = random.randrange(len(data))
            data[at:at + length] = data[other:other + length]
        elif random.randrange(4) == 0:
            del data[at:]
    return bytes(data)


def built(random, data):
    """A file of linkers and archivers: mostly changed where it says what is in it."""
    begin, end = data[:256], data[-2048:]
    kind = random.randrange(4)
    if kind == 0:
        return some_bytes(random, data)
    if kind == 1:
        return some_bytes(random, begin) + data[256:]
    if kind == 2:
        return data[:-2048] + some_bytes(random, end)
    at = random.choice([i for i in range(len(data)) if data.startswith(b"heddle\r\n", i) or data.startswith(b"`\n", i)] or [0])
    at = max(at - 60, 0)
    return data[:at] + some_bytes(random, data[at:at + 160]) + data[at + 160:]


# ---- JSON

def some_hexadecimal(random):
    return f"{random.choice(TAGS) << 48 | random.choice(NUMBERS) & ((1 << 48) - 1):016x}"


def another_value(random, value):
    """Something to stand where the value stands; mostly of its type."""
    if random.randrange(8) == 0:
        return random.choice([None, True, False, {}, [], "", 0, 1.5, "text", [[]], {"bytes": "ff"}, {"bytes": "6"}])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, random.choice(NUMBERS), random.randrange(100)])
    if isinstance(value, str):
        if re.fullmatch(r"[0-9a-f]{16}", value):
            return random.choice([some_hexadecimal(random), f"{random.getrandbits(64):016x}", value[:-1]])
        return random.choice([random.choice(TEXTS), value + random.choice(TEXTS), value[:len(value) // 2]])
    if isinstance(value, list):
        value = list(value)
        kind = random.randrange(6)
        if kind == 0 and value:
            del value[random.randrange(len(value)):]
        elif kind == 1 and value:
            value.insert(random.randrange(len(value) + 1), copy.deepcopy(random.choice(value)))
        elif kind == 2 and value:
            del value[random.randrange(len(value))]
        elif kind == 3:
            random.shuffle(value)
        elif kind == 4 and value:
            value = value * random.choice([2, 3, 300])
        else:
            value.append(random.choice([0, "", some_hexadecimal(random), random.choice(TEXTS), random.choice(NUMBERS)]))
        return value
    if isinstance(value, dict) and value:
        value = dict(value)
        key = random.choice(list(value))
        if random.randrange(2):
            del value[key]
        else:
            value[random.choice([*value, "added"])] = copy.deepcopy(value[key])
        return value
    return random.choice([0, "", [], {}])


def places(value, path=()):
    """Paths of all values inside, itself included."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


def some_json(random, sample, keep=()):
    """Changes of structure; below the top-level keys `keep` only one in ten."""
    value = copy.deepcopy(sample)
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        path = random.choice(list(places(value)))
        if path and path[0] in keep and random.randrange(10):
            continue
        if not path:
            if random.randrange(20) == 0:
                return another_value(random, value)
            continue
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = another_value(random, holder[path[-1]])
    return value


FACTS = re.findall(r'(?m)^LEARNT\(\w+, "([^"]*)"', open(os.path.join(os.path.dirname(__file__), "../../src/machine/learnt.def")).read())


def some_fact(random):
    fact = {"fact": random.choice(FACTS + ["nothing"])}
    for key in "code", "other", "number":
        if random.randrange(4):
            fact[key] = random.choice([None, 0, 1, 2, 7, 40, 1000, 2**32 - 2, 2**32 - 1, 2**48, -1, "3"])
    if random.randrange(4):
        fact["name"] = some_hexadecimal(random)
    return fact


def witness(random, text):
    if random.randrange(3) == 0:
        return some_bytes(random, text)
    value = some_json(random, json.loads(text), keep=("program",))
    if isinstance(value, dict) and isinstance(value.get("learnt"), list) and random.randrange(2):
        value["learnt"] += [some_fact(random) for _ in range(random.choice([1, 2, 50]))]
    return json.dumps(value).encode()


FLAGS = ["-DX=1", "-D", "X", "-I.", "-I", "-include", "none.h", "-std=c99", "-std=none", "-m32", "-O3", "-Wall", "-Werror", "-save-temps",
         "-MJ", "out.json", "--help", "-Xclang", "-ast-dump", "-fsyntax-only", "-E", "-S", "-M", "-MD", "-MF", "out.d", "-o", "out.o",
         "@flags", "@none", "-fplugin=none.so", "-v", "-###", "--version", "-x", "c++", "-target", "arm", "-fsigned-char", "-ftime-trace",
         "-flto", "-fsanitize=address", "-Wp,-MD,out", "-", "--", "", "-c", "b.c", "-funsigned-char", "-ffreestanding", "'", "\"", "\\",
         "-print-file-name=x", "--analyze", "-dM", "-H", "-fopenmp", "-coverage", "--coverage", "-pg", "-g3", "-march=native"]


def database(random, text):
    """compile_commands.json of one entry or more."""
    if random.randrange(4) == 0:
        return some_bytes(random, text)
    value = json.loads(text)
    for entry in value:
        words = random.choices(FLAGS, k=random.randrange(6))
        if random.randrange(2):
            entry["arguments"] = ["cc", *words, "a.c"]
        else:
            entry["command"] = " ".join(["cc", *words, "a.c"])
            entry.pop("arguments", None)
    if random.randrange(2):
        value = some_json(random, value)
    return json.dumps(value).encode()


# ---- languages

LLVM_TOKEN = re.compile(r'[%@!#][-\w.$]+|"[^"\n]*"|[A-Za-z_][\w.]*|-?\d+|\s+|.', re.S)
LLVM_POOL = ["i1", "i8", "i32", "i64", "i128", "i65", "i1024", "i2000", "ptr", "float", "double", "x86_fp80", "half", "fp128", "void", "label",
             "token", "<4 x i32>", "<3 x i1>", "<vscale x 4 x i32>", "[4000000000 x {}]", "[2 x [2 x i8]]", "{ i32, ptr }", "{}", "opaque",
             "null", "undef", "poison", "zeroinitializer", "true", "add", "sub", "mul", "sdiv", "srem", "shl", "nsw", "and", "xor", "load",
             "store", "volatile", "atomic", "seq_cst", "acquire", "monotonic", "alloca", "getelementptr", "inbounds", "br", "switch",
             "indirectbr", "unreachable", "ret", "call", "phi", "select", "icmp", "eq", "slt", "fadd", "frem", "zext", "sext", "trunc",
             "bitcast", "ptrtoint", "inttoptr", "extractvalue", "insertvalue", "fence", "cmpxchg", "atomicrmw", "va_arg", "freeze",
             "external", "internal", "weak", "common", "thread_local", "constant", "global", "define", "declare", "align", "addrspace(1)",
             "byval(i32)", "noreturn", "asm", "blockaddress", "addrspacecast", "shufflevector", "landingpad", "invoke", "ifunc", "alias"]
C_TOKEN = re.compile(r'#[^\n]*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\n])*"|\'(?:\\.|[^\'\n])*\'|[A-Za-z_]\w*|\d[\w.]*|\s+|[-+*/&|<>=!]{2}|.', re.S)
C_POOL = ["int", "char", "long", "unsigned", "float", "double", "long double", "_Bool", "_Complex double", "__int128", "void", "struct",
          "union", "enum", "static", "extern", "volatile", "_Atomic", "_Thread_local", "register", "const", "*", "&", "+", "-", "/", "%",
          "<<", ">>", "==", "!=", "<", "&&", "||", "!", "~", "=", "+=", "++", "--", "?", ":", ",", ";", "(", ")", "[", "]", "{", "}", "->",
          ".", "if", "else", "while", "for", "do", "switch", "case", "default", "break", "continue", "return", "goto", "sizeof", "0", "1",
          "-1", "2147483647", "0x8000000000000000ull", "1.0", "1e308", "'a'", '"text"', "__builtin_trap()", "__builtin_unreachable()",
          "pthread_exit(0)", "abort()", "exit(0)", "malloc(8)", "free(0)", "assert(0)", "memcpy", "memset", "printf", "pthread_create",
          "pthread_join", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_cond_wait", "__VERIFIER_nondet_int()", "asm(\"nop\")"]


def classes(groups):
    """By word: the words that may stand in its place."""
    return {word: group.split() for group in groups for word in group.split()}


LLVM_CLASSES = classes([
    "i1 i8 i16 i32 i64 i128 i65 i1024 i2000 ptr float double x86_fp80 half fp128", "add sub mul and or xor shl lshr ashr udiv sdiv urem srem",
    "fadd fsub fmul fdiv frem", "eq ne slt sle sgt sge ult ule ugt uge", "zext sext trunc bitcast ptrtoint inttoptr sitofp uitofp fptosi fpext",
    "load store alloca getelementptr call ret", "br switch unreachable ret", "seq_cst acquire release acq_rel monotonic unordered",
    "nsw nuw exact inbounds", "null undef poison zeroinitializer true false", "xchg max min umax nand fadd uinc_wrap",
    "dso_local internal external weak common private thread_local", "global constant", "define declare", "volatile atomic"])
C_CLASSES = classes([
    "int char long short unsigned float double _Bool void", "+ - * / % & | ^ << >> && || == != < > <= >= ,", "= += -= *= <<= |=",
    "if while switch", "break continue return", "static extern volatile _Atomic const _Thread_local register", "++ --",
    "pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock pthread_mutex_destroy", "sem_wait sem_post sem_trywait sem_destroy",
    "pthread_cond_wait pthread_cond_signal pthread_cond_broadcast", "free assert", "malloc calloc realloc strcpy strlen memcpy",
    "atomic_load atomic_store atomic_exchange atomic_fetch_add", "push add other main", "( [ {", ") ] }"])
C_STATEMENTS = ["pthread_exit(0);", "abort();", "exit(1);", "return 0;", "goto again;", "again:;", "for (;;) ;", "__builtin_trap();",
                "__builtin_unreachable();", "asm(\"nop\");", "free(0);", "char big[1 << 30]; big[5] = 1;", "int none[0];", "x = y[x];",
                "int *p = 0; *p = 1;", "int n = __VERIFIER_nondet_int(); int v[n]; v[n - 1] = 2;", "__int128 w = 1; w <<= 100; w /= 3;",
                "double d = 1e308; d *= d; int i = d;", "union { float f; int i; } u; u.f = 1; x = u.i / 0;", "void (*f)(void) = 0; f();",
                "printf(\"%n%s\", 1);", "main();", "struct { int a : 3; } s; s.a++;", "long double l = 1; l /= 3;", "while (x) ;"]


def tokens(random, text, token, pool, known):
    """Tokens left out, repeated or exchanged; mostly for others of their class, so that some of it still compiles."""
    words = token.findall(text)
    solid = [i for i, word in enumerate(words) if word.strip() and word[0] not in "#!;" and not word.startswith(("//", "/*"))]
    names = [words[i] for i in solid if re.fullmatch(r"[%@]?[A-Za-z_.][-\w.$]*", words[i]) and words[i] not in known]
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        at, other = random.choice(solid), random.choice(solid)
        if random.randrange(8) == 0:
            kind = random.randrange(5)
            if kind == 0:
                words[at] = ""
            elif kind == 1:
                words[at] += " " + words[at]
            elif kind == 2:
                words[at], words[other] = words[other], words[at]
            else:
                words[at] = f" {random.choice(pool)} "
        elif words[at] in known:
            words[at] = random.choice(known[words[at]])
        elif re.fullmatch(r"-?\d+", words[at]):
            words[at] = str(random.choice([*NUMBERS, random.randrange(10)]))
        elif names and words[at] in names:
            words[at] = random.choice([name for name in names if name[:1] in "%@" and name[0] == words[at][0]
                                       or name[:1] not in "%@" and words[at][0] not in "%@"])
    return "".join(words)


def lines(random, text, more=()):
    """Lines left out, repeated, moved or added; not those of directives and debug information."""
    rows = text.splitlines(keepends=True)
    solid = [i for i, row in enumerate(rows) if row.startswith("  ") or (row.strip() and row[0] not in "#!;@")]
    for _ in range(random.choice([1, 1, 2])):
        at, other = random.choice(solid), random.choice(solid)
        kind = random.randrange(4)
        if kind == 0:
            rows[at] = "\n"
        elif kind == 1:
            rows[at] += rows[other]
        elif kind == 2:
            rows[at], rows[other] = rows[other], rows[at]
        elif more:
            rows[at] += f"    {random.choice(more)}\n"
    return "".join(rows)


def llvm(random, text):
    kind = random.randrange(8)
    if kind == 0:
        return some_bytes(random, text)
    text = text.decode()
    return (lines(random, text) if kind < 3 else tokens(random, text, LLVM_TOKEN, LLVM_POOL, LLVM_CLASSES)).encode()


def c_program(random, text):
    kind = random.randrange(10)
    if kind == 0:
        return some_bytes(random, text)
    text = text.decode()
    return (lines(random, text, C_STATEMENTS) if kind < 5 else tokens(random, text, C_TOKEN, C_POOL, C_CLASSES)).encode()


def options(random, table):
    """Words of a command line; `table`: what --dump-options=json prints."""
    words = []
    for _ in range(random.choice([1, 1, 2, 3, 6])):
        option = random.choice(table)
        known = [word for word in option["values"].split("|") if word]
        value = random.choice([*known, *known, *TEXTS, *map(str, NUMBERS), "1K", "2G", "0.001", "1e9", "nan", "inf", "-0", "a,b", ",",
                               ",".join(random.choices(known, k=3)) if known else "x"])
        value = value.replace("/", "_") if option["name"] in ("--witness", "--cache") else value
        form = random.randrange(8)
        if form == 0:
            words.append(some_bytes(random, option["name"].encode()).replace(b"\0", b"").decode(errors="surrogateescape"))
        elif form == 1:
            words += [option["name"], value]
        elif option["flag"] and form < 7:
            words.append(option["name"])
        else:
            words.append(f"{option['name']}={value}")
    return words
