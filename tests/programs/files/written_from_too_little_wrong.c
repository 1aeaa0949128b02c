// expect: violation
// kinds: memory
// A pipe has room for all that is asked for, and the memory has not so much.
#include <unistd.h>

int main(void)
{
    int ends[2];
    char small[4] = "abc";
    return pipe(ends) != 0 || write(ends[1], small, 100) != 100;
}
