#include "machine/variadic.h"

#include "machine/address.h"
#include "machine/note.h"
#include "machine/overwrite.h"
#include "machine/step.h"
#include "machine/symbolic.h"
#include "program/layout.h"

// The area where x86-64 saves registers: six general ones, and the lower 16 bytes of eight others.
enum {
    GENERAL_SIZE = 8,
    GENERAL_END = 6 * GENERAL_SIZE,
    FLOATING_SIZE = 16,
    FLOATING_END = GENERAL_END + 8 * FLOATING_SIZE
};

// Where in the object the first argument of each kind lies. `memory` is 0 where none is in a register.
struct variadic_layout {
    uint64_t general, floating, memory;
};

static uint64_t general_bytes(uint32_t info)
{
    return layout_align_up(OPERAND_SIZE(info), GENERAL_SIZE);
}

// Those in registers lie at the end of their part of the area: where one ends that needs two registers, and
// has them, another one follows, or the part does.
static struct variadic_layout layout_of(const uint32_t *list)
{
    struct variadic_layout layout = {GENERAL_END, FLOATING_END, 0};
    const uint32_t *pairs = list + 2 + list[0];
    for (uint32_t k = 0; k < list[1]; k++) {
        uint32_t info = pairs[2 * k + 1];
        layout.general -= info & OPERAND_GENERAL ? general_bytes(info) : 0;
        layout.floating -= info & OPERAND_FLOATING ? FLOATING_SIZE : 0;
        if (info & (OPERAND_GENERAL | OPERAND_FLOATING))
            layout.memory = FLOATING_END;
    }
    return layout;
}

// Where an argument in memory goes, given the end of the one before.
static uint64_t variadic_place(const struct machine *m, uint64_t end, uint32_t info)
{
    uint64_t slot = m->program->pointer_bits / 8, alignment = (uint64_t)1 << OPERAND_ALIGN_LOG2(info);
    if (alignment < slot)
        alignment = slot;
    if (m->program->pointer_bits == 32)
        alignment = 4; // the i386 ABI aligns no argument of C to more
    return layout_align_up(end, alignment);
}

static bool store_variadic(struct machine *m, uint32_t object, uint64_t at, uint32_t operand, uint32_t info)
{
    uint64_t size = OPERAND_SIZE(info);
    if (info & OPERAND_BYVAL) {
        struct resolved from;
        if (!symbolic_resolve(m, step_operand(m, operand), 0, size, false, &from) ||
            !overwrite_read(m, object_get(m, from.object)->base + from.offset, size))
            return false;
        if (from.offset_term) {
            step_unmodelled(m, "structure passed by value from a symbolic address");
            return false;
        }
        if (!note_unseen(m, object_get(m, from.object), "variable arguments passed by value from"))
            return false;
        memory_move(m, object, at, from.object, from.offset, size);
        return true;
    }
    uint64_t slot = m->program->pointer_bits / 8;
    for (uint64_t done = 0; done < size; done += 8) {
        uint64_t part = size - done < 8 ? size - done : 8;
        struct value v = step_operand(m, operand + (uint32_t)(done / 8));
        memory_store(m, object_get(m, object), at + done, (unsigned)(part < slot ? slot : part), v);
    }
    return true;
}

// Where an argument goes; *next becomes where the next one of its kind does.
static uint64_t next_place(const struct machine *m, struct variadic_layout *next, uint32_t info)
{
    uint64_t at = info & OPERAND_GENERAL    ? next->general
                  : info & OPERAND_FLOATING ? next->floating
                                            : variadic_place(m, next->memory, info);
    if (info & OPERAND_GENERAL)
        next->general += general_bytes(info);
    else if (info & OPERAND_FLOATING)
        next->floating += FLOATING_SIZE;
    else
        next->memory = layout_align_up(at + OPERAND_SIZE(info), m->program->pointer_bits / 8);
    return at;
}

bool variadic_make(struct machine *m, const uint32_t *list, uint32_t *object)
{
    struct thread *t = m->current;
    const uint32_t *pairs = list + 2 + list[0];
    struct variadic_layout end = layout_of(list), next = end;
    for (uint32_t k = 0; k < list[1]; k++)
        next_place(m, &end, pairs[2 * k + 1]);
    *object = memory_allocate(m, t, OBJECT_VARIADIC, end.memory, 16, NO_SITE, false);
    if (*object == NO_OBJECT) {
        step_unmodelled(m, "variable arguments: the address space of the thread is used up");
        return false;
    }
    object_get(m, *object)->below = t->state.stack_top;
    for (uint32_t k = 0; k < list[1]; k++)
        if (!store_variadic(m, *object, next_place(m, &next, pairs[2 * k + 1]), pairs[2 * k],
                            pairs[2 * k + 1]))
            return false;
    return true;
}

const struct instruction *step_VA_START(struct machine *m, struct cell *r, const struct instruction *i)
{
    const struct thread *t = m->current;
    const struct frame *frame = &t->frames.data[t->state.depth - 1];
    uint32_t variadic = frame->variadic;
    static const uint8_t sizes[] = {4, 4, 8, 8};
    step_save(m, i);
    if (variadic == NO_OBJECT)
        return step_violation(m, PROPERTY_MEMORY, "va_start in a function called without variable arguments");
    uint64_t base = object_get(m, variadic)->base;
    struct variadic_layout layout = layout_of(m->program->operands + m->code[frame->return_code - 1].b);
    // gp_offset, fp_offset, overflow_arg_area and reg_save_area
    struct value fields[] = {{layout.general, TERM_NONE},
                             {layout.floating, TERM_NONE},
                             {base + layout.memory, TERM_NONE},
                             {layout.memory ? base : 0, TERM_NONE}};
    bool wide = m->program->pointer_bits == 64;
    struct resolved where;
    if (!symbolic_resolve(m, cell_value(&r[i->a]), 0, wide ? 24 : 4, true, &where) ||
        !note_unseen(m, object_get(m, where.object), "va_start in"))
        return NULL;
    if (!wide)
        return symbolic_store(m, &where, 4, fields[2]) ? i + 1 : NULL;
    for (unsigned k = 0; k < 4; k++) {
        if (!symbolic_store(m, &where, sizes[k], fields[k]))
            return NULL;
        where.offset += sizes[k];
    }
    return i + 1;
}

const struct instruction *step_VA_END(struct machine *m, struct cell *r, const struct instruction *i)
{
    (void)m;
    (void)r;
    return i + 1;
}

const struct instruction *step_VA_COPY(struct machine *m, struct cell *r, const struct instruction *i)
{
    struct resolved to, from;
    uint64_t size = m->program->pointer_bits == 64 ? 24 : 4;
    step_save(m, i);
    if (!symbolic_resolve(m, cell_value(&r[i->a]), 0, size, true, &to) ||
        !symbolic_resolve(m, cell_value(&r[i->b]), 0, size, false, &from) ||
        !note_unseen(m, object_get(m, to.object), "va_copy in") ||
        !note_unseen(m, object_get(m, from.object), "va_copy in") ||
        !overwrite_read(m, object_get(m, from.object)->base + from.offset, size))
        return NULL;
    if (to.offset_term || from.offset_term)
        return step_unmodelled(m, "va_copy at a symbolic address");
    memory_move(m, to.object, to.offset, from.object, from.offset, size);
    return i + 1;
}
