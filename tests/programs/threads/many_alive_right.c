// expect: safe
// executions: source=1 optimal=1 default=1
// por: source optimal default
// heddle: --property=assertion,data-race
// Many threads that live at one time, and of which each has its own memory: their accesses are independent.
#include <assert.h>
#include <pthread.h>

enum { COUNT = 600 };

static int own[COUNT];
static pthread_t threads[COUNT];

static void *run(void *argument)
{
    *(int *)argument += 1;
    return argument;
}

int main(void)
{
    for (int k = 0; k < COUNT; k++)
        pthread_create(&threads[k], NULL, run, &own[k]);
    for (int k = 0; k < COUNT; k++) {
        void *result;
        pthread_join(threads[k], &result);
        assert(result == &own[k] && own[k] == 1);
    }
    return 0;
}
