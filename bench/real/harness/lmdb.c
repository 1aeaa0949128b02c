// LMDB: two threads, each with a write transaction that adds one to a stored number, and a read transaction that must see one
// of the committed states.
#include <assert.h>
#include <lmdb.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static MDB_env *env;
static MDB_dbi dbi;

static int get(MDB_txn *txn)
{
    MDB_val key = {3, "sum"}, value;
    int number = 0;
    if (mdb_get(txn, dbi, &key, &value) == 0)
        memcpy(&number, value.mv_data, sizeof number);
    return number;
}

static void *add(void *unused)
{
    (void)unused;
    MDB_txn *txn;
    assert(mdb_txn_begin(env, NULL, 0, &txn) == 0);
    int number = get(txn) + 1;
    MDB_val key = {3, "sum"}, value = {sizeof number, &number};
    assert(mdb_put(txn, dbi, &key, &value, 0) == 0);
    assert(mdb_txn_commit(txn) == 0);
    return NULL;
}

int main(void)
{
    assert(mdb_env_create(&env) == 0);
    assert(mdb_env_set_mapsize(env, 16 * 4096) == 0);
    assert(mdb_env_open(env, "/tmp/heddle-real.mdb", MDB_NOSUBDIR | MDB_NOSYNC, 0600) == 0);
    MDB_txn *txn;
    assert(mdb_txn_begin(env, NULL, 0, &txn) == 0);
    assert(mdb_dbi_open(txn, NULL, 0, &dbi) == 0);
    assert(mdb_drop(txn, dbi, 0) == 0);
    assert(mdb_txn_commit(txn) == 0);
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn) == 0);
    assert(get(txn) == 2);
    mdb_txn_abort(txn);
    mdb_env_close(env);
    return 0;
}
