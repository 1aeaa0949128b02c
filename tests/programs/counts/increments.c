// expect: safe
// heddle: --independence=none
// case: N=1 USED=0 none=2 classic=2 source=2 optimal=2
// case: N=2 USED=0 none=6 classic=6 source=6 optimal=6
// case: N=3 USED=0 none=20 classic=20 source=20 optimal=20
// case: N=4 USED=0 none=70 source=70 optimal=70
// case: N=5 USED=0 source=252 optimal=252
// case: N=6 USED=0 source=924 optimal=924
// case: N=1 USED=1 none=2 classic=2 source=2 optimal=2
// case: N=2 USED=1 none=6 classic=6 source=6 optimal=6
// case: N=3 USED=1 none=20 classic=20 source=20 optimal=20
// case: N=4 USED=1 none=70 source=70 optimal=70
// case: N=5 USED=1 source=252 optimal=252
// case: N=6 USED=1 source=924 optimal=924
// Two threads add to one variable N times each, in one operation. As plain conflicts every order of the 2 N additions is
// a trace of its own, C(2 N, N), whether their results are used or not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *argument)
{
    for (int i = 0; i < N; i++) {
#if USED
        int before = atomic_fetch_add(&x, 1);
        assert(before >= i && before <= N + i);
#else
        atomic_fetch_add(&x, 1);
#endif
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x == 2 * N);
    return 0;
}
