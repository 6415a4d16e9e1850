/* Rust's standard library takes random bytes from bcryptprimitives.dll, which every Windows since 7 has and Wine 8
 * lacks. This one is laid beside the program for the tests under Wine only. */
#include <windows.h>

/* RtlGenRandom of advapi32, under the name it is exported by. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    while (count > 0) {
        ULONG part = count > 0x10000000 ? 0x10000000 : (ULONG)count;
        if (!SystemFunction036(bytes, part))
            return FALSE;
        bytes += part;
        count -= part;
    }
    return TRUE;
}
