#include "analysis/printed_addresses.h"

#include <string.h>

// ---- functions

enum printing {
    PRINTS_NOTHING,
    PRINTS_ARGUMENTS, // its variable ones, by the format before them
    PRINTS_LIST,      // those of a list, behind the format
    PRINTS_NUMBER,    // its first one
};

static bool names_output(const char *name, size_t length)
{
    return (length == 6 && !strncmp(name, "printf", 6)) || (length == 7 && !strncmp(name, "wprintf", 7));
}

// The name without what clang puts around it for -D_FORTIFY_SOURCE; sets its length.
static const char *name_of_printing(const char *name, size_t *length)
{
    static const char checked[] = "_chk";
    size_t suffix = sizeof checked - 1;
    name += strspn(name, "_");
    *length = strlen(name);
    if (*length > suffix && !strcmp(name + *length - suffix, checked))
        *length -= suffix;
    return name;
}

bool printed_is_lost(const struct program *p, const char *function)
{
    size_t length;
    const char *name = name_of_printing(function, &length);
    bool list = *name == 'v';
    return names_output(name + list, length - list) &&
           program_find_function(p, "__runtime_redirects_output") == NO_FUNCTION;
}

// By its name: printf and its relatives.
static enum printing printing_of(const struct program *p, const struct function *f)
{
    static const char ending[] = "printf";
    size_t length, end = sizeof ending - 1;
    const char *name = name_of_printing(program_string(p, f->name), &length);
    if (!(f->flags & FUNCTION_RUNTIME))
        return PRINTS_NOTHING;
    if (!strcmp(name, "l64a"))
        return PRINTS_NUMBER;
    if (length < end || strncmp(name + length - end, ending, end) != 0)
        return PRINTS_NOTHING;
    if (printed_is_lost(p, name))
        return PRINTS_NOTHING;
    return *name == 'v' ? PRINTS_LIST : PRINTS_ARGUMENTS;
}

// ---- addresses

// The variable at an address; NULL: none.
static const struct global *global_at(const struct program *p, uint64_t address)
{
    for (uint32_t k = 0; k < p->globals_count; k++) {
        const struct global *g = &p->globals[k];
        if (!(g->flags & GLOBAL_THREAD_LOCAL) && address >= g->address && address - g->address < g->size)
            return g;
    }
    return NULL;
}

static bool any_variable(struct points_to *pt, const struct place_set *places)
{
    for (uint32_t k = 0; k < places->size; k++) {
        const struct abstract_object *o = points_to_object(pt, places->data[k].object);
        if (o->kind != ABSTRACT_UNKNOWN && !(o->flags & ABSTRACT_CONSTANT))
            return true;
    }
    return false;
}

static bool is_variable_address(struct points_to *pt, const struct program *p, uint32_t code,
                                uint32_t operand)
{
    if (!(operand & OPERAND_CONSTANT))
        return any_variable(pt, points_to_operand(pt, code, operand));
    uint32_t index = operand & ~OPERAND_CONSTANT;
    const struct global *g = global_at(p, p->constants[index]);
    return p->constant_is_address[index] && !(g && g->flags & GLOBAL_CONSTANT);
}

// ---- formats

// The text that an operand points to; NULL: no constant one.
static const char *text_at(const struct program *p, uint32_t operand)
{
    uint32_t index = operand & ~OPERAND_CONSTANT;
    const struct global *g = operand & OPERAND_CONSTANT && p->constant_is_address[index]
                                 ? global_at(p, p->constants[index])
                                 : NULL;
    if (!g || !(g->flags & GLOBAL_CONSTANT) || g->flags & (GLOBAL_ZERO | GLOBAL_EXTERNAL))
        return NULL;
    uint64_t offset = p->constants[index] - g->address;
    const char *text = (const char *)p->data + g->data + offset;
    return memchr(text, 0, g->size - offset) ? text : NULL;
}

// The letter of what becomes of argument number `wanted`: a conversion, or * of a width; 0: it is not
// printed. '?': that is not known.
static char conversion_of(const char *format, uint32_t wanted)
{
    uint32_t argument = 0;
    for (const char *at = format; (at = strchr(at, '%'));) {
        for (at++; *at && strchr("#0- +'I.123456789hlLqjzt*", *at); at++)
            if (*at == '*' && argument++ == wanted)
                return '*';
        if (*at == '$')
            return '?';
        if (*at == '%' || *at == 'm') {
            at++;
            continue;
        }
        if (!*at || argument++ == wanted)
            return *at;
    }
    return 0;
}

static bool prints_number(const char *format, uint32_t argument)
{
    char conversion = format ? conversion_of(format, argument) : '?';
    return conversion && !strchr("sSn", conversion);
}

// ---- calls

static bool prints_arguments(struct points_to *pt, const struct program *p, uint32_t code,
                             const uint32_t *list)
{
    const uint32_t *pair = list + 2 + list[0];
    const char *format = list[0] ? text_at(p, list[1 + list[0]]) : NULL;
    for (uint32_t k = 0; k < list[1]; k++, pair += 2)
        if (is_variable_address(pt, p, code, pair[0]) && prints_number(format, k))
            return true;
    return false;
}

// Whether an address is among the variable arguments of a function of the program, of which it may be the
// list.
static bool prints_list(struct points_to *pt, const struct program *p)
{
    for (uint32_t k = 1; k < points_to_object_count(pt); k++) {
        const struct abstract_object *o = points_to_object(pt, k);
        if (o->kind == ABSTRACT_VARARGS && !(p->functions[o->index].flags & FUNCTION_RUNTIME) &&
            any_variable(pt, points_to_content(pt, k)))
            return true;
    }
    return false;
}

bool printed_address_at(struct points_to *pt, const struct program *program, uint32_t code)
{
    const struct instruction *i = &program->code[code];
    uint32_t count;
    if (i->op != OP_CALL && i->op != OP_CALL_INDIRECT)
        return false;
    const uint32_t *callees = points_to_callees(pt, code, &count), *list = program->operands + i->b;
    for (uint32_t k = 0; k < count; k++) {
        enum printing printing = printing_of(program, &program->functions[callees[k]]);
        if ((printing == PRINTS_ARGUMENTS && prints_arguments(pt, program, code, list)) ||
            (printing == PRINTS_LIST && prints_list(pt, program)) ||
            (printing == PRINTS_NUMBER && list[0] && is_variable_address(pt, program, code, list[2])))
            return true;
    }
    return false;
}
