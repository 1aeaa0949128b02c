// expect: violation
// kinds: assertion
// case: CASE=0 none classic source optimal default
// case: CASE=1 none classic source optimal default
// case: CASE=2 none classic source optimal default
// case: CASE=3 none classic source optimal default
// case: CASE=4 none classic source optimal default
// A look after a thread was created, however it is reached: what the thread has slept has passed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static time_t start;

static void *worker(void *argument)
{
    sleep(3);
    return argument;
}

static void run(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
}

static void check(void)
{
    assert(time(NULL) < start + 3); // <- violation
}

static void recurse(int depth)
{
    if (depth == 2)
        check();
    run();
    if (depth < 2)
        recurse(depth + 1);
}

int main(void)
{
    void (*const volatile checks[])(void) = {check};
    start = time(NULL);
    switch (CASE) {
    case 0:
        run();
        check();
        break;
    case 1:
        for (int k = 0; k < 2; k++) {
            check();
            run();
        }
        break;
    case 2:
        run();
        checks[0]();
        break;
    case 3: recurse(0); break;
    case 4:
        atexit(check);
        run();
        break;
    }
    return 0;
}
