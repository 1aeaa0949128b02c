// expect: violation
// kinds: assertion
// A program that needs an argument, started without one.
#include <assert.h>

int main(int argc, char *argv[])
{
    (void)argv;
    assert(argc == 2); // <- violation
    return 0;
}
