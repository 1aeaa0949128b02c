// <setjmp.h>. heddle-lower (src/lower/jumps.h) makes ordinary control flow of it: longjmp only notes where it
// goes, functions return until they have come there, and setjmp then has another result. So a function that
// calls setjmp has a frame, which is in a list of its thread's for as long as the function runs.
#include "runtime/signals.h"

struct runtime_frame {
    struct runtime_frame *outer;
};

// jmp_buf begins with it.
struct runtime_jump {
    struct runtime_frame *frame;
    long site;       // the how-many-th setjmp of the function; from 1 on
    long back_calls; // calls of functions by the machine on the stack then
    long handlers;   // of signals that ran then
    // What restores the mask of signals; NULL: nothing does. By a pointer, so that jumps reach the delivery
    // of signals only in programs that save masks.
    void (*restore)(const struct runtime_jump *place);
    unsigned long mask[64 / (8 * sizeof(long))];
};

static _Thread_local struct runtime_frame *innermost;
static _Thread_local struct {
    struct runtime_frame *frame; // NULL: the thread is not on its way
    long site;
    int result;
} target;

int __heddle_back_calls(void);
_Thread_local long __runtime_signal_handlers;

void __runtime_jump_enter(struct runtime_frame *frame)
{
    frame->outer = innermost;
    innermost = frame;
}

void __runtime_jump_leave(struct runtime_frame *frame)
{
    innermost = frame->outer;
}

void __runtime_jump_mark(struct runtime_jump *place, struct runtime_frame *frame, long site)
{
    place->frame = frame;
    place->site = site;
    place->back_calls = __heddle_back_calls();
    place->handlers = __runtime_signal_handlers;
    place->restore = NULL;
}

// Signals that are let through again are handled before anything is left.
static void restore_mask(const struct runtime_jump *place)
{
    enum { SET = 2 };
    sigset_t mask = {0};
    memcpy(&mask, place->mask, sizeof place->mask);
    __runtime_change_signal_mask(SET, &mask, NULL);
}

// As __runtime_jump_mark, of a sigsetjmp that saves the mask if `saves` is not 0.
void __runtime_jump_mark_mask(struct runtime_jump *place, struct runtime_frame *frame, long site, int saves)
{
    __runtime_jump_mark(place, frame, site);
    if (!saves)
        return;
    memcpy(place->mask, &__runtime_signal_mask, sizeof place->mask);
    place->restore = restore_mask;
}

bool __runtime_jump_is_on_its_way(void)
{
    return target.frame;
}

// At a call that a jump has ended: which setjmp of the function it goes to, with the result; 0: the jump goes
// further out, and the function is left.
long __runtime_jump_land(struct runtime_frame *frame, int *result)
{
    if (target.frame != frame) {
        __runtime_jump_leave(frame);
        return 0;
    }
    target.frame = NULL;
    *result = target.result;
    return target.site;
}

static bool is_active(const struct runtime_frame *frame)
{
    const struct runtime_frame *other = innermost;
    while (other && other != frame)
        other = other->outer;
    return other;
}

static void jump(const struct runtime_jump *place, int result)
{
    struct runtime_frame *frame = place->frame;
    if (!is_active(frame)) {
        (void)*(struct runtime_frame *volatile *)&frame->outer; // the function may have returned
        __heddle_unmodelled("longjmp to a function of another thread");
    }
    if (place->back_calls != __heddle_back_calls())
        __heddle_unmodelled("longjmp out of a function that the C library has called");
    if (place->handlers != __runtime_signal_handlers)
        __heddle_unmodelled("longjmp out of a signal handler");
    if (place->restore)
        place->restore(place);
    target.site = place->site;
    target.result = result ? result : 1;
    target.frame = frame;
}

#define JUMP(name)                                                                                           \
    void name(const struct runtime_jump *place, int result)                                                  \
    {                                                                                                        \
        jump(place, result);                                                                                 \
    }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)

// What heddle-lower calls instead where the program contains longjmp: named here so that it is linked.
static int mark_nothing(void)
{
    const struct {
        void (*enter)(struct runtime_frame *), (*leave)(struct runtime_frame *);
        void (*mark)(struct runtime_jump *, struct runtime_frame *, long);
        bool (*is_on_its_way)(void);
        long (*land)(struct runtime_frame *, int *);
    } used = {__runtime_jump_enter, __runtime_jump_leave, __runtime_jump_mark, __runtime_jump_is_on_its_way,
              __runtime_jump_land};
    (void)used;
    return 0;
}

#define MARK(name, parameters)                                                                               \
    int name parameters                                                                                      \
    {                                                                                                        \
        (void)place;                                                                                         \
        return mark_nothing();                                                                               \
    }
MARK(setjmp, (void *place))
MARK(_setjmp, (void *place))

// sigsetjmp, which may save the mask.
static int mark_mask(void)
{
    void (*const volatile used)(struct runtime_jump *, struct runtime_frame *, long, int) =
        __runtime_jump_mark_mask;
    (void)used;
    return mark_nothing();
}

#define MARK_MASK(name)                                                                                      \
    int name(void *place, int mask)                                                                          \
    {                                                                                                        \
        (void)place;                                                                                         \
        (void)mask;                                                                                          \
        return mark_mask();                                                                                  \
    }
MARK_MASK(sigsetjmp)
MARK_MASK(__sigsetjmp)
