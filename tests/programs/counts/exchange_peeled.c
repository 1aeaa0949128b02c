// expect: safe
// heddle: --slice=off --independence=outcome
// case: N=2 PEELED=0 none classic source=2 optimal=2
// case: N=3 PEELED=0 optimal=6
// case: N=4 PEELED=0 optimal=24
// case: N=2 PEELED=1 none classic source=4 optimal=4
// case: N=3 PEELED=1 optimal=36
// case: N=4 PEELED=1 optimal=576
// case: N=3 PEELED=1 --independence=none optimal=42
// A lock by compare-and-swap, whose rounds that fail are waiting (docs/awaits.md): what is left is who takes it when, N! orders.
// Where the first attempt stands before the loop it is an event of its own. That of the thread that takes the lock p-th has
// succeeded, or read what one of the p - 1 threads before it wrote when it took the lock, p possibilities: N!^2. (Plainly such
// attempts are in order among each other, too.)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int sum;

static int try(void)
{
    int expected = 0;
    return atomic_compare_exchange_strong(&locked, &expected, 1);
}

static void *run(void *unused)
{
    if (!PEELED || !try())
        while (!try())
            ;
    sum++;
    atomic_store(&locked, 0);
    return unused;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return sum != N;
}
