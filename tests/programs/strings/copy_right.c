// expect: safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char buffer[16];
    assert(strcpy(buffer, "abc") == buffer);
    assert(strcat(buffer, "def") == buffer);
    assert(strcmp(buffer, "abcdef") == 0);
    assert(strncat(buffer, "ghijkl", 2) == buffer);
    assert(strcmp(buffer, "abcdefgh") == 0);
    memset(buffer, '#', sizeof buffer);
    strncpy(buffer, "xy", 5); // pads with zeros
    assert(buffer[2] == 0 && buffer[4] == 0 && buffer[5] == '#');
    return 0;
}
