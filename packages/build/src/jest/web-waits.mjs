/**
 * Timeout of `findBy…` and `waitFor`, generous for a busy machine with a cold transform cache. The library's default of
 * one second is too short when a first overlay loads. A test without a page (`@jest-environment node`) does not load it.
 */
if (globalThis.document) (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 30_000 });
