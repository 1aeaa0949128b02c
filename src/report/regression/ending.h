// ---- the program's end: what it leaves behind

#if defined HEDDLE_LEAK || defined HEDDLE_THREAD_LEAK
static bool heddle_others_are_over(void)
{
    for (const struct heddle_thread *thread = heddle.newest; thread; thread = thread->older)
        if (!thread->ended && thread != heddle_self)
            return false;
    return true;
}

// With the lock: threads go on as far as they can, while the calling one ends the program, for
// HEDDLE_PATIENCE seconds after the schedule's end at most.
static void heddle_let_others_end(void)
{
    struct timespec now, since = {0, 0};
    while (!heddle_others_are_over() && !heddle_all_wait()) {
        if (!heddle_sleep(100))
            heddle_look_at_time();
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (heddle.follows || !since.tv_sec)
            since = now;
        else if (now.tv_sec - since.tv_sec > HEDDLE_PATIENCE)
            break;
    }
}

#ifdef HEDDLE_THREAD_LEAK
// The threads that the function HEDDLE_THREAD_LEAK creates are looked at, those that are over.
static struct heddle_place heddle_thread_leak_place;

static void heddle_look_for_threads(void)
{
    for (const struct heddle_thread *thread = heddle.newest; thread; thread = thread->older)
        if (thread->ended && thread->creator && !thread->joined && !thread->detached &&
            heddle_in(&heddle_thread_leak_place, thread->creator - 1, thread->creator))
            heddle_fail("thread leak: nobody has joined or detached ", thread->name);
}
#endif

// Behind what the program itself does in its end.
__attribute__((destructor(101))) static void heddle_end_of_program(void)
{
    if (!heddle_self)
        return;
    HEDDLE_BEGIN();
    heddle_self->ended = true;
    if (heddle.follows && heddle.token == heddle_self)
        heddle_end_turn(false);
    heddle_let_others_end();
    bool over = heddle_others_are_over();
    HEDDLE_END();
#ifdef HEDDLE_THREAD_LEAK
    (void)over;
    heddle_look_for_threads();
#else
    if (over)
        heddle_look_for_leaks();
#endif
}
#endif
