// expect: inconclusive
// message: __CPROVER_ASYNC_
// Of a label in a function that clang inlines at once only its debug information is left.
int done;
#define START(what) __CPROVER_ASYNC_1: what

static inline __attribute__((always_inline)) void start(int now)
{
    if (now) {
        START(done = 1);
    } else
        done = 2;
}

static inline __attribute__((always_inline)) void start_twice(void)
{
    start(1);
    start(1);
}

int main(void)
{
    start_twice();
    __CPROVER_assert(done == 1, "done");
    return 0;
}
