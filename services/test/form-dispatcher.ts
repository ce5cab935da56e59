import { Agent } from 'undici';

/**
 * Sends a request with undici's `FormData`. In Node 24, undici's default dispatcher is Node's own copy, which never sends the form
 * of another copy.
 */
export const formDispatcher = new Agent();
