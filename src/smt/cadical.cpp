// The SAT module over CaDiCaL (Biere, Fazekas, Fleury, Heisinger: CaDiCaL, Kissat, Paracooba, Plingeling and
// Treengeling entering the SAT competition 2020). The only file that includes CaDiCaL's header, in C++
// since memory that runs out in CaDiCaL is an exception.
#include "smt/sat_module.h"

#include <cadical.hpp>

#include <new>

namespace
{

class Stop : public CaDiCaL::Terminator
{
  public:
    int (*ask)(void *) = nullptr;
    void *context = nullptr;
    bool terminate() override { return ask && ask(context); }
};

} // namespace

struct sat {
    CaDiCaL::Solver solver;
    Stop stop;
};

namespace
{

struct sat *open_solver()
{
    try {
        struct sat *made = new struct sat;
        made->solver.set("quiet", 1);
        // False first: what nothing decides becomes 0, and values stay small.
        made->solver.set("phase", 0);
        return made;
    } catch (...) {
        return nullptr;
    }
}

void close_solver(struct sat *closed)
{
    try {
        closed->solver.disconnect_terminator();
        delete closed;
    } catch (...) {
        // What cannot be released is lost.
    }
}

int add(struct sat *to, const int *literals, unsigned count)
{
    try {
        for (unsigned i = 0; i < count; i++)
            to->solver.add(literals[i]);
        to->solver.add(0);
        return 1;
    } catch (...) {
        return 0;
    }
}

enum sat_result solve(struct sat *asked, const int *assumptions, unsigned count, int conflicts,
                      int (*stop)(void *context), void *context)
{
    try {
        for (unsigned i = 0; i < count; i++)
            asked->solver.assume(assumptions[i]);
        if (conflicts)
            asked->solver.limit("conflicts", conflicts);
        asked->stop.ask = stop;
        asked->stop.context = context;
        asked->solver.connect_terminator(&asked->stop);
        int answer = asked->solver.solve();
        asked->solver.disconnect_terminator();
        return answer == 10   ? SAT_RESULT_SATISFIABLE
               : answer == 20 ? SAT_RESULT_UNSATISFIABLE
                              : SAT_RESULT_UNKNOWN;
    } catch (...) {
        return SAT_RESULT_BROKEN;
    }
}

int value(struct sat *asked, int variable)
{
    try {
        return asked->solver.val(variable) > 0;
    } catch (...) {
        return 0;
    }
}

int needed(struct sat *asked, int assumption)
{
    try {
        return asked->solver.failed(assumption);
    } catch (...) {
        return 1;
    }
}

const struct sat_module module = {SAT_MODULE_VERSION, open_solver, close_solver, add, solve, value, needed};

} // namespace

extern "C" __attribute__((visibility("default"))) const struct sat_module *heddle_sat_module()
{
    return &module;
}
