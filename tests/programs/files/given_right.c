// heddle: --file='etc/numbers=3 4\n' --stdin='hello\nx\x41' --file=data:2
// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int main(void)
{
    int a, b;
    char line[20];
    struct stat facts;
    FILE *file = fopen("/etc/numbers", "r");
    assert(file && fscanf(file, "%d %d", &a, &b) == 2 && a == 3 && b == 4);
    assert(fgets(line, sizeof line, stdin) && strcmp(line, "hello\n") == 0);
    assert(getchar() == 'x' && getchar() == 'A' && getchar() == EOF && feof(stdin));
    assert(stat("data", &facts) == 0 && facts.st_size <= 2);
    return 0;
}
