// heddle: --havoc=scanf,fopen,fgets
// clang: -D_FILE_OFFSET_BITS=64
// expect: safe
// The compiler calls __isoc99_scanf and fopen64: --havoc knows them by the names in the source.
#include <stdio.h>

int main(void)
{
    char line[10] = "";
    int number = 0;
    if (scanf("%d", &number) == 1)
        return 1;
    FILE *file = fopen("numbers", "r");
    return file && fgets(line, sizeof line, file);
}
