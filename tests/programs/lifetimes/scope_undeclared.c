// expect: inconclusive
// message: an access to the variable 'v', whose block may have ended: its declaration cannot be reached
// case: KIND=1 none optimal default
// case: KIND=2 none optimal default
// case: KIND=3 none optimal default
// A declaration that cannot be reached leaves nothing in debug information: the block is guessed.
#include <pthread.h>

static int *p;

static void *thread(void *argument)
{
    *(int *)argument = 2;
    return 0;
}

static void used_behind(int k)
{
    switch (k) {
        int v;
    case 1:
        v = 1;
        p = &v;
        break;
    default: p = 0;
    }
    ++*p;
}

// Right: the scope is that of the outer block, which cannot be known.
static void used_in_inner_block(int k)
{
    switch (k) {
        int v;
    case 1: {
        v = 1;
        p = &v;
    }
        ++*p;
        break;
    default: break;
    }
}

static void used_by_thread(int k)
{
    pthread_t t;
    switch (k) {
        int v;
    case 1:
        v = 1;
        pthread_create(&t, 0, thread, &v);
        break;
    default: return;
    }
    pthread_join(t, 0);
}

int main(void)
{
    switch (KIND) {
    case 1: used_behind(1); break;
    case 2: used_in_inner_block(1); break;
    case 3: used_by_thread(1); break;
    }
}
