#include "analysis/code_content.h"

#include "analysis/relocations.h"
#include "base/hash.h"
#include "program/layout.h"
#include "program/registers.h"

enum { OPERAND_DEPTH = 4, MOST_DEFINITIONS = 4 };

// ---- names and addresses

uint32_t code_content_stem(const char *name)
{
    size_t length = strlen(name), end = length;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    return (uint32_t)(end < length && end > 1 && name[end - 1] == '.' ? end - 1 : length);
}

bool code_content_is_literal(const struct program *program, uint32_t global)
{
    static const char *const prefixes[] = {".", "__const.", "__PRETTY_FUNCTION__", "__func__",
                                           "__FUNCTION__"};
    const struct global *g = &program->globals[global];
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (strncmp(program_string(program, g->name), prefixes[k], strlen(prefixes[k])) == 0)
            return g->flags & GLOBAL_CONSTANT;
    return false;
}

static uint64_t hash_string(const struct program *p, uint32_t offset)
{
    const char *text = program_string(p, offset);
    return hash_bytes(text, strlen(text));
}

static uint64_t hash_name_stem(const struct program *p, uint32_t offset)
{
    const char *name = program_string(p, offset);
    return hash_bytes(name, code_content_stem(name));
}

static uint64_t hash_literal(const struct program *p, const struct global *g)
{
    return g->flags & GLOBAL_ZERO ? hash_mix(g->size) : hash_bytes(p->data + g->data, g->size);
}

// What a number that is an address belongs to.
static struct symbol code_content_address(const struct code_content *c, uint64_t value)
{
    const struct program *p = c->program;
    uint32_t low = 0, high = c->by_address_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct global *g = &p->globals[c->by_address[middle]];
        if (g->address + g->size < value)
            low = middle + 1;
        else
            high = middle;
    }
    const struct global *g = low < c->by_address_count ? &p->globals[c->by_address[low]] : NULL;
    if (g && value >= g->address)
        return (struct symbol){SYMBOL_GLOBAL, c->by_address[low], value - g->address};
    uint64_t function = (value - LAYOUT_FUNCTION_BASE) / LAYOUT_FUNCTION_STRIDE;
    if (value >= LAYOUT_FUNCTION_BASE && function < p->functions_count &&
        layout_function_address((uint32_t)function) == value)
        return (struct symbol){SYMBOL_FUNCTION, (uint32_t)function, 0};
    return (struct symbol){SYMBOL_NUMBER, 0, value};
}

// Whether the word at an offset in the data is an address.
static bool is_relocated(const struct program *p, uint64_t offset)
{
    uint32_t first = relocations_from(p, offset);
    return first < p->relocations_count && p->relocations[first] == offset;
}

struct symbol code_content_word(const struct code_content *c, uint32_t global, uint64_t at)
{
    const struct program *p = c->program;
    const struct global *g = &p->globals[global];
    unsigned bytes = p->pointer_bits / 8;
    uint64_t word = 0;
    if (g->flags & GLOBAL_ZERO)
        return (struct symbol){SYMBOL_NUMBER, 0, 0};
    for (unsigned k = 0; k < bytes && at + k < g->size; k++)
        word |= (uint64_t)p->data[g->data + at + k] << (8 * k);
    return is_relocated(p, g->data + at) ? code_content_address(c, word)
                                         : (struct symbol){SYMBOL_NUMBER, 0, word};
}

struct code_content *code_content_new(const struct program *p)
{
    struct code_content *c = memory_zalloc(1, sizeof *c);
    c->program = p;
    c->flows = memory_zalloc((size_t)p->functions_count + 1, sizeof *c->flows);
    c->registers = memory_zalloc((size_t)p->functions_count + 1, sizeof *c->registers);
    c->by_address = memory_alloc(((size_t)p->globals_count + 1) * sizeof *c->by_address);
    c->functions = memory_alloc(((size_t)p->functions_count + 1) * sizeof *c->functions);
    c->globals = memory_alloc(((size_t)p->globals_count + 1) * sizeof *c->globals);
    for (uint32_t f = 0; f < p->functions_count; f++)
        c->functions[f] = hash_name_stem(p, p->functions[f].name);
    for (uint32_t g = 0; g < p->globals_count; g++) {
        c->globals[g] = code_content_is_literal(p, g) ? hash_literal(p, &p->globals[g])
                                                      : hash_name_stem(p, p->globals[g].name);
        if (!(p->globals[g].flags & GLOBAL_THREAD_LOCAL))
            c->by_address[c->by_address_count++] = g;
    }
    return c;
}

void code_content_free(struct code_content *c)
{
    if (!c)
        return;
    for (uint32_t f = 0; f < c->program->functions_count; f++) {
        flow_free(c->flows[f]);
        registers_free(c->registers[f]);
    }
    memory_free(c->flows);
    memory_free(c->registers);
    memory_free(c->by_address);
    memory_free(c->functions);
    memory_free(c->globals);
    vector_free(&c->seen);
    memory_free(c);
}

const struct flow *code_content_flow(struct code_content *c, uint32_t function)
{
    if (!c->flows[function])
        c->flows[function] = flow_compute(c->program, function, NULL, NULL);
    return c->flows[function];
}

// ---- taking apart

static void add_number_symbol(struct code_content_parts *parts, uint64_t value)
{
    vector_push(&parts->symbols, (struct symbol){SYMBOL_NUMBER, 0, value});
}

static void add_address_symbol(const struct code_content *c, struct code_content_parts *parts, uint64_t value)
{
    vector_push(&parts->symbols, code_content_address(c, value));
}

static void add_constant_symbol(const struct code_content *c, struct code_content_parts *parts,
                                uint32_t operand)
{
    uint32_t index = operand & ~OPERAND_CONSTANT;
    if (c->program->constant_is_address[index])
        add_address_symbol(c, parts, c->program->constants[index]);
    else
        add_number_symbol(parts, c->program->constants[index]);
}

static void add_operand_list(const struct code_content *c, struct code_content_parts *parts, uint32_t at)
{
    const struct program *p = c->program;
    const uint32_t *list = p->operands + at, *pair = list + 2 + list[0];
    parts->own = hash_combine(parts->own, (uint64_t)list[0] << 32 | list[1]);
    for (uint32_t k = 0; k < list[0]; k++)
        if (list[2 + k] & OPERAND_CONSTANT)
            add_constant_symbol(c, parts, list[2 + k]);
    for (uint32_t k = 0; k < list[1]; k++, pair += 2) {
        parts->own = hash_combine(parts->own, pair[1]);
        if (pair[0] & OPERAND_CONSTANT)
            add_constant_symbol(c, parts, pair[0]);
    }
    // Which operands are constants.
    for (uint32_t k = 0; k < list[0] + 2 * list[1]; k += k < list[0] ? 1 : 2)
        parts->own = hash_combine(parts->own, list[2 + k] >> 31);
}

static void add_switch_table(const struct code_content *c, struct code_content_parts *parts, uint32_t at)
{
    const uint32_t *table = c->program->operands + at;
    parts->own = hash_combine(parts->own, table[0]);
    vector_push(&parts->targets, table[1]);
    for (uint32_t k = 0; k < table[0]; k++) {
        add_number_symbol(parts, c->program->constants[table[2 + 2 * k]]);
        vector_push(&parts->targets, table[3 + 2 * k]);
    }
}

static void add_variable_site(const struct code_content *c, struct code_content_parts *parts, uint64_t index)
{
    const struct site *s = &c->program->sites[index];
    parts->own = hash_combine(hash_combine(hash_combine(parts->own, s->size), s->alignment), s->grows);
}

static void add_thread_local(const struct code_content *c, struct code_content_parts *parts, uint64_t number)
{
    const struct program *p = c->program;
    for (uint32_t g = 0; g < p->globals_count; g++)
        if (p->globals[g].flags & GLOBAL_THREAD_LOCAL && p->globals[g].address == number)
            vector_push(&parts->symbols, (struct symbol){SYMBOL_GLOBAL, g, 0});
}

// How a failed assertion is reported depends on where it stands, and what its variables are called.
static bool only_reports(uint32_t native)
{
    return native == NATIVE___assert_fail || native == NATIVE___assert;
}

static void add_immediates(const struct code_content *c, struct code_content_parts *parts,
                           const struct instruction *i)
{
    for (const char *format = opcode_format(i->op); *format; format++) {
        switch (*format) {
        case 'i': add_number_symbol(parts, i->b); break;
        case 'j': add_number_symbol(parts, i->d); break;
        case 'q':
            if (i->op == OP_CONST && !(i->aux & CONST_ADDRESS))
                add_number_symbol(parts, instruction_immediate(i));
            else
                add_address_symbol(c, parts, instruction_immediate(i));
            break;
        default: break;
        }
    }
}

static void add_operands(const struct code_content *c, struct code_content_parts *parts,
                         const struct instruction *i)
{
    const struct program *p = c->program;
    uint64_t immediate = instruction_immediate(i);
    switch (i->op) {
    case OP_CALL:
        vector_push(&parts->symbols, (struct symbol){SYMBOL_FUNCTION, i->a, 0});
        add_operand_list(c, parts, i->b);
        break;
    case OP_CALL_NATIVE:
        parts->own = hash_combine(parts->own, i->a);
        if (!only_reports(i->a))
            add_operand_list(c, parts, i->b);
        break;
    case OP_CALL_INDIRECT:
        parts->own =
            hash_combine(parts->own, hash_string(p, p->operands[program_call_signature(p->operands, i->b)]));
        add_operand_list(c, parts, i->b);
        break;
    case OP_JUMP: vector_push(&parts->targets, i->b); break;
    case OP_BRANCH:
        vector_push(&parts->targets, i->b);
        vector_push(&parts->targets, i->d);
        break;
    case OP_SWITCH: add_switch_table(c, parts, i->b); break;
    case OP_ALLOCA: add_variable_site(c, parts, immediate); break;
    case OP_ALLOCA_DYN: add_variable_site(c, parts, i->b); break;
    case OP_TLS_ADDRESS: add_thread_local(c, parts, immediate); break;
    case OP_UNSUPPORTED: parts->own = hash_combine(parts->own, hash_string(p, (uint32_t)immediate)); break;
    case OP_UNDEF: break; // names a variable
    default: add_immediates(c, parts, i); break;
    }
}

static void add_read_registers(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct code_content_parts *parts = context;
    for (uint32_t w = 0; role == REGISTER_READ && w < words; w++)
        vector_push(&parts->reads, *number + w);
}

void code_content_take_apart(const struct code_content *c, uint32_t code, struct code_content_parts *parts)
{
    struct instruction *i = &c->program->code[code]; // read only, as the visitor does
    parts->own = hash_mix((uint64_t)i->op << 32 | (uint64_t)i->width << 8 | i->aux);
    vector_clear(&parts->symbols);
    vector_clear(&parts->reads);
    vector_clear(&parts->targets);
    add_operands(c, parts, i);
    instruction_visit_registers(i, c->program->operands, add_read_registers, parts);
}

void code_content_parts_free(struct code_content_parts *parts)
{
    vector_free(&parts->symbols);
    vector_free(&parts->reads);
    vector_free(&parts->targets);
}

// ---- what computes a register

static const struct registers *content_registers(struct code_content *c, uint32_t function)
{
    if (!c->registers[function])
        c->registers[function] = registers_compute(c->program, code_content_flow(c, function));
    return c->registers[function];
}

static bool contains_definition(const struct definitions *set, uint32_t what)
{
    for (uint32_t k = 0; k < set->size; k++)
        if (set->data[k] == what)
            return true;
    return false;
}

static void begin_merge_search(struct code_content *c, uint32_t size)
{
    c->search++;
    while (c->seen.size < size)
        vector_push(&c->seen, 0);
}

static bool is_new_merge(struct code_content *c, uint32_t merge)
{
    bool new = c->seen.data[merge] != c->search;
    c->seen.data[merge] = c->search;
    return new;
}

void code_content_definitions(struct code_content *c, uint32_t code, uint32_t number,
                              struct definitions *found)
{
    const struct registers *r = content_registers(c, program_function_at(c->program, code));
    VECTOR(struct register_value) open = {0};
    struct register_value value;
    vector_clear(found);
    begin_merge_search(c, r->merge_count);
    if (registers_value(r, code, number, &value))
        vector_push(&open, value);
    while (open.size) {
        value = vector_pop(&open);
        if (value.kind == VALUE_MERGE) {
            bool new = is_new_merge(c, value.number);
            for (uint32_t k = r->merge_starts[value.number]; new && k < r->merge_starts[value.number + 1];
                 k++)
                vector_push(&open, r->operands[k]);
            continue;
        }
        uint32_t what = value.kind == VALUE_CODE ? value.number : CODE_CONTENT_ENTRY | value.number;
        if (!contains_definition(found, what))
            vector_push(found, what);
    }
    vector_free(&open);
}

// ---- hashes

static uint64_t code_content_symbol_hash(const struct code_content *c, const struct symbol *s)
{
    switch ((enum symbol_kind)s->kind) {
    case SYMBOL_GLOBAL: return hash_combine(c->globals[s->index], s->value);
    case SYMBOL_FUNCTION: return hash_combine(~c->functions[s->index], s->value);
    case SYMBOL_NUMBER: break;
    }
    return hash_mix(s->value);
}

static uint64_t hash_own(const struct code_content *c, const struct code_content_parts *parts)
{
    uint64_t hash = parts->own;
    for (uint32_t k = 0; k < parts->symbols.size; k++)
        hash = hash_combine(hash, code_content_symbol_hash(c, &parts->symbols.data[k]));
    return hash;
}

static uint64_t hash_shape(const struct code_content *c, uint32_t code,
                           const struct code_content_parts *parts)
{
    const struct instruction *i = &c->program->code[code];
    bool is_value = i->op == OP_CONST || i->op == OP_TLS_ADDRESS;
    uint64_t hash = hash_mix((uint64_t)i->op << 8 | i->width);
    if (i->op == OP_CALL_NATIVE)
        hash = hash_combine(hash, i->a);
    for (uint32_t k = 0; !is_value && k < parts->symbols.size; k++)
        if (parts->symbols.data[k].kind == SYMBOL_FUNCTION ||
            (parts->symbols.data[k].kind == SYMBOL_GLOBAL &&
             !code_content_is_literal(c->program, parts->symbols.data[k].index)))
            hash = hash_combine(hash, code_content_symbol_hash(c, &parts->symbols.data[k]));
    return hash;
}

static uint64_t hash_whole(struct code_content *c, uint32_t code, unsigned depth);

// What one register holds. Where several instructions may have written it their order means nothing.
static uint64_t hash_register(struct code_content *c, uint32_t code, uint32_t number, unsigned depth)
{
    struct definitions found = {0};
    uint64_t hash = 0;
    code_content_definitions(c, code, number, &found);
    if (found.size > MOST_DEFINITIONS)
        depth = 0;
    for (uint32_t k = 0; k < found.size; k++)
        hash += found.data[k] & CODE_CONTENT_ENTRY ? hash_mix(found.data[k])
                                                   : hash_whole(c, found.data[k], depth);
    vector_free(&found);
    return hash;
}

static uint64_t hash_whole(struct code_content *c, uint32_t code, unsigned depth)
{
    struct code_content_parts parts = {0};
    const struct instruction *i = &c->program->code[code];
    code_content_take_apart(c, code, &parts);
    uint64_t hash = hash_own(c, &parts);
    if (i->op == OP_ALLOCA)
        hash = hash_combine(hash, hash_string(c->program, c->program->sites[instruction_immediate(i)].name));
    for (uint32_t k = 0; depth && k < parts.reads.size; k++)
        hash = hash_combine(hash, hash_register(c, code, parts.reads.data[k], depth - 1));
    code_content_parts_free(&parts);
    return hash;
}

uint64_t code_content_hash(struct code_content *c, uint32_t code, enum code_content_level level)
{
    if (level == CODE_CONTENT_WHOLE)
        return hash_whole(c, code, OPERAND_DEPTH);
    struct code_content_parts parts = {0};
    code_content_take_apart(c, code, &parts);
    uint64_t hash = level == CODE_CONTENT_OWN ? hash_own(c, &parts) : hash_shape(c, code, &parts);
    code_content_parts_free(&parts);
    return hash;
}
