// expect: safe
// Whether it is set or not, it is usable.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *value = getenv("HEDDLE_SURELY_UNSET_VARIABLE");
    size_t n = value ? strlen(value) : 0;
    assert(value || n == 0);
    return 0;
}
