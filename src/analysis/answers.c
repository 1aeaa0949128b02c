// Questions to the points-to analysis. Answers are kept until it is freed.
#include "analysis/pointers.h"

#include "base/hash.h"

enum answer_kind { ANSWER_OPERAND, ANSWER_ARGUMENT, ANSWER_CONTENT, ANSWER_CALLEES, ANSWER_STARTED };

// ---- the table

// Number of the answer; *is_new: it has still to be found.
static uint32_t answer_get(struct points_to *pt, enum answer_kind kind, uint32_t first, uint32_t second,
                           bool *is_new)
{
    uint64_t hash = hash_combine(hash_combine(kind, first), second);
    *is_new = false;
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->answer_index, hash, &at)) != INDEX_NONE;) {
        const struct points_to_answer *a = &pt->answers.data[n];
        if (a->kind == kind && a->first == first && a->second == second)
            return n;
    }
    *is_new = true;
    static const struct place_set none;
    vector_push(&pt->answers,
                (struct points_to_answer){.kind = kind, .first = first, .second = second, .places = &none});
    index_add(&pt->answer_index, hash, pt->answers.size - 1);
    return pt->answers.size - 1;
}

void answers_free(struct points_to *pt)
{
    for (uint32_t k = 0; k < pt->answers.size; k++)
        vector_free(&pt->answers.data[k].functions);
    vector_free(&pt->answers);
    index_free(&pt->answer_index);
    for (uint32_t k = 0; k < pt->listed.size; k++) {
        bits_free(&pt->listed.data[k].set);
        vector_free(pt->listed.data[k].places);
        memory_free(pt->listed.data[k].places);
    }
    vector_free(&pt->listed);
    index_free(&pt->listed_index);
    common_free(pt);
    for (uint32_t c = 0; pt->accesses && c < pt->program->code_count; c++)
        if (pt->accesses[c]) {
            vector_free(pt->accesses[c]);
            memory_free(pt->accesses[c]);
        }
    memory_free(pt->accesses);
}

// ---- places

static void collect_points(struct points_to *pt, struct bits *all, uint32_t node)
{
    if (node != NO_NODE)
        bits_union(all, NULL, solver_points(&pt->solver, node));
}

static void list_places(const struct points_to *pt, const struct bits *all, struct place_set *set)
{
    struct bits_iterator i = bits_begin(all);
    uint32_t place;
    vector_reserve(set, bits_count(all));
    while (bits_next(&i, &place))
        if (place != PLACE_INPUT)
            vector_push(set, objects_place_at(&pt->objects, place));
}

// The list of those places, one for all answers that are equal: in large programs most are. Takes `all` over.
static const struct place_set *listed_places(struct points_to *pt, struct bits *all)
{
    uint64_t hash = bits_hash(all);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->listed_index, hash, &at)) != INDEX_NONE;)
        if (bits_equal(&pt->listed.data[n].set, all)) {
            bits_free(all);
            return pt->listed.data[n].places;
        }
    struct place_set *places = memory_zalloc(1, sizeof *places);
    vector_push(&pt->listed, (struct listed_set){*all, places});
    list_places(pt, all, places);
    index_add(&pt->listed_index, hash, pt->listed.size - 1);
    return places;
}

const struct place_set *points_to_operand(struct points_to *pt, uint32_t code, uint32_t register_number)
{
    bool is_new;
    uint32_t answer = answer_get(pt, ANSWER_OPERAND, code, register_number, &is_new);
    const struct place_set **set = &pt->answers.data[answer].places;
    uint32_t function = program_function_at(pt->program, code);
    if (!is_new || pt->first_instance[function] == NO_CODE)
        return *set;
    struct bits all = {0};
    for (uint32_t k = pt->first_instance[function]; k != NO_CODE; k = pt->instances.data[k].next) {
        uint32_t node = instances_read(pt, k, code, register_number);
        collect_points(pt, &all, node != NO_NODE ? node : instances_written(pt, k, code, register_number));
    }
    return *set = listed_places(pt, &all);
}

const struct place_set *points_to_argument(struct points_to *pt, uint32_t code, uint32_t argument)
{
    bool is_new;
    uint32_t answer = answer_get(pt, ANSWER_ARGUMENT, code, argument, &is_new);
    const struct place_set **set = &pt->answers.data[answer].places;
    uint32_t function = program_function_at(pt->program, code), at = calls_list(&pt->program->code[code]);
    if (!is_new || at == NO_CODE || argument >= pt->program->operands[at])
        return *set;
    struct bits all = {0};
    for (uint32_t k = pt->first_instance[function]; k != NO_CODE; k = pt->instances.data[k].next)
        collect_points(pt, &all, instances_operand(pt, k, code, pt->program->operands[at + 2 + argument]));
    return *set = listed_places(pt, &all);
}

const struct place_set *points_to_content(struct points_to *pt, uint32_t object)
{
    bool is_new;
    uint32_t answer = answer_get(pt, ANSWER_CONTENT, object, 0, &is_new);
    const struct place_set **set = &pt->answers.data[answer].places;
    if (!is_new)
        return *set;
    struct bits all = {0};
    if (object == OBJECT_UNKNOWN)
        collect_points(pt, &all, pt->unknown);
    for (uint32_t k = object < pt->contents.size ? pt->contents.data[object].first_cell : NO_CODE;
         k != NO_CODE; k = pt->cells.data[k].next) {
        collect_points(pt, &all, pt->cells.data[k].in);
        collect_points(pt, &all, pt->cells.data[k].out);
    }
    return *set = listed_places(pt, &all);
}

// ---- functions

static void add_answer_function(struct points_to_answer *a, uint32_t function)
{
    for (uint32_t k = 0; k < a->functions.size; k++)
        if (a->functions.data[k] == function)
            return;
    vector_push(&a->functions, function);
}

static void add_chain(struct points_to_answer *a, const struct code_functions *f, uint32_t code)
{
    for (uint32_t k = f->first[code]; k != NO_CODE; k = f->all.data[k].next)
        add_answer_function(a, f->all.data[k].function);
}

// The functions that the pointer of an indirect call points to.
static void add_pointed(struct points_to *pt, struct points_to_answer *a, uint32_t code)
{
    if (pt->program->code[code].op != OP_CALL_INDIRECT)
        return;
    const struct place_set *set = points_to_operand(pt, code, pt->program->code[code].a);
    for (uint32_t k = 0; k < set->size; k++) {
        const struct abstract_object *o = &pt->objects.list.data[set->data[k].object];
        if (o->kind == ABSTRACT_FUNCTION)
            add_answer_function(a, o->index);
    }
}

// Whether the call may reach code that is not modelled.
static bool calls_unknown(struct points_to *pt, const struct points_to_answer *a, uint32_t code)
{
    for (uint32_t k = 0; k < a->functions.size; k++) {
        const struct function *f = &pt->program->functions[a->functions.data[k]];
        if (f->kind == FUNCTION_UNMODELLED ||
            (f->kind == FUNCTION_NATIVE && natives_effect(f->native)->flow == FLOW_WORST))
            return true;
    }
    if (pt->program->code[code].op != OP_CALL_INDIRECT)
        return false;
    const struct place_set *set = points_to_operand(pt, code, pt->program->code[code].a);
    for (uint32_t k = 0; k < set->size; k++)
        if (set->data[k].object == OBJECT_UNKNOWN)
            return true;
    return false;
}

const uint32_t *points_to_callees(struct points_to *pt, uint32_t code, uint32_t *count)
{
    bool is_new;
    uint32_t number = answer_get(pt, ANSWER_CALLEES, code, 0, &is_new);
    if (is_new) {
        struct points_to_answer a = pt->answers.data[number]; // the table may grow
        add_chain(&a, &pt->callees, code);
        add_pointed(pt, &a, code);
        if (pt->started.first[code] != NO_CODE)
            for (uint32_t k = 0; k < pt->destructors.size; k++)
                add_answer_function(&a, pt->destructors.data[k]);
        if (calls_unknown(pt, &a, code))
            for (uint32_t k = 0; k < pt->objects.list.size; k++)
                if (pt->objects.list.data[k].kind == ABSTRACT_FUNCTION &&
                    pt->objects.list.data[k].flags & ABSTRACT_ESCAPED)
                    add_answer_function(&a, pt->objects.list.data[k].index);
        pt->answers.data[number] = a;
    }
    static const uint32_t none;
    const struct points_to_answer *a = &pt->answers.data[number];
    *count = a->functions.size;
    return *count ? a->functions.data : &none;
}

const uint32_t *points_to_started(struct points_to *pt, uint32_t code, uint32_t *count)
{
    static const uint32_t none;
    bool is_new;
    uint32_t number = answer_get(pt, ANSWER_STARTED, code, 0, &is_new);
    struct points_to_answer *a = &pt->answers.data[number];
    if (is_new)
        add_chain(a, &pt->started, code);
    *count = a->functions.size;
    return *count ? a->functions.data : &none;
}

const uint32_t *points_to_key_destructors(struct points_to *pt, uint32_t *count)
{
    static const uint32_t none;
    *count = pt->destructors.size;
    return *count ? pt->destructors.data : &none;
}

bool points_to_reachable(const struct points_to *pt, uint32_t function)
{
    return pt->first_instance[function] != NO_CODE;
}

// ---- objects

uint32_t points_to_object_count(const struct points_to *pt)
{
    return pt->objects.list.size;
}

const struct abstract_object *points_to_object(const struct points_to *pt, uint32_t object)
{
    return &pt->objects.list.data[object];
}

const struct access_list *points_to_accesses(struct points_to *pt, uint32_t code)
{
    if (!pt->accesses[code])
        pt->accesses[code] = accesses_find(pt, code);
    return pt->accesses[code];
}

bool places_overlap(const struct place *a, uint64_t size_a, const struct place *b, uint64_t size_b)
{
    if (a->object == OBJECT_UNKNOWN || b->object == OBJECT_UNKNOWN)
        return true;
    if (a->object != b->object || !size_a || !size_b)
        return false;
    uint32_t stride = greatest_common_divisor(a->stride, b->stride);
    int64_t apart = b->offset - a->offset; // where b starts, seen from a
    if (!stride)
        return apart >= 0 ? (uint64_t)apart < size_a : (uint64_t)-apart < size_b;
    uint64_t after = (uint64_t)((apart % (int64_t)stride + (int64_t)stride) % (int64_t)stride);
    return after < size_a || (after && stride - after < size_b);
}
