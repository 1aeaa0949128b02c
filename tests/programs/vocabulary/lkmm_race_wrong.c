// heddle: --property=data-race
// expect: violation
// kinds: data-race
// The writer has a fence, and the reader none.
#include <lkmm.h>

static int data, ready;

static void *read_it(void *unused)
{
    if (READ_ONCE(ready))
        return data ? unused : NULL;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, read_it, NULL);
    data = 1;
    smp_wmb();
    WRITE_ONCE(ready, 1);
    pthread_join(thread, NULL);
    return 0;
}
