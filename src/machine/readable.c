#include "machine/readable.h"

#include "machine/faint.h"

// A native that is called through a pointer has its parameters there.
static const uint32_t native_parameters[] = {0, 1, 2, 3};
#define NATIVE_PARAMETERS 4u

// Where a frame of the thread goes on.
static uint32_t frame_code(const struct thread *t, uint32_t frame)
{
    return frame + 1 == t->state.depth ? t->state.code : t->frames.data[frame + 1].return_code;
}

const uint32_t *readable_in_frame(const struct machine *m, const struct thread *t, uint32_t frame,
                                  uint32_t *count)
{
    const struct function *function = &m->program->functions[t->frames.data[frame].function];
    if (function->kind == FUNCTION_DEFINED)
        return live_before(faint_live(m), frame_code(t, frame), count);
    *count = NATIVE_PARAMETERS;
    return native_parameters;
}

// Whether the callee of a frame is about to write the register.
static bool is_result(const struct machine *m, const struct thread *t, uint32_t frame, uint32_t number)
{
    if (frame + 1 == t->state.depth)
        return false;
    const struct frame *callee = &t->frames.data[frame + 1];
    uint32_t words = callee->to_native ? 0 : m->program->functions[callee->function].result_words;
    return callee->result != NO_REGISTER && number >= callee->result && number - callee->result < words;
}

bool readable_register(const struct machine *m, const struct thread *t, uint32_t number)
{
    uint32_t frame = t->state.depth;
    while (frame && t->frames.data[frame - 1].base > number)
        frame--;
    if (!frame--)
        return false;
    const struct frame *f = &t->frames.data[frame];
    const struct function *function = &m->program->functions[f->function];
    number -= f->base;
    if (function->kind != FUNCTION_DEFINED)
        return number < NATIVE_PARAMETERS;
    return number < function->register_count && !is_result(m, t, frame, number) &&
           live_has(faint_live(m), frame_code(t, frame), number);
}
