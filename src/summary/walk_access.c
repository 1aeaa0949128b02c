#include "base/rules.h"
#include "program/registers.h"
#include "summary/walk.h"

static unsigned bytes_of_width(unsigned width)
{
    return (width + 7) / 8;
}

static bool whole_bytes(unsigned width)
{
    return width == 8 || width == 16 || width == 32 || width == 64;
}

static struct sum memory_sum(uint64_t address, unsigned size)
{
    return sum_of((struct literal_place){address, PLACE_MEMORY, (uint8_t)(8 * size)}, 1);
}

static void walk_load(struct walker *w, const struct instruction *i, uint64_t address)
{
    unsigned size = bytes_of_width(i->width);
    if (i->width > 64) {
        if (walk_forget_results(w, i))
            walk_exact_memory(w, address, size);
        return;
    }
    struct definition d = definition_unknown;
    if (whole_bytes(i->width))
        d = definition_copy(memory_sum(address, size), i->width);
    if (i->width == 1)
        d = definition_truncated(memory_sum(address, 1), 1);
    if (walk_define_own(w, i->d, &d))
        walk_exact_memory(w, address, size);
}

static void walk_store(struct walker *w, const struct instruction *i, uint64_t address, bool constant)
{
    unsigned size = bytes_of_width(i->width);
    uint32_t words = words_of_width(i->width);
    struct definition d = definition_unknown;
    if (!walk_memory_matters(w, address, size))
        return;
    if (whole_bytes(i->width) || i->width == 1) {
        uint64_t bits = (uint64_t)(int64_t)(int32_t)i->d;
        d = definition_copy(constant ? sum_constant(bits, i->width) : walk_own_sum(w, i->d, i->width),
                            8 * size);
    }
    if (walk_define_memory(w, address, size, &d) && !constant)
        for (uint32_t k = 0; k < words; k++)
            walk_exact_own(w, i->d + k);
}

// ---- atomic updates

// The old content of memory, while the new one is replaced.
static struct sum held_sum(unsigned width)
{
    return sum_of((struct literal_place){0, PLACE_HELD, (uint8_t)width}, 1);
}

static void release_held(struct walker *w, uint64_t address, unsigned size)
{
    struct definition d = definition_copy(memory_sum(address, size), 8 * size);
    walk_replace(w, PLACE_HELD, 0, &d);
    if (w->held_exact)
        walk_exact_memory(w, address, size);
    w->held_exact = false;
}

// False: it is no linear sum.
static bool update_definition(const struct walker *w, const struct instruction *i, unsigned flags,
                              struct definition *d)
{
    unsigned op = i->aux & RMW_OPERATION_MASK;
    struct sum operand = walk_own_sum(w, i->b, i->width);
    if (op == RMW_XCHG) {
        *d = definition_copy(operand, i->width);
        return true;
    }
    if (op != RMW_ADD && op != RMW_SUB)
        return false;
    struct sum sum = sum_add(held_sum(i->width), &operand, op == RMW_ADD ? 1 : -1);
    *d = definition_computed(sum, i->width, flags & JOURNAL_FITS);
    return true;
}

// What is read has to be what it was; nothing is known of what is written.
static void update_unknown(struct walker *w, const struct instruction *i, uint64_t address)
{
    unsigned size = bytes_of_width(i->width);
    walk_write_unknown(w, address, size);
    walk_opaque(w, i, true);
    walk_exact_memory(w, address, size);
}

static bool results_matter(const struct walker *w, const struct instruction *i)
{
    return walk_matters(w, i->d) || (i->width > 64 && walk_matters(w, i->d + 1));
}

// Of a swap: it has written, unless what it wrote was there.
static void found_operand(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    unsigned size = bytes_of_width(i->width);
    if (!(flags & JOURNAL_KNOWN)) {
        walk_exact_memory(w, address, size);
        walk_exact_own(w, i->b);
        return;
    }
    struct sum found = memory_sum(address, size), operand = walk_own_sum(w, i->b, i->width);
    walk_compare(w, flags & JOURNAL_SIDE ? RELATION_EQUAL : RELATION_UNEQUAL, i->width, &found, &operand, 0);
}

static void walk_update(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    unsigned size = bytes_of_width(i->width);
    bool outcome = flags & JOURNAL_OUTCOME;
    if (i->width > 64) {
        if (outcome || results_matter(w, i) || walk_memory_matters(w, address, size))
            update_unknown(w, i, address);
        return;
    }
    struct definition d, old = definition_copy(held_sum(i->width), i->width);
    bool known = whole_bytes(i->width) && update_definition(w, i, flags, &d);
    if (!known) {
        bool matters = outcome || walk_matters(w, i->d) || walk_memory_matters(w, address, size);
        walk_write_unknown(w, address, size);
        walk_define_own(w, i->d, &definition_unknown);
        if (matters) {
            walk_exact_memory(w, address, size);
            walk_exact_own(w, i->b);
        }
        return;
    }
    bool exact_old = walk_define_own(w, i->d, &old);
    bool exact_new = walk_define_memory(w, address, size, &d);
    release_held(w, address, size);
    if (outcome)
        found_operand(w, i, address, flags);
    if (exact_old || (exact_new && (i->aux & RMW_OPERATION_MASK) != RMW_XCHG))
        walk_exact_memory(w, address, size);
    if (exact_new)
        walk_exact_own(w, i->b);
}

static void walk_exchange(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    unsigned size = bytes_of_width(i->width);
    if (!(flags & JOURNAL_OUTCOME) && !walk_memory_matters(w, address, size) && !results_matter(w, i) &&
        !walk_matters(w, i->b))
        return;
    if (!(flags & JOURNAL_FITS) || !whole_bytes(i->width)) {
        update_unknown(w, i, address);
        return;
    }
    bool succeeds = flags & JOURNAL_SIDE;
    struct definition old = definition_copy(held_sum(i->width), i->width);
    struct definition wanted = definition_copy(walk_own_sum(w, i[1].b, i->width), i->width);
    struct definition success = definition_copy(sum_constant(succeeds, 1), 1);
    struct sum expected = walk_own_sum(w, i[1].a, i->width), before = memory_sum(address, size);
    walk_define_own(w, i->b, &success);
    bool exact_old = walk_define_own(w, i->d, &old);
    bool exact_new = succeeds && walk_define_memory(w, address, size, &wanted);
    release_held(w, address, size);
    if (exact_old)
        walk_exact_memory(w, address, size);
    if (exact_new)
        walk_exact_own(w, i[1].b);
    walk_compare(w, succeeds ? RELATION_EQUAL : RELATION_UNEQUAL, i->width, &before, &expected, 0);
}

void walk_access(struct walker *w, const struct instruction *i, uint64_t address, unsigned flags)
{
    if (!(flags & JOURNAL_ADDRESS)) { // what it read and wrote is in the journal
        walk_opaque(w, i, true);
        return;
    }
    switch (i->op) {
    case OP_LOAD:
    case OP_LOAD_G: walk_load(w, i, address); break;
    case OP_STORE:
    case OP_STORE_G: walk_store(w, i, address, false); break;
    case OP_STORE_I: walk_store(w, i, address, true); break;
    case OP_RMW: walk_update(w, i, address, flags); break;
    default: walk_exchange(w, i, address, flags); break;
    }
    if (i->op != OP_LOAD_G && i->op != OP_STORE_G && rule_holds(RULE_ADDRESSES))
        walk_exact_own(w, i->a);
}
