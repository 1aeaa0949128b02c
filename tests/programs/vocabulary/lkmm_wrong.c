// heddle: --property=assertion,data-race
// expect: violation
// kinds: assertion
// An order of plain exchanges that lets an update be lost; accesses by READ_ONCE are no data races.
#include <assert.h>
#include <lkmm.h>

static int x;

static void *add(void *argument)
{
    WRITE_ONCE(x, READ_ONCE(x) + 1);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    add(0);
    pthread_join(thread, 0);
    assert(x == 2); // <- violation
    return 0;
}
