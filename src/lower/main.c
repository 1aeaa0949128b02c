// heddle-lower: from LLVM modules to a stored program (docs/design.md 3, src/program). The only program that
// links LLVM.
#include "base/file.h"
#include "lower/given.h"
#include "lower/harness.h"
#include "lower/input.h"
#include "lower/instrument.h"
#include "lower/join.h"
#include "lower/lower.h"
#include "lower/modules.h"
#include "lower/source_types.h"
#include "program/program.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: heddle-lower -o OUT.hp [--runtime=FILE.bc|FOLDER] [--source=FILE]... "
    "[-m32|-m64] [--entry=FUNCTION]... [--list=FILE] [--shifts] [--own-errors] [--volatile-atomic] "
    "[--check]\n"
    "       [--harness[=absolute]] [--effects=FILE] [--file=NAME=CONTENTS|NAME:SIZE]... "
    "[--stdin=TEXT|--stdin-size=N] INPUT...\n"
    "       heddle-lower --instrument=INLINED.bc [--steered] -o OUT.bc [--list=FILE] INPUT...\n"
    "Lowers LLVM modules (.bc, .ll), and those in what `heddle cc` has built, to a program of heddle. "
    "--source names a file the program "
    "was compiled from; --shifts\n"
    "keeps the checks of signed shifts that `heddle cc` puts in; --check verifies the result. "
    "--instrument makes a module of machine code to be, which records what it does; with --steered, which "
    "can also be made to "
    "follow a schedule.\n";

struct arguments {
    const char *output;
    struct input input;
    const char **files, **sources;
    uint32_t source_count;
    struct given *given; // files that the program finds
    uint32_t given_count;
    bool volatile_atomic, check, help;
    const char *inlined;    // the program is instrumented, with this; NULL: it is lowered
    bool steered;           // instrumented so that it can follow a schedule
    bool harness, absolute; // a driver is written in place of a program; with whole paths
};

static bool parse(int count, char **words, struct arguments *a, struct error *error)
{
    a->files = memory_zalloc((size_t)count + 1, sizeof *a->files);
    a->sources = memory_zalloc((size_t)count + 1, sizeof *a->sources);
    a->input.entries = memory_zalloc((size_t)count + 1, sizeof *a->input.entries);
    a->given = memory_zalloc((size_t)count + 1, sizeof *a->given);
    for (int i = 1; i < count && !error->message; i++) {
        const char *word = words[i];
        if (strcmp(word, "-o") == 0 && i + 1 < count)
            a->output = words[++i];
        else if (strncmp(word, "--runtime=", 10) == 0)
            a->input.runtime = word + 10;
        else if (strncmp(word, "--source=", 9) == 0)
            a->sources[a->source_count++] = word + 9;
        else if (strncmp(word, "--file=", 7) == 0)
            given_read_file(word + 7, &a->given[a->given_count++], error);
        else if (strncmp(word, "--stdin=", 8) == 0)
            given_read_input(word + 8, &a->given[a->given_count++], error);
        else if (strncmp(word, "--stdin-size=", 13) == 0)
            given_symbolic_input(strtoull(word + 13, NULL, 10), &a->given[a->given_count++], error);
        else if (strcmp(word, "-m32") == 0 || strcmp(word, "-m64") == 0)
            a->input.pointer_bits = word[2] == '3' ? 32 : 64;
        else if (strcmp(word, "--volatile-atomic") == 0)
            a->volatile_atomic = true;
        else if (strcmp(word, "--check") == 0)
            a->check = true;
        else if (strncmp(word, "--entry=", 8) == 0)
            a->input.entries[a->input.entry_count++] = word + 8;
        else if (strncmp(word, "--effects=", 10) == 0)
            a->input.effects = word + 10;
        else if (strncmp(word, "--list=", 7) == 0)
            a->input.list = word + 7;
        else if (strcmp(word, "--shifts") == 0)
            a->input.shifts = true;
        else if (strcmp(word, "--own-errors") == 0)
            a->input.own_errors = true;
        else if (strcmp(word, "--harness") == 0 || strcmp(word, "--harness=absolute") == 0)
            a->harness = true, a->absolute = word[9] != 0;
        else if (strncmp(word, "--instrument=", 13) == 0)
            a->inlined = word + 13, a->input.native = true;
        else if (strcmp(word, "--steered") == 0)
            a->steered = true;
        else if (strcmp(word, "--help") == 0)
            a->help = true;
        else if (word[0] == '-' && word[1])
            return error_set(error, "unknown option %s", word);
        else
            a->files[a->input.file_count++] = word;
    }
    a->input.files = a->files;
    if (error->message)
        return false;
    if (!a->help && (!a->output || !a->input.file_count))
        return error_set(error, "an output (-o) and at least one input are needed");
    return true;
}

static void add_hashed_sources(struct lowering *l, const struct arguments *a)
{
    for (uint32_t i = 0; i < a->source_count; i++) {
        struct source source = {.name = lower_string(l, a->sources[i], strlen(a->sources[i]))};
        file_hash(a->sources[i], &source.hash, l->error);
        vector_push(&l->sources, source);
    }
}

static bool save(struct lowering *l, const struct arguments *a, struct error *error)
{
    struct program *program = lower_finish(l);
    bool done = (!a->check || program_check(program, error)) && program_write(program, a->output, error);
    program_free(program);
    return done;
}

// `heddle harness`: nothing of the runtime library is needed.
static bool write_harness(const struct arguments *a, struct error *error)
{
    struct input input = a->input;
    unsigned bits = input.pointer_bits;
    LLVMContextRef context = LLVMContextCreate();
    module_install_handlers(context);
    input.entry_count = 0;
    module_catch_crashes(true); // debug information can be damaged, too
    LLVMModuleRef module = join_files(context, &input, &bits, error);
    FILE *out = module ? fopen(a->output, "w") : NULL;
    if (module && !out)
        error_set(error, "%s: %s", a->output, strerror(errno));
    bool good = out && harness_write(module, a->input.entries, a->input.entry_count, a->absolute, out, error);
    if (out && fclose(out) != 0 && good)
        good = error_set(error, "%s: %s", a->output, strerror(errno));
    return good;
}

// `heddle record`
static bool write_instrumented(const struct arguments *a, struct error *error)
{
    unsigned bits = 64;
    LLVMContextRef context = LLVMContextCreate();
    module_install_handlers(context);
    module_catch_crashes(true);
    LLVMModuleRef module = join_files(context, &a->input, &bits, error);
    module_catch_crashes(false);
    if (!module || !instrument_module(module, a->inlined, a->steered, error))
        return false;
    return LLVMWriteBitcodeToFile(module, a->output) == 0 ||
           error_set(error, "%s: cannot be written", a->output);
}

static bool run_lowering(const struct arguments *a, struct error *error)
{
    if (a->inlined)
        return write_instrumented(a, error);
    if (a->harness)
        return write_harness(a, error);
    struct lowering l = {.error = error, .check = a->check, .volatile_atomic = a->volatile_atomic};
    l.context = LLVMContextCreate();
    module_install_handlers(l.context);
    l.module = input_read(l.context, &a->input, error);
    if (l.module)
        given_place(l.module, a->given, a->given_count);
    if (!l.module || !input_promote(l.module, error))
        return false;
    LLVMSetIsNewDbgInfoFormat(l.module, false); // as calls, declarations can be looked at
    l.layout = LLVMGetModuleDataLayout(l.module);
    l.builder = LLVMCreateBuilderInContext(l.context);
    l.pointer_bits = LLVMPointerSize(l.layout) * 8;
    lower_string(&l, "", 0);
    lower_location(&l, 0, 0, 0);
    functions_number(&l);
    globals_lower(&l);
    functions_lower(&l);
    source_types_finish(&l);
    constants_finish(&l);
    add_hashed_sources(&l, a);
    if (!error->message)
        hash_blocks(&l);
    bool done = !error->message && save(&l, a, error);
    lower_release(&l);
    return done; // LLVM's own memory goes with the process
}

int main(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct error error = {0};
    int status = 0;
    if (!parse(argc, argv, &arguments, &error) || (!arguments.help && !run_lowering(&arguments, &error))) {
        fprintf(stderr, "heddle: %s\n", error.message ? error.message : "internal error");
        status = 2;
    } else if (arguments.help) {
        fputs(usage, stdout);
    }
    memory_free(arguments.files);
    memory_free(arguments.sources);
    memory_free(arguments.input.entries);
    for (uint32_t i = 0; i < arguments.given_count; i++)
        given_free(&arguments.given[i]);
    memory_free(arguments.given);
    error_free(&error);
    fflush(NULL);
    _Exit(status);
}
