/** Why the services cannot start, in plain sentences for the operator; ends the process with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(sentences: string) {
    super(sentences);
    // The stack is no help with a wrong setting.
    this.stack = sentences;
  }
}
