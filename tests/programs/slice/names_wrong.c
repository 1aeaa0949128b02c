// expect: violation
// kinds: assertion
// heddle: --property=assertion --all
// Irrelevant code makes objects and inputs or not, by what another thread has done; then relevant ones are made. These keep
// their names and addresses, and both values of the input are found, before and after the other thread's write.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int nondet_int(void);

static int flag, number, *kept;
static void *volatile sink;

static void *t1(void *argument)
{
    if (flag) {
        sink = malloc(24);
        free(sink);
        if (nondet_int() > 3)
            sink = malloc(48);
    }
    kept = malloc(sizeof *kept);
    *kept = nondet_int();
    assert(*kept != 7 || number != 0); // <- violation
    assert(*kept != 8 || number != 1); // <- violation
    return argument;
}

static void *t2(void *argument)
{
    flag = 1;
    number = 1;
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, t1, NULL);
    pthread_create(&u, NULL, t2, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
