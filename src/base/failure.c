#include "base/failure.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local jmp_buf *present_handler;
static _Thread_local const char *contradiction = "";

jmp_buf *failure_guard(jmp_buf *handler)
{
    jmp_buf *old = present_handler;
    present_handler = handler;
    return old;
}

noreturn void failure_memory(void)
{
    if (present_handler)
        longjmp(*present_handler, FAILURE_MEMORY);
    fputs("heddle: out of memory\n", stderr);
    abort();
}

noreturn void failure_contradiction(const char *what)
{
    contradiction = what;
    if (present_handler)
        longjmp(*present_handler, FAILURE_CONTRADICTION);
    fprintf(stderr, "heddle: internal error: %s\n", what);
    abort();
}

const char *failure_what(void)
{
    return contradiction;
}
