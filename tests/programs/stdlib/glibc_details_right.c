// expect: safe
// What glibc does where its manual leaves room: found by tests/fuzz/library.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static void dates(void)
{
    struct tm summer = {.tm_year = 100, .tm_mday = 1, .tm_isdst = 1}, late = {.tm_year = INT_MAX}, far = {.tm_year = 98101, .tm_mday = 1};
    char text[64];
    assert(mktime(&summer) == 946684800 - 3600 && summer.tm_isdst == 0);
    errno = 0;
    assert(!asctime(&late) && errno == EOVERFLOW);
    errno = 0;
    assert(!asctime_r(&far, text) && errno == EOVERFLOW); // one byte too long for the 26
    assert(strcmp(asctime(&far), "Sun Jan  1 00:00:00 100001\n") == 0);
}

static void options(void)
{
    char *words[] = {"program", "-a", "-Wlong=x", "-W", "long", "-z", NULL};
    struct option table[] = {{"long", optional_argument, NULL, 'L'}, {NULL, 0, NULL, 0}};
    opterr = 0;
    assert(getopt_long(6, words, "aW;", table, NULL) == 'a' && optopt == 0);
    assert(getopt_long(6, words, "aW;", table, NULL) == 'L' && strcmp(optarg, "x") == 0);
    assert(getopt_long(6, words, "aW;", table, NULL) == 'L' && !optarg && optind == 5);
    assert(getopt_long(6, words, "aW;", table, NULL) == '?' && optopt == 'z');
    optopt = 0;
    assert(getopt_long(6, words, "aW;", table, NULL) == -1 && optopt == 'z');
    char *group[] = {"program", "-abc", NULL};
    optind = 0;
    assert(getopt(2, group, "abc") == 'a');
    optind = 0; // begins anew
    assert(getopt(2, group, "abc") == 'a');
}

int main(void)
{
    char *end = NULL;
    dates();
    options();
    assert(strtol("12", &end, 1) == 0 && errno == EINVAL && !end);
    assert(mblen("", 0) == 0 && mblen("a", 0) == -1);
    assert(wcscasecmp(L"Abc", L"aBC") == 0 && wcsncasecmp(L"abX", L"ABy", 3) < 0 && wcsncasecmp(L"abX", L"ABy", 2) == 0);
    assert(towctrans('a', wctrans("toupper")) == 'A' && !wctrans("nothing"));
    return 0;
}
