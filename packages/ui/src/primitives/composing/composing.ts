/** What browsers report as the code of a key that an input method handles. */
const handledByInputMethod = 229;

/**
 * Whether a key belongs to an input method: the Enter that accepts a word must neither send nor pick, the Escape that rejects it must
 * not close. Safari ends the composition before that key and marks the key by its code alone.
 */
export function isComposing({
  isComposing: composes,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composes || keyCode === handledByInputMethod;
}
