// heddle: --property=exit
// expect: violation
// kinds: exit
// line: 11
// An alarm that nobody handles may end the program, with a status that is not 0.
#include <unistd.h>

int main(void)
{
    alarm(0);
    alarm(3);
    return 0;
}
