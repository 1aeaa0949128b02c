// Memory that was read, and then overwritten with other memory that was never written, may hold another value.
//
// expect: violation
// kinds: assertion
#include <assert.h>
#include <string.h>

static int global;

int main(void)
{
    int first, second;
    memcpy(&global, &first, sizeof global);
    int was = global;
    memcpy(&global, &second, sizeof global);
    assert(was == global); // <- violation
    return 0;
}
