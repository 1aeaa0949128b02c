// expect: safe
// heddle: "--file=in.txt=one\\ntwo"
// output: 1 two 003 x\nab\nfrom the thread\n
// Streams of wide characters: printing, also by two threads, reading, and what a stream is for.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static void *print(void *none)
{
    assert(fputws(L"from the thread\n", stdout) >= 0);
    return none;
}

int main(void)
{
    assert(fwide(stdout, 0) == 0);
    assert(wprintf(L"%d %ls %03d %c\n", 1, L"two", 3, 'x') == 12);
    assert(fwide(stdout, 0) > 0 && fwide(stdout, -1) > 0);
    assert(putwchar(L'a') == L'a' && fputwc(L'b', stdout) == L'b' && putwc(L'\n', stdout) == L'\n');
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    pthread_join(thread, NULL);

    assert(fputs("bytes", stderr) >= 0 && fwide(stderr, 0) < 0);
    assert(fwprintf(stderr, L"none") == -1 && fputwc(L'x', stderr) == WEOF && fputws(L"x", stderr) == -1);

    FILE *file = fopen("in.txt", "r");
    assert(file);
    wchar_t line[8];
    assert(fgetwc(file) == L'o' && ungetwc(L'o', file) == L'o');
    assert(fgetws(line, 8, file) == line && wcscmp(line, L"one\n") == 0);
    assert(fgetws(line, 3, file) == line && wcscmp(line, L"tw") == 0);
    assert(getwc(file) == L'o' && getwc(file) == WEOF && feof(file) && !fgetws(line, 8, file));
    return fclose(file);
}
