// expect: violation
// kinds: assertion
// Two parallel phases: what main finds after the first decides what it starts in the second, and the choice it makes in
// between (the machine's own, of what malloc returns) has to be answered in the replay although another thread ends last.
// heddle: --malloc-may-fail
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int result, other;

static void *work(void *argument)
{
    result = (int)(intptr_t)argument;
    other = -(int)(intptr_t)argument;
    return NULL;
}

static void run(int first, int second)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)(intptr_t)first);
    pthread_create(&b, NULL, work, (void *)(intptr_t)second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(void)
{
    run(1, 2);
    char *block = malloc(1);
    int first = result;
    int start = block ? 10 : 20;
    free(block);
    result = 0;
    run(start + first, start);
    char *again = malloc(1);
    if (!again)
        assert(!(first == 1 && start == 20 && result == 21 && other == -20)); // <- violation
    free(again);
    return 0;
}
