// expect: safe
// heddle: --show-output
// por: none optimal default
// output: before\nafter\n
// text: !before\n +before
// The search starts again in the first execution, when it learns that the loop waits: what was printed until then is not shown twice.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int go;

static void *set(void *argument)
{
    atomic_store(&go, 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    printf("before\n");
    pthread_create(&thread, 0, set, 0);
    while (!atomic_load(&go))
        continue;
    printf("after\n");
    pthread_join(thread, 0);
    return 0;
}
