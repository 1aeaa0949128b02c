// expect: violation
// kinds: memory
// message: use after scope
// A thread may still use a variable past whose declaration something jumped, when its block is left.
#include <pthread.h>

static void *thread(void *argument)
{
    *(int *)argument = 2; // <- violation
    return 0;
}

static pthread_t start(int k)
{
    pthread_t t;
    for (;;) {
        if (k)
            goto in;
        int v;
    in:
        v = 1;
        pthread_create(&t, 0, thread, &v);
        if (v)
            break;
    }
    pthread_detach(t);
    pthread_exit(0);
}

int main(void)
{
    start(1);
    return 0;
}
