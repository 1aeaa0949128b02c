// <ucontext.h>: a thread has one stack here, so that a program's own coroutines have no model. Named, so that
// the reason says what is missing.
#include "runtime/runtime.h"

static int refuse_context(void)
{
    __heddle_unmodelled("coroutines (getcontext, makecontext, swapcontext, setcontext)");
    errno = ENOSYS;
    return -1;
}

int getcontext(void *context)
{
    (void)context;
    return refuse_context();
}

int setcontext(const void *context)
{
    (void)context;
    return refuse_context();
}

int swapcontext(void *from, const void *to)
{
    (void)from, (void)to;
    return refuse_context();
}

void makecontext(void *context, void (*function)(void), int count, ...)
{
    (void)context, (void)function, (void)count;
    refuse_context();
}
