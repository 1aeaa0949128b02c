// expect: violation
// kinds: assertion
// heddle: --property=assertion
// The address of a variable at an odd place of a packed structure.
#include <assert.h>
#include <pthread.h>

static int before[64], value, other;
static struct {
    int number;
    int *pointer;
    int end;
} __attribute__((packed, aligned(8))) packed = {3, &value, 9};

static void *writer(void *argument)
{
    *packed.pointer = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    before[3] = other;
    int first = value;
    int second = value;
    assert(first == second); // <- violation
    pthread_join(thread, 0);
    return 0;
}
