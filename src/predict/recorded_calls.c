#include "predict/recorded_calls.h"

#include "base/memory.h"
#include "base/vector.h"
#include "program/layout.h"

#include <string.h>

// Functions without a body in the program of which the machine does what they do natively, whatever the world
// is like. What they return depends on their arguments and on memory alone; output returns what it returns
// where it does not fail, and nothing waits for it.
static const char *const known[] = {
    "__assert_fail",
    "__assert",
    "abort",
    "heddle_assert",
    "__VERIFIER_assert",
    "klee_assert",
    "__CPROVER_assert",
    "__ESBMC_assert",
    "reach_error",
    "__VERIFIER_error",
    // threads
    "pthread_create",
    "pthread_join",
    "pthread_exit",
    "pthread_self",
    "pthread_equal",
    "sched_yield",
    "pthread_yield",
    "thrd_create",
    "thrd_join",
    "thrd_exit",
    "thrd_yield",
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_mutexattr_init",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_settype",
    "usleep",
    "sleep",
    "nanosleep",
    "thrd_sleep",
    // what they wait for
    "pthread_mutex_init",
    "pthread_mutex_destroy",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "mtx_init",
    "mtx_destroy",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "pthread_spin_init",
    "pthread_spin_destroy",
    "pthread_spin_lock",
    "pthread_spin_unlock",
    "pthread_rwlock_init",
    "pthread_rwlock_destroy",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_unlock",
    "pthread_cond_init",
    "pthread_cond_destroy",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "cnd_init",
    "cnd_destroy",
    "cnd_wait",
    "cnd_signal",
    "cnd_broadcast",
    "sem_init",
    "sem_destroy",
    "sem_wait",
    "sem_post",
    "sem_trywait",
    "pthread_barrier_init",
    "pthread_barrier_destroy",
    "pthread_barrier_wait",
    "pthread_once",
    "call_once",
    // what is a thread's own
    "pthread_key_create",
    "pthread_key_delete",
    "pthread_getspecific",
    "pthread_setspecific",
    "tss_create",
    "tss_delete",
    "tss_get",
    "tss_set",
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "__runtime_jump_enter",
    "__runtime_jump_leave",
    "__runtime_jump_mark",
    "__runtime_jump_mark_mask",
    "__runtime_jump_is_on_its_way",
    "__runtime_jump_land",
    // memory
    "malloc",
    "calloc",
    "realloc",
    "free",
    "aligned_alloc",
    "posix_memalign",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strchr",
    "strrchr",
    "strstr",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strdup",
    "strndup",
    "atoi",
    "atol",
    "atoll",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "__isoc23_strtoul",
    "__isoc23_strtoull",
    "abs",
    "labs",
    "llabs",
    // marks, which do nothing
    "heddle_record_begin",
    "heddle_record_end",
    // output
    "printf",
    "puts",
    "putchar",
    "fprintf",
    "fputs",
    "fputc",
    "putc",
    "fflush",
};

// Variables of the C library that may be looked at.
static const char *const known_variables[] = {"stdout", "stderr"};

static bool is_name_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_known_call(const char *name)
{
    return is_name_among(name, known, sizeof known / sizeof *known);
}

// ---- what the code refers to

struct stopper {
    const struct program *program;
    struct instruction *code;
    VECTOR(char) strings;
    const char *what; // that is referred to and must not be; NULL: nothing
};

// The name of a function that must not be called; NULL: it may be.
static const char *refused_function(const struct program *p, uint32_t number)
{
    const struct function *f = &p->functions[number];
    const char *name = f->kind == FUNCTION_NATIVE ? native_name(f->native) : program_string(p, f->name);
    bool foreign = f->kind != FUNCTION_DEFINED || f->flags & FUNCTION_RUNTIME;
    return f->flags & FUNCTION_ATOMIC ? "an atomic section" : foreign && !is_known_call(name) ? name : NULL;
}

static const char *refused_variable(const struct program *p, uint64_t address)
{
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *g = &p->globals[k];
        const char *name = program_string(p, g->name);
        if (!(g->flags & GLOBAL_THREAD_LOCAL) && address >= g->address && address - g->address < g->size)
            return g->flags & GLOBAL_RUNTIME && !is_name_among(name, known_variables, 2) ? name : NULL;
    }
    return NULL;
}

static const char *refused_address(const struct program *p, uint64_t address)
{
    uint64_t number = (address - LAYOUT_FUNCTION_BASE) / LAYOUT_FUNCTION_STRIDE;
    if (address < LAYOUT_FUNCTION_BASE)
        return NULL;
    return number < p->functions_count ? refused_function(p, (uint32_t)number) : refused_variable(p, address);
}

// What a call passes.
static const char *refused_operand(const struct program *p, uint32_t list)
{
    uint32_t fixed = p->operands[list], variadic = p->operands[list + 1];
    for (uint32_t k = 0; k < fixed + 2 * variadic; k++) {
        bool info = k >= fixed && (k - fixed) % 2;
        uint32_t operand = p->operands[list + 2 + k];
        if (info || !(operand & OPERAND_CONSTANT))
            continue;
        uint32_t constant = operand & ~OPERAND_CONSTANT;
        const char *what =
            p->constant_is_address[constant] ? refused_address(p, p->constants[constant]) : NULL;
        if (what)
            return what;
    }
    return NULL;
}

static const char *refused(const struct program *p, const struct instruction *i)
{
    switch (i->op) {
    case OP_CALL: {
        const char *what = refused_function(p, i->a);
        return what ? what : refused_operand(p, i->b);
    }
    case OP_CALL_NATIVE:
        return is_known_call(native_name(i->a)) ? refused_operand(p, i->b) : native_name(i->a);
    case OP_CALL_INDIRECT: return refused_operand(p, i->b);
    case OP_CONST: return i->aux & CONST_ADDRESS ? refused_address(p, instruction_immediate(i)) : NULL;
    case OP_LOAD_G:
    case OP_STORE_G: return refused_variable(p, instruction_immediate(i));
    default: return NULL;
    }
}

static bool is_function_of_user(const struct function *f)
{
    return f->kind == FUNCTION_DEFINED && !(f->flags & FUNCTION_RUNTIME);
}

// ---- the copy

static uint32_t add_stop_text(struct stopper *s, const char *what)
{
    uint32_t at = s->strings.size;
    char *text = memory_format("'%s', of which a recording does not say what it does", what);
    for (const char *c = text; *c; c++)
        vector_push(&s->strings, *c);
    vector_push(&s->strings, 0);
    memory_free(text);
    return at;
}

static void stop_in(struct stopper *s, const struct function *f)
{
    const struct program *p = s->program;
    for (uint32_t k = f->first; k < f->end; k++) {
        const char *what = refused(p, &p->code[k]);
        if (what) {
            uint32_t text = add_stop_text(s, what);
            s->code[k] = (struct instruction){.op = OP_UNSUPPORTED, .a = text};
        }
    }
}

// An address in the data of the user's variables.
static const char *refused_in_data(const struct program *p)
{
    for (uint32_t g = 0; g < p->globals_count; g++) {
        const struct global *global = &p->globals[g];
        if (global->flags & (GLOBAL_RUNTIME | GLOBAL_ZERO))
            continue;
        for (uint32_t k = 0; k < p->relocations_count; k++) {
            uint64_t at = p->relocations[k], address = 0;
            if (at < global->data || at - global->data >= global->size)
                continue;
            memcpy(&address, p->data + at, p->pointer_bits / 8);
            const char *what = refused_address(p, address);
            if (what)
                return what;
        }
    }
    return NULL;
}

struct program *recorded_calls_stop(const struct program *program, struct error *error)
{
    const char *what = refused_in_data(program);
    if (what) {
        error_set(error,
                  "the program takes the address of '%s', of which a recording does not say what it does",
                  what);
        return NULL;
    }
    if (program->main_parameters > 2) {
        error_set(error, "main takes the environment, which the recording does not have");
        return NULL;
    }
    struct stopper s = {.program = program,
                        .code = memory_alloc(program->code_count * sizeof *program->code)};
    memcpy(s.code, program->code, program->code_count * sizeof *program->code);
    for (uint32_t k = 0; k < program->strings_count; k++)
        vector_push(&s.strings, program->strings[k]);
    for (uint32_t k = 0; k < program->functions_count; k++)
        if (is_function_of_user(&program->functions[k]))
            stop_in(&s, &program->functions[k]);
    struct program *copy = memory_zalloc(1, sizeof *copy);
    *copy = *program;
    copy->analyses = NULL;
    copy->free_analyses = NULL;
    copy->mapping = NULL;
    copy->code = s.code;
    copy->strings = s.strings.data;
    copy->strings_count = s.strings.size;
    return copy;
}

void recorded_calls_free(struct program *program)
{
    if (!program)
        return;
    program_forget_analyses(program);
    memory_free(program->code);
    memory_free(program->strings);
    memory_free(program);
}

bool recorded_calls_fail_later(const struct program *p, uint32_t code)
{
    enum { MOST = 200, DEPTH = 4 };
    uint32_t callers[DEPTH], depth = 0;
    for (uint32_t k = 0; k < MOST; k++) {
        const struct instruction *i = &p->code[code];
        switch (i->op) {
        case OP_BRANCH:
        case OP_SWITCH:
        case OP_UNREACHABLE: return false;
        case OP_JUMP: code = i->b; break;
        case OP_RETURN:
            if (!depth)
                return false;
            code = callers[--depth];
            break;
        case OP_CALL:
            if (is_function_of_user(&p->functions[i->a]) && depth < DEPTH) {
                callers[depth++] = code + 1;
                code = p->functions[i->a].first;
            } else {
                code++;
            }
            break;
        case OP_CALL_NATIVE:
            if (native_facts(i->a) & (FACT_ASSERTS | FACT_ABORTS) && !(native_facts(i->a) & FACT_CONDITION))
                return true;
            code++;
            break;
        default: code++;
        }
    }
    return false;
}

bool recorded_calls_may_fail(const struct program *p)
{
    for (uint32_t k = 0; k < p->functions_count; k++) {
        const struct function *f = &p->functions[k];
        for (uint32_t c = f->first; is_function_of_user(f) && c < f->end; c++)
            if (p->code[c].op == OP_CALL_NATIVE && native_facts(p->code[c].a) & (FACT_ASSERTS | FACT_ABORTS))
                return true;
    }
    return false;
}
