// Lua: two states, one a thread, run a script each. What one computes must not depend on the other.
#include <assert.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <stddef.h>

static const char script[] = "local t = {} for i = 1, 3 do t[i] = i * i end local s = 0 for _, v in ipairs(t) do s = s + v end return s";

static void *run(void *result)
{
    lua_State *state = luaL_newstate();
    assert(state);
    luaL_requiref(state, "_G", luaopen_base, 1);
    lua_pop(state, 1);
    assert(luaL_dostring(state, script) == LUA_OK);
    *(int *)result = (int)lua_tointeger(state, -1);
    lua_close(state);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int results[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, &results[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(results[0] == 14 && results[1] == 14);
    return 0;
}
