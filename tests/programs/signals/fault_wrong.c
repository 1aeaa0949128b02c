// expect: violation
// kinds: abort
// What a fault of the program would raise ends it as abort does.
#include <signal.h>

int main(void)
{
    raise(SIGSEGV);
    return 0;
}
