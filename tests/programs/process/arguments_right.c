// expect: safe
#include <assert.h>
#include <stddef.h>
#include <string.h>

int main(int argc, char **argv)
{
    assert(argc >= 1 && argv[0] != NULL && argv[argc] == NULL);
    assert(strlen(argv[0]) > 0);
    argv[0][0] = 'x'; // the strings may be changed
    return 0;
}
