// expect: safe
// por: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 2 };
static atomic_int choosing[THREADS], number[THREADS];
static int counter;

static void work(int me)
{
    choosing[me] = 1;
    int highest = 0;
    for (int i = 0; i < THREADS; i++) {
        int n = number[i];
        highest = n > highest ? n : highest;
    }
    number[me] = highest + 1;
    choosing[me] = 0;
    for (int i = 0; i < THREADS; i++) {
        if (i == me)
            continue;
        while (choosing[i])
            ;
        for (;;) {
            int n = number[i];
            if (n == 0 || n > number[me] || (n == number[me] && i > me))
                break;
        }
    }
    counter++;
    number[me] = 0;
}

static void *worker(void *argument)
{
    work(1);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
