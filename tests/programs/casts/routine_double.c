// expect: inconclusive
// message: call of 'work', whose type is i64\(f64\), as a function of integers and pointers
// A thread's routine that takes a `double`: the register that it reads is not the one that is written.
#include <assert.h>
#include <pthread.h>

static void *work(double x)
{
    assert(x == x);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *(*routine)() = (void *(*)())work;
    pthread_create(&thread, 0, (void *(*)(void *))routine, 0);
    pthread_join(thread, 0);
    return 0;
}
