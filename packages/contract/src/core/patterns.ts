/** Tests a text with a pattern of the deployment. */
export type PatternTest = (pattern: string, text: string) => boolean;

/** Added to rules with patterns: how they are tested. A service sets a test with a time limit, for patterns that backtrack. */
export interface PatternRules {
  matches?: PatternTest;
}

export const testPattern: PatternTest = (pattern, text) => new RegExp(pattern, 'u').test(text);
