// The table of what sets have of threads that are not near: roots of leaves, both hash-consed. Another member
// more or less makes one new leaf and one new root.
#include "machine/thread_set.h"

#include "base/hash.h"
#include "base/index.h"
#include "base/vector.h"

#include <string.h>

enum { LEAF_WORDS = 16, LEAF_THREADS = 64 * LEAF_WORDS, ROOT_LEAVES = THREAD_SET_FAR_WORDS / LEAF_WORDS };
_Static_assert(THREAD_SET_NEAR + 64 * THREAD_SET_FAR_WORDS >= MACHINE_MAX_THREADS, "every thread has a bit");

struct thread_leaf {
    uint64_t words[LEAF_WORDS];
};
struct thread_root {
    uint32_t leaves[ROOT_LEAVES];
};

// Number 0 of both is the empty one, which stands in neither vector.
static _Thread_local struct {
    VECTOR(struct thread_leaf) leaves;
    VECTOR(struct thread_root) roots;
    struct index leaf_index, root_index;
    uint32_t users;
} table;

static const struct thread_leaf empty_leaf;
static const struct thread_root empty_root;

void thread_sets_use(void)
{
    table.users++;
}

void thread_sets_leave(void)
{
    if (--table.users)
        return;
    vector_free(&table.leaves);
    vector_free(&table.roots);
    index_free(&table.leaf_index);
    index_free(&table.root_index);
}

static const struct thread_leaf *leaf_at(const struct thread_root *root, uint32_t k)
{
    return root->leaves[k] ? &table.leaves.data[root->leaves[k] - 1] : &empty_leaf;
}

static const struct thread_root *root_at(uint64_t far)
{
    return far ? &table.roots.data[far - 1] : &empty_root;
}

static uint64_t hash_bytes_of(const void *what, size_t words)
{
    uint64_t h = words, word;
    for (size_t k = 0; k < words; k++) {
        memcpy(&word, (const char *)what + k * sizeof word, sizeof word);
        h = hash_combine(h, word);
    }
    return h;
}

static uint32_t intern_leaf(const struct thread_leaf *leaf)
{
    if (!memcmp(leaf, &empty_leaf, sizeof *leaf))
        return 0;
    uint64_t hash = hash_bytes_of(leaf, sizeof *leaf / sizeof(uint64_t));
    for (uint32_t at = index_begin(hash), n; (n = index_next(&table.leaf_index, hash, &at)) != INDEX_NONE;)
        if (!memcmp(&table.leaves.data[n], leaf, sizeof *leaf))
            return n + 1;
    vector_push(&table.leaves, *leaf);
    index_add(&table.leaf_index, hash, table.leaves.size - 1);
    return table.leaves.size;
}

static uint64_t intern_root(const struct thread_root *root)
{
    if (!memcmp(root, &empty_root, sizeof *root))
        return 0;
    uint64_t hash = hash_bytes_of(root, sizeof *root / sizeof(uint64_t));
    for (uint32_t at = index_begin(hash), n; (n = index_next(&table.root_index, hash, &at)) != INDEX_NONE;)
        if (!memcmp(&table.roots.data[n], root, sizeof *root))
            return (uint64_t)n + 1;
    vector_push(&table.roots, *root);
    index_add(&table.root_index, hash, table.roots.size - 1);
    return table.roots.size;
}

struct thread_sets_mark thread_sets_mark(void)
{
    return (struct thread_sets_mark){table.leaves.size, table.roots.size};
}

void thread_sets_cut(const struct thread_sets_mark *mark)
{
    enum { FEW = 4096 }; // are left, since the indices are made anew
    if (table.users != 1 || table.roots.size - mark->roots < FEW || table.roots.size / 2 < mark->roots)
        return;
    table.leaves.size = mark->leaves;
    table.roots.size = mark->roots;
    index_free(&table.leaf_index);
    index_free(&table.root_index);
    for (uint32_t k = 0; k < mark->leaves; k++)
        index_add(&table.leaf_index, hash_bytes_of(&table.leaves.data[k], sizeof(struct thread_leaf) / 8), k);
    for (uint32_t k = 0; k < mark->roots; k++)
        index_add(&table.root_index, hash_bytes_of(&table.roots.data[k], sizeof(struct thread_root) / 8), k);
}

bool thread_set_far_has(uint64_t far, uint32_t t)
{
    t -= THREAD_SET_NEAR;
    return bit_array_has(leaf_at(root_at(far), t / LEAF_THREADS)->words, t % LEAF_THREADS);
}

uint64_t thread_set_far_add(uint64_t far, uint32_t t)
{
    t -= THREAD_SET_NEAR;
    struct thread_root root = *root_at(far);
    struct thread_leaf leaf = *leaf_at(&root, t / LEAF_THREADS);
    if (!bit_array_add(leaf.words, t % LEAF_THREADS))
        return far;
    root.leaves[t / LEAF_THREADS] = intern_leaf(&leaf);
    return intern_root(&root);
}

uint64_t thread_set_far_remove(uint64_t far, uint32_t t)
{
    if (!thread_set_far_has(far, t))
        return far;
    t -= THREAD_SET_NEAR;
    struct thread_root root = *root_at(far);
    struct thread_leaf leaf = *leaf_at(&root, t / LEAF_THREADS);
    bit_array_remove(leaf.words, t % LEAF_THREADS);
    root.leaves[t / LEAF_THREADS] = intern_leaf(&leaf);
    return intern_root(&root);
}

uint64_t thread_set_far_remove_all(uint64_t far, uint64_t others)
{
    struct thread_root root = *root_at(far), other = *root_at(others);
    for (uint32_t k = 0; k < ROOT_LEAVES; k++) {
        struct thread_leaf leaf = *leaf_at(&root, k), out = *leaf_at(&other, k);
        if (!root.leaves[k] || !other.leaves[k])
            continue;
        for (uint32_t w = 0; w < LEAF_WORDS; w++)
            leaf.words[w] &= ~out.words[w];
        root.leaves[k] = intern_leaf(&leaf);
    }
    return intern_root(&root);
}

uint64_t thread_set_far_unite(uint64_t a, uint64_t b)
{
    struct thread_root root = *root_at(a), other = *root_at(b);
    for (uint32_t k = 0; k < ROOT_LEAVES; k++) {
        struct thread_leaf leaf = *leaf_at(&root, k), in = *leaf_at(&other, k);
        if (!other.leaves[k] || root.leaves[k] == other.leaves[k])
            continue;
        for (uint32_t w = 0; w < LEAF_WORDS; w++)
            leaf.words[w] |= in.words[w];
        root.leaves[k] = intern_leaf(&leaf);
    }
    return intern_root(&root);
}

uint32_t thread_set_far_count(uint64_t far)
{
    const struct thread_root *root = root_at(far);
    uint32_t count = 0;
    for (uint32_t k = 0; k < ROOT_LEAVES; k++)
        for (uint32_t w = 0; w < LEAF_WORDS && root->leaves[k]; w++)
            count += (uint32_t)__builtin_popcountll(leaf_at(root, k)->words[w]);
    return count;
}

uint32_t thread_set_far_first_without(uint64_t a, uint64_t b)
{
    const struct thread_root *x = root_at(a), *y = root_at(b);
    for (uint32_t k = 0; k < ROOT_LEAVES; k++) {
        if (x->leaves[k] == y->leaves[k])
            continue;
        const struct thread_leaf *p = leaf_at(x, k), *q = leaf_at(y, k);
        for (uint32_t w = 0; w < LEAF_WORDS; w++)
            if (p->words[w] & ~q->words[w])
                return THREAD_SET_NEAR + k * LEAF_THREADS + 64 * w +
                       (uint32_t)__builtin_ctzll(p->words[w] & ~q->words[w]);
    }
    return MACHINE_MAX_THREADS;
}

bool thread_set_far_equal(uint64_t a, uint64_t b)
{
    return a == b || (thread_set_far_first_without(a, b) == MACHINE_MAX_THREADS &&
                      thread_set_far_first_without(b, a) == MACHINE_MAX_THREADS);
}

uint64_t thread_set_far_of(const uint64_t *words, uint32_t count)
{
    struct thread_root root = empty_root;
    for (uint32_t k = 0; k * LEAF_WORDS < count; k++) {
        struct thread_leaf leaf = empty_leaf;
        uint32_t rest = count - k * LEAF_WORDS;
        memcpy(leaf.words, words + (size_t)k * LEAF_WORDS,
               (rest < LEAF_WORDS ? rest : LEAF_WORDS) * sizeof *words);
        root.leaves[k] = intern_leaf(&leaf);
    }
    return intern_root(&root);
}

uint32_t thread_set_far_words(uint64_t far, uint64_t *words)
{
    const struct thread_root *root = root_at(far);
    uint32_t count = 0;
    for (uint32_t k = 0; k < THREAD_SET_FAR_WORDS; k++) {
        words[k] = leaf_at(root, k / LEAF_WORDS)->words[k % LEAF_WORDS];
        if (words[k])
            count = k + 1;
    }
    return count;
}

uint64_t thread_set_far_hash(uint64_t far)
{
    uint64_t words[THREAD_SET_FAR_WORDS];
    return hash_bytes_of(words, thread_set_far_words(far, words));
}

uint32_t thread_set_next(const struct thread_set *s, uint32_t from)
{
    for (uint32_t at = from; at < THREAD_SET_NEAR; at = (at / 64 + 1) * 64) {
        uint64_t rest = s->words[at / 64] >> at % 64;
        if (rest)
            return at + (uint32_t)__builtin_ctzll(rest);
    }
    if (!s->far)
        return MACHINE_MAX_THREADS;
    const struct thread_root *root = root_at(s->far);
    for (from = from > THREAD_SET_NEAR ? from - THREAD_SET_NEAR : 0; from < 64 * THREAD_SET_FAR_WORDS;
         from = (from / 64 + 1) * 64) {
        uint64_t rest = leaf_at(root, from / LEAF_THREADS)->words[from / 64 % LEAF_WORDS] >> from % 64;
        if (rest)
            return THREAD_SET_NEAR + from + (uint32_t)__builtin_ctzll(rest);
    }
    return MACHINE_MAX_THREADS;
}

void thread_set_write(const struct thread_set *s, byte_vector *to)
{
    uint64_t words[THREAD_SET_FAR_WORDS];
    uint32_t count = s->far ? thread_set_far_words(s->far, words) : 0;
    for (uint32_t k = 0; k < THREAD_SET_WORDS; k++)
        bytes_add_number(to, s->words[k]);
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < count; k++)
        bytes_add_number(to, words[k]);
}

struct thread_set thread_set_read(struct byte_reader *from)
{
    uint64_t words[THREAD_SET_FAR_WORDS];
    struct thread_set s = {{0}, 0};
    for (uint32_t k = 0; k < THREAD_SET_WORDS; k++)
        s.words[k] = bytes_number(from);
    uint32_t count = (uint32_t)bytes_number_below(from, THREAD_SET_FAR_WORDS + 1);
    for (uint32_t k = 0; k < count; k++)
        words[k] = bytes_number(from);
    if (count)
        s.far = thread_set_far_of(words, count);
    return s;
}
