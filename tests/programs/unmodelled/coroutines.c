// expect: inconclusive
// message: coroutines .getcontext, makecontext, swapcontext, setcontext.
// Coroutines of the program's own on memory that it gives them.
#include <assert.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t caller, coroutine;
static int steps;

static void run(void)
{
    steps++;
    swapcontext(&coroutine, &caller);
    steps++;
}

int main(void)
{
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = malloc(1 << 16);
    coroutine.uc_stack.ss_size = 1 << 16;
    coroutine.uc_link = &caller;
    makecontext(&coroutine, run, 0);
    swapcontext(&caller, &coroutine);
    swapcontext(&caller, &coroutine);
    assert(steps == 2);
    return 0;
}
