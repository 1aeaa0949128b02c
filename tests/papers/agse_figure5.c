// expect: violation
// kinds: assertion
// heddle: --property=assertion --independence=none --all
// case: BRANCHES=1 none=13 classic source=9 optimal=9 default=3
// case: BRANCHES=4 source=144 optimal=144 default=3
// case: BRANCHES=40 default=3
// AGSE figure 5: a branch on an input (line 1 of the figure), a write to y under it (line 2), then what the assertion is
// about, namely b gets a value (3), a branch on it (4), a write to x under that (5), an assertion about x (6). Lines 1 and 2 are
// irrelevant; here they come BRANCHES times, and another thread writes y as well.
//
// The assertion makes 3 classes of b: not positive, 7, other ones. Without slices, with k of n branches taken: the other
// thread's write has k + 1 places among those writes; the sum of C(n, k) (k + 1) is 2^n + n 2^(n-1): 3 for 1, 48 for 4,
// times 3. All schedules for n = 1, with the write to x (2 classes) or without it (1): 3 2 + 2 with the branch taken,
// 2 2 + 1 without, 13. With slices neither the branches nor the writes count: the 3 classes.
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

static int x, y;

static void *t1(void *argument)
{
    for (int i = 0; i < BRANCHES; i++)
        if (nondet_int() > 0)
            y = i;
    int b = nondet_int();
    if (b > 0)
        x = b;
    return argument;
}

static void *t2(void *argument)
{
    y = -1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(x != 7); // <- violation
    return 0;
}
