// expect: safe
// heddle: --property=assertion
// _exit does not flush, and abort does not.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);
static int ends[2];

static void *read_it(void *argument)
{
    char bytes[8];
    assert(read(ends[0], bytes, sizeof bytes) != 2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    FILE *out = fdopen(ends[1], "w");
    fputs("ok", out);
    pthread_create(&thread, NULL, read_it, NULL);
    if (__VERIFIER_nondet_int())
        abort();
    _exit(0);
}
