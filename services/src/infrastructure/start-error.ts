/** Why the services cannot start, as plain sentences for the person who started them; ends the process with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(sentences: string) {
    super(sentences);
    // A mistake in a setting is not found in our code.
    this.stack = sentences;
  }
}
