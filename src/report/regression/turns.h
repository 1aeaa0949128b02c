// ---- turns

static void heddle_schedule_is_over(void);
static void heddle_decide(uintptr_t code, uintptr_t first, uintptr_t second);

static void heddle_run_freely(const char *why)
{
    heddle_schedule_is_over();
    heddle.follows = false;
    heddle.token = NULL;
    if (heddle.verbose)
        heddle_say("all threads run freely: ", why);
    heddle_wake_all();
}

static struct heddle_thread *heddle_find(const char *name)
{
    struct heddle_thread *thread = heddle.newest;
    while (thread && strcmp(thread->name, name) != 0)
        thread = thread->older;
    return thread;
}

// Whether what a thread waits for need not come: there is a limit of time, or it may wake up without a
// signal.
static bool heddle_wakes_alone(const struct heddle_thread *thread)
{
#ifdef HEDDLE_SPURIOUS
    return thread->timed || thread->condition;
#else
    return thread->timed;
#endif
}

#ifdef HEDDLE_LIVELOCK
// The turns from number HEDDLE_LIVELOCK on are a cycle, which is gone round again and again as long as each
// of them ends where it is meant to.
static unsigned heddle_rounds;
static bool heddle_cycle_left;

static void heddle_leave_cycle(void)
{
    heddle_cycle_left |= heddle.turn >= HEDDLE_LIVELOCK;
}

static void heddle_go_round(void)
{
    char text[40];
    if (heddle.turn < heddle_turn_count || heddle_cycle_left)
        return;
    snprintf(text, sizeof text, "%u times without progress", ++heddle_rounds);
    if (heddle_rounds >= HEDDLE_ROUNDS)
        heddle_fail("livelock: the threads went round ", text);
    heddle.turn = HEDDLE_LIVELOCK;
}
#else
static void heddle_leave_cycle(void) {}

static void heddle_go_round(void) {}
#endif

// The present turn begins, or the first one behind it that can.
static void heddle_begin_turn(void)
{
    for (; heddle.turn < heddle_turn_count; heddle.turn++) {
        struct heddle_thread *thread = heddle_find(heddle_turns[heddle.turn].thread);
        if (!thread) {
            heddle_run_freely("a thread of the schedule does not exist");
            return;
        }
        if (thread->ended || (thread->blocked && !heddle_wakes_alone(thread))) {
            heddle_leave_cycle();
            continue;
        }
        if (thread->blocked) {
            thread->blocked = NULL;
            thread->since = 0;
        }
        heddle.token = thread;
        heddle.count = 0;
        heddle.behind = false;
        if (heddle.verbose)
            heddle_say("the turn of ", thread->name);
        heddle_wake_all();
        return;
    }
    heddle_run_freely("the schedule is over");
}

// `meant`: the turn ends where the schedule says.
static void heddle_end_turn(bool meant)
{
    if (!meant)
        heddle_leave_cycle();
    heddle.turn++;
    heddle_go_round();
    heddle_begin_turn();
}

// With the lock, which is given up meanwhile. False: nothing has changed for that long.
static bool heddle_sleep(long milliseconds)
{
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    unsigned seen = heddle.changes;
    heddle_unlock();
    long result = syscall(SYS_futex, &heddle.changes, FUTEX_WAIT_PRIVATE, seen, &limit, NULL, 0);
    bool over = result != 0 && errno == ETIMEDOUT;
    heddle_lock();
    return !over || seen != heddle.changes;
}

#ifdef HEDDLE_STEPS
// In a debugger turns take as long as people do.
static void heddle_look_at_time(void) {}
#else
// Milliseconds since the last call, half a second at most: the program may have been stopped meanwhile.
static long heddle_time_passed(void)
{
    static struct timespec last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long passed = now.tv_sec - last.tv_sec > 1
                      ? 500
                      : (now.tv_sec - last.tv_sec) * 1000 + (now.tv_nsec - last.tv_nsec) / 1000000;
    last = now;
    return passed < 500 ? passed : 500;
}

// The thread whose turn it is may be in a call that waits for others without that it is known here, or in a
// loop.
static void heddle_look_at_time(void)
{
    static uint64_t progress;
    static unsigned turn;
    static long idle, taken; // milliseconds without a step, and of the turn
    long passed = heddle_time_passed();
    idle = progress == heddle.progress ? idle + passed : 0;
    taken = turn == heddle.turn ? taken + passed : 0;
    progress = heddle.progress;
    turn = heddle.turn;
    if (heddle.follows && (idle >= HEDDLE_PATIENCE * 1000L || taken >= 2 * HEDDLE_PATIENCE * 1000L))
        heddle_run_freely("the turn does not end");
}
#endif

// Until it is the calling thread's turn, or all run.
static void heddle_wait_for_turn(void)
{
    while (heddle.follows && heddle.token != heddle_self)
        if (!heddle_sleep(500))
            heddle_look_at_time();
}

static bool heddle_in(const struct heddle_place *place, uintptr_t from, uintptr_t to)
{
    for (unsigned i = 0; i < place->count; i++)
        if (from < place->to[i] && place->from[i] < to)
            return true;
    return false;
}

static bool heddle_is_at(const struct heddle_point *point, const struct heddle_place *place, int operation,
                         uintptr_t address, size_t size, uintptr_t caller)
{
    if ((point->operation & (HEDDLE_AFTER - 1)) != operation)
        return false;
    if (point->variable)
        return heddle_in(place, address, address + (size ? size : 1));
    bool named = address >= (uintptr_t)&__executable_start && address < (uintptr_t)&_end;
    return !named && heddle_in(place, caller - 1, caller);
}

#ifdef HEDDLE_STEPS
static struct heddle_place heddle_step_places[HEDDLE_STEPS_MOST];
static unsigned heddle_step_counts[HEDDLE_STEPS_MOST];

// Debuggers stop here. The program's function is four calls further out.
HEDDLE_NO_INLINE void heddle_step(unsigned number, const char *thread, const char *text)
{
    __asm__ volatile("" : : "r"(number), "r"(thread), "r"(text) : "memory");
}

static void heddle_look_at_steps(int operation, uintptr_t address, size_t size, uintptr_t caller)
{
    for (unsigned i = 0; i < heddle_step_count && i < HEDDLE_STEPS_MOST; i++) {
        const struct heddle_step *step = &heddle_steps[i];
        if (step->turn == heddle.turn &&
            heddle_is_at(&step->at, &heddle_step_places[i], operation, address, size, caller) &&
            ++heddle_step_counts[i] == step->at.times) {
            heddle_unlock();
            heddle_step(i + 1, heddle_self->name, step->text);
            heddle_lock();
        }
    }
}
#else
static void heddle_look_at_steps(int operation, uintptr_t address, size_t size, uintptr_t caller)
{
    (void)operation, (void)address, (void)size, (void)caller;
}
#endif

#if defined HEDDLE_RACE || defined HEDDLE_ATOMICITY
// The accesses before which these turns have ended, in the order in which they are to come: two that race, or
// three of which the second one comes between two of another thread that are meant to be one.
#ifdef HEDDLE_RACE
static const unsigned heddle_access_turns[] = {HEDDLE_RACE};
enum { HEDDLE_STANDS = 2 };
#else
static const unsigned heddle_access_turns[] = {HEDDLE_ATOMICITY};
enum { HEDDLE_STANDS = 3 };
#endif
static struct heddle_stand {
    bool known, write, atomic;
    uintptr_t from, to;
} heddle_stands[HEDDLE_STANDS];

static bool heddle_conflict(const struct heddle_stand *a, const struct heddle_stand *b)
{
    return a->known && b->known && a->from < b->to && b->from < a->to && (a->write || b->write);
}

static void heddle_judge_accesses(void)
{
    const struct heddle_stand *stands = heddle_stands;
    if (!heddle_conflict(&stands[0], &stands[1]))
        return;
#ifdef HEDDLE_RACE
    if (!(stands[0].atomic && stands[1].atomic))
        heddle_fail("data race: two threads are about to access the same memory, ",
                    stands[0].write && stands[1].write ? "and both write it" : "and one of them writes it");
#else
    if (heddle_conflict(&stands[1], &stands[2]))
        heddle_fail("atomicity: an access of another thread comes between two that are meant to be one", "");
#endif
}

static void heddle_look_at_access(int operation, uintptr_t address, size_t size, bool atomic)
{
    for (unsigned i = 0; i < HEDDLE_STANDS; i++)
        if (heddle_access_turns[i] == heddle.turn)
            heddle_stands[i] =
                (struct heddle_stand){true, operation != HEDDLE_READ, atomic, address, address + size};
    heddle_judge_accesses();
}
#else
static void heddle_look_at_access(int operation, uintptr_t address, size_t size, bool atomic)
{
    (void)operation, (void)address, (void)size, (void)atomic;
}
#endif

// Whether the calling thread's turn ends before this.
static bool heddle_turn_ends(int operation, uintptr_t address, size_t size, uintptr_t caller, bool atomic)
{
    const struct heddle_turn *turn = &heddle_turns[heddle.turn];
    if (!heddle.unjoined) // nobody else is there, and nothing is counted
        return false;
    if (heddle.behind)
        return true;
    if (!heddle_is_at(&turn->until, &heddle.places[heddle.turn], operation, address, size, caller) ||
        ++heddle.count != turn->until.times)
        return false;
    heddle.behind = turn->until.operation & HEDDLE_AFTER;
    if (!heddle.behind)
        heddle_look_at_access(operation, address, size, atomic);
    return !heddle.behind;
}

// What the thread whose turn it is has read last, by place: to see that it goes round a loop.
static struct {
    unsigned turn, next, rounds;
    struct heddle_reading {
        uintptr_t caller, address;
        uint64_t value;
    } last[8];
} heddle_readings;

// Whether it reads only what it has read there before, for so long that it waits for another thread to change
// that: a lock made of a loop. Memory is looked at only where the thread has been before.
static bool heddle_goes_round(int operation, uintptr_t address, size_t size, uintptr_t caller)
{
    enum { ROUNDS = 20000, READINGS = 8, FRAMES = 1 << 20 };
    if (address - (uintptr_t)__builtin_frame_address(0) < FRAMES) // variables of its own, as gcc makes them
        return false;
    bool reads = (operation == HEDDLE_READ || operation == HEDDLE_UPDATE) && size <= sizeof(uint64_t);
    if (!reads || heddle_readings.turn != heddle.turn)
        memset(&heddle_readings, 0, sizeof heddle_readings);
    heddle_readings.turn = heddle.turn;
    if (!reads)
        return false;
    for (unsigned i = 0; i < READINGS; i++) {
        struct heddle_reading *last = &heddle_readings.last[i];
        if (last->caller != caller || last->address != address)
            continue;
        uint64_t value = 0;
        memcpy(&value, (const void *)address, size);
        heddle_readings.rounds = value == last->value ? heddle_readings.rounds + 1 : 0;
        last->value = value;
        return heddle_readings.rounds >= ROUNDS;
    }
    heddle_readings.last[heddle_readings.next++ % READINGS] = (struct heddle_reading){caller, address, 0};
    heddle_readings.rounds = 0;
    return false;
}

// The calling thread is about to do this.
static void heddle_point(int operation, const void *memory, size_t size, uintptr_t caller, bool atomic)
{
    struct heddle_thread *self = heddle_self;
    if (!heddle.follows || !self || self->inside || self->ended)
        return;
    int error = errno;
    self->inside++;
    heddle_lock();
    heddle.progress++;
    heddle_wait_for_turn();
    while (heddle.follows && heddle_turn_ends(operation, (uintptr_t)memory, size, caller, atomic)) {
        heddle_end_turn(true);
        heddle_wait_for_turn();
    }
    if (heddle.follows && heddle_goes_round(operation, (uintptr_t)memory, size, caller)) {
        heddle_end_turn(false);
        heddle_wait_for_turn();
    }
    if (heddle.follows && heddle.unjoined)
        heddle_look_at_steps(operation, (uintptr_t)memory, size, caller);
    heddle_unlock();
    self->inside--;
    heddle_decide(caller, (uintptr_t)memory, size);
    errno = error;
}
