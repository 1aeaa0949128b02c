"""Programs of threads that send signals to each other, and all states that they can reach: POSIX, and where that leaves room
Linux. It shares nothing with heddle.

A signal that a thread lets through may begin its handler at any time, between any two accesses of the thread (sending takes no
time, arriving may). It must begin where the thread itself unblocks it (pthread_sigmask, the return of a handler) or sends it to itself. A
signal is pending once. What is pending for the thread comes before what is pending for the process, the lowest number first;
handlers of all that is not blocked begin at once, each with the mask that the ones before have left, and the last one goes
on first. A signal for the process stays pending for all threads until one takes it.

A code is a list of operations, each a tuple; each step of one is one access, or one system call:
  store v c, load v, fold v (thread-local: own = own * 3 + v), increment v (two steps), add v c, own c (two steps), collect,
  send thread number, kill number, raise number, mask how set, action number kind, wait, post, try, sleep, lock, unlock, await v c,
  pause, suspend set, sigwait set, sigwaitinfo set, pending, create thread, join thread, cancel thread, asynchronous (0: deferred).
A request for cancellation that finds a thread of the asynchronous type comes to it at any time after that; one that is there when a
thread changes to that type acts at once. Threads that are cancelled come to no cancellation point otherwise."""

from collections import namedtuple

FIRST, SECOND = 1, 2  # the signals, as bits; SIGUSR1 is the lower one
HANDLER, DEFAULT, IGNORE = "handler", "default", "ignore"
DEFER, RESTART, ONCE = 1, 2, 4  # flags of an action

Action = namedtuple("Action", "kind mask flags")
# saved: the mask after it, of a handler's frame; fails: whether what it has interrupted fails with EINTR; own: a frame's registers
Frame = namedtuple("Frame", "code pc saved fails value step")
# suspended: the mask after it, or None; request: for cancellation, or one that is on its way
Thread = namedtuple("Thread", "status mask pending r own frames suspended request asynchronous")
REQUEST, COMES = 1, 2
State = namedtuple("State", "memory semaphore mutex pending actions threads")
ABSENT, RUNS, ENDED = range(3)
MOD = 729


class TooMany(Exception):
    pass


class Killed(Exception):
    pass


def lowest(signals):
    return signals & -signals


class Model:
    """codes: of threads, then one for each signal's handler; actions: at the start. `loose`: what one thread sends to the process and
    lets through need not begin there at once: others may take it before, as where a thread begins on Linux just then. Nor need handlers of
    other signals that are pending begin where a thread sends itself one that it blocks or ignores: POSIX promises only that one
    that it lets through begins (kill, raise), and on Linux a thread that was not chosen to take a signal for the process knows nothing of it."""

    def __init__(self, codes, threads, actions, configured, mask, limit, loose=False):
        self.codes, self.count, self.configured, self.limit, self.loose = codes, threads, configured, limit, loose
        empty = Thread(ABSENT, 0, 0, 0, 0, (), None, 0, 0)
        main = empty._replace(status=RUNS, mask=mask, frames=(Frame(0, 0, 0, False, 0, 0),))
        self.empty = empty
        self.start = State((0, 0, 0), 0, None, 0, actions, (main,) + (empty,) * (threads - 1))

    # ---- states

    def set(self, state, k, **fields):
        threads = list(state.threads)
        threads[k] = threads[k]._replace(**fields)
        return state._replace(threads=tuple(threads))

    def top(self, state, k, **fields):
        frames = state.threads[k].frames
        return self.set(state, k, frames=frames[:-1] + (frames[-1]._replace(**fields),))

    def done(self, state, k):
        return self.top(state, k, pc=state.threads[k].frames[-1].pc + 1, step=0, value=0)

    def collect(self, state, k, value, base=3):
        if len(state.threads[k].frames) > 1: # a handler's own
            return state
        return self.set(state, k, r=(state.threads[k].r * base + value) % MOD)

    # ---- signals

    def dequeue(self, state, k, among):
        """Takes the signal that is next; returns it, or 0."""
        thread = state.threads[k]
        number = lowest(thread.pending & among)
        if number:
            return number, self.set(state, k, pending=thread.pending & ~number)
        number = lowest(state.pending & among)
        return number, state._replace(pending=state.pending & ~number)

    def take(self, state, k, fails=None):
        """All that is pending and not blocked: the state with the frames of its handlers. `fails`: whether the operation that
        the thread stands at fails, by the flags of the first handler; None: nothing is interrupted."""
        first = True
        while True:
            thread = state.threads[k]
            number, state = self.dequeue(state, k, ~thread.mask)
            if not number:
                return state, not first
            action = state.actions[number - 1]
            if action.kind == IGNORE:
                continue
            if action.kind == DEFAULT:
                raise Killed
            if action.flags & ONCE:
                actions = list(state.actions)
                actions[number - 1] = action._replace(kind=DEFAULT)
                state = state._replace(actions=tuple(actions))
            saved = thread.mask if thread.suspended is None else thread.suspended
            failing = first and (thread.suspended is not None or (fails is not None and fails(action)))
            frame = Frame(self.count + number - 1, 0, saved, failing, 0, 0)
            mask = thread.mask | action.mask | (number if action.flags & DEFER else 0)
            state = self.set(state, k, mask=mask, frames=thread.frames + (frame,), suspended=None)
            first = False

    def send(self, state, to, number):
        thread = state.threads[to]
        if thread.status != RUNS:
            return state
        if state.actions[number - 1].kind == IGNORE and not thread.mask & number:
            return state
        return self.set(state, to, pending=thread.pending | number)

    def send_all(self, state, number):
        through = [k for k, t in enumerate(state.threads) if t.status == RUNS and not t.mask & number]
        if through and state.actions[number - 1].kind == IGNORE:
            return state, through
        return state._replace(pending=state.pending | number), through

    # ---- steps

    def fail(self, state, k):
        """The operation at which the thread stands fails (EINTR)."""
        kind = self.codes[state.threads[k].frames[-1].code][state.threads[k].frames[-1].pc][0]
        if kind in ("wait", "sleep"):
            state = self.collect(state, k, 2)
        elif kind == "sigwaitinfo":
            state = self.collect(state, k, 0, 4)
        return self.done(state, k)

    def finish(self, state, k):
        """The top frame is through."""
        thread = state.threads[k]
        frame = thread.frames[-1]
        if len(thread.frames) == 1 and frame.step == 0: # its result is there
            return self.top(state, k, step=1)
        if len(thread.frames) == 1:
            return self.end(state, k, thread.r)
        state = self.set(state, k, frames=thread.frames[:-1], mask=frame.saved)
        if frame.fails:
            state = self.fail(state, k)
        return self.take(state, k)[0]

    def end(self, state, k, result):
        return self.set(state, k, status=ENDED, frames=(), pending=0, mask=0, own=0, r=result, request=0, asynchronous=0, suspended=None)

    def act(self, state, k):
        """On a request for cancellation."""
        thread = state.threads[k]
        stored = thread.frames[0].pc == len(self.codes[k]) and thread.frames[0].step
        return self.end(state, k, thread.r if stored else 0)

    def interruptions(self, state, k):
        """What becomes of it where a handler begins now: before the operation, and while it waits."""
        thread = state.threads[k]
        if not (thread.pending | state.pending) & ~thread.mask:
            return
        code = self.codes[thread.frames[-1].code]
        kind = code[thread.frames[-1].pc][0] if thread.frames[-1].pc < len(code) else None
        yield lambda: self.take(state, k)[0]
        if kind == "wait" and state.semaphore == 0:
            yield lambda: self.take(state, k, lambda action: not action.flags & RESTART)[0]
        elif kind == "sleep":
            yield lambda: self.take(state, k, lambda action: True)[0]
        elif kind == "sigwaitinfo" and not (thread.pending | state.pending) & code[thread.frames[-1].pc][1]:
            yield lambda: self.take(state, k, lambda action: True)[0]

    def step(self, state, k):
        """The state after a step of the thread; None where it waits."""
        thread = state.threads[k]
        frame = thread.frames[-1]
        if frame.pc == len(self.codes[frame.code]):
            return self.finish(state, k)
        op = self.codes[frame.code][frame.pc]
        return getattr(self, "do_" + op[0])(state, k, frame, *op[1:])

    def put(self, state, v, value):
        memory = list(state.memory)
        memory[v] = value
        return state._replace(memory=tuple(memory))

    def do_store(self, state, k, frame, v, c):
        return self.done(self.put(state, v, c), k)

    def do_load(self, state, k, frame, v):
        return self.done(self.collect(state, k, state.memory[v]), k)

    def do_add(self, state, k, frame, v, c):
        return self.done(self.put(state, v, state.memory[v] + c), k)

    def do_increment(self, state, k, frame, v):
        if frame.step == 0:
            return self.top(state, k, value=state.memory[v], step=1)
        return self.done(self.put(state, v, (frame.value + 1) % 3), k)

    def do_own(self, state, k, frame, c):
        if frame.step == 0:
            return self.top(state, k, value=state.threads[k].own, step=1)
        return self.done(self.set(state, k, own=(frame.value * 2 + c) % 81), k)

    def do_fold(self, state, k, frame, v):
        if frame.step == 0:
            return self.top(state, k, value=state.memory[v], step=1)
        if frame.step == 1:
            return self.top(state, k, value=state.threads[k].own * 3 + frame.value, step=2)
        return self.done(self.set(state, k, own=frame.value % 81), k)

    def do_collect(self, state, k, frame):
        return self.done(self.collect(state, k, state.threads[k].own), k)

    def do_await(self, state, k, frame, v, c):
        return self.done(state, k) if state.memory[v] == c else None

    def do_send(self, state, k, frame, to, number):
        begins = not state.threads[to].mask & number and state.actions[number - 1].kind != IGNORE
        state = self.done(self.send(state, to, number), k)
        return self.take(state, k)[0] if to == k and (begins or not self.loose) else state

    def do_raise(self, state, k, frame, number):
        return self.do_send(state, k, frame, k, number)

    def do_kill(self, state, k, frame, number):
        state, through = self.send_all(self.done(state, k), number)
        return self.take(state, k)[0] if k in through and (k == 0 or len(through) == 1) and not self.loose else state

    def do_mask(self, state, k, frame, how, signals):
        mask = state.threads[k].mask
        mask = {"BLOCK": mask | signals, "UNBLOCK": mask & ~signals, "SETMASK": signals}[how]
        return self.take(self.done(self.set(state, k, mask=mask), k), k)[0]

    def do_action(self, state, k, frame, number, kind):
        actions = list(state.actions)
        actions[number - 1] = self.configured[number - 1]._replace(kind=kind)
        state = state._replace(actions=tuple(actions))
        if kind == IGNORE:
            state = state._replace(pending=state.pending & ~number)
            for other in range(self.count):
                state = self.set(state, other, pending=state.threads[other].pending & ~number)
        return self.done(state, k)

    def do_wait(self, state, k, frame):
        return self.done(state._replace(semaphore=state.semaphore - 1), k) if state.semaphore else None

    def do_post(self, state, k, frame):
        return self.done(state._replace(semaphore=state.semaphore + 1), k)

    def do_try(self, state, k, frame):
        if state.semaphore:
            return self.done(self.collect(state._replace(semaphore=state.semaphore - 1), k, 1), k)
        return self.done(state, k)

    def do_sleep(self, state, k, frame):
        return self.done(state, k)

    def do_lock(self, state, k, frame):
        return self.done(state._replace(mutex=k), k) if state.mutex is None else None

    def do_unlock(self, state, k, frame):
        return self.done(state._replace(mutex=None), k)

    def do_suspend(self, state, k, frame, signals):
        thread = state.threads[k]
        if thread.suspended is None:
            return self.set(state, k, suspended=thread.mask, mask=signals)
        if not (thread.pending | state.pending) & ~thread.mask:
            return None
        return self.take(state, k)[0]

    def do_pause(self, state, k, frame):
        return self.do_suspend(state, k, frame, state.threads[k].mask)

    def do_sigwait(self, state, k, frame, signals):
        number, state = self.dequeue(state, k, signals)
        return self.done(self.collect(state, k, number), k) if number else None

    def do_sigwaitinfo(self, state, k, frame, signals):
        number, state = self.dequeue(state, k, signals)
        return self.done(self.collect(state, k, number, 4), k) if number else None

    def do_pending(self, state, k, frame):
        thread = state.threads[k]
        return self.done(self.collect(state, k, (thread.pending | state.pending) & thread.mask, 4), k)

    def do_create(self, state, k, frame, other):
        new = self.empty._replace(status=RUNS, mask=state.threads[k].mask, frames=(Frame(other, 0, 0, False, 0, 0),))
        threads = list(state.threads)
        threads[other] = new
        return self.done(state._replace(threads=tuple(threads)), k)

    def do_join(self, state, k, frame, other):
        return self.done(state, k) if state.threads[other].status == ENDED else None

    def do_cancel(self, state, k, frame, other):
        thread = state.threads[other]
        if thread.status == RUNS:
            state = self.set(state, other, request=COMES if thread.asynchronous else max(thread.request, REQUEST))
        return self.done(state, k)

    def do_asynchronous(self, state, k, frame, value):
        if value and state.threads[k].request:
            return self.end(state, k, 0)
        return self.done(self.set(state, k, asynchronous=value), k)

    # ---- all of them

    def successors(self, state):
        """States that can follow; None stands for the end by a signal."""
        for k, thread in enumerate(state.threads):
            if thread.status != RUNS:
                continue
            if thread.asynchronous and thread.request == COMES:
                yield self.act(state, k)
            if thread.suspended is None:
                for interrupt in self.interruptions(state, k):
                    try:
                        yield interrupt()
                    except Killed:
                        yield None
            try:
                after = self.step(state, k)
                if after is not None:
                    yield after
            except Killed:
                yield None

    def explore(self):
        """The final states, whether the threads can wait for ever, and whether a signal can end the program."""
        seen, work, finals, stuck, killed = {self.start}, [self.start], [], False, False
        while work:
            state = work.pop()
            if state.threads[0].status == ENDED:
                finals.append(state)
                continue
            alone = True
            for after in self.successors(state):
                alone = False
                if after is None:
                    killed = True
                elif after not in seen:
                    seen.add(after)
                    work.append(after)
                    if len(seen) > self.limit:
                        raise TooMany
            stuck |= alone
        return finals, stuck, killed
