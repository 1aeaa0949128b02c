// expect: violation
// kinds: lock
#include <threads.h>

static mtx_t lock;

int main(void)
{
    mtx_init(&lock, mtx_plain);
    mtx_unlock(&lock); // <- violation
    return 0;
}
