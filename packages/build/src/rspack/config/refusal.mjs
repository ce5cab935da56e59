/** A mistake of the module's team, in one text that names it: a command prints it without a stack. */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
}
