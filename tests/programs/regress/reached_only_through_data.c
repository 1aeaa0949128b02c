// expect: safe
//
// Functions that nothing calls by name are left out of a program before it is lowered, but not those to which only data,
// an initial value or a constructor leads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int never_defined(int x);
int never_called(int x) { return never_defined(x) + 1; }
int (*const never_read[])(int) = {never_called, never_defined};

static int ran, at_end;
static int by_table(int x) { return x + 1; }
static int by_table_of_tables(int x) { return x * 2; }
struct row {
    int (*function)(int);
    const struct row *next;
};
static const struct row second = {by_table_of_tables, 0}, first = {by_table, &second};
static const struct row *rows = &first;

int aliased(int x) { return x - 1; }
extern __typeof__(aliased) other_name __attribute__((alias("aliased")));

static void finish(void) { assert(at_end == 1); }
__attribute__((constructor)) static void begin(void)
{
    ran = 1;
    atexit(finish);
}
__attribute__((destructor)) static void end(void) { at_end += 10; }
__attribute__((weak)) int weak_one(void) { return 5; }

static void *run(void *row)
{
    at_end = 1;
    return (void *)((const struct row *)row)->next;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, run, (void *)rows);
    pthread_join(thread, &result);
    assert(ran == 1 && rows->function(1) == 2 && ((const struct row *)result)->function(4) == 8);
    assert(other_name(3) == 2 && weak_one() == 5);
    return 0;
}
