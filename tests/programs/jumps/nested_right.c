// expect: safe
// Handlers within handlers, as macros for exceptions have them: an inner one throws on, and one of a frame above is used again.
#include <assert.h>
#include <setjmp.h>

struct handler {
    jmp_buf place;
    struct handler *outer;
};
static struct handler *innermost;
static int log_;

static void throw(int what)
{
    struct handler *handler = innermost;
    innermost = handler->outer;
    longjmp(handler->place, what);
}

static void try(int depth, int what)
{
    struct handler handler = {.outer = innermost};
    int caught = setjmp(handler.place);
    if (caught == 0) {
        innermost = &handler;
        if (depth == 0)
            throw(what);
        try(depth - 1, what);
        innermost = handler.outer;
    } else if (caught > depth) {
        log_ = log_ * 10 + depth;
        throw(caught);
    } else {
        log_ = log_ * 10 + 9;
    }
}

int main(void)
{
    struct handler handler = {.outer = 0};
    volatile int rounds = 0;
    int caught = setjmp(handler.place);
    innermost = &handler;
    if (caught == 0) {
        try(4, 2); // passes 0 and 1
        assert(log_ == 19);
        log_ = 0;
        try(1, 5); // passes both
        assert(0);
    }
    assert(caught == 5 && log_ == 1);
    if (rounds++ == 0)
        longjmp(handler.place, 5);
    assert(rounds == 2);
    return 0;
}
