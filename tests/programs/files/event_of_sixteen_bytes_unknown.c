// expect: inconclusive
// Of sixteen bytes for an event counter, older Linux takes eight; newer Linux refuses them.
#include <assert.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void)
{
    uint64_t values[2] = {1, 1};
    int counter = eventfd(0, EFD_NONBLOCK);
    assert(write(counter, values, sizeof values) == 8);
    return 0;
}
