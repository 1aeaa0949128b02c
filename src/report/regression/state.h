// ---- state, all of it under one lock that is held for moments only

enum { HEDDLE_TURNS = 4096, HEDDLE_PLACES = 8, HEDDLE_STEPS_MOST = 65536 };
#ifndef HEDDLE_PATIENCE
#define HEDDLE_PATIENCE 5 // seconds: after so long without a step of the thread whose turn it is, all run
#endif
#ifndef HEDDLE_ROUNDS
#define HEDDLE_ROUNDS 100 // how often threads go round before that is a livelock
#endif

struct heddle_thread {
    struct heddle_thread *older;
    char name[80];
    unsigned children, requests;
    pthread_t handle;
    uintptr_t creator; // the code that created it; 0: not known
    bool ended, joined, detached;
    bool timed;          // its wait has a limit
    bool condition;      // it waits for a condition
    const void *blocked; // what it waits for; NULL: it runs, or may
    uint64_t since; // when its wait began, in the order of waits; 0: its turn came without what it waited for
    int inside;     // in this file: what it accesses is not the program's
    void *(*start)(void *);
    void *argument;
};

// Where a point is in this program: the addresses of its byte (static variables of several files may have
// one name), or the function's code.
struct heddle_place {
    unsigned count;
    uintptr_t from[HEDDLE_PLACES], to[HEDDLE_PLACES];
};

static struct {
    int lock;
    unsigned changes; // a futex: threads may go on
    unsigned turn, count;
    bool follows, behind; // behind: the turn's point was met, and the turn ends with the next thing
    uint64_t progress, waits;
    struct heddle_thread *token;  // whose turn it is
    struct heddle_thread *newest; // of all threads that ever were
    unsigned unjoined;
    struct heddle_place places[HEDDLE_TURNS];
    bool verbose;
} heddle;
static struct heddle_thread heddle_main = {.name = "main"}; // the first thread

static __thread struct heddle_thread *heddle_self;
extern char _end, __executable_start;

void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

#define HEDDLE_NO_INLINE __attribute__((noinline, unused))
#define HEDDLE_FUNCTION __attribute__((visibility("default"), used))
#define HEDDLE_WEAK __attribute__((weak, visibility("default"), used))
#define HEDDLE_CALLER ((uintptr_t)__builtin_return_address(0))

static void heddle_lock(void)
{
    while (__atomic_exchange_n(&heddle.lock, 1, __ATOMIC_ACQUIRE))
        syscall(SYS_sched_yield);
}

static void heddle_unlock(void)
{
    __atomic_store_n(&heddle.lock, 0, __ATOMIC_RELEASE);
}

static void heddle_say(const char *what, const char *more)
{
    char text[400];
    int length = snprintf(text, sizeof text, "heddle-schedule: %s%s\n", what, more);
    if (length > 0)
        (void)!write(2, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static void heddle_fail(const char *what, const char *more)
{
    heddle_say(what, more);
    abort();
}

static void heddle_wake_all(void)
{
    __atomic_fetch_add(&heddle.changes, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &heddle.changes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

// The test cannot do what it is for.
static void heddle_give_up(const char *what, const char *more)
{
    char text[200];
    snprintf(text, sizeof text, "cannot follow: %s", what);
    heddle_fail(text, more);
}
