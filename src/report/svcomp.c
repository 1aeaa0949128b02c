#include "report/svcomp.h"

#include "base/memory.h"
#include "program/natives.h"

#include <string.h>

#define BIT(x) (1u << (x))

uint32_t svcomp_properties(const struct svcomp_property *property)
{
    static const uint32_t needed[SVCOMP_RULE_COUNT] = {
        [SVCOMP_UNREACH_CALL] = BIT(PROPERTY_ASSERTION), [SVCOMP_NO_DATA_RACE] = BIT(PROPERTY_DATA_RACE),
        [SVCOMP_VALID_FREE] = BIT(PROPERTY_MEMORY),      [SVCOMP_VALID_DEREF] = BIT(PROPERTY_MEMORY),
        [SVCOMP_VALID_MEMTRACK] = BIT(PROPERTY_LEAK),    [SVCOMP_VALID_MEMCLEANUP] = BIT(PROPERTY_LEAK),
        [SVCOMP_NO_OVERFLOW] = BIT(PROPERTY_OVERFLOW),
    };
    uint32_t properties = 0;
    for (unsigned rule = 0; rule < SVCOMP_RULE_COUNT; rule++)
        if (property->rules & BIT(rule))
            properties |= needed[rule];
    return properties;
}

enum leak_kind svcomp_leaks(const struct svcomp_property *property)
{
    return property->rules & BIT(SVCOMP_VALID_MEMCLEANUP) ? LEAK_ALL : LEAK_UNREACHED;
}

// ---- what violations mean

// Name of the native function that is called there; "": none is.
static const char *native_at(const struct program *program, uint32_t code)
{
    bool called = code < program->code_count && program->code[code].op == OP_CALL_NATIVE;
    return called ? native_name(program->code[code].a) : "";
}

// A failed assert() aborts the program.
static bool aborts(const struct program *program, uint32_t code)
{
    const char *native = native_at(program, code);
    return strcmp(native, "__assert_fail") == 0 || strcmp(native, "__assert") == 0 ||
           strcmp(native, "abort") == 0 || strcmp(native, "__heddle_abort_by") == 0;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// Only what is an access is dereferenced: overlapping ranges of memcpy, say, are another error.
static bool is_access_message(const char *message)
{
    static const char *const accesses[] = {"null pointer: ", "use after ",
                                           "out of bounds: ", "write to constant memory: "};
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
        if (begins(message, accesses[i]))
            return true;
    return false;
}

// Releasing memory is no access by the rules, and operations of synchronisation are not about memory.
static bool is_race(const struct exploration_violation *v)
{
    for (uint32_t i = 0; i < v->accesses.size; i++) {
        enum operation_kind kind = v->accesses.data[i].kind;
        if (kind != OPERATION_READ && kind != OPERATION_WRITE && kind != OPERATION_UPDATE)
            return false;
    }
    return v->accesses.size == 2;
}

// A result that its signed type cannot represent. Of shifts, and of remainders, that is a matter of opinion.
static bool is_overflow(const struct program *program, const struct exploration_violation *v)
{
    unsigned op = v->code < program->code_count ? program->code[v->code].op : OP_SHL;
    if (op == OP_WIDE_BINARY)
        op = wide_opcode(program->code[v->code].aux);
    bool doubtful = op == OP_SHL || op == OP_SHL_I || op == OP_SREM || op == OP_SREM_I;
    return !doubtful &&
           (begins(v->message, "signed integer overflow") || begins(v->message, "overflow in division"));
}

static bool in_library(const struct program *program, uint32_t code)
{
    return place_of(program, code).runtime;
}

// What the violation is by the rules of the competition.
static enum svcomp_meaning svcomp_meaning(const struct program *program,
                                          const struct svcomp_property *property,
                                          const struct exploration_violation *v, enum svcomp_rule *rule)
{
    const char *native = native_at(program, v->code);
    bool means = false;
    switch (v->property) {
    case PROPERTY_ASSERTION:
        *rule = SVCOMP_UNREACH_CALL;
        means = property->function && strcmp(native, property->function) == 0;
        if (!means && aborts(program, v->code))
            return SVCOMP_ENDS;
        break;
    case PROPERTY_DATA_RACE:
        *rule = SVCOMP_NO_DATA_RACE;
        means = is_race(v);
        break;
    case PROPERTY_MEMORY: {
        bool release = begins(v->message, "double free: ") || begins(v->message, "invalid free: ");
        *rule = release ? SVCOMP_VALID_FREE : SVCOMP_VALID_DEREF;
        means = release || is_access_message(v->message);
        break;
    }
    case PROPERTY_LEAK:
        *rule =
            property->rules & BIT(SVCOMP_VALID_MEMCLEANUP) ? SVCOMP_VALID_MEMCLEANUP : SVCOMP_VALID_MEMTRACK;
        // Local variables do not count for heddle, but for the rules.
        means = !in_library(program, v->code) && !strstr(v->message, "when exit is called");
        break;
    case PROPERTY_OVERFLOW:
        *rule = SVCOMP_NO_OVERFLOW;
        means = is_overflow(program, v) && !in_library(program, v->code);
        break;
    default: return SVCOMP_OPEN;
    }
    return means && property->rules & BIT(*rule) ? SVCOMP_VIOLATES : SVCOMP_OPEN;
}

// ---- verdicts

static struct svcomp_verdict unknown_verdict(const char *why, const struct source_place *place)
{
    struct svcomp_verdict verdict = {.answer = SVCOMP_UNKNOWN};
    verdict.why = place && place->file[0] && place->line
                      ? memory_format("%s:%u: %s", place->file, place->line, why)
                      : memory_copy_string(why);
    return verdict;
}

// An error that nobody asked for, at which a thread stopped: what it would have done is not known, unless the
// program ends there.
static const struct exploration_remark *find_stopped(const struct program *program,
                                                     const struct exploration *e)
{
    for (uint32_t i = 0; i < e->warnings.size; i++)
        if (e->warnings.data[i].stopped && !aborts(program, e->warnings.data[i].code))
            return &e->warnings.data[i];
    return NULL;
}

// The first violation that violates a rule, or that is open.
static bool find_violation(const struct heddle_check *check, const struct svcomp_property *property,
                           enum svcomp_meaning meaning, uint32_t *index, enum svcomp_rule *rule)
{
    const struct exploration *e = check->result.exploration;
    for (*index = 0; *index < e->violations.size; (*index)++)
        if (svcomp_meaning(check->program, property, &e->violations.data[*index], rule) == meaning)
            return true;
    return false;
}

static struct svcomp_verdict not_covered(const struct heddle_check *check)
{
    if (result_reason_count(&check->result) == 0)
        return unknown_verdict("not everything was covered", NULL);
    struct result_reason reason = result_reason(&check->result, 0);
    return unknown_verdict(reason.message, &reason.place);
}

struct svcomp_verdict svcomp_verdict(const struct heddle_check *check, const struct svcomp_property *property,
                                     bool every)
{
    const struct exploration *e = check->result.exploration;
    struct svcomp_verdict verdict = {.answer = SVCOMP_FALSE};
    enum svcomp_rule rule;
    uint32_t index;
    if (find_violation(check, property, SVCOMP_VIOLATES, &verdict.violation, &verdict.rule))
        return verdict;
    if (e->internal_error)
        return unknown_verdict(e->internal_error, NULL);
    if (find_violation(check, property, SVCOMP_OPEN, &index, &rule)) {
        struct source_place place = result_place((struct result *)&check->result, index);
        char *why = memory_format("whether this is an error by the rules of the competition is open: %s",
                                  e->violations.data[index].message);
        verdict = unknown_verdict(why, &place);
        memory_free(why);
        return verdict;
    }
    const struct exploration_remark *stopped = find_stopped(check->program, e);
    if (stopped) {
        struct source_place place = place_of(check->program, stopped->code);
        return unknown_verdict(stopped->message, &place);
    }
    bool decided = e->verdict == VERDICT_SAFE || (e->violations.size && every);
    if (!decided || e->bounded || e->out_of_budget || e->interrupted || result_reason_count(&check->result))
        return not_covered(check);
    if (e->machine.leaks_open)
        return unknown_verdict(
            "an execution ends before the program does while memory may be lost, by threads that "
            "wait for ever, abort, or an assumption that does not hold",
            NULL);
    return (struct svcomp_verdict){.answer = SVCOMP_TRUE};
}

bool svcomp_needs_every(const struct heddle_check *check, const struct svcomp_property *property)
{
    enum svcomp_rule rule;
    uint32_t index;
    return check->result.exploration->violations.size &&
           !find_violation(check, property, SVCOMP_VIOLATES, &index, &rule);
}

bool svcomp_violates(const void *property, const struct program *program,
                     const struct exploration_violation *violation)
{
    enum svcomp_rule rule;
    return svcomp_meaning(program, property, violation, &rule) == SVCOMP_VIOLATES;
}

void svcomp_verdict_free(struct svcomp_verdict *verdict)
{
    memory_free(verdict->why);
    *verdict = (struct svcomp_verdict){.answer = SVCOMP_UNKNOWN};
}

char *svcomp_verdict_text(const struct svcomp_verdict *verdict)
{
    static const char *const answers[] = {"TRUE", "FALSE", "UNKNOWN"};
    if (verdict->answer != SVCOMP_FALSE)
        return memory_copy_string(answers[verdict->answer]);
    return memory_format("FALSE(%s)", svcomp_rule_name(verdict->rule));
}
