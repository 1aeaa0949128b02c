// Which instructions there are: a table from their names to what they mean (assembly_meaning.h).
#include "lower/assembly_meaning.h"

enum {
    SIZED = 1,     // its name takes a suffix for its width (b, w, l, q)
    LOCKS = 2,     // it may have the prefix `lock`
    WRITES = 4,    // its last operand
    CONDITION = 8, // its name ends with a condition
};

static const struct meaning {
    const char *name;
    unsigned char least, most; // operands
    unsigned char flags;
    void (*function)(const struct execution *e, unsigned parameter);
    unsigned parameter; // where the name ends with a condition, that one
} meanings[] = {
    {"nop", 0, 0, 0, assembly_do_nothing, 0},
    {"pause", 0, 0, 0, assembly_do_nothing, 0},
    {"mfence", 0, 0, 0, assembly_fence_memory, 0},
    {"lfence", 0, 0, 0, assembly_fence_memory, 0},
    {"sfence", 0, 0, 0, assembly_fence_memory, 0},
    // Fences of POWER and ARM, in programs for models of their memory. Those that order memory only behind a
    // load and a branch are no fences of C's.
    {"sync", 0, 0, 0, assembly_fence_memory, 0},
    {"hwsync", 0, 0, 0, assembly_fence_memory, 0},
    {"lwsync", 0, 0, 0, assembly_fence_memory, 0},
    {"eieio", 0, 0, 0, assembly_fence_memory, 0},
    {"isync", 0, 0, 0, assembly_do_nothing, 0},
    {"dmb", 0, 0, 0, assembly_fence_memory, 0},
    {"dsb", 0, 0, 0, assembly_fence_memory, 0},
    {"isb", 0, 0, 0, assembly_do_nothing, 0},
    {"prefetcht0", 1, 1, 0, assembly_prefetch_line, 0},
    {"prefetcht1", 1, 1, 0, assembly_prefetch_line, 0},
    {"prefetcht2", 1, 1, 0, assembly_prefetch_line, 0},
    {"prefetchnta", 1, 1, 0, assembly_prefetch_line, 0},
    {"prefetchw", 1, 1, 0, assembly_prefetch_line, 0},
    {"rdtsc", 0, 0, 0, assembly_read_cycles, false},
    {"rdtscp", 0, 0, 0, assembly_read_cycles, true},
    {"cpuid", 0, 0, 0, assembly_identify_processor, 0},
    {"mov", 2, 2, SIZED | WRITES, assembly_move_value, 0},
    {"movabs", 2, 2, SIZED | WRITES, assembly_move_value, 0},
    {"movzbw", 2, 2, WRITES, assembly_move_extended, EXTENSION(0u, 8u, 16u)},
    {"movzbl", 2, 2, WRITES, assembly_move_extended, EXTENSION(0u, 8u, 32u)},
    {"movzbq", 2, 2, WRITES, assembly_move_extended, EXTENSION(0u, 8u, 64u)},
    {"movzwl", 2, 2, WRITES, assembly_move_extended, EXTENSION(0u, 16u, 32u)},
    {"movzwq", 2, 2, WRITES, assembly_move_extended, EXTENSION(0u, 16u, 64u)},
    {"movsbw", 2, 2, WRITES, assembly_move_extended, EXTENSION(1u, 8u, 16u)},
    {"movsbl", 2, 2, WRITES, assembly_move_extended, EXTENSION(1u, 8u, 32u)},
    {"movsbq", 2, 2, WRITES, assembly_move_extended, EXTENSION(1u, 8u, 64u)},
    {"movswl", 2, 2, WRITES, assembly_move_extended, EXTENSION(1u, 16u, 32u)},
    {"movswq", 2, 2, WRITES, assembly_move_extended, EXTENSION(1u, 16u, 64u)},
    {"movslq", 2, 2, WRITES, assembly_move_extended, EXTENSION(1u, 32u, 64u)},
    {"lea", 2, 2, SIZED | WRITES, assembly_load_address, 0},
    {"cmov", 2, 2, SIZED | WRITES | CONDITION, assembly_move_if, 0},
    {"set", 1, 1, WRITES | CONDITION, assembly_set_if, 0},
    {"add", 2, 2, SIZED | WRITES | LOCKS, assembly_calculate_binary, ADD},
    {"sub", 2, 2, SIZED | WRITES | LOCKS, assembly_calculate_binary, SUBTRACT},
    {"adc", 2, 2, SIZED | WRITES, assembly_calculate_binary, ADD_CARRY},
    {"sbb", 2, 2, SIZED | WRITES, assembly_calculate_binary, SUBTRACT_BORROW},
    {"and", 2, 2, SIZED | WRITES | LOCKS, assembly_calculate_binary, AND},
    {"or", 2, 2, SIZED | WRITES | LOCKS, assembly_calculate_binary, OR},
    {"xor", 2, 2, SIZED | WRITES | LOCKS, assembly_calculate_binary, XOR},
    {"cmp", 2, 2, SIZED, assembly_calculate_binary, COMPARE},
    {"test", 2, 2, SIZED, assembly_calculate_binary, TEST},
    {"inc", 1, 1, SIZED | WRITES | LOCKS, assembly_step_by_one, INCREMENT},
    {"dec", 1, 1, SIZED | WRITES | LOCKS, assembly_step_by_one, DECREMENT},
    {"neg", 1, 1, SIZED | WRITES, assembly_negate_target, 0},
    {"not", 1, 1, SIZED | WRITES | LOCKS, assembly_invert_target, 0},
    {"xchg", 2, 2, SIZED | WRITES | LOCKS, assembly_exchange_places, 0},
    {"xadd", 2, 2, SIZED | WRITES | LOCKS, assembly_exchange_add, 0},
    {"cmpxchg", 2, 2, SIZED | WRITES | LOCKS, assembly_exchange_equal, 0},
    {"cmpxchg8b", 1, 1, WRITES | LOCKS, assembly_exchange_pair, 32},
    {"cmpxchg16b", 1, 1, WRITES | LOCKS, assembly_exchange_pair, 64},
    {"bt", 2, 2, SIZED, assembly_test_bit, BIT_TEST},
    {"bts", 2, 2, SIZED | WRITES | LOCKS, assembly_test_bit, BIT_SET},
    {"btr", 2, 2, SIZED | WRITES | LOCKS, assembly_test_bit, BIT_RESET},
    {"btc", 2, 2, SIZED | WRITES | LOCKS, assembly_test_bit, BIT_CHANGE},
    {"bsf", 2, 2, SIZED | WRITES, assembly_scan_bits, LOWEST},
    {"bsr", 2, 2, SIZED | WRITES, assembly_scan_bits, HIGHEST},
    {"popcnt", 2, 2, SIZED | WRITES, assembly_count_ones, 0},
    {"bswap", 1, 1, SIZED | WRITES, assembly_swap_bytes, 0},
    {"shl", 1, 2, SIZED | WRITES, assembly_shift_target, SHIFT_LEFT},
    {"sal", 1, 2, SIZED | WRITES, assembly_shift_target, SHIFT_LEFT},
    {"shr", 1, 2, SIZED | WRITES, assembly_shift_target, SHIFT_RIGHT},
    {"sar", 1, 2, SIZED | WRITES, assembly_shift_target, SHIFT_ARITHMETIC},
    {"rol", 1, 2, SIZED | WRITES, assembly_rotate_target, ROTATE_LEFT},
    {"ror", 1, 2, SIZED | WRITES, assembly_rotate_target, ROTATE_RIGHT},
};

// Whether the name is the row's, with what may follow it; *width: what its suffix says (0:
// assembly_do_nothing).
static bool is_name_of_meaning(const struct meaning *row, const char *name, unsigned *condition,
                               unsigned *width)
{
    static const char suffixes[] = "bwlq";
    size_t own = strlen(row->name), length = strlen(name);
    *width = 0;
    if (strncmp(name, row->name, own) != 0)
        return false;
    const char *rest = name + own;
    for (unsigned cut = 0; cut < 2 && cut <= length - own; cut++) {
        size_t left = length - own - cut;
        const char *suffix = cut ? strchr(suffixes, rest[left]) : NULL;
        if (cut && (!suffix || !(row->flags & SIZED)))
            return false;
        *width = suffix ? 8u << (suffix - suffixes) : 0;
        if (row->flags & CONDITION ? condition_find(rest, left, condition) : left == 0)
            return true;
    }
    return false;
}

static const struct meaning *find_meaning(const char *name, unsigned *condition, unsigned *width)
{
    for (unsigned i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (is_name_of_meaning(&meanings[i], name, condition, width))
            return &meanings[i];
    return NULL;
}

static bool is_count(const struct meaning *row, unsigned place)
{
    return (row->function == assembly_shift_target || row->function == assembly_rotate_target) && place == 0;
}

// Bits of the operands, of which all registers must have as many. A count of a shift is not looked at.
static unsigned width_of_operands(struct execution *e, const struct meaning *row, unsigned suffix)
{
    unsigned width = suffix;
    for (unsigned i = 0; i < e->instruction->count; i++) {
        if (is_count(row, i) && e->instruction->count == 2)
            continue;
        unsigned own = place_width(e->a, &e->instruction->places[i]);
        if (width && own && own != width)
            refuse(e->a, "operands of different widths");
        width = width ? width : own;
    }
    if (!width)
        refuse(e->a, "nothing says how wide the operands are");
    if (width > e->a->pointer_bits)
        refuse(e->a, "a width that -m32 does not have");
    return width ? width : 8;
}

// `lock; addl $0,0(%rsp)` and the like change nothing.
static bool is_stack_fence(const struct assembly_instruction *i, const struct meaning *row)
{
    const struct assembly_place *source = &i->places[0], *target = &i->places[1];
    bool keeps =
        row->function == assembly_calculate_binary && (row->parameter == ADD || row->parameter == OR ||
                                                       row->parameter == SUBTRACT || row->parameter == XOR);
    return i->lock && keeps && source->kind == PLACE_CONSTANT && source->constant == 0 &&
           target->kind == PLACE_MEMORY && target->index.kind == PART_NONE &&
           target->part.kind == PART_REGISTER && target->part.number == REGISTER_STACK;
}

static void execute_meaning(struct execution *e, const struct meaning *row, unsigned condition,
                            unsigned suffix)
{
    const struct assembly_instruction *i = e->instruction;
    bool memory = i->count && place_is_memory(e->a, e->target);
    bool exchanges = row->function == assembly_exchange_places && place_is_memory(e->a, e->source);
    if (row->flags & SIZED)
        e->width = width_of_operands(e, row, suffix);
    if (i->lock && (!(row->flags & LOCKS) || !(memory || exchanges)))
        refuse(e->a, "`lock` before an instruction that is not modelled with it");
    if (i->count == 2 && memory && place_is_memory(e->a, e->source))
        refuse(e->a, "two operands in memory");
    if (row->flags & WRITES && i->count && place_is_constant(e->a, e->target))
        refuse(e->a, "a constant is written");
    e->atomic = i->lock;
    if (!e->a->why)
        row->function(e, row->flags & CONDITION ? condition : row->parameter);
}

void assembly_execute(struct assembly *a, const struct assembly_instruction *i)
{
    unsigned condition = 0, suffix = 0;
    const struct meaning *row = find_meaning(i->name, &condition, &suffix);
    struct execution e = {.a = a, .instruction = i, .source = &i->places[0]};
    e.target = &i->places[i->count ? i->count - 1 : 0];
    if (!row)
        refuse(a, "an instruction that is not modelled");
    else if (i->count < row->least || i->count > row->most)
        refuse(a, "a number of operands that is not modelled");
    else if (i->repeat && (strcmp(i->name, "nop") != 0 || i->lock))
        refuse(a, "a prefix that is not modelled");
    else if (i->lock && row->function == assembly_calculate_binary && is_stack_fence(i, row))
        assembly_fence_by_lock(&e);
    else
        execute_meaning(&e, row, condition, suffix);
}
