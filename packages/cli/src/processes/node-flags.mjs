/**
 * Flags of Node for services and database. V8 lets young objects fill two times 64 MB until it collects them; with 16 both processes hold a
 * quarter less memory, for the same CPU time (`bench/README.md`).
 */
export const nodeFlags = ['--max-semi-space-size=16'];

/** Stack traces name our TypeScript files. */
export const sourceMapFlags = ['--import', new URL('source-maps.mjs', import.meta.url).href];
