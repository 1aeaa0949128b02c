// heddle: --args="one 'two words' 3"
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    assert(argc == 4 && strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two words") == 0 && atoi(argv[3]) == 3);
    assert(argv[4] == NULL);
    return 0;
}
