// Checking only what an edit can affect (analysis/affected.h) against checking the edited program as a whole:
// pairs of programs of states.py, before and after random edits (edits.py). Where the old version is safe,
// what is found at the places that the edit can affect must be all that there is; also with a state forbidden
// that the old version does not reach, which the new one may.
#include "oracle_states.h"
#include "oracle_subsets.h"

#include "analysis/affected.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

struct edit {
    const struct oracle_options *options;
    uint64_t seed;
    struct reached_states states[2]; // by enum version
    uint64_t restricted, places, all, forbidden, lost, kept,
        unknown; // lost: states that only the old version reaches
    uint64_t executions, avoided;
    uint64_t carried, hits; // summaries of the old version, and how often they have cut
};

static uint64_t draw(const struct edit *edit, uint64_t purpose, uint64_t k)
{
    return hash_combine(hash_combine(hash_mix(edit->seed + 1), purpose), k);
}

static struct program *program_of(const struct edit *edit, enum version version)
{
    return edit->states[version].knobs.program;
}

// Number k of the settings: all algorithms, slices static and dynamic, some of the properties or all.
static struct setting make_setting(const struct edit *edit, uint64_t k, char *name)
{
    uint64_t h = draw(edit, 1, k);
    struct setting s = {.name = name,
                        .por = (enum por_algorithm)(h % 4),
                        .slice = h >> 8 & 3 ? SLICE_ON : SLICE_DYNAMIC,
                        .prune = (h >> 12 & 1) == 0,
                        .peek = h >> 16 & 1,
                        .properties = h >> 20 & 1 ? 1u << PROPERTY_ASSERTION | subset_draw(h >> 24)
                                                  : oracle_properties()};
    s.refined = h >> 17 & 1 && s.por != POR_NONE;
    s.outcome = h >> 18 & 1;
    setting_name(&s, name);
    return s;
}

// A thread that stops at a violation, asked for or not, leaves what comes after it unchecked.
static bool is_safe(const struct reached_states *states)
{
    return states->reference.violations.size == 0;
}

// ---- one check of what is affected

// The summaries of the old version's check, which looks at all, or only at `known`. False: there are none
// that could be carried over.
static bool find_summaries(const struct edit *edit, const struct setting *setting,
                           const struct counterparts *counterparts, struct seen *old_version,
                           struct carried *carried)
{
    struct setting old = *setting;
    const char *why;
    old.keeps_summaries = true;
    look(program_of(edit, VERSION_OLD), edit->options, &old, 0, old_version);
    const byte_vector *bytes = &old_version->summaries;
    *carried = (struct carried){0};
    return bytes->size && carried_open(carried, counterparts, bytes->data, bytes->size, &why);
}

// The violations that the restricted check finds, with `expected` those of the new version as a whole, and
// `state` what is forbidden. NULL: they are right.
static char *compare(struct edit *edit, struct setting setting, const struct affected_places *places,
                     const struct counterparts *counterparts, const struct seen *expected, const char *state,
                     bool reached)
{
    struct seen reference = {.violations = expected->violations};
    uint32_t asked = setting.properties;
    struct seen seen = {.violations_only = true};
    const struct slicing_known known = {places->places, places->unreached};
    struct seen old_version = {.violations_only = true};
    struct carried carried = {0};
    if (setting.prune && setting.slice == SLICE_ON &&
        find_summaries(edit, &setting, counterparts, &old_version, &carried))
        setting.carried = &carried;
    // With summaries, now and then all is checked again.
    if (!setting.carried || draw(edit, 3, edit->restricted) & 1) {
        setting.known = &known;
        setting.properties = places->properties;
    }
    look(program_of(edit, VERSION_NEW), edit->options, &setting, 0, &seen);
    edit->executions += seen.executions;
    edit->carried += seen.carried;
    edit->hits += seen.carried_hits;
    carried_close(&carried);
    free_seen(&old_version);
    uint32_t kept = 0, found = 0;
    for (uint32_t k = 0; k < seen.violations.size; k++) {
        if (!strstr(seen.violations.data[k], "forbidden")) {
            seen.violations.data[kept++] = seen.violations.data[k];
            continue;
        }
        found++;
        memory_free(seen.violations.data[k]);
    }
    seen.violations.size = kept;
    setting.known = NULL;
    setting.carried = NULL;
    setting.properties = asked;
    char *wrong = NULL;
    if (seen.wrong)
        wrong = memory_format("%s: %s", setting.name, seen.wrong);
    else if (seen.reason && !seen.limited)
        wrong = memory_format("%s: inconclusive: %s", setting.name, seen.reason);
    else if (found != reached && !seen.reason)
        wrong = memory_format("%s: final state %s is %s, and %s", setting.name, state,
                              reached ? "reached" : "not reached", found ? "found" : "not found");
    else if (!seen.reason)
        wrong = compare_violations(&setting, ", checked again", &reference, &seen.violations);
    free_seen(&seen);
    return wrong;
}

// Under some settings, with what the programs forbid now, which the old one does not violate.
static char *check_settings(struct edit *edit, const struct setting *settings, uint32_t count,
                            const char *state, bool reached)
{
    struct counterparts *counterparts =
        counterparts_find(program_of(edit, VERSION_OLD), program_of(edit, VERSION_NEW));
    struct affected *affected = affected_find(counterparts, 8u << 20);
    bool unknown = affected_unknown(affected);
    struct affected_places *places = memory_zalloc(count, sizeof *places);
    for (uint32_t k = 0; k < count && !unknown; k++)
        places[k] = affected_places(affected, settings[k].properties);
    affected_free(affected); // explorations come after the analyses, as in a check

    char *wrong = NULL;
    for (uint32_t k = 0; k < count && !unknown; k++) {
        edit->restricted++;
        edit->places += places[k].count;
        edit->all += places[k].all;
        edit->kept += places[k].count == 0;
        edit->avoided += edit->states[VERSION_NEW].reference.executions;
        if (!wrong)
            wrong = compare(edit, settings[k], &places[k], counterparts, &edit->states[VERSION_NEW].reference,
                            state, reached);
        memory_free(places[k].places);
        memory_free(places[k].unreached);
    }
    counterparts_free(counterparts);
    edit->unknown += unknown ? count : 0;
    memory_free(places);
    return wrong;
}

// ---- states

static char *check_states(struct edit *edit)
{
    const struct reached_states *old_states = &edit->states[VERSION_OLD],
                                *new_states = &edit->states[VERSION_NEW];
    enum { SETTINGS = 4 }; // of which one takes over what it can of states
    char names[SETTINGS][SETTING_NAME_SIZE], text[STATE_NAME_SIZE], *wrong = NULL;
    struct setting settings[SETTINGS];
    uint32_t tried = 0,
             first = new_states->reached.size ? (uint32_t)(draw(edit, 2, 0) % new_states->reached.size) : 0;
    for (uint32_t k = 0; k < new_states->reached.size && tried < edit->options->forbidden && !wrong; k++) {
        const struct reached *state = &new_states->reached.data[(first + k) % new_states->reached.size];
        if (reached_has(&old_states->reached, state) || !is_safe(old_states))
            continue;
        reached_forbid(&old_states->knobs, state, text);
        reached_forbid(&new_states->knobs, state, text);
        for (uint32_t i = 0; i < SETTINGS; i++)
            settings[i] = make_setting(edit, 100 + SETTINGS * k + i, names[i]);
        settings[0].prune = true;
        settings[0].slice = SLICE_ON;
        setting_name(&settings[0], names[0]);
        wrong = check_settings(edit, settings, SETTINGS, text, true);
        reached_forbid_none(&old_states->knobs);
        reached_forbid_none(&new_states->knobs);
        edit->forbidden++;
        tried++;
    }
    for (uint32_t k = 0; k < old_states->reached.size; k++)
        edit->lost += !reached_has(&new_states->reached, &old_states->reached.data[k]);
    return wrong;
}

static char *check_plain(struct edit *edit)
{
    uint32_t count = edit->options->settings;
    char(*names)[SETTING_NAME_SIZE] = memory_zalloc(count, sizeof *names);
    struct setting *settings = memory_zalloc(count, sizeof *settings);
    for (uint32_t k = 0; k < count; k++)
        settings[k] = make_setting(edit, k, names[k]);
    char *wrong =
        is_safe(&edit->states[VERSION_OLD]) ? check_settings(edit, settings, count, "none", false) : NULL;
    memory_free(settings);
    memory_free(names);
    return wrong;
}

// ---- pairs

static bool explore_both(struct edit *edit, const char **why)
{
    for (unsigned v = VERSION_OLD; v <= VERSION_NEW; v++) {
        struct seen last = {0};
        // The same inputs for both.
        bool good = reached_explore(&edit->states[v], edit->options, edit->seed, &last);
        if (!good && reached_usable(&edit->states[v].reference))
            free_seen(&last);
        if (!good) {
            const struct seen *seen = &edit->states[v].reference;
            *why = seen->wrong ? seen->wrong : seen->reason ? seen->reason : "with inputs";
            return false;
        }
    }
    return true;
}

static void check_pair(struct program *old_version, struct program *new_version,
                       const struct oracle_options *options, uint32_t number)
{
    struct edit edit = {.options = options, .seed = (uint64_t)options->seed + number};
    const char *why = NULL;
    char *wrong = NULL;
    if (!reached_find_knobs(old_version, number, &edit.states[VERSION_OLD].knobs) ||
        !reached_find_knobs(new_version, number, &edit.states[VERSION_NEW].knobs)) {
        printf("%u failed it has no final state\n", number);
        return;
    }
    bool good = explore_both(&edit, &why);
    if (good)
        wrong = check_plain(&edit);
    if (good && !wrong)
        wrong = check_states(&edit);
    if (wrong)
        printf("%u failed %s\n", number, wrong);
    else if (!good || !edit.restricted)
        printf("%u discarded %s\n", number,
               !good          ? why
               : edit.unknown ? "unknown"
                              : "the old version is not safe");
    else
        printf("%u passed checks %llu places %llu of %llu kept %llu unknown %llu forbidden %llu lost %llu "
               "executions %llu avoided %llu carried %llu hits %llu violations %u\n",
               number, (unsigned long long)edit.restricted, (unsigned long long)edit.places,
               (unsigned long long)edit.all, (unsigned long long)edit.kept, (unsigned long long)edit.unknown,
               (unsigned long long)edit.forbidden, (unsigned long long)edit.lost,
               (unsigned long long)edit.executions, (unsigned long long)edit.avoided,
               (unsigned long long)edit.carried, (unsigned long long)edit.hits,
               edit.states[VERSION_NEW].reference.violations.size);
    memory_free(wrong);
    reached_free(&edit.states[VERSION_OLD]);
    reached_free(&edit.states[VERSION_NEW]);
}

void oracle_edits(struct program *old_version, struct program *program, const struct oracle_options *options)
{
    struct batch batches[2];
    batch_open(&batches[VERSION_OLD], old_version);
    batch_open(&batches[VERSION_NEW], program);
    for (uint32_t k = 0; k < options->count; k++) {
        if (!batch_select(&batches[VERSION_OLD], k) || !batch_select(&batches[VERSION_NEW], k))
            printf("%u failed there is no main_%u\n", k, k);
        else
            check_pair(old_version, program, options, k);
        fflush(stdout);
    }
    batch_close(&batches[VERSION_OLD]);
    batch_close(&batches[VERSION_NEW]);
}
