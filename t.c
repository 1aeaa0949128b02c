#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int nondet_int(void);
static int x, y;
static void f(void)
{
    if (nondet_int()) //~
        x = 1; //~
} //~
int main(void)
{
    f();
    assert(x); //>
    assert(!y); //>
    return 0; //>
}
