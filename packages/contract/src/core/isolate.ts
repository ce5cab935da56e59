/** Isolates the direction of a name (U+2068 … U+2069): in another script it does not reorder the sentence around it. */
export const isolate = (name: string): string => `\u2068${name}\u2069`;
