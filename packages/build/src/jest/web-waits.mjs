import { configure } from '@testing-library/dom';

/**
 * Timeout of `findBy…` and `waitFor`, generous for a busy machine with a cold transform cache. The library's default of
 * one second is too short when a first overlay loads.
 */
configure({ asyncUtilTimeout: 30_000 });
