// ---- waiting

// With the lock. Whoever waits for this may look again.
static void heddle_wake(const void *what)
{
    for (struct heddle_thread *thread = heddle.newest; thread; thread = thread->older)
        if (thread->blocked == what)
            thread->blocked = NULL;
    heddle_wake_all();
}

static bool heddle_all_wait(void)
{
    bool any = false;
    for (const struct heddle_thread *thread = heddle.newest; thread; thread = thread->older) {
        if (!thread->ended && (!thread->blocked || thread->timed))
            return false;
        any |= !thread->ended;
    }
    return any;
}

// With the lock: the calling thread waits until `what` changes, or until that time by the realtime clock
// (NULL: no limit). False: that is over.
static bool heddle_block(const void *what, const struct timespec *until, clockid_t clock)
{
    struct heddle_thread *self = heddle_self;
    bool in_time = true;
    if (until && heddle.follows && !self->condition) // a lock that is not free: the time passes at once
        return false;
    self->blocked = what;
    self->timed = until != NULL;
    self->since = heddle.waits++;
    if (heddle.follows && heddle.token == self)
        heddle_end_turn(heddle.behind || !heddle_turns[heddle.turn].until.operation);
    while ((self->blocked && in_time) || (heddle.follows && heddle.token != self)) {
        if (heddle_all_wait() && !heddle_sleep(50) && heddle_all_wait())
            heddle_fail("deadlock: all threads wait for ever", "");
        if (!self->blocked && !(heddle.follows && heddle.token != self))
            break;
        if (!heddle_sleep(until ? 10 : 500))
            heddle_look_at_time();
        struct timespec now;
        if (until && !heddle.follows && clock_gettime(clock, &now) == 0)
            in_time =
                now.tv_sec < until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec < until->tv_nsec);
    }
    in_time &= self->since != 0 || !until;
    self->blocked = NULL;
    self->timed = false;
    return in_time;
}
