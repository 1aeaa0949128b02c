// expect: inconclusive
// message: mtx_init of a type that C does not define
// C leaves it open; glibc makes a plain mutex of it.
#include <assert.h>
#include <threads.h>

int main(void)
{
    mtx_t mutex;
    assert(mtx_init(&mutex, 77) == thrd_error);
    return 0;
}
