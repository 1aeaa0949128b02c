#include "store/database.h"

#include "base/failure.h"
#include "base/memory.h"
#include "store/store.h"

#include <lmdb.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

enum {
    FORMAT_VERSION = 1,
    FORMAT_BYTE_ORDER = 0x01020304,
    MAP_FIRST = 16 << 20, // bytes; what the file may grow to before the map is doubled
    MOST_READERS = 1000,
    SECONDS_FOR_COMPACTION = 10, // that another process is given
};

// The record that makes an environment a store of heddle's. What follows the version may be different in
// other versions.
struct format {
    char magic[8];
    uint32_t version, byte_order;
    uint64_t limit; // of the process that wrote last
    uint64_t clock; // bytes that have been written
};
static const char format_key[] = "heddle store", format_magic[8] = "HEDDLES\n";

struct database {
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi main, tables[TABLE_COUNT];
    MDB_cursor *cursors[TABLE_COUNT]; // NULL: none open in this transaction
    char *folder, *path;
    int descriptor; // of the folder, whose lock keeps compactions away
    bool read_only;
    uint64_t limit, map;
    char why[512];
};

static const char *const table_names[TABLE_COUNT] = {"heads", "parts"};

bool database_is_read_only(const struct database *database)
{
    return database->read_only;
}

const char *database_why(const struct database *database)
{
    return database->why;
}

// What is wrong, for people.
static const char *describe_code(int code)
{
    switch (code) {
    case MDB_INVALID: return "heddle.mdb is no store of heddle's";
    case MDB_VERSION_MISMATCH: return "the store is from another version of LMDB";
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
    case MDB_PANIC:
    case MDB_BAD_TXN:
    case MDB_BAD_VALSIZE:
    case MDB_CURSOR_FULL: return "the store is damaged; `heddle store --clear` empties it";
    case MDB_MAP_FULL: return "the store has no room below its size limit";
    case MDB_READERS_FULL: return "too many processes have the store open";
    case EIO: // also LMDB's word for a part of a page that was written
        return "the disk is full or has failed, or a file may not become so large (ulimit -f)";
    case ENOMEM: return "no memory or address space for the store (ulimit -v)";
    default: return mdb_strerror(code);
    }
}

static enum database_result result_of(struct database *database, int code)
{
    if (code == MDB_SUCCESS)
        return DATABASE_GOOD;
    if (code == MDB_NOTFOUND)
        return DATABASE_ABSENT;
    snprintf(database->why, sizeof database->why, "%s", describe_code(code));
    return code == MDB_MAP_FULL ? DATABASE_FULL : DATABASE_FAILED;
}

// 0: as large as another process has made it. Where that fails, LMDB has no map any more, and cannot be used.
static void set_map(struct database *database, uint64_t size)
{
    if (mdb_env_set_mapsize(database->env, size) != 0)
        failure_memory();
}

// Transactions

enum database_result database_begin(struct database *database, bool write)
{
    int code = MDB_MAP_RESIZED;
    for (int i = 0; i < 10 && code == MDB_MAP_RESIZED; i++) {
        code = mdb_txn_begin(database->env, NULL, write ? 0 : MDB_RDONLY, &database->txn);
        // Another process has made the file larger than our map.
        if (code == MDB_MAP_RESIZED)
            set_map(database, 0);
    }
    if (code)
        database->txn = NULL;
    MDB_envinfo info;
    if (mdb_env_info(database->env, &info) == 0)
        database->map = info.me_mapsize;
    return result_of(database, code);
}

static void close_cursors(struct database *database)
{
    for (int table = 0; table < TABLE_COUNT; table++) {
        if (database->cursors[table])
            mdb_cursor_close(database->cursors[table]);
        database->cursors[table] = NULL;
    }
}

enum database_result database_commit(struct database *database)
{
    close_cursors(database);
    MDB_txn *txn = database->txn;
    database->txn = NULL;
    return result_of(database, mdb_txn_commit(txn));
}

void database_abort(struct database *database)
{
    close_cursors(database);
    if (database->txn)
        mdb_txn_abort(database->txn);
    database->txn = NULL;
}

static MDB_val value_of_bytes(struct bytes bytes)
{
    return (MDB_val){.mv_size = bytes.size, .mv_data = (void *)(uintptr_t)bytes.data};
}

enum database_result database_get(struct database *database, enum database_table table, struct bytes key,
                                  struct bytes *value)
{
    MDB_val name = value_of_bytes(key), found = {0};
    int code = mdb_get(database->txn, database->tables[table], &name, &found);
    *value = (struct bytes){found.mv_data, found.mv_size};
    return result_of(database, code);
}

enum database_result database_put(struct database *database, enum database_table table, struct bytes key,
                                  struct bytes value)
{
    MDB_val name = value_of_bytes(key), content = value_of_bytes(value);
    return result_of(database, mdb_put(database->txn, database->tables[table], &name, &content, 0));
}

enum database_result database_delete(struct database *database, enum database_table table, struct bytes key)
{
    MDB_val name = value_of_bytes(key);
    return result_of(database, mdb_del(database->txn, database->tables[table], &name, NULL));
}

static enum database_result move_cursor(struct database *database, enum database_table table,
                                        MDB_cursor_op how, struct bytes *key, struct bytes *value)
{
    MDB_val name = value_of_bytes(*key), found = {0};
    int code = mdb_cursor_get(database->cursors[table], &name, &found, how);
    if (code == 0) {
        *key = (struct bytes){name.mv_data, name.mv_size};
        *value = (struct bytes){found.mv_data, found.mv_size};
    }
    return result_of(database, code);
}

enum database_result database_seek(struct database *database, enum database_table table, struct bytes from,
                                   struct bytes *key, struct bytes *value)
{
    int code = 0;
    if (!database->cursors[table])
        code = mdb_cursor_open(database->txn, database->tables[table], &database->cursors[table]);
    if (code)
        return result_of(database, code);
    *key = from;
    return move_cursor(database, table, from.size ? MDB_SET_RANGE : MDB_FIRST, key, value);
}

enum database_result database_next(struct database *database, enum database_table table, struct bytes *key,
                                   struct bytes *value)
{
    return move_cursor(database, table, MDB_NEXT, key, value);
}

// Sizes

bool database_grow(struct database *database)
{
    uint64_t size = database->map < database->limit / 2 ? 2 * database->map : database->limit;
    if (size <= database->map)
        return false;
    set_map(database, size);
    database->map = size;
    return true;
}

uint64_t database_clock(struct database *database)
{
    MDB_val key = value_of_bytes((struct bytes){format_key, sizeof format_key - 1}), found;
    struct format format;
    if (mdb_get(database->txn, database->main, &key, &found) != 0 || found.mv_size != sizeof format)
        return 0;
    memcpy(&format, found.mv_data, sizeof format);
    return format.clock;
}

enum database_result database_advance(struct database *database, uint64_t written)
{
    struct format format = {.version = FORMAT_VERSION,
                            .byte_order = FORMAT_BYTE_ORDER,
                            .limit = database->limit,
                            .clock = database_clock(database) + written};
    memcpy(format.magic, format_magic, sizeof format.magic);
    MDB_val key = value_of_bytes((struct bytes){format_key, sizeof format_key - 1});
    MDB_val value = value_of_bytes((struct bytes){&format, sizeof format});
    return result_of(database, mdb_put(database->txn, database->main, &key, &value, 0));
}

enum database_result database_age(struct database *database)
{
    int dead;
    mdb_reader_check(database->env, &dead); // a reader that was killed keeps free space from being used
    enum database_result result = database_begin(database, true);
    if (result != DATABASE_GOOD)
        return result;
    result = database_advance(database, 0);
    if (result == DATABASE_GOOD)
        return database_commit(database);
    database_abort(database);
    return result;
}

enum database_result database_size(struct database *database, struct database_size *size)
{
    const MDB_dbi tables[] = {0 /* of free pages */, database->main, database->tables[TABLE_HEADS],
                              database->tables[TABLE_PARTS]};
    MDB_envinfo info;
    struct stat status;
    uint64_t pages = 2, page = 0;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        MDB_stat stat;
        int code = mdb_stat(database->txn, tables[i], &stat);
        if (code)
            return result_of(database, code);
        pages += stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
        page = stat.ms_psize;
    }
    int code = mdb_env_info(database->env, &info);
    if (code == 0 && stat(database->path, &status) != 0)
        code = errno;
    *size = (struct database_size){.used = pages * page, .limit = database->limit};
    size->file = code ? 0 : (uint64_t)status.st_size;
    return result_of(database, code);
}

// Opening

// Numbers of file systems on which several machines, or mappings and writes, do not see one another's changes
// (linux/magic.h and the sources of Linux).
static const char *network_file_system(int descriptor)
{
    static const struct {
        uint32_t number;
        const char *name;
    } known[] = {{0x6969, "NFS"},        {0x517b, "SMB"},      {0xff534d42, "CIFS"},  {0xfe534d42, "SMB2"},
                 {0x5346414f, "AFS"},    {0x6b414653, "AFS"},  {0x73757245, "Coda"},  {0x00c36400, "Ceph"},
                 {0x0bd00bd0, "Lustre"}, {0x47504653, "GPFS"}, {0x013111a8, "IBRIX"}, {0x61756673, "aufs"}};
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((uint32_t)status.f_type == known[i].number)
            return known[i].name;
    return NULL;
}

static bool lock_folder(int descriptor, int how, int seconds)
{
    for (int turn = 0; flock(descriptor, how | LOCK_NB) != 0; turn++) {
        if (errno != EINTR && (errno != EWOULDBLOCK || turn >= seconds * 50))
            return false;
        usleep(20000);
    }
    return true;
}

static bool exists_in_folder(int folder, const char *name)
{
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// What can be said of the folder before LMDB sees it.
static bool look_at_folder(struct database *database, bool make, struct error *error)
{
    const char *folder = database->folder;
    int descriptor = database->descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return error_set(error, "%s: %s", folder, errno == ENOTDIR ? "not a folder" : strerror(errno));
    const char *network = network_file_system(descriptor);
    if (network)
        return error_set(error,
                         "%s: a store cannot be shared through %s: it has to be on a disk of this machine",
                         folder, network);
    if (!lock_folder(descriptor, LOCK_SH, SECONDS_FOR_COMPACTION))
        return error_set(error, "%s: %s", folder,
                         errno == EWOULDBLOCK ? "another process compacts or clears the store"
                                              : strerror(errno));
    struct stat status;
    if (fstatat(descriptor, DATABASE_FILE, &status, 0) == 0)
        return S_ISREG(status.st_mode) || error_set(error, "%s: " DATABASE_FILE " is not a file", folder);
    if (errno != ENOENT)
        return error_set(error, "%s: %s", folder, strerror(errno));
    if (exists_in_folder(descriptor, "data.mdb"))
        return error_set(error, "%s: has an LMDB environment that is not heddle's", folder);
    return make || error_set(error, "%s: there is no store of heddle's in this folder", folder);
}

static int open_environment(struct database *database, unsigned flags)
{
    int code = mdb_env_create(&database->env);
    if (code)
        return code;
    mdb_env_set_maxdbs(database->env, TABLE_COUNT);
    mdb_env_set_maxreaders(database->env, MOST_READERS);
    uint64_t map = database->limit && database->limit < MAP_FIRST ? database->limit : MAP_FIRST;
    mdb_env_set_mapsize(database->env, map);
    code = mdb_env_open(database->env, database->path, MDB_NOSUBDIR | flags, 0666);
    if (code) {
        mdb_env_close(database->env);
        database->env = NULL;
    }
    database->read_only = (flags & MDB_RDONLY) != 0;
    return code;
}

static bool not_permitted(int code)
{
    return code == EACCES || code == EPERM || code == EROFS;
}

// What cannot be written is opened for reading, without the lock if that cannot be written either: a writer
// may then change what is being read, which the checksums show.
static int open_writable_or_not(struct database *database)
{
    int code = open_environment(database, 0);
    bool there = exists_in_folder(database->descriptor, DATABASE_FILE);
    if (not_permitted(code) && there) {
        code = open_environment(database, MDB_RDONLY);
        if (not_permitted(code))
            code = open_environment(database, MDB_RDONLY | MDB_NOLOCK);
    }
    return code;
}

// In a transaction: whether this is a store of this version. ABSENT: the environment is empty; then `format`
// stays as it is.
static enum database_result read_store_format(struct database *database, struct format *format)
{
    MDB_stat stat;
    int code = mdb_dbi_open(database->txn, NULL, 0, &database->main);
    if (code == 0)
        code = mdb_stat(database->txn, database->main, &stat);
    if (code)
        return result_of(database, code);
    if (stat.ms_entries == 0)
        return DATABASE_ABSENT;
    MDB_val key = value_of_bytes((struct bytes){format_key, sizeof format_key - 1}), found = {0};
    code = mdb_get(database->txn, database->main, &key, &found);
    size_t least = offsetof(struct format, byte_order);
    if (code == MDB_NOTFOUND || (code == 0 && (found.mv_size < least || memcmp(found.mv_data, format_magic,
                                                                               sizeof format_magic) != 0)))
        return result_of(database, MDB_INVALID);
    if (code)
        return result_of(database, code);
    memcpy(format, found.mv_data, found.mv_size < sizeof *format ? found.mv_size : sizeof *format);
    if (format->version == FORMAT_VERSION && format->byte_order == FORMAT_BYTE_ORDER &&
        found.mv_size == sizeof *format)
        return DATABASE_GOOD;
    snprintf(database->why, sizeof database->why, "%s",
             format->version > FORMAT_VERSION ? "the store is from a newer version of heddle"
             : format->version < FORMAT_VERSION
                 ? "the store is from an older version of heddle; `heddle store --clear` empties it"
                 : "the store is from a machine of another kind");
    return DATABASE_FAILED;
}

static enum database_result open_tables(struct database *database, unsigned flags)
{
    int code = 0;
    for (int table = 0; table < TABLE_COUNT && code == 0; table++)
        code = mdb_dbi_open(database->txn, table_names[table], flags, &database->tables[table]);
    return result_of(database, code == MDB_NOTFOUND ? MDB_INVALID : code);
}

// The tables of an environment, which are made where it is empty.
static enum database_result find_tables(struct database *database, bool write)
{
    struct format format = {.limit = 0};
    enum database_result result = database_begin(database, write);
    if (result != DATABASE_GOOD)
        return result;
    result = read_store_format(database, &format);
    bool make = result == DATABASE_ABSENT && write;
    if (result == DATABASE_GOOD || make)
        result = open_tables(database, make ? MDB_CREATE : 0);
    uint64_t stored = format.limit ? format.limit : STORE_SIZE_DEFAULT;
    if (!database->limit)
        database->limit = stored;
    if (result == DATABASE_GOOD && write)
        result = database_advance(database, 0);
    if (result == DATABASE_GOOD)
        result = database_commit(database);
    else
        database_abort(database);
    if (result == DATABASE_GOOD && !write && !database->read_only && stored != database->limit)
        return find_tables(database, true); // notes the limit
    return result;
}

static bool prepare_database(struct database *database, struct error *error)
{
    int dead;
    int code = open_writable_or_not(database);
    if (code == 0 && !database->read_only)
        code = mdb_reader_check(database->env, &dead); // of processes that were killed
    if (code)
        return error_set(error, "%s: %s", database->folder, describe_code(code));
    enum database_result result = find_tables(database, false);
    if (result == DATABASE_ABSENT && !database->read_only)
        result = find_tables(database, true);
    if (result == DATABASE_ABSENT)
        return error_set(error, "%s: the store is empty and cannot be written", database->folder);
    return result == DATABASE_GOOD || error_set(error, "%s: %s", database->folder, database->why);
}

struct database *database_open(const char *folder, uint64_t limit, bool make, struct error *error)
{
    struct database *database = memory_zalloc(1, sizeof *database);
    database->folder = memory_copy_string(folder);
    database->path = memory_format("%s/" DATABASE_FILE, folder);
    database->limit = limit;
    if (look_at_folder(database, make, error) && prepare_database(database, error))
        return database;
    database_close(database);
    return NULL;
}

static void close_environment(struct database *database)
{
    database_abort(database);
    if (database->env)
        mdb_env_close(database->env);
    database->env = NULL;
}

void database_close(struct database *database)
{
    close_environment(database);
    if (database->descriptor >= 0)
        close(database->descriptor);
    memory_free(database->folder);
    memory_free(database->path);
    memory_free(database);
}

// Compaction

// Writes the compacted file beside the old one.
static int copy_compacted(struct database *database)
{
    struct stat status;
    unlinkat(database->descriptor, DATABASE_NEW, 0);
    if (fstatat(database->descriptor, DATABASE_FILE, &status, 0) != 0)
        return errno;
    int copy = openat(database->descriptor, DATABASE_NEW, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (copy < 0)
        return errno;
    int code = mdb_env_copyfd2(database->env, copy, MDB_CP_COMPACT);
    if (code == 0 && (fchmod(copy, status.st_mode & 0777) != 0 || fsync(copy) != 0))
        code = errno;
    if (close(copy) != 0 && code == 0)
        code = errno;
    if (code)
        unlinkat(database->descriptor, DATABASE_NEW, 0);
    return code;
}

bool database_compact(struct database *database, bool *closed, struct error *error)
{
    *closed = false;
    if (database->read_only)
        return error_set(error, "%s: cannot be written", database->folder);
    // Nobody may have the old file open when the new one takes its name.
    if (!lock_folder(database->descriptor, LOCK_EX, 0)) {
        lock_folder(database->descriptor, LOCK_SH, SECONDS_FOR_COMPACTION);
        return error_set(error, "%s: another process has the store open", database->folder);
    }
    int code = copy_compacted(database);
    if (code == 0) {
        *closed = true;
        close_environment(database);
        code = renameat(database->descriptor, DATABASE_NEW, database->descriptor, DATABASE_FILE) ? errno : 0;
    }
    if (code == 0) {
        unlinkat(database->descriptor, DATABASE_LOCK, 0); // says where the old file's last transaction is
        fsync(database->descriptor);
    }
    return code == 0 || error_set(error, "%s: %s", database->folder, describe_code(code));
}
