#include "store/room.h"

#include "store/tables.h"

#include <stdlib.h>

struct room_candidate {
    double score;
    uint64_t bytes;
    struct store_key key;
};
typedef VECTOR(struct room_candidate) candidate_list;

static int by_score(const void *a, const void *b)
{
    const struct room_candidate *x = a, *y = b;
    return x->score < y->score ? -1 : x->score > y->score;
}

// All entries, what is worth least first. What is damaged is worth nothing.
static enum database_result find_removal_candidates(struct entries *entries, candidate_list *list)
{
    struct database *database = entries->database;
    struct head_clock clock = entries_clock(entries);
    struct bytes name, value;
    enum database_result result = database_seek(database, TABLE_HEADS, (struct bytes){0}, &name, &value);
    for (; result == DATABASE_GOOD; result = database_next(database, TABLE_HEADS, &name, &value)) {
        struct room_candidate candidate = {.bytes = 0};
        struct head head;
        const char *title;
        if (name.size != KEY_BYTES || !key_read(name, &candidate.key))
            continue;
        if (head_read(&candidate.key, value, &head, &title)) {
            candidate.score = head_score(&head, clock);
            candidate.bytes = tables_bytes(head.stored);
        }
        vector_push(list, candidate);
    }
    if (list->size)
        qsort(list->data, list->size, sizeof *list->data, by_score);
    return result == DATABASE_ABSENT ? DATABASE_GOOD : result;
}

static enum database_result remove_some(struct database *database, const candidate_list *list, uint32_t begin,
                                        uint32_t end)
{
    enum database_result result = database_begin(database, true);
    for (uint32_t i = begin; i < end && (result == DATABASE_GOOD || result == DATABASE_ABSENT); i++)
        result = tables_remove(database, &list->data[i].key);
    if (result == DATABASE_GOOD || result == DATABASE_ABSENT)
        return database_commit(database);
    database_abort(database);
    return result;
}

// Removing needs room itself, for copies of pages: where there is not enough, fewer at a time are removed,
// and what that frees can be used for the next.
static enum database_result remove_first(struct database *database, const candidate_list *list,
                                         uint32_t count)
{
    uint32_t done = 0, step = count;
    while (done < count) {
        if (step > count - done)
            step = count - done;
        enum database_result result = remove_some(database, list, done, done + step);
        if (result == DATABASE_GOOD)
            done += step;
        else if (result != DATABASE_FULL)
            return result;
        else if (!database_grow(database) && step == 1)
            return result;
        else if (step > 1)
            step /= 2;
    }
    return count ? database_age(database) : DATABASE_GOOD;
}

bool room_make(struct entries *entries, uint64_t need, uint64_t hard)
{
    struct database *database = entries->database;
    struct database_size size = {0};
    candidate_list list = {0};
    enum database_result result = database_begin(database, false);
    if (result == DATABASE_GOOD)
        result = database_size(database, &size);
    // Every transaction writes copies of pages before the old ones are free, and free space lies in pieces.
    uint64_t wanted = size.used + need + hard, most = size.limit / 10 * 7, goal = size.limit / 10 * 6;
    database_abort(database);
    if (result == DATABASE_GOOD && wanted > most) {
        entries_count_uses(entries);
        result = database_begin(database, false);
        if (result == DATABASE_GOOD)
            result = find_removal_candidates(entries, &list);
        database_abort(database);
    }
    uint32_t count = 0;
    for (uint64_t freed = 0; count < list.size && wanted > goal + freed; count++)
        freed += list.data[count].bytes;
    if (result == DATABASE_GOOD)
        result = remove_first(database, &list, count);
    vector_free(&list);
    return result == DATABASE_GOOD;
}
