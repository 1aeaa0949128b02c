// expect: inconclusive
// message: alarm \(no signal ever comes\)
#include <unistd.h>

int main(void)
{
    alarm(3);
    return 0;
}
