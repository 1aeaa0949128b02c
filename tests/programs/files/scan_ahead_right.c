// expect: safe
// por: optimal default
// The character that ends a field is read from the file, and put back into the stream: the descriptor is behind it.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int number = 0;
    FILE *file = fopen("numbers", "w");
    assert(fputs("12 7", file) >= 0 && fclose(file) == 0);
    file = fopen("numbers", "r");
    assert(setvbuf(file, NULL, _IONBF, 0) == 0);
    assert(fscanf(file, "%d", &number) == 1 && number == 12);
    assert(lseek(fileno(file), 0, SEEK_CUR) == 3);
    assert(fgetc(file) == ' ');
    assert(fscanf(file, "%1d", &number) == 1 && number == 7);
    assert(lseek(fileno(file), 0, SEEK_CUR) == 4);
    assert(fclose(file) == 0);
    return 0;
}
