"""What bench/incremental measures: programs of bench/prune/programs, written for the names of CISE table 3, each with five versions.

A program begins as its file with the edits of `first`, which is safe; each version is the one before it with further edits. An edit
is a text and what stands in its place, everywhere. As in the paper, they modify, delete and add statements.
"""

SAFE, VIOLATION = "safe", "violation"


def own(name, file, first, versions, **macros):
    return {"name": name, "folder": "bench/prune/programs", "files": [f"{file}.c"], "macros": [f"{key}={value}" for key, value in macros.items()],
            "first": first, "versions": versions}


def version(what, *edits, verdict=SAFE):
    return {"what": what, "edits": edits, "verdict": verdict}


LOCK, UNLOCK = "    pthread_mutex_lock(&lock);\n", "    pthread_mutex_unlock(&lock);\n"
TAKEN = "    if (withdrawal <= balance)\n        balance -= withdrawal;\n    taken_out = true;\n"
TAKEN_INSIDE = "    if (withdrawal <= balance) {\n        balance -= withdrawal;\n        taken_out = true;\n    }\n"
LOOK = "    int seen_a = a, seen_b = b;\n    assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1));\n"
LOOK_BACK = "    int seen_b = b, seen_a = a;\n    assert(seen_b == 0 || seen_a == 1);\n"
SET_BOTH = "    set(&first_lock, &first, 1);\n    set(&second_lock, &second, 2);\n"
SET_BACK = "    set(&second_lock, &second, 2);\n    set(&first_lock, &first, 1);\n"
ENTER = "    if (stopping)\n        return false;\n    atomic_fetch_add(&pending, 1);\n    return true;\n"
ENTER_COUNTED = "    atomic_fetch_add(&pending, 1);\n    if (stopping) {\n        leave();\n        return false;\n    }\n    return true;\n"
SEND = "            sent = place + 1;\n            ring[place % PLACES] = item;\n"
SEND_LATE = "            ring[place % PLACES] = item;\n            sent = place + 1;\n"

PROGRAMS = [
    own("fibbench", "fibbench", [], [
        version("a variable of fibonacci is renamed", ("int sum", "int next"), ("b = sum", "b = next")),
        version("a statistic is added", ("static int i = 1", "static int rounds;\nstatic int i = 1"), ("        i += j;\n", "        rounds++, i += j;\n")),
        version("an assertion is added", ("    int bound =", "    assert(i >= 1);\n    int bound =")),
        version("another initial value", ("j = 1;", "j = 0;")),
        version("a lower bound", ("2 * ROUNDS + 2", "2 * ROUNDS"), verdict=VIOLATION),
    ], ROUNDS=8, BOUND_OFFSET=0),
    own("account", "account", [(TAKEN, TAKEN_INSIDE)], [
        version("payments are counted", ("static bool paid_in", "static int payments;\nstatic bool paid_in"), ("    paid_in = true;\n", "    paid_in = true;\n    payments++;\n")),
        version("a condition is turned round", ("withdrawal <= balance)", "balance >= withdrawal)")),
        version("an assertion is added", ("    if (paid_in && taken_out)", "    assert(payments <= 1);\n    if (paid_in && taken_out)")),
        version("another opening balance", ("OPENING = 100", "OPENING = 50")),
        version("what was not taken out counts", (TAKEN_INSIDE.replace("withdrawal <= balance", "balance >= withdrawal"), TAKEN), verdict=VIOLATION),
    ]),
    own("lazy01", "lazy01", [("data < 3", "data <= 3")], [
        version("data++ for data += 1", ("data += 1;", "data++;")),
        version("an assertion is added", ("    assert(data <= 3);", "    assert(data <= 3);\n    assert(data >= 0);")),
        version("calls are counted", ("static int data;", "static int data, calls;"), ("    data += 2;\n", "    data += 2;\n    calls++;\n")),
        version("who looks takes no lock", (LOCK + "    assert", "    assert"), ("    assert(data >= 0);\n" + UNLOCK, "    assert(data >= 0);\n")),
        version("more is added", ("data += 2;", "data += 3;"), verdict=VIOLATION),
    ]),
    own("indexer", "indexer", [], [
        version("another step", ("STEP = 11", "STEP = 13")),
        version("collisions are counted", ("static atomic_int table", "static int collisions;\nstatic atomic_int table"),
                ("            place = (place", "            collisions++;\n            place = (place")),
        version("another hash", ("message * 7", "message * 5")),
        version("an assertion is added", ("        assert(table", "        assert(message > 0);\n        assert(table")),
        version("fewer places", ("PLACES = 128", "PLACES = 120")),
    ], MESSAGES=8),
    own("readreadwrite", "readreadwrite", [], [
        version("two declarations", ("int first = x, second = x;", "int first = x;\n    int second = x;")),
        version("a third write", ("    x = 2;\n", "    x = 2;\n    x = 3;\n")),
        version("an assertion is added", ("    assert(first <=", "    assert(first >= 0);\n    assert(first <=")),
        version("reads are counted", ("static int x;", "static int x, reads;"), ("    assert(first >= 0", "    reads += 2;\n    assert(first >= 0")),
        version("a write goes down", ("x = 2;", "x = 0;"), verdict=VIOLATION),
    ]),
    own("stateful01", "stateful01", [], [
        version("two assertions", ("first == 16 && second == 5);", "first == 16);\n    assert(second == 5);")),
        version("another amount", ("&first, 5", "&first, 4"), ("first == 16", "first == 15")),
        version("changes are counted", ("static int first", "static int changes;\nstatic int first"), ("    *variable += amount;\n", "    *variable += amount;\n    changes++;\n")),
        version("an assertion is added", ("    assert(first", "    assert(changes == 4);\n    assert(first")),
        version("no lock", ("    pthread_mutex_lock(&lock);\n", ""), (UNLOCK, ""), verdict=VIOLATION),
    ]),
    own("reorder", "reorder2", [(LOOK, LOOK_BACK)], [
        version("settings are counted", ("static int a, b;", "static int a, b, sets;"), ("    b = -1;\n", "    b = -1;\n    sets++;\n")),
        version("an assertion is added", ("    assert(seen_b", "    assert(seen_a >= 0);\n    assert(seen_b")),
        version("another value", ("    a = 1;", "    a = 2;"), ("|| seen_a == 1", "|| seen_a == 2")),
        version("an assertion is deleted", ("    assert(seen_a >= 0);\n", "")),
        version("the other order", ("    a = 2;\n    b = -1;\n", "    b = -1;\n    a = 2;\n"), verdict=VIOLATION),
    ], SETTERS=3, CHECKERS=3),
    own("twostage3", "twostage", [(SET_BOTH, SET_BACK)], [
        version("writes are counted", ("static int first, second;", "static int first, second, writes;"), ("    *variable = value;\n", "    *variable = value;\n    writes++;\n")),
        version("an assertion is added", ("    int b = get", "    assert(a == 1);\n    int b = get")),
        version("other values", ("&first, 1", "&first, 3"), ("&second, 2", "&second, 4"), ("a == 1", "a == 3")),
        version("an assertion is deleted", ("    assert(a == 3);\n", "")),
        version("the other order", (SET_BACK.replace("2", "4").replace("1", "3"), SET_BOTH.replace("2", "4").replace("1", "3")), verdict=VIOLATION),
    ], WRITERS=3, READERS=2),
    own("szymanski", "szymanski", [], [
        version("visits are counted", ("static int inside;", "static int inside, visits;"), ("        inside = me;\n", "        inside = me;\n        visits++;\n")),
        version("a condition in other words", ("state[other] >= ENTERS", "state[other] > WAITS")),
        version("an assertion is added", ("        inside = me;", "        assert(state[me] == SHUTS);\n        inside = me;")),
        version("another condition in other words", ("if (me == 1)", "if (me != 0)")),
        version("the higher number does not wait", ("        if (me != 0)\n            while (state[other] >= WAITS)\n                ;\n", ""), verdict=VIOLATION),
    ], ROUNDS=3),
    own("bluetooth", "bluetooth", [(ENTER, ENTER_COUNTED), ("static bool enter", "static void leave(void);\n\nstatic bool enter")], [
        version("requests are counted", ("static atomic_int pending", "static int served;\nstatic atomic_int pending"), ("        leave();\n    }\n    return argument", "        served++;\n        leave();\n    }\n    return argument")),
        version("an assertion is added", ("        assert(!stopped);", "        assert(!stopped);\n        assert(pending > 0);")),
        version("another assertion", ("    stopped = true;", "    assert(stopping);\n    stopped = true;")),
        version("an atomic store by its name", ("    stopping = true;", "    atomic_store(&stopping, true);")),
        version("the flag is read too early", (ENTER_COUNTED, ENTER), verdict=VIOLATION),
    ], REQUESTS=40),
    own("circularbuf", "circularbuffer", [(SEND, SEND_LATE)], [
        version("more places", ("PLACES = 4", "PLACES = 8")),
        version("lost numbers are counted", ("static atomic_int sent", "static int lost;\nstatic atomic_int sent"), ("            sent = place + 1;\n        }", "            sent = place + 1;\n        } else {\n            lost++;\n        }")),
        version("an assertion is added", ("            assert(item ==", "            assert(item != EMPTY);\n            assert(item ==")),
        version("the next number from this one", ("expected++;", "expected = item + 1;")),
        version("the index moves on first", (SEND_LATE, SEND), verdict=VIOLATION),
    ], ITEMS=5),
    own("nbds-list", "list", [], [
        version("unlinked nodes are counted", ("static bool is_marked", "static atomic_int unlinked;\n\nstatic bool is_marked"), ("                goto again;\n", "                goto again;\n            atomic_fetch_add(&unlinked, 1);\n")),
        version("who removes does not unlink", ("            find(key, &before);\n            return", "            return")),
        version("a condition in two steps", ("    return node->key == key && !is_marked(atomic_load(&node->next));", "    if (node->key != key)\n        return false;\n    return !is_marked(atomic_load(&node->next));")),
        version("an assertion is added", ("    node->key = key;\n", "    node->key = key;\n    assert(node->key == key);\n")),
        version("other keys", ("1 + k)", "2 + k)")),
    ], THREADS=2, KEYS=2),
    own("nbds-skiplist", "skip_list", [], [
        version("restarts are counted", ("again:;\n", "again:\n    atomic_fetch_add(&restarts, 1);\n"), ("static bool is_marked", "static atomic_int restarts;\n\nstatic bool is_marked")),
        version("a condition in two steps", ("    return node->key == key && !is_marked(atomic_load(&node->next[0]));", "    if (node->key != key)\n        return false;\n    return !is_marked(atomic_load(&node->next[0]));")),
        version("who removes does not unlink", ("    find(key, before, after);\n    return true;", "    return true;")),
        version("an assertion is added", ("        assert(contains(k + 1) + erased[1][k] == 1);\n", "        assert(contains(k + 1) + erased[1][k] == 1);\n    assert(!contains(KEYS + 1));\n")),
        version("nodes are never removed", ("    if (is_marked(atomic_fetch_or(&node->next[0], 1)))\n        return false;\n", ""), verdict=VIOLATION),
    ], ERASE=1, KEYS=2),
    own("nbds-hashtable", "hash_table", [], [
        version("a larger table", ("LARGE = 8", "LARGE = 16")),
        version("probes are counted", ("static struct table *enlarge", "static atomic_int probes;\n\nstatic struct table *enlarge"), ("    return place ? atomic_exchange", "    atomic_fetch_add(&probes, 1);\n    return place ? atomic_exchange")),
        version("a condition in two steps", ("    return place ? atomic_load(&place->value) : NO_VALUE;", "    if (!place)\n        return NO_VALUE;\n    return atomic_load(&place->value);")),
        version("an assertion is added", ("        int value = get(k + 1);\n", "        int value = get(k + 1);\n        assert(value >= NO_VALUE);\n")),
        version("putting is two operations", ("    return atomic_exchange(&find(key, true)->value, value);", "    struct place *place = find(key, true);\n    int old = place->value;\n    place->value = value;\n    return old;"), verdict=VIOLATION),
    ], REMOVE=1, KEYS=3),
]


# ---- the examples: ten edits each, as one makes them while such a program is written

def example(folder, files, versions, *macros):
    return {"name": folder, "folder": f"examples/{folder}", "files": files, "headers": True, "options": [], "macros": list(macros), "first": [],
            "versions": versions}


def bug(number, what, verdict=VIOLATION):
    """A planted bug of the example, and the version without it again. Safe: it takes another driver to show it."""
    return [version(what, ("#define BUG 0", f"#define BUG {number}"), verdict=verdict), version("that is mended", (f"#define BUG {number}", "#define BUG 0"))]


EXAMPLES = [
    example("demo", ["account_fixed.c"], [
        version("a comment", ("static void *transfer", "// Moves an amount, if there is enough.\nstatic void *transfer")),
        version("a parameter is renamed", ("int amount = *(int *)argument;", "int sum = *(int *)argument;"), ("amount", "sum")),
        version("transfers are counted", ("static int balance[2]", "static int transfers;\nstatic int balance[2]"), ("        balance[CHECKING] += sum;\n", "        balance[CHECKING] += sum;\n        transfers++;\n")),
        version("the lock is given up too early", ("        balance[CHECKING] += sum;\n        transfers++;\n    }\n    pthread_mutex_unlock(&lock);\n", "        pthread_mutex_unlock(&lock);\n        balance[CHECKING] += sum;\n        transfers++;\n    } else\n        pthread_mutex_unlock(&lock);\n"), verdict=VIOLATION),
        version("that is mended", ("        pthread_mutex_unlock(&lock);\n        balance[CHECKING] += sum;\n        transfers++;\n    } else\n        pthread_mutex_unlock(&lock);\n", "        balance[CHECKING] += sum;\n        transfers++;\n    }\n    pthread_mutex_unlock(&lock);\n")),
        version("an assertion is added", ("    assert(balance[SAVINGS] >= 0);", "    assert(transfers >= 1);\n    assert(balance[SAVINGS] >= 0);")),
        version("a third account", ("enum { SAVINGS, CHECKING };", "enum { SAVINGS, CHECKING, SHARES };"), ("balance[2] = {100, 0}", "balance[3] = {100, 0, 0}")),
        version("another rent", ("rent = 60", "rent = 40")),
        version("a function for the check", ("    if (sum <= balance[SAVINGS]) {", "    if (enough(sum)) {"), ("static void *transfer", "static int enough(int sum)\n{\n    return sum <= balance[SAVINGS];\n}\n\nstatic void *transfer")),
        version("joined in a loop", ("    pthread_join(payments[0], NULL);\n    pthread_join(payments[1], NULL);\n", "    for (int k = 0; k < 2; k++)\n        pthread_join(payments[k], NULL);\n")),
    ]),
    example("bounded_queue", ["check.c", "queue.c"], [
        version("a comment", ("bool queue_init(", "// With room for so many items.\nbool queue_init(")),
        version("most items are remembered", ("    size_t capacity;", "    size_t capacity, most;"), ("        queue->count++;\n", "        queue->count++;\n        if (queue->count > queue->most)\n            queue->most = queue->count;\n"), ("    queue->count = 0;\n", "    queue->count = 0;\n    queue->most = 0;\n")),
        *bug(1, "the wait is not rechecked"),
        version("an index of its own", ("        queue->items[(queue->head + queue->count) % queue->capacity] = item;\n", "        size_t end = (queue->head + queue->count) % queue->capacity;\n        queue->items[end] = item;\n")),
        *bug(2, "one condition variable for both sides"),
        version("the driver looks at the most", ("    assert(queue.count == 0);", "    assert(queue.most == 1);\n    assert(queue.count == 0);")),
        version("closing twice is allowed", ("    queue->closed = true;\n", "    if (queue->closed) {\n        pthread_mutex_unlock(&queue->lock);\n        return;\n    }\n    queue->closed = true;\n")),
        version("a wrap without a division", ("    queue->head = (queue->head + 1) % queue->capacity;\n", "    queue->head++;\n    if (queue->head == queue->capacity)\n        queue->head = 0;\n")),
    ]),
    example("thread_pool", ["check.c", "pool.c"], [
        version("a comment", ("bool pool_start(", "// Starts the workers.\nbool pool_start(")),
        *bug(1, "stopping without the lock (safe with this driver)", SAFE),
        version("tasks are counted", ("    size_t thread_count;", "    size_t thread_count, submitted;"), ("    pool->unfinished++;\n", "    pool->unfinished++;\n    pool->submitted++;\n")),
        *bug(2, "a task counts as finished once it is taken"),
        version("a function for the entry", ("    struct pool_entry *entry = malloc(sizeof *entry);\n    if (entry == NULL)\n        return false;\n    *entry = (struct pool_entry){.task = task, .argument = argument};\n", "    struct pool_entry *entry = entry_new(task, argument);\n    if (entry == NULL)\n        return false;\n"),
                ("// The lock is held.\nstatic void finish_one", "static struct pool_entry *entry_new(pool_task *task, void *argument)\n{\n    struct pool_entry *entry = malloc(sizeof *entry);\n    if (entry != NULL)\n        *entry = (struct pool_entry){.task = task, .argument = argument};\n    return entry;\n}\n\n// The lock is held.\nstatic void finish_one")),
        version("the driver looks at the count", ("    assert(pool.first == NULL", "    assert(pool.submitted >= 1);\n    assert(pool.first == NULL")),
        version("broadcast for signal", ("    pthread_cond_signal(&pool->work);", "    pthread_cond_broadcast(&pool->work);")),
        version("another threshold", ("chained > 5", "chained > 7")),
    ]),
    example("treiber_stack", ["check.c", "stack.c"], [
        version("a comment", ("void stack_init(", "// Empty.\nvoid stack_init(")),
        *bug(1, "the tag is not counted up"),
        version("a function for the tag", ("static uint32_t index_of(", "static uint64_t tag_of(uint64_t top)\n{\n    return top >> 32;\n}\n\nstatic uint32_t index_of("), ("(old >> 32) + 1", "tag_of(old) + 1")),
        version("a weaker order", ("        atomic_store(&stack->nodes[node].next, index_of(old));\n        if (", "        atomic_store_explicit(&stack->nodes[node].next, index_of(old), memory_order_relaxed);\n        if (")),
        version("published before it is linked", ("        atomic_store_explicit(&stack->nodes[node].next, index_of(old), memory_order_relaxed);\n        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, node)))\n            return true;\n", "        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, node))) {\n            atomic_store_explicit(&stack->nodes[node].next, index_of(old), memory_order_relaxed);\n            return true;\n        }\n"), verdict=VIOLATION),
        version("that is mended", ("        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, node))) {\n            atomic_store_explicit(&stack->nodes[node].next, index_of(old), memory_order_relaxed);\n            return true;\n        }\n", "        atomic_store(&stack->nodes[node].next, index_of(old));\n        if (atomic_compare_exchange_strong(&stack->top, &old, successor(old, node)))\n            return true;\n")),
        version("a loop that counts down", ("for (unsigned i = 0; i < retries; i++) {\n        uint64_t old = atomic_load(&stack->top);\n        *node", "for (unsigned i = retries; i > 0; i--) {\n        uint64_t old = atomic_load(&stack->top);\n        *node")),
        version("an assertion is added", ("    assert(node == STACK_NONE);", "    assert(owned_by_first != owned_by_second);\n    assert(node == STACK_NONE);")),
        version("one more retry", ("RETRIES = 2", "RETRIES = 3")),
    ]),
    example("rcu_list", ["check.c", "list.c"], [
        version("a comment", ("void list_init(", "// Empty.\nvoid list_init(")),
        *bug(1, "published before it is initialised"),
        version("lookups in another order", ("    if (node == NULL || node->key != key || !node_is_whole(node))", "    if (node == NULL || !node_is_whole(node) || node->key != key)")),
        *bug(2, "freed without a grace period"),
        version("removals are counted", ("    bool found = old != NULL && old->key == key;\n    if (found) {\n", "    bool found = old != NULL && old->key == key;\n    if (found) {\n        removals++;\n"), ("static bool node_is_whole", "static int removals; // the writers' lock\n\nstatic bool node_is_whole")),
        version("another check", ("node->check == (node->key ^ node->value)", "node->check == (node->key ^ node->value ^ 1)"), ("node->check = key ^ value;", "node->check = key ^ value ^ 1;")),
        version("an assertion is added", ("    assert(list_is_sound(&list));", "    assert(list_is_sound(&list));\n    assert(!list_lookup(&list, 3, &value));")),
        version("another key is removed", ("list_set(&list, 2, 20)", "list_set(&list, 4, 20)"), ("list_remove(&list, 2)", "list_remove(&list, 4)"), ("list_lookup(&list, 2,", "list_lookup(&list, 4,")),
    ]),
    example("work_stealing", ["check.c", "deque.c"], [
        version("a comment", ("bool deque_init(", "// Room for so many items at first.\nbool deque_init(")),
        *bug(1, "off by one"),
        version("the mask in a function", ("    return &ring->items[(size_t)index & (ring->capacity - 1)];", "    return &ring->items[ring_place(ring, index)];"), ("static atomic_int *ring_slot", "static size_t ring_place(const struct deque_ring *ring, long index)\n{\n    return (size_t)index & (ring->capacity - 1);\n}\n\nstatic atomic_int *ring_slot")),
        *bug(2, "top is read too early"),
        version("a condition turned round", ("    if (top >= bottom)\n        return DEQUE_EMPTY;\n    *item", "    if (bottom <= top)\n        return DEQUE_EMPTY;\n    *item")),
        version("a larger first ring", ("deque_init(&deque, 2)", "deque_init(&deque, 4)")),
        version("an assertion is added", ("    assert(taken_by_owner[0]", "    assert(deque_pop(&deque, &item) == DEQUE_EMPTY);\n    assert(taken_by_owner[0]")),
        version("three tries to steal", ("STEALS = 2", "STEALS = 3")),
    ]),
    example("sharded_table", ["check.c", "table.c"], [
        version("a comment", ("bool table_init(", "// With so many buckets.\nbool table_init(")),
        *bug(1, "locks in opposite orders"),
        version("another hash", ("hash ^= hash >> 8;", "hash ^= hash >> 4;")),
        *bug(3, "removing counts late (not called by this driver)", SAFE),
        version("a smaller transfer back", ("&table, 1, 0, 30)", "&table, 1, 0, 20)")),
        version("transfers are counted", ("    size_t bucket_count;", "    size_t bucket_count, transfers;"), ("    table->bucket_count = bucket_count;\n", "    table->bucket_count = bucket_count;\n    table->transfers = 0;\n")),
        version("without overdraft in words of its own", ("giver->value >= amount;", "giver->value - amount >= 0;")),
        version("an assertion is added", ("    assert(count == 2);", "    assert(count == 2);\n    assert(table.transfers == 0);")),
    ]),
    example("dir_scanner", ["check.c", "scanner.c", "tree.c"], [
        version("a comment", ("static bool passes(", "// Whether it counts.\nstatic bool passes(")),
        *bug(1, "a folder counts as done when it is taken"),
        version("the suffix first", ("    return file->size >= filter->minimum_size &&\n           (filter->suffix == NULL || tree_name_ends(file, filter->suffix));", "    return (filter->suffix == NULL || tree_name_ends(file, filter->suffix)) &&\n           file->size >= filter->minimum_size;")),
        *bug(2, "totals without the lock (safe with one worker)", SAFE),
        version("the deepest folder is remembered", ("    totals->bytes += file->size;\n", "    totals->bytes += file->size;\n    totals->last = file;\n"), ("    const struct tree_node *largest;", "    const struct tree_node *largest, *last;")),
        version("another name", ("\"notes.txt\"", "\"notes.md\"")),
        version("a larger file", ("<= 1000 && minimum", "<= 2000 && minimum")),
        version("an assertion is added", ("    assert(totals.folders == 2);", "    assert(totals.folders == 2);\n    assert(totals.bytes >= 0);")),
    ]),
    example("cache_allocator", ["check.c", "allocator.c", "cache.c", "central.c", "span.c", "size_class.c"], [
        version("a comment", ("static void count(", "// One more.\nstatic void count(")),
        *bug(1, "a batch is taken without the lock"),
        version("halving is counted", ("static void halve(struct cache *cache)\n{\n", "static void halve(struct cache *cache)\n{\n    count(&cache->returns);\n")),
        version("a loop counts down", ("    for (unsigned i = 0; i < SIZE_CLASS_COUNT; i++)\n        while (cache->lists[i].count > 0)", "    for (unsigned i = SIZE_CLASS_COUNT; i-- > 0;)\n        while (cache->lists[i].count > 0)")),
        *bug(3, "a lock is given up on the way (safe with this driver)", SAFE),
        version("larger caches", ("(256u << 10)", "(512u << 10)")),
        version("the driver writes something else", ("memset(memory, 1, SIZE)", "memset(memory, 3, SIZE)"), ("memory[0] == 1 && memory[SIZE - 1] == 1", "memory[0] == 3 && memory[SIZE - 1] == 3")),
        version("an assertion is added", ("    assert(allocator_check(NULL));", "    assert(allocator_check(NULL));\n    assert(hand_over > 0 || handed_over == NULL);")),
    ], "ALLOCATOR_TINY", "ALLOCATOR_PAGES=16", "ALLOCATOR_CACHES=3", "ALLOCATOR_BATCH=1"),
]
