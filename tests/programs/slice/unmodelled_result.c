// expect: inconclusive
// message: has no model
// case: CALL=1 --property=assertion optimal default
// case: CALL=2 --property=assertion optimal default
// case: CALL=3 --property=assertion optimal default
// case: CALL=4 --property=assertion optimal default
// One order leads to a result that has no model, and the assertion is about the result.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

static int flag, result;
static wchar_t wide[9];

static int call(void)
{
    switch (CALL) {
    case 1: return mblen("\xc3\xa4", 2);
    case 2: return sscanf("\xc3\xa4", "%ls", wide);
    case 3: return (int)sysconf(_SC_PASS_MAX);
    default: return strtof("1.000000059604644775390625", NULL) > 0; // half-way between two floats
    }
}

static void *set(void *argument)
{
    flag = 1;
    flag = 0;
    return argument;
}

static void *look(void *argument)
{
    if (flag)
        result = call();
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, look, NULL);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    assert(result < 100);
    return 0;
}
