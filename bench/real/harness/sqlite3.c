// SQLite in its serialized mode: two threads use one connection to a database in memory.
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

static sqlite3 *database;

static void *insert(void *unused)
{
    (void)unused;
    assert(sqlite3_exec(database, "INSERT INTO t VALUES (1)", NULL, NULL, NULL) == SQLITE_OK);
    return NULL;
}

static int count(void *number, int columns, char **values, char **names)
{
    (void)columns;
    (void)names;
    *(int *)number = values[0][0] - '0';
    return 0;
}

int main(void)
{
    pthread_t thread;
    int rows = 0;
    assert(sqlite3_open(":memory:", &database) == SQLITE_OK);
    assert(sqlite3_exec(database, "CREATE TABLE t (x)", NULL, NULL, NULL) == SQLITE_OK);
    pthread_create(&thread, NULL, insert, NULL);
    insert(NULL);
    pthread_join(thread, NULL);
    assert(sqlite3_exec(database, "SELECT count(*) FROM t", count, &rows, NULL) == SQLITE_OK);
    assert(rows == 2);
    assert(sqlite3_close(database) == SQLITE_OK);
    return 0;
}
