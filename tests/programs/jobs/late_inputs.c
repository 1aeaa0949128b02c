// expect: violation
// kinds: assertion
// sleep-blocked: allowed
// heddle: --jobs=3 --all --slice=off
// violations: 2
// case: ROUNDS=4 source optimal
// What an input decides was decided after the search had been shared out: a reversal with that in it cannot be told to
// another process as it is. `a` is to be written after `v` was read, and before the input is looked at, and afterwards.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int a, v, noise;

static void *write_a(void *argument)
{
    a = 1;
    return argument;
}

static void *look(void *argument)
{
    int input = __VERIFIER_nondet_int();
    if (v == 1) {
        volatile int found = input > 10 ? 2 : 4;
        int before = a;
        assert(before == 1 || found == 4); // fails
        assert(before == 0 || found == 2); // fails
    }
    return argument;
}

static void *write_v(void *argument)
{
    v = 1;
    return argument;
}

static void *make_noise(void *argument)
{
    for (int k = 0; k < ROUNDS; k++)
        noise = noise * 2 + 1;
    return argument;
}

int main(void)
{
    pthread_t threads[5];
    pthread_create(&threads[0], 0, write_a, 0);
    pthread_create(&threads[1], 0, look, 0);
    pthread_create(&threads[2], 0, write_v, 0);
    pthread_create(&threads[3], 0, make_noise, 0);
    pthread_create(&threads[4], 0, make_noise, 0);
    for (int k = 0; k < 5; k++)
        pthread_join(threads[k], 0);
}
