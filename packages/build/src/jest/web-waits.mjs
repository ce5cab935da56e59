import { configure } from '@testing-library/dom';

/**
 * How long a `findBy…` or `waitFor` waits for what has to come: what a busy machine, with nothing transformed yet, stays well
 * below. A second, the library's own limit, is soon gone when a first overlay is fetched.
 */
configure({ asyncUtilTimeout: 30_000 });
