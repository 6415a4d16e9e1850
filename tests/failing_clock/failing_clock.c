// A clock that fails for the main thread of the program while the file that FAILING_CLOCK names exists.
//
// Rust's standard library panics there: a panic that no guard of ours expects. Only calls from the program itself fail, not
// those of drivers and other libraries.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int is_in_program(const void *address) {
    Dl_info info;
    struct link_map *map = NULL;
    // The program is the object without a name.
    return dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name[0] == 0;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
    const char *flag = getenv("FAILING_CLOCK");
    int is_main = (pid_t)syscall(SYS_gettid) == getpid();
    if (clock == CLOCK_MONOTONIC && flag && is_main && is_in_program(__builtin_return_address(0)) &&
        access(flag, F_OK) == 0) {
        // Once: what tells of the panic asks for the time, too.
        unlink(flag);
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_clock_gettime, clock, out) == 0 ? 0 : -1;
}
