// expect: violation
// kinds: abort
// message: ended by SIGSEGV
// What a fault of the program would raise ends it as abort does.
#include <signal.h>

int main(void)
{
    raise(SIGSEGV);
    return 0;
}
