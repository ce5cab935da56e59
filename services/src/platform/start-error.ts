/** Why the services cannot start, as plain sentences for the person who started them; ends the process with code 1 and no stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
