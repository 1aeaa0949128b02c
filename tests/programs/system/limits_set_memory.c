// expect: inconclusive
// message: setrlimit of this resource
// A limit on memory: what fails then has no model.
#include <stdlib.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit limit = {1 << 20, 1 << 20};
    if (setrlimit(RLIMIT_AS, &limit) == 0 && malloc(1 << 21))
        abort();
    return 0;
}
