"""Bad input, one case a line: what is on disk, what is typed, and what the one message must say.

A case is (name, files, arguments, message[, options]). `files` maps names to contents: text, bytes, or one of the
markers below. Arguments are those of heddle; `{dir}` is the folder with the files, and the run's working directory.
`message` is a regular expression that the `heddle: ...` line on standard error must match.
"""

import json
import os

FOLDER = object()       # an empty folder
UNREADABLE = object()   # a file whose bytes cannot be read
TRUNCATED_BITCODE = object()  # the first half of a program's bitcode
WITNESS = object()      # the witness of violation.c, which is written before it

DEVICE = object()       # one that never ends
FIFO = object()         # one that nobody writes to
HUGE = object()         # a terabyte of nothing

SAFE = "int main(void) { return 0; }\n"
FAILS = "#include <assert.h>\nint zero;\nint main(void) { assert(zero); return 0; }\n"
THREADS = """#include <assert.h>
#include <pthread.h>
int x;
void *add(void *unused) { x++; x += 2; return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    int seen = x;
    assert(seen != 1);
    return 0;
}
"""
JUNK = bytes(range(256)) * 8

def entry(*words, **others):
    """A compile_commands.json for a.c."""
    return json.dumps([{"directory": "{dir}", "file": "a.c", "arguments": ["cc", *words, "a.c"], **others}])


def make_old(folder):
    """A folder that a killed run left behind in TMPDIR, and one of a run that goes on."""
    path = os.path.join(folder, "heddle-scratch.abcdef")
    os.mkdir(path)
    with open(os.path.join(path, "0.bc"), "w", encoding="utf-8"):
        pass
    os.utime(path, (1000000000, 1000000000))


def make_clang(folder):
    """A clang in a folder whose name a shell would misunderstand."""
    path = os.path.join(folder, "it's; $(here)", "clang")
    os.mkdir(os.path.dirname(path))
    with open(path, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nexec /usr/bin/clang-19 "$@"\n')
    os.chmod(path, 0o755)


# Names that need care: in lists of dependencies, in JSON, on command lines.
ODD_NAMES = ["new\nline.c", "back\\slash.c", "back\\ blank.c", "dollar$ #.c", "byte\udcff.c", "quote'\".c", "\u00fc.c",
             "bell\a.c", "two: colons.c"]

def module(body, before=""):
    """LLVM assembly of a program whose main does `body`."""
    return f"{before}\ndefine i32 @main() {{\n{body}\n  ret i32 0\n}}\n"


def nested(kind, levels, innermost):
    """Definitions of types that hold two of the one before: %t0, %t1, ..."""
    two = {"array": "[2 x %t{0}]", "struct": "{{ %t{0}, %t{0} }}"}[kind]
    return "\n".join([f"%t0 = type {innermost}", *(f"%t{n + 1} = type {two.format(n)}" for n in range(levels))])


def empty_blocks(count):
    return module("  br label %b0\n" + "".join(f"b{n}:\n  br label %b{n + 1}\n" for n in range(count)) + f"b{count}:")


# Options of a case: env (changes of the environment), clang (compile errors: clang's own text, no message of heddle's),
# status (when it must work all the same), edit (what is done to w.json, and to which key; `change` with a function of
# the witness),
# prepare (a function of the folder, before everything), output (what standard output is: full, closed, or a pipe that
# nobody reads), then (more commands, each of which must end as the first), leaves, removes (a file that may be there, or
# must not, in the end),
# alone (a copy of heddle without what is installed with it).
USES = "int f(int *p, int n, void (*c)(void));\nint main(void) { int x = 0; return f(&x, 1, 0); }\n"


def effects(name, text, message):
    """A file of effects that is refused, with its name and line."""
    return (f"effects: {name}", {"a.c": USES, "e": text}, ["check", "--effects=e", "a.c"], message)


CASES = [
    # The command line as a whole.
    ("no command", {}, [], r"command"),
    ("unknown command", {}, ["chekc"], r"chekc"),
    ("two commands", {"a.c": SAFE}, ["check", "replay", "a.c"], r"replay"),
    ("unknown option before the command", {}, ["--bogus"], r"--bogus"),
    ("no files", {}, ["check"], r"no (input )?files?|FILE"),
    ("no files before --", {}, ["check", "--", "-O0"], r"no (input )?files?|FILE"),
    ("unknown option", {"a.c": SAFE}, ["check", "--bogus", "a.c"], r"--bogus"),
    ("unknown short option", {"a.c": SAFE}, ["check", "-Q", "a.c"], r"-Q"),
    ("option prefix", {"a.c": SAFE}, ["check", "--prop=deadlock", "a.c"], r"--prop\b"),
    ("both pointer widths", {"a.c": SAFE}, ["check", "-m32", "-m64", "a.c"], r"-m(32|64)"),

    # Option values.
    ("property: unknown", {"a.c": SAFE}, ["check", "--property=speed", "a.c"], r"speed"),
    ("property: one of a list", {"a.c": SAFE}, ["check", "--property=assertion,deadlok", "a.c"], r"deadlok"),
    ("property: livelock with a bound for one loop", {"a.c": SAFE}, ["check", "--property=livelock", "--unwind=a.c:1=2", "a.c"],
     r"--property=livelock.*--unwind"),
    ("property: empty", {"a.c": SAFE}, ["check", "--property=", "a.c"], r"--property"),
    ("property: empty element", {"a.c": SAFE}, ["check", "--property=assertion,,lock", "a.c"], r"--property"),
    ("por: unknown", {"a.c": SAFE}, ["check", "--por=fast", "a.c"], r"fast"),
    ("por: empty", {"a.c": SAFE}, ["check", "--por=", "a.c"], r"--por"),
    ("por: random with a number of preemptions", {"a.c": SAFE}, ["check", "--por=random", "--preemptions=1", "a.c"], r"--por=random.*--preemptions"),
    ("por: random iteratively", {"a.c": SAFE}, ["check", "--iterative", "--por=random", "a.c"], r"--por=random.*--iterative"),
    ("seed: zero", {"a.c": SAFE}, ["check", "--por=random", "--seed=0", "a.c"], r"--seed: '0'"),
    ("seed: word", {"a.c": SAFE}, ["check", "--por=random", "--seed=now", "a.c"], r"--seed: 'now'"),
    ("seed: none", {"a.c": SAFE}, ["check", "--por=random", "--seed=none", "a.c"], r"--seed needs a number"),
    ("engine: random", {"a.c": SAFE}, ["check", "--engine=predict", "--por=random", "a.c"], r"--engine=predict.*--por=random"),
    ("engine: store", {"a.c": SAFE}, ["check", "--engine=predict", "--store=s", "a.c"], r"--engine=predict.*--store"),
    ("engine: atomicity without it", {"a.c": SAFE}, ["check", "--property=atomicity", "--atomic=f", "a.c"], r"--property=atomicity.*--engine=predict"),
    ("engine: atomicity of nothing", {"a.c": SAFE}, ["check", "--engine=predict", "--property=atomicity", "a.c"], r"--property=atomicity.*--atomic"),
    ("engine: regions for nothing", {"a.c": SAFE}, ["check", "--engine=predict", "--atomic=f", "a.c"], r"--atomic.*--property=atomicity"),
    ("engine: model without it", {"a.c": SAFE}, ["check", "--model=maximal", "a.c"], r"--model.*--engine=predict"),
    ("seed: nothing is drawn", {"a.c": SAFE}, ["check", "--seed=2", "a.c"], r"--seed.*--por=random"),
    ("prune: not a word it knows", {"a.c": SAFE}, ["check", "--prune=maybe", "a.c"], r"--prune: unknown value 'maybe'; known: auto on off"),
    ("independence: unknown", {"a.c": SAFE}, ["check", "--independence=all", "a.c"], r"'all'"),
    ("color: unknown", {"a.c": SAFE}, ["check", "--color=green", "a.c"], r"green"),
    ("havoc: empty name", {"a.c": SAFE}, ["check", "--havoc=f,,g", "a.c"], r"--havoc"),
    ("file: no contents", {"a.c": SAFE}, ["check", "--file=name", "a.c"], r"--file.*NAME=CONTENTS"),
    ("file: no path", {"a.c": SAFE}, ["check", "--file=../x=1", "a.c"], r"--file.*'\.\./x'"),
    ("file: too many inputs", {"a.c": SAFE}, ["check", "--file=x:70000", "a.c"], r"--file.*65536"),
    ("file: unknown escape", {"a.c": SAFE}, ["check", "--file=x=\\q", "a.c"], r"--file.*\\q"),
    ("stdin: twice", {"a.c": SAFE}, ["check", "--stdin=a", "--stdin-size=3", "a.c"], r"given twice"),
    ("args: open quote", {"a.c": SAFE}, ["check", "--args='one two", "a.c"], r"--args.*quote"),
    ("cache: empty", {"a.c": SAFE}, ["check", "--cache=", "a.c"], r"--cache"),
    ("solver-timeout: word", {"a.c": SAFE}, ["check", "--solver-timeout=1s", "a.c"], r"--solver-timeout.*1s"),
    ("por: no value", {"a.c": SAFE}, ["check", "--por"], r"--por"),
    ("format: unknown", {"a.c": SAFE}, ["check", "--format=xml", "a.c"], r"xml"),
    ("unwind: word", {"a.c": SAFE}, ["check", "--unwind=many", "a.c"], r"--unwind.*many|many.*--unwind"),
    ("unwind: negative", {"a.c": SAFE}, ["check", "--unwind=-3", "a.c"], r"--unwind.*-3|-3.*--unwind"),
    ("unwind: overflow", {"a.c": SAFE}, ["check", "--unwind=99999999999999999999", "a.c"], r"--unwind"),
    ("unwind: trailing text", {"a.c": SAFE}, ["check", "--unwind=3x", "a.c"], r"3x"),
    ("unwind: no line", {"a.c": SAFE}, ["check", "--unwind=a.c=3", "a.c"], r"--unwind.*FILE:LINE=N"),
    ("unwind: no file", {"a.c": SAFE}, ["check", "--unwind=:7=3", "a.c"], r"--unwind.*FILE:LINE=N"),
    ("unwind: no rounds", {"a.c": SAFE}, ["check", "--unwind=a.c:7=", "a.c"], r"--unwind"),
    ("unwind: line no number", {"a.c": SAFE}, ["check", "--unwind=a.c:x=3", "a.c"], r"--unwind.*x"),
    ("unwind: line zero", {"a.c": SAFE}, ["check", "--unwind=a.c:0=3", "a.c"], r"--unwind.*0"),
    ("unwind: other file", {"a.c": SAFE}, ["check", "--unwind=b.c:7=3", "a.c"], r"--unwind=b\.c:7=3: .*no code of a file b\.c"),
    ("unwind: file without loops", {"a.c": SAFE}, ["check", "--unwind=a.c:7=3", "a.c"], r"--unwind=a\.c:7=3: there is no loop in a\.c"),
    ("unwind: line without a loop", {"a.c": "int main(void) {\n int i = 0;\n while (i < 3)\n  i++;\n return 0; }\n"},
     ["check", "--unwind=a.c:5=3", "a.c"], r"--unwind=a\.c:5=3: no loop begins at line 5 of a\.c; the nearest one begins at line 3"),
    ("unwind: with states", {"a.c": SAFE}, ["check", "--por=states", "--unwind=a.c:7=3", "a.c"], r"--por=states"),
    ("width: word", {"a.c": SAFE}, ["check", "--width=wide", "a.c"], r"--width.*wide"),
    ("unwind: empty", {"a.c": SAFE}, ["check", "--unwind=", "a.c"], r"--unwind"),
    ("max-seconds: word", {"a.c": SAFE}, ["check", "--max-seconds=soon", "a.c"], r"soon"),
    ("max-seconds: negative", {"a.c": SAFE}, ["check", "--max-seconds=-1", "a.c"], r"--max-seconds"),
    ("max-seconds: zero", {"a.c": SAFE}, ["check", "--max-seconds=0", "a.c"], r"--max-seconds"),
    ("max-seconds: not a number", {"a.c": SAFE}, ["check", "--max-seconds=nan", "a.c"], r"--max-seconds"),
    ("max-executions: word", {"a.c": SAFE}, ["check", "--max-executions=all", "a.c"], r"--max-executions"),
    ("max-executions: negative", {"a.c": SAFE}, ["check", "--max-executions=-1", "a.c"], r"--max-executions"),
    ("max-memory: word", {"a.c": SAFE}, ["check", "--max-memory=lots", "a.c"], r"lots"),
    ("max-memory: bad unit", {"a.c": SAFE}, ["check", "--max-memory=5Q", "a.c"], r"5Q"),
    ("max-memory: overflow", {"a.c": SAFE}, ["check", "--max-memory=99999999999999G", "a.c"], r"--max-memory"),
    ("flag with a value", {"a.c": SAFE}, ["check", "--all=yes", "a.c"], r"--all"),
    ("witness: no value", {"a.c": SAFE}, ["check", "--witness"], r"--witness"),

    # Files.
    ("missing file", {}, ["check", "none.c"], r"none\.c.*No such file"),
    ("one of two files missing", {"a.c": SAFE}, ["check", "a.c", "none.c"], r"none\.c.*No such file"),
    ("folder", {"a.c": FOLDER}, ["check", "a.c"], r"a\.c.*directory"),
    ("unreadable file", {"a.c": UNREADABLE}, ["check", "a.c"], r"a\.c"),
    ("empty name", {}, ["check", ""], r"''|\"\"|empty|No such file"),
    ("wrong suffix", {"a.txt": SAFE}, ["check", "a.txt"], r"a\.txt"),
    ("no suffix", {"program": SAFE}, ["check", "program"], r"program"),
    ("C++", {"a.cpp": SAFE}, ["check", "a.cpp"], r"a\.cpp"),
    ("empty file", {"a.c": ""}, ["check", "a.c"], r"a\.c.*empty"),
    ("no main", {"a.c": "int f(void) { return 0; }\n"}, ["check", "a.c"], r"no function main .*--entry"),
    ("main only declared", {"a.c": "int main(void);\nint f(void) { return main(); }\n"}, ["check", "a.c"], r"main"),
    ("empty .ll", {"a.ll": ""}, ["check", "a.ll"], r"main|a\.ll"),
    ("empty .bc", {"a.bc": ""}, ["check", "a.bc"], r"a\.bc"),
    ("junk .bc", {"a.bc": JUNK}, ["check", "a.bc"], r"a\.bc"),
    ("junk .ll", {"a.ll": JUNK}, ["check", "a.ll"], r"a\.ll"),
    ("C in a .ll", {"a.ll": SAFE}, ["check", "a.ll"], r"a\.ll"),
    ("truncated bitcode", {"a.bc": TRUNCATED_BITCODE}, ["check", "a.bc"], r"a\.bc"),
    ("duplicate definition", {"a.c": SAFE, "b.c": SAFE}, ["check", "a.c", "b.c"],
     r"b\.c: 'main' is defined in a\.c, too"),
    ("same file twice", {"a.c": SAFE}, ["check", "a.c", "a.c"], r"a\.c: the file is named twice \("),
    ("same file twice, by two names", {"a.c": SAFE}, ["check", "a.c", "./a.c"],
     r"\./a\.c: the file is named twice, also as a\.c"),
    ("header", {"a.h": "int f(void);\n"}, ["check", "a.h"], r"a\.h: a header is checked with the files that include it"),
    ("verifying what is off", {"a.c": SAFE}, ["check", "--prune=off", "--verify-cuts", "a.c"],
     r"--verify-cuts has nothing to verify"),
    ("conflicting pointer widths", {"a.ll": 'target datalayout = "e-m:e-p:32:32"\n'
                                    'target triple = "i386-pc-linux-gnu"\n'
                                    "define i32 @main() {\n  ret i32 0\n}\n"},
     ["check", "-m64", "a.ll"], r"32|64"),

    *((f"{what}: {name}", {name: kind}, ["check", name], message)
      for name in ("a.c", "a.i", "a.ll", "a.bc")
      for what, kind, message in (("device", DEVICE, "not a regular file"), ("FIFO", FIFO, "not a regular file"),
                                  ("huge", HUGE, "the file is too large"))),
    ("a violation in a device", {"a.c": '#include <assert.h>\nint zero;\n#line 1 "/dev/zero"\nint main(void) '
                                 "{ assert(zero); return 0; }\n"}, ["check", "--witness=", "a.c"], r"/dev/zero:1",
     {"status": 1}),
    ("a violation in a file with control characters in its name",
     {"a.c": '#include <assert.h>\nint zero;\n#line 1 "\\033[2Jx.c"\nint main(void) { assert(zero); return 0; }\n'},
     ["check", "--witness=", "--color=always", "a.c"], r"\\x1b\[2Jx\.c:1", {"status": 1}),
    ("control characters in a message", {}, ["check", "no\x1b[31m\nne.c"], r"no\\x1b\[31m\\nne\.c: No such"),
    *((f"name: {name!r}", {name: FAILS}, ["check", "--witness=w", "--cache={dir}/w", name], r"", {
        "status": 1, "leaves": "w", "then": [["replay", f"w/{name[:-2]}-1.json"],
                                             ["check", "--witness=w", "--cache={dir}/w", name]]})
      for name in ODD_NAMES),
    *((f"replay from another folder: {name}", {"a.c": FAILS}, ["check", "--witness=w", name], r"",
       {"status": 1, "leaves": "w", "then": [["replay", "{dir}/w/a-1.json"]], "then_in": "/"}) for name in ("a.c", "{dir}/a.c")),
    ("name: an option", {"-Dx.c": SAFE}, ["check", "./-Dx.c"], r"safe", {"status": 0}),

    # LLVM assembly whose types, addresses and blocks are not what a compiler writes.
    ("initial value that leads from one variable to another",
     {"a.ll": module("  %distance = load i32, ptr @table", "@a = global i32 0\n@table = constant [1 x i32] [i32 trunc "
                     "(i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @table to i64)) to i32)]")}, ["check", "a.ll"],
     r"the initial value of `table` is not supported: the distance between two variables or functions"),
    *((f"scalable vectors: {what}", {"a.ll": text}, ["check", "a.ll"], r"a\.ll: scalable vectors are not supported")
      for what, text in (
          ("variable", module("  %p = alloca <vscale x 4 x i32>")),
          ("structure", module("  %p = alloca { <vscale x 4 x i32>, <vscale x 4 x i32> }")),
          ("address", module("  %p = getelementptr <vscale x 4 x i32>, ptr null, i64 1")),
          ("constant", module("  store ptr getelementptr (<vscale x 4 x i32>, ptr @g, i64 1), ptr @g", "@g = global ptr null")),
          ("parameter", module("", "declare void @f(<vscale x 4 x i32>)")))),
    ("an initial value that is computed with a scalable vector",
     {"a.ll": module("  %v = load ptr, ptr @g", "@g = global ptr getelementptr (<vscale x 4 x i32>, ptr @g, i64 1)")}, ["check", "a.ll"], r"scalable"),
    ("entry: none of that name", {"a.c": "int f(void) { return 0; }\n"}, ["check", "--entry=g", "a.c"],
     r"--entry: none of the files has a function g"),
    ("entry: declared only", {"a.c": "int g(void);\nint f(void) { return g(); }\n"}, ["check", "--entry=g", "a.c"],
     r"--entry: none of the files has a function g"),
    ("entry: a pointer", {"a.c": "int f(int *place) { return *place; }\n"}, ["check", "--entry=f", "a.c"],
     r"--entry=f: place of f is a pointer"),
    ("entry: beside a main", {"a.c": SAFE + "int f(void) { return 0; }\n"}, ["check", "--entry=f", "a.c"],
     r"--entry: the program has a main already"),
    ("entry: main itself", {"a.c": SAFE}, ["check", "--entry=main", "a.c"], r"--entry: the program has a main already"),
    ("entry: static functions of two files", {"a.c": "static int f(void) { return 0; }\nint g(void) { return f(); }\n",
                                              "b.c": "static int f(void) { return 1; }\nint h(void) { return f(); }\n"},
     ["check", "--entry=f", "a.c", "b.c"], r"--entry: two of the files have a function f"),
    ("entry: empty name", {"a.c": SAFE}, ["check", "--entry=f,,g", "a.c"], r"--entry"),
    ("what cannot be reached need not be supported",
     {"a.ll": module("", nested("array", 59, "i8") + "\n@g = global %t59 zeroinitializer\n"
                     "define void @f() {\n  store i8 0, ptr @g\n  ret void\n}")},
     ["check", "a.ll"], r"safe", {"status": 0}),
    ("slice: a line that cannot be reached", {"a.c": "int x;\nvoid never(void) { x = 1; }\n" + SAFE},
     ["slice", "--at=a.c:2", "a.c"], r"line 2 of a\.c: no code there that main can reach"),
    ("an array of four thousand million empty structures",
     {"a.ll": module("  %v = load [4000000000 x {}], ptr @g\n  store [4000000000 x {}] %v, ptr @g",
                     "@g = global [4000000000 x {}] zeroinitializer")}, ["check", "a.ll"], r"safe", {"status": 0}),
    *((f"nested {kind}s of 2^59 {what}",
       {"a.ll": module(body, nested(kind, 59, innermost) + "\n@g = external global i32")}, ["check", "a.ll"], message,
       {"status": status})
      for kind in ("array", "struct")
      for what, innermost, body, message, status in (
          ("empty structures", "{}", "  %v = load %t59, ptr @g\n  store %t59 %v, ptr @g", r"safe", 0),
          ("bytes", "i8", "  %v = load %t59, ptr @g", r"a value of more than 8192 bytes", 3),
          ("addresses of bytes", "i8", "  %p = getelementptr %t59, ptr @g, i64 9", r"safe", 0))),
    ("a global of 2^59 bytes", {"a.ll": module("  store i8 0, ptr @g", nested("array", 59, "i8") + "\n@g = global %t59 zeroinitializer")},
     ["check", "a.ll"], r"the global variables are too big"),
    ("200,000 empty blocks", {"a.ll": empty_blocks(200000)}, ["check", "--cache=off", "a.ll"], r"safe", {"status": 0}),
    ("empty blocks in a circle", {"a.ll": module("  br label %a\na:\n  br label %b\nb:\n  br label %a\nc:")},
     ["check", "--max-seconds=2", "a.ll"], r"may go round a loop here for ever", {"status": 0}),
    ("an index beyond all addresses", {"a.c": "int a[4];\nint main(void) { return a[0x8000000000000000ull]; }\n"},
     ["check", "a.c"], r"safe", {"status": 0}),

    # Compile errors: clang speaks.
    ("junk .c", {"a.c": JUNK}, ["check", "a.c"], r"error:", {"clang": True}),
    ("compile error", {"a.c": "int main(void) { return x; }\n"}, ["check", "a.c"],
     r"a\.c:1:\d+: error: .*undeclared", {"clang": True}),
    ("missing header", {"a.c": "#include <none.h>\n" + SAFE}, ["check", "a.c"], r"'none\.h' file not found",
     {"clang": True}),
    ("bad preprocessed file", {"a.i": "int main(void) {\n"}, ["check", "a.i"], r"a\.i:\d+:\d+: error:",
     {"clang": True}),
    ("unknown clang argument", {"a.c": SAFE}, ["check", "a.c", "--", "--no-such-argument"], r"no-such-argument",
     {"clang": True}),
    ("second file does not compile", {"a.c": SAFE, "b.c": "int f(void) { return }\n"}, ["check", "a.c", "b.c"],
     r"b\.c:1:\d+: error", {"clang": True}),

    # compile_commands.json.
    ("compile commands: missing", {"a.c": SAFE}, ["check", "--compile-commands=none.json", "a.c"], r"none\.json"),
    ("compile commands: junk", {"a.c": SAFE, "c.json": JUNK}, ["check", "--compile-commands=c.json", "a.c"],
     r"c\.json"),
    ("compile commands: truncated", {"a.c": SAFE, "c.json": '[{"directory": "/'},
     ["check", "--compile-commands=c.json", "a.c"], r"c\.json"),
    ("compile commands: no array", {"a.c": SAFE, "c.json": '{"file": "a.c"}'},
     ["check", "--compile-commands=c.json", "a.c"], r"c\.json"),
    ("compile commands: no entry", {"a.c": SAFE, "c.json": "[]"}, ["check", "--compile-commands=c.json", "a.c"],
     r"a\.c"),
    ("compile commands: entry without command", {"a.c": SAFE, "c.json": '[{"directory": "{dir}", "file": "a.c"}]'},
     ["check", "--compile-commands=c.json", "a.c"], r"c\.json|a\.c"),
    *((f"compile commands: {what}", {"a.c": SAFE, "c.json": kind}, ["check", "--compile-commands=c.json", "a.c"],
       r"c\.json: " + message) for what, kind, message in
      (("device", DEVICE, "not a regular file"), ("FIFO", FIFO, "not a regular file"), ("huge", HUGE, "the file is too large"))),
    ("compile commands: no directory", {"a.c": SAFE, "c.json": '[{"file": "a.c", "command": "cc -c a.c"}]'},
     ["check", "--compile-commands=c.json", "a.c"], r"c\.json: the entry of a\.c names no `directory`"),
    ("compile commands: directory missing", {"a.c": SAFE, "c.json": entry(directory="{dir}/none", file="{dir}/a.c")},
     ["check", "--compile-commands=c.json", "a.c"], r"c\.json: the `directory` of a\.c: .*none: No such file"),
    ("compile commands: directory is a file", {"a.c": SAFE, "c.json": entry(directory="{dir}/a.c", file="{dir}/a.c")},
     ["check", "--compile-commands=c.json", "a.c"], r"c\.json: the `directory` of a\.c: .*a\.c: not a directory"),
    ("compile commands: several files, none in it", {"a.c": SAFE, "b.c": SAFE, "c.json": "[]"},
     ["check", "--compile-commands=c.json", "a.c", "b.c"], r"^a\.c: c\.json has no compile command for it"),
    ("compile commands: two ways", {"a.c": SAFE, "c.json": '[{"directory": "{dir}", "file": "a.c", "command": "cc -DA=1 -c a.c -o x.o"},'
                                                          ' {"directory": "{dir}", "file": "./a.c", "command": "cc -DA=2 -c a.c -o y.o"}]'},
     ["check", "--compile-commands=c.json", "a.c"], r"in 2 different ways: name .*: a\.c#1 \(x\.o: -DA=1\), a\.c#2 \(y\.o: -DA=2\)$"),
    ("compile commands: source of an object is gone", {"c.json": '[{"directory": "{dir}", "file": "a.c", "command": "cc -c a.c", "output": "x.o"}]'},
     ["check", "--compile-commands=c.json", "x.o"], r"^x\.o: the source .* a\.c, is not there"),
    *((f"compile commands: {' '.join(words)}", {"a.c": "int main(void) { return X; }\n", "c.json": entry(*words, "-DX=0")},
       ["check", "--compile-commands=c.json", "a.c"], r"safe", {"status": 0})
      for words in (["-save-temps"], ["-MJ", "out.json"], ["--help"], ["-Xclang", "-ast-dump"], ["-fsyntax-only"], ["-v"],
                    ["-ftime-trace"], ["-fplugin=none.so"], ["-Xclang", "-load", "-Xclang", "none.so"], ["-E"], ["-M"],
                    ["-Wp,-MD,out.d"], ["-o", "out", "-MMD", "-MF", "out.d"], ["-fstack-usage"], ["-###"], ["--version"],
                    ["-print-search-dirs"], ["-D", "_FORTIFY_SOURCE=2"], ["-fsave-optimization-record"], ["-mllvm", "-help"],
                    ["-fno-such-option"], ["--analyze"], ["-include-pch", "none.pch"], ["@none"])),
    ("compile commands: response file", {"a.c": "int main(void) { return X + Y; }\n", "c.json": entry("@flags"),
                                         "flags": "-DX=0 '@more flags' -fsyntax-only", "more flags": "-DY=0 @flags"},
     ["check", "--compile-commands=c.json", "a.c"], r"safe", {"status": 0}),

    # The installation and its surroundings.
    ("clang that says nothing", {"a.c": SAFE}, ["check", "a.c"], r"/bin/false is not clang 19",
     {"env": {"HEDDLE_CLANG": "/bin/false"}}),
    ("clang that does nothing", {"a.c": SAFE}, ["check", "a.c"], r"a\.c: the compiler compiled nothing",
     {"env": {"HEDDLE_CLANG": "/bin/true"}}),
    ("clang arguments that stop it", {"a.c": SAFE}, ["check", "a.c", "--", "--help"],
     r"a\.c: the compiler compiled nothing"),
    ("clang in a folder that a shell would misunderstand", {"a.c": SAFE}, ["check", "a.c"], r"safe",
     {"env": {"PATH": "{dir}/it's; $(here)", "HEDDLE_CLANG": None}, "prepare": make_clang, "status": 0}),
    ("temporary folder missing", {"a.c": SAFE}, ["check", "--cache=off", "a.c"], r"none/heddle-scratch.*No such file",
     {"env": {"TMPDIR": "{dir}/none"}}),
    ("temporary folder of a killed run", {"a.c": SAFE}, ["check", "--cache=off", "a.c"], r"safe",
     {"env": {"TMPDIR": "{dir}"}, "prepare": make_old, "removes": "heddle-scratch.abcdef", "status": 0}),
    ("temporary folder of a run that goes on", {"a.c": SAFE, "heddle-scratch.abcdef": FOLDER},
     ["check", "--cache=off", "a.c"], r"safe", {"env": {"TMPDIR": "."}, "status": 0}),
    *((f"standard output {output}: {' '.join(words)}", {"a.c": FAILS}, words, r"standard output: ", {"output": output})
      for output in ("full", "closed", "pipe")
      for words in (["--help"], ["--version"], ["check", "--help"], ["check", "--witness=", "a.c"],
                    ["check", "--witness=", "--format=json", "a.c"], ["check", "--print-program", "a.c"],
                    ["slice", "a.c"])),
    ("no clang", {"a.c": SAFE}, ["check", "a.c"], r"/nonexistent", {"env": {"HEDDLE_CLANG": "/nonexistent"}}),
    ("no heddle-lower", {"a.c": SAFE}, ["check", "a.c"], r"heddle-lower", {"alone": True}),
    ("cache folder cannot be made", {"a.c": SAFE}, ["check", "a.c"], r"",
     {"env": {"XDG_CACHE_HOME": "/dev/null/cache"}, "status": 0}),
    ("no home", {"a.c": SAFE}, ["check", "a.c"], r"", {"env": {"XDG_CACHE_HOME": None, "HOME": None}, "status": 0}),
    ("witness folder is a file", {"a.c": FAILS, "w": ""}, ["check", "--witness=w", "a.c"], r"\bw\b"),
    ("witness folder cannot be made", {"a.c": FAILS}, ["check", "--witness=/dev/null/w", "a.c"], r"/dev/null/w"),

    # replay.
    ("replay: no witness", {}, ["replay"], r"witness|WITNESS"),
    ("replay: two witnesses", {"a.json": "{}", "b.json": "{}"}, ["replay", "a.json", "b.json"], r"b\.json|one"),
    ("replay: unknown option", {}, ["replay", "--bogus", "w.json"], r"--bogus"),
    ("replay: missing file", {}, ["replay", "none.json"], r"none\.json.*No such file"),
    ("replay: folder", {"w.json": FOLDER}, ["replay", "w.json"], r"w\.json"),
    ("replay: empty", {"w.json": ""}, ["replay", "w.json"], r"w\.json"),
    ("replay: junk", {"w.json": JUNK}, ["replay", "w.json"], r"w\.json"),
    ("replay: other JSON", {"w.json": "[1, 2]"}, ["replay", "w.json"], r"w\.json"),
    ("replay: empty object", {"w.json": "{}"}, ["replay", "w.json"], r"w\.json"),
    ("replay: truncated", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"w\.json",
     {"edit": ("truncate", None)}),
    ("replay: other version", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"version|schema",
     {"edit": ("version", "heddle_witness")}),
    ("replay: key missing", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"w\.json",
     {"edit": ("drop", "steps")}),
    ("replay: wrong type", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"w\.json",
     {"edit": ("retype", "steps")}),
    ("replay: program changed", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"changed",
     {"edit": ("program", None)}),
    ("replay: program gone", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"violation\.c",
     {"edit": ("remove", None)}),
    ("replay: learnt: an instruction beyond the program", {"violation.c": FAILS, "w.json": WITNESS},
     ["replay", "w.json"], r"does not fit", {"edit": ("change", lambda w: w["learnt"].extend(
         [{"fact": "sliced", "number": 0}, {"fact": "relevant", "code": 0xabcdef00}]))}),
    ("replay: learnt: an unknown fact", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"],
     r"unknown fact", {"edit": ("change", lambda w: w["learnt"].append({"fact": "everything"}))}),
    ("replay: a file named many times", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"],
     r"violation\.c: the file is named twice", {"edit": ("change", lambda w: w["program"].update(
         files=["violation.c"] * 300))}),
    ("replay: a step elsewhere", {"violation.c": THREADS, "w.json": WITNESS}, ["replay", "w.json"],
     r"w\.json: the program has no such execution: step 2", {"edit": ("change", lambda w: w["steps"][1].update(
         code=w["steps"][1]["code"] - 1))}),
    ("replay: steps left out", {"violation.c": THREADS, "w.json": WITNESS}, ["replay", "w.json"], r"",
     {"edit": ("change", lambda w: w["steps"].clear()), "status": 0}),
    ("replay: a thread's name with a number that is too large", {"violation.c": FAILS, "w.json": WITNESS},
     ["replay", "w.json"], r"main\.99999999", {"edit": ("change", lambda w: w["threads"].append("main.99999999"))}),
    *((f"replay: {what}", {"w.json": kind}, ["replay", "w.json"], r"w\.json: " + message) for what, kind, message in
      (("device", DEVICE, "not a regular file"), ("FIFO", FIFO, "not a regular file"), ("huge", HUGE, "the file is too large"))),
    ("replay: a source that is a device", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"],
     r"/dev/zero: not a regular file", {"edit": ("change", lambda w: w["program"]["sources"].append(
         {"path": "/dev/zero", "hash": "0" * 16}))}),
    *((f"replay: clang's {' '.join(words)}", {"violation.c": FAILS, "w.json": WITNESS, "flags": "-DX"}, ["replay", "w.json"],
       r"w\.json: .*" + words[0], {"edit": ("change", lambda w, words=words: w["program"].update(clang=words))})
      for words in (["-fplugin=./evil.so"], ["-Xclang", "-load"], ["@flags"], ["-o", "x"], ["-save-temps"], ["-B."],
                    ["-Wp,-DX,-MD,out.d"], ["-Wl,-x"], ["-MJ", "out.json"], ["--config=flags"], ["violation.c"], ["-D"],
                    ["-specs=flags"], ["-mllvm", "-help"], ["-no-integrated-as"], ["-fpass-plugin=x.so"], ["-x", "c++"])),
    ("replay: clang's -I @flags", {"violation.c": FAILS, "w.json": WITNESS, "flags": "-DX"}, ["replay", "w.json"],
     r"w\.json: .*-I", {"edit": ("change", lambda w: w["program"].update(clang=["-I", "@flags"]))}),
    ("replay: clang's -include of a FIFO", {"violation.c": FAILS, "w.json": WITNESS, "f": FIFO}, ["replay", "w.json"],
     r"w\.json: f: not a regular file", {"edit": ("change", lambda w: w["program"].update(clang=["-include", "f"]))}),
    ("replay: harmless arguments", {"violation.c": FAILS, "w.json": WITNESS}, ["replay", "w.json"], r"confirmed",
     {"edit": ("change", lambda w: w["program"].update(clang=[
         "-D", "X=1", "-DY", "-U", "Z", "-I.", "-I", "/", "-isystem", ".", "-O2", "-Wall", "-Wno-error=format", "-Werror",
         "-fsigned-char", "-fno-builtin", "-fno-builtin-printf", "-fno-strict-aliasing", "-w", "-g", "-g0", "-g3", "-ggdb", "-gline-tables-only", "-gdwarf-5", "-pthread", "-m64"])),
      "status": 1}),

    # slice.
    ("slice: no files", {}, ["slice"], r"no (input )?files?|FILE"),
    ("slice: missing file", {}, ["slice", "none.c"], r"none\.c.*No such file"),
    ("slice: no main", {"a.c": "int f(void) { return 0; }\n"}, ["slice", "a.c"], r"main"),
    ("slice: compile error", {"a.c": "int main(void) { return x; }\n"}, ["slice", "a.c"],
     r"a\.c:1:\d+: error: .*undeclared", {"clang": True}),
    ("slice: unknown option", {"a.c": SAFE}, ["slice", "--bogus", "a.c"], r"--bogus"),
    ("slice: option of check", {"a.c": SAFE}, ["slice", "--unwind=3", "a.c"], r"--unwind.*slice"),
    ("slice: unknown property", {"a.c": SAFE}, ["slice", "--property=speed", "a.c"], r"speed"),
    ("slice: unknown format", {"a.c": SAFE}, ["slice", "--format=sarif", "a.c"], r"sarif"),
    ("slice: at no line", {"a.c": SAFE}, ["slice", "--at=a.c", "a.c"], r"a\.c.*FILE:LINE"),
    ("slice: at line 0", {"a.c": SAFE}, ["slice", "--at=a.c:0", "a.c"], r"a\.c:0.*FILE:LINE"),
    ("slice: at word", {"a.c": SAFE}, ["slice", "--at=a.c:x", "a.c"], r"a\.c:x.*FILE:LINE"),
    ("slice: at no file", {"a.c": SAFE}, ["slice", "--at=:1", "a.c"], r":1.*FILE:LINE"),
    ("slice: at other file", {"a.c": SAFE}, ["slice", "--at=b.c:1", "a.c"], r"b\.c"),
    ("slice: at part of a name", {"a.c": SAFE}, ["slice", "--at=.c:1", "a.c"], r"\.c"),
    ("slice: at line without code", {"a.c": "\n" + SAFE}, ["slice", "--at=a.c:1", "a.c"], r"line 1 of a\.c"),
    ("slice: at line beyond the end", {"a.c": SAFE}, ["slice", "--at=a.c:99", "a.c"], r"line 99 of a\.c"),
    ("slice: one of two lines", {"a.c": SAFE}, ["slice", "--at=a.c:1,a.c:7", "a.c"], r"line 7 of a\.c"),
    ("slice: why line without code", {"a.c": SAFE}, ["slice", "--why=a.c:5", "a.c"], r"--why.*line 5 of a\.c"),
    ("slice: forward from nothing", {"a.c": SAFE}, ["slice", "--forward", "a.c"], r"--forward.*--at"),
    ("slice: both pointer widths", {"a.c": SAFE}, ["slice", "-m32", "-m64", "a.c"], r"-m(32|64)"),
    ("havoc: takes the file", {"a.c": SAFE}, ["check", "--havoc", "a.c"], r"no input files: 'a\.c' is the value of --havoc here \(or is --havoc=\.\.\. meant\?\)"),
    ("effects: none", {"a.c": USES}, ["check", "--effects=e", "a.c"], r"e: .*No such file"),
    effects("no colon", "# text\nf returns any\n", r"e:2: ':' expected, not 'returns'"),
    effects("no function", "f: nothing else\n: any\n", r"e:2: the name of a function expected, not ':'"),
    effects("unknown effect", "f: eats arg 0\n", r"e:1: an effect \(returns, .*\) expected, not 'eats'"),
    effects("nothing said", "f:\n", r"e:1: an effect .* is missing at the end of the line"),
    effects("after nothing else", "f: nothing else; returns 0\n", r"e:1: the end of the line expected, not ';'"),
    effects("no semicolon", "f: reads arg 0 4 bytes returns 0\n", r"e:1: ';' or the end of the line expected, not 'returns'"),
    effects("twice", "f: returns 1\n\nf: returns 2\n", r"e:3: the effects of f stand in line 1 already"),
    effects("two results", "f: returns 1; allocates 3 bytes\n", r"e:1: f has two results"),
    effects("no bytes", "f: writes arg 0 arg 1\n", r"e:1: 'bytes' is missing at the end of the line"),
    effects("no size", "f: writes arg 0 up to bytes\n", r"e:1: a number of bytes, or 'arg' expected, not 'bytes'"),
    effects("too many bytes", "f: writes arg 0 99999999999999999999 bytes\n", r"e:1: '99999999999999999999' is no number"),
    effects("not a number", "f: returns 0..x\n", r"e:1: a number expected, not 'x'"),
    effects("empty range", "f: returns 3..-3\n", r"e:1: nothing lies between 3 and -3"),
    effects("many arguments", "f: releases arg 1000\n", r"e:1: there is no argument 1000"),
    effects("no such argument", "f: releases arg 3\n", r"e:1: f has no argument 3 \(they are counted from 0\)"),
    effects("no pointer", "f: writes arg 1 4 bytes\n", r"e:1: argument 1 of f is no pointer"),
    effects("a pointer as size", "f: writes arg 0 arg 2 bytes\n", r"e:1: argument 2 of f is no number of bytes"),
    effects("result is no pointer", "f: allocates 4 bytes\n", r"e:1: f returns no pointer"),
    effects("another type", "f: returns arg 0\n", r"e:1: argument 0 of f is of another type than the result"),
    effects("too large", "f: returns 0..99999999999\n", r"e:1: f cannot return such a number: its result has too few bits"),
    effects("zero byte", "f: returns 0\0\n", r"e: no text"),
    ("effects: not declared", {"a.c": "int f();\nint main(void) { return f(1); }\n", "e": "f: returns arg 0\n"},
     ["check", "--effects=e", "a.c"], r"e:1: argument 0 of f is not declared: its type is not known"),
]
