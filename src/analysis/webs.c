#include "analysis/webs.h"

#include "program/liveness.h"

#include <stdlib.h>

// Work of one function.
struct building {
    const struct program *program;
    const struct function *function;
    struct webs *webs;
    uint32_t blocks;
    struct liveness live;
    uint32_t *live_before;    // by block and word of its row: how many live pairs come before
    VECTOR(uint32_t) parents; // union-find over definitions and live pairs
    uint32_t *present;        // by register: the definition that holds at this point, NO_WEB: none
};

// ---- union-find

static uint32_t web_new(struct building *b)
{
    uint32_t new = b->parents.size;
    vector_push(&b->parents, new);
    return new;
}

static uint32_t web_root(struct building *b, uint32_t x)
{
    uint32_t *p = b->parents.data;
    while (p[x] != x)
        x = p[x] = p[p[x]];
    return x;
}

static void web_join(struct building *b, uint32_t x, uint32_t y)
{
    x = web_root(b, x);
    y = web_root(b, y);
    if (x != y)
        b->parents.data[x > y ? x : y] = x > y ? y : x;
}

// ---- liveness

static void make_live_webs(struct building *b)
{
    uint32_t count = 0;
    liveness_of_function(&b->live, b->program, b->webs->function, NULL, NULL);
    size_t size = (size_t)b->blocks * b->live.words;
    b->live_before = memory_alloc((size + 1) * sizeof *b->live_before);
    for (size_t at = 0; at < size; at++) {
        b->live_before[at] = count;
        count += (uint32_t)__builtin_popcountll(b->live.live[at]);
    }
    for (uint32_t k = 0; k < count; k++)
        web_new(b);
}

// The web of a register that is live at the start of a block.
static uint32_t live_web(const struct building *b, uint32_t block, uint32_t r)
{
    size_t at = (size_t)block * b->live.words + r / 64;
    uint64_t below = ((uint64_t)1 << (r % 64)) - 1;
    return b->live_before[at] + (uint32_t)__builtin_popcountll(b->live.live[at] & below);
}

// ---- webs

static void note_web_use(void *context, uint32_t *number, uint32_t words, enum register_role role)
{
    struct building *b = context;
    for (uint32_t r = *number; r < *number + words; r++) {
        uint32_t before = b->present[r];
        if (role & REGISTER_READ) {
            if (before == NO_WEB)
                before = b->present[r] = web_new(b);
            vector_push(&b->webs->uses, (struct web_use){r, before, false});
        }
        if (role & REGISTER_WRITE) {
            b->present[r] = web_new(b);
            vector_push(&b->webs->uses, (struct web_use){r, b->present[r], true});
        }
    }
}

static void each_live(struct building *b, uint32_t block,
                      void act(struct building *, uint32_t web, uint32_t r))
{
    for (uint32_t w = 0; w < b->live.words; w++)
        for (uint64_t rest = liveness_begin(&b->live, block)[w]; rest; rest &= rest - 1) {
            uint32_t r = w * 64 + (uint32_t)__builtin_ctzll(rest);
            act(b, live_web(b, block, r), r);
        }
}

static void set_present(struct building *b, uint32_t web, uint32_t r)
{
    b->present[r] = web;
}

static void join_present(struct building *b, uint32_t web, uint32_t r)
{
    if (b->present[r] != NO_WEB)
        web_join(b, b->present[r], web);
}

static void scan_blocks(struct building *b)
{
    struct webs *webs = b->webs;
    for (uint32_t block = 0; block < b->blocks; block++) {
        const struct block *k = &b->program->blocks[b->function->first_block + block];
        memset(b->present, 0xff, b->function->register_count * sizeof *b->present);
        each_live(b, block, set_present);
        if (block == 0)
            for (uint32_t r = 0; r < webs->parameter_count; r++)
                webs->parameters[r] = b->present[r];
        for (uint32_t c = k->first; c < k->end; c++) {
            webs->first_use[c - webs->first_code] = webs->uses.size;
            if (b->program->code[c].op != OP_EXTRA)
                instruction_visit_registers(&b->program->code[c], b->program->operands, note_web_use, b);
        }
        uint32_t count;
        const uint32_t *successors = liveness_successors(&b->live, block, &count);
        for (uint32_t s = 0; s < count; s++)
            each_live(b, successors[s], join_present);
    }
    webs->first_use[b->function->end - webs->first_code] = webs->uses.size;
}

static void number_webs(struct building *b)
{
    struct webs *webs = b->webs;
    uint32_t *numbers = memory_alloc((b->parents.size + 1) * sizeof *numbers);
    for (uint32_t k = 0; k < b->parents.size; k++)
        numbers[k] = web_root(b, k) == k ? webs->count++ : numbers[web_root(b, k)];
    for (uint32_t k = 0; k < webs->uses.size; k++)
        webs->uses.data[k].web = numbers[webs->uses.data[k].web];
    for (uint32_t k = 0; k < webs->parameter_count; k++)
        if (webs->parameters[k] != NO_WEB)
            webs->parameters[k] = numbers[webs->parameters[k]];
    memory_free(numbers);
}

// ---- facts about numbers

static uint32_t greatest_divisor(uint64_t x, uint64_t y)
{
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > UINT32_MAX ? 1 : (uint32_t)x;
}

// A number that divides a product by a constant: where the product may wrap around, the power of two in it.
static uint32_t factor_of_product(unsigned aux, int64_t constant)
{
    return (uint32_t)(aux & OP_SCALES ? constant : constant & -constant);
}

// What one definition says.
static struct web_fact fact_of(const struct instruction *i)
{
    int64_t immediate = (int32_t)i->b;
    switch (i->op) {
    case OP_CONST: {
        uint64_t value = instruction_immediate(i);
        return (struct web_fact){true, value, false,
                                 value && value <= INT32_MAX ? (uint32_t)value : value != 0};
    }
    case OP_MUL_I:
        return (struct web_fact){false, 0, false, immediate > 0 ? factor_of_product(i->aux, immediate) : 1};
    case OP_SHL_I:
        return (struct web_fact){false, 0, false, immediate > 0 && immediate < 31 ? 1u << immediate : 1};
    default: return (struct web_fact){false, 0, false, 1};
    }
}

static void find_facts(struct webs *webs, const struct program *p)
{
    uint32_t *definitions = memory_zalloc(webs->count + 1, sizeof *definitions);
    webs->facts = memory_zalloc(webs->count + 1, sizeof *webs->facts);
    for (uint32_t k = 0; k < webs->parameter_count; k++)
        if (webs->parameters[k] != NO_WEB) {
            definitions[webs->parameters[k]]++;
            webs->facts[webs->parameters[k]].multiple = 1;
        }
    uint32_t code_count = p->functions[webs->function].end - webs->first_code;
    for (uint32_t c = 0; c < code_count; c++)
        for (uint32_t u = webs->first_use[c]; u < webs->first_use[c + 1]; u++) {
            const struct web_use *use = &webs->uses.data[u];
            if (!use->write)
                continue;
            struct web_fact new = fact_of(&p->code[webs->first_code + c]), *fact = &webs->facts[use->web];
            fact->constant =
                new.constant && (definitions[use->web] == 0 || (fact->constant && fact->value == new.value));
            fact->value = new.value;
            fact->merged = definitions[use->web] > 0;
            fact->multiple = greatest_divisor(fact->multiple, new.multiple);
            definitions[use->web]++;
        }
    for (uint32_t w = 0; w < webs->count; w++) // never defined: anything
        if (!definitions[w])
            webs->facts[w].multiple = 1;
    memory_free(definitions);
}

// ---- interface

struct webs *webs_compute(const struct program *program, uint32_t function)
{
    const struct function *f = &program->functions[function];
    struct webs *webs = memory_zalloc(1, sizeof *webs);
    struct building b = {.program = program, .function = f, .webs = webs};
    b.blocks = f->end_block - f->first_block;
    b.present = memory_alloc((f->register_count + 1) * sizeof *b.present);
    webs->function = function;
    webs->first_code = f->first;
    webs->parameter_count = f->parameter_words < f->register_count ? f->parameter_words : f->register_count;
    webs->parameters = memory_alloc((webs->parameter_count + 1) * sizeof *webs->parameters);
    memset(webs->parameters, 0xff, (webs->parameter_count + 1) * sizeof *webs->parameters);
    webs->first_use = memory_zalloc(f->end - f->first + 1, sizeof *webs->first_use);
    make_live_webs(&b);
    scan_blocks(&b);
    number_webs(&b);
    find_facts(webs, program);
    liveness_free(&b.live);
    memory_free(b.live_before);
    memory_free(b.present);
    vector_free(&b.parents);
    return webs;
}

void webs_free(struct webs *webs)
{
    if (!webs)
        return;
    memory_free(webs->parameters);
    memory_free(webs->first_use);
    memory_free(webs->facts);
    vector_free(&webs->uses);
    memory_free(webs);
}

static uint32_t use_web(const struct webs *webs, uint32_t code, uint32_t register_number, bool write)
{
    uint32_t at = code - webs->first_code;
    for (uint32_t u = webs->first_use[at]; u < webs->first_use[at + 1]; u++)
        if (webs->uses.data[u].register_number == register_number && webs->uses.data[u].write == write)
            return webs->uses.data[u].web;
    return NO_WEB;
}

uint32_t webs_read(const struct webs *webs, uint32_t code, uint32_t register_number)
{
    return use_web(webs, code, register_number, false);
}

uint32_t webs_written(const struct webs *webs, uint32_t code, uint32_t register_number)
{
    return use_web(webs, code, register_number, true);
}
