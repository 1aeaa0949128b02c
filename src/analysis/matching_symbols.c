// Functions and globals: by name, and functions that are left by similarity.
#include "analysis/matching_parts.h"
#include "base/hash.h"
#include "base/index.h"

#include <stdlib.h>

enum {
    MOST_COMPARED = 1000000, // pairs of functions that are compared, and of one name
    LEAST_ALIKE = 500,       // in thousandths: what functions of different names must have in common
    LEAST_ALIKE_SMALL = 900, // of short ones, which are alike by chance
    SMALL = 12,              // instructions
};

// ---- what is compared

// A sort of things with names: functions, or globals.
struct sort {
    uint32_t count[VERSION_COUNT];
    uint32_t *counterparts[VERSION_COUNT];
    uint32_t (*name)(const struct program *p, uint32_t number);
    const char *(*file)(const struct program *p, uint32_t number);
    bool (*may_match)(const struct matching *m, uint32_t old_number, uint32_t new_number);
    // In thousandths, how much the content of the two is alike.
    uint32_t (*alike)(struct matching_symbols *s, uint32_t old_number, uint32_t new_number);
};

static uint32_t function_name(const struct program *p, uint32_t number)
{
    return p->functions[number].name;
}

static uint32_t global_name(const struct program *p, uint32_t number)
{
    return p->globals[number].name;
}

static const char *file_at(const struct program *p, uint32_t location)
{
    const char *file = program_string(p, p->locations[location].file), *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static const char *function_file(const struct program *p, uint32_t number)
{
    return file_at(p, p->functions[number].location);
}

static const char *global_file(const struct program *p, uint32_t number)
{
    return file_at(p, p->globals[number].location);
}

static bool functions_may_match(const struct matching *m, uint32_t old_number, uint32_t new_number)
{
    const struct function *a = &matching_program(m, VERSION_OLD)->functions[old_number],
                          *b = &matching_program(m, VERSION_NEW)->functions[new_number];
    return a->kind == b->kind && (a->flags & FUNCTION_RUNTIME) == (b->flags & FUNCTION_RUNTIME);
}

static bool globals_may_match(const struct matching *m, uint32_t old_number, uint32_t new_number)
{
    const struct program *a = matching_program(m, VERSION_OLD), *b = matching_program(m, VERSION_NEW);
    uint32_t same = GLOBAL_RUNTIME | GLOBAL_THREAD_LOCAL;
    return !code_content_is_literal(a, old_number) && !code_content_is_literal(b, new_number) &&
           (a->globals[old_number].flags & same) == (b->globals[new_number].flags & same);
}

// ---- similarity

static int compare_hashes(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

// The hashes of a function's instructions, sorted; those that only connect are left out.
static const struct code_hashes *hashes_of(struct matching_symbols *s, enum version version,
                                           uint32_t function)
{
    struct code_hashes *h = &s->hashes[version][function];
    const struct program *p = matching_program(s->matching, version);
    const struct function *f = &p->functions[function];
    if (h->made)
        return h;
    h->made = true;
    for (uint32_t code = f->first; code < f->end; code = code_next(p, code))
        if (p->code[code].op != OP_JUMP && p->code[code].op != OP_MOVE && p->code[code].op != OP_LOOP)
            vector_push(&h->list, code_content_hash(s->matching->contents[version], code, CODE_CONTENT_OWN));
    if (h->list.size)
        qsort(h->list.data, h->list.size, sizeof *h->list.data, compare_hashes);
    return h;
}

static void forget_hashes(struct matching_symbols *s, const uint32_t count[VERSION_COUNT])
{
    for (uint32_t v = 0; v < VERSION_COUNT; v++)
        for (uint32_t k = 0; k < count[v]; k++) {
            vector_free(&s->hashes[v][k].list);
            s->hashes[v][k].made = false;
        }
}

// Dice's coefficient of the two multisets of instructions.
static uint32_t functions_alike(struct matching_symbols *s, uint32_t old_number, uint32_t new_number)
{
    const struct code_hashes *a = hashes_of(s, VERSION_OLD, old_number),
                             *b = hashes_of(s, VERSION_NEW, new_number);
    uint32_t common = 0, i = 0, k = 0;
    while (i < a->list.size && k < b->list.size) {
        uint64_t x = a->list.data[i], y = b->list.data[k];
        common += x == y;
        i += x <= y;
        k += y <= x;
    }
    uint64_t all = (uint64_t)a->list.size + b->list.size;
    return all ? (uint32_t)(2000 * (uint64_t)common / all) : 0;
}

static uint32_t globals_alike(struct matching_symbols *s, uint32_t old_number, uint32_t new_number)
{
    const struct global *a = &matching_program(s->matching, VERSION_OLD)->globals[old_number],
                        *b = &matching_program(s->matching, VERSION_NEW)->globals[new_number];
    return a->size == b->size ? 500 : 0;
}

// ---- pairs, best first

struct matching_symbols_pair {
    uint32_t old_number, new_number, score;
};
struct matching_symbols_pairs {
    struct matching_symbols_pair *data;
    uint32_t size, capacity;
};

static int compare_pairs(const void *left, const void *right)
{
    const struct matching_symbols_pair *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->old_number != b->old_number)
        return a->old_number < b->old_number ? -1 : 1;
    return a->new_number < b->new_number ? -1 : a->new_number > b->new_number;
}

static bool is_free_pair(const struct sort *sort, uint32_t old_number, uint32_t new_number)
{
    return sort->counterparts[VERSION_OLD][old_number] == NO_CODE &&
           sort->counterparts[VERSION_NEW][new_number] == NO_CODE;
}

static void take_best_pairs(const struct sort *sort, struct matching_symbols_pairs *pairs)
{
    if (pairs->size)
        qsort(pairs->data, pairs->size, sizeof *pairs->data, compare_pairs);
    for (uint32_t k = 0; k < pairs->size; k++) {
        const struct matching_symbols_pair *p = &pairs->data[k];
        if (!is_free_pair(sort, p->old_number, p->new_number))
            continue;
        sort->counterparts[VERSION_OLD][p->old_number] = p->new_number;
        sort->counterparts[VERSION_NEW][p->new_number] = p->old_number;
    }
    vector_clear(pairs);
}

// ---- by name

static bool same_name(const struct matching *m, const struct sort *sort, uint32_t old_number,
                      uint32_t new_number)
{
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    const char *a = program_string(p, sort->name(p, old_number)),
               *b = program_string(q, sort->name(q, new_number));
    uint32_t length = code_content_stem(a);
    return length == code_content_stem(b) && strncmp(a, b, length) == 0;
}

static uint64_t hash_of_name(const struct program *p, const struct sort *sort, uint32_t number)
{
    const char *name = program_string(p, sort->name(p, number));
    return hash_bytes(name, code_content_stem(name));
}

// Static symbols of one name: one of the file with that name first, then the one that is most alike.
static uint32_t score(struct matching_symbols *s, const struct sort *sort, uint32_t old_number,
                      uint32_t new_number, bool alone)
{
    const struct program *p = matching_program(s->matching, VERSION_OLD),
                         *q = matching_program(s->matching, VERSION_NEW);
    if (alone)
        return 0;
    bool same_file = strcmp(sort->file(p, old_number), sort->file(q, new_number)) == 0;
    return (same_file ? 1001 : 0) + sort->alike(s, old_number, new_number);
}

static void match_names(struct matching_symbols *s, const struct sort *sort)
{
    const struct matching *m = s->matching;
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    struct index by_name = {0};
    struct matching_symbols_pairs pairs = {0};
    for (uint32_t k = 0; k < sort->count[VERSION_NEW]; k++)
        index_add(&by_name, hash_of_name(q, sort, k), k);
    for (uint32_t k = 0; k < sort->count[VERSION_OLD] && pairs.size < MOST_COMPARED; k++) {
        uint64_t hash = hash_of_name(p, sort, k);
        uint32_t first = pairs.size;
        for (uint32_t at = index_begin(hash), n; (n = index_next(&by_name, hash, &at)) != INDEX_NONE;)
            if (same_name(m, sort, k, n) && sort->may_match(m, k, n))
                vector_push(&pairs, (struct matching_symbols_pair){k, n, 0});
        bool alone = pairs.size - first <= 1;
        for (uint32_t n = first; n < pairs.size; n++)
            pairs.data[n].score = score(s, sort, k, pairs.data[n].new_number, alone);
    }
    take_best_pairs(sort, &pairs);
    index_free(&by_name);
    vector_free(&pairs);
}

// ---- by similarity

static bool is_defined_by_user(const struct program *p, uint32_t function)
{
    return p->functions[function].kind == FUNCTION_DEFINED &&
           !(p->functions[function].flags & FUNCTION_RUNTIME);
}

static void list_free(struct matching_symbols *s, const struct sort *sort, enum version version,
                      struct definitions *list)
{
    for (uint32_t k = 0; k < sort->count[version]; k++)
        if (sort->counterparts[version][k] == NO_FUNCTION &&
            is_defined_by_user(matching_program(s->matching, version), k))
            vector_push(list, k);
}

static void match_similar(struct matching_symbols *s, const struct sort *sort)
{
    struct definitions left[VERSION_COUNT] = {{0}};
    struct matching_symbols_pairs pairs = {0};
    list_free(s, sort, VERSION_OLD, &left[VERSION_OLD]);
    list_free(s, sort, VERSION_NEW, &left[VERSION_NEW]);
    if ((uint64_t)left[VERSION_OLD].size * left[VERSION_NEW].size > MOST_COMPARED)
        left[VERSION_OLD].size = 0;
    for (uint32_t i = 0; i < left[VERSION_OLD].size; i++)
        for (uint32_t k = 0; k < left[VERSION_NEW].size; k++) {
            uint32_t a = left[VERSION_OLD].data[i], b = left[VERSION_NEW].data[k];
            uint32_t alike = functions_alike(s, a, b);
            bool small = hashes_of(s, VERSION_OLD, a)->list.size < SMALL;
            if (alike >= (small ? LEAST_ALIKE_SMALL : LEAST_ALIKE))
                vector_push(&pairs, (struct matching_symbols_pair){a, b, alike});
        }
    take_best_pairs(sort, &pairs);
    vector_free(&left[VERSION_OLD]);
    vector_free(&left[VERSION_NEW]);
    vector_free(&pairs);
}

// ---- all of it

// Counterparts stand for one thing in hashes; so do all that have none.
static void name_functions(struct matching *m)
{
    for (uint32_t v = 0; v < VERSION_COUNT; v++)
        for (uint32_t k = 0; k < matching_program(m, v)->functions_count; k++) {
            uint32_t other = m->functions[v][k];
            m->contents[v]->functions[k] = other == NO_FUNCTION ? 0 : hash_mix(v == VERSION_OLD ? k : other);
        }
}

static void name_globals(struct matching *m)
{
    for (uint32_t v = 0; v < VERSION_COUNT; v++)
        for (uint32_t k = 0; k < matching_program(m, v)->globals_count; k++) {
            uint32_t other = m->globals[v][k];
            if (!code_content_is_literal(matching_program(m, v), k))
                m->contents[v]->globals[k] = other == NO_GLOBAL ? 0 : hash_mix(v == VERSION_OLD ? k : other);
        }
}

void matching_symbols(struct matching *m)
{
    const struct program *p = matching_program(m, VERSION_OLD), *q = matching_program(m, VERSION_NEW);
    struct matching_symbols s = {.matching = m};
    const struct sort globals = {{p->globals_count, q->globals_count},
                                 {m->globals[VERSION_OLD], m->globals[VERSION_NEW]},
                                 global_name,
                                 global_file,
                                 globals_may_match,
                                 globals_alike};
    const struct sort functions = {{p->functions_count, q->functions_count},
                                   {m->functions[VERSION_OLD], m->functions[VERSION_NEW]},
                                   function_name,
                                   function_file,
                                   functions_may_match,
                                   functions_alike};
    for (uint32_t v = 0; v < VERSION_COUNT; v++)
        s.hashes[v] = memory_zalloc((size_t)functions.count[v] + 1, sizeof *s.hashes[v]);
    match_names(&s, &globals);
    name_globals(m);
    match_names(&s, &functions);
    name_functions(m);
    forget_hashes(&s, functions.count); // which were made with names
    match_similar(&s, &functions);
    name_functions(m);
    forget_hashes(&s, functions.count);
    memory_free(s.hashes[VERSION_OLD]);
    memory_free(s.hashes[VERSION_NEW]);
}
