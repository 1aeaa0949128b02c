// expect: violation
// kinds: deadlock
// heddle: --property=deadlock
// A loop that waits inside of another one, which goes on: its end is one as well.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f0;
static void *w0(void *argument)
{
    f0 = 1;
    return argument;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w0, 0);
    for (int k = 0; k < 2; k++)
        while (f0 == 1 + k)
            ;
    pthread_join(t, 0);
    return 0;
}
