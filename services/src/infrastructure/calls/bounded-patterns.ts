import { testPattern, type PatternRules, type PatternTest } from '@paddock/contract/core/patterns';
import { createContext, Script } from 'node:vm';

const context = createContext(Object.create(null) as object);
const script = new Script("new RegExp(pattern, 'u').test(text)");

/**
 * Adds a limit of time to rules with patterns of the deployment: a pattern that backtracks on a member's text would stop the whole
 * process. Once the tests have taken `ms` together, no text matches: use the result for one request.
 *
 * @param ms - milliseconds
 */
export function withBoundedPatterns<R extends object>(rules: R, ms = 100): R & PatternRules {
  let left = ms;
  const matches: PatternTest = (pattern, text) => {
    if (isQuick(pattern, text)) return testPattern(pattern, text);
    const timeout = Math.floor(left);
    if (timeout < 1) return false;
    Object.assign(context, { pattern, text });
    const start = performance.now();
    try {
      return script.runInContext(context, { timeout }) === true;
    } catch {
      return false;
    } finally {
      left -= performance.now() - start;
    }
  };
  return { ...rules, matches };
}

/**
 * Without a repeated group, backtracking costs at most the length to the power of the number of repetitions. Such tests save the time of
 * the timer: the search for a free user name makes thousands.
 */
function isQuick(pattern: string, text: string): boolean {
  return text.length <= 64 && !/\)[*+{]/.test(pattern) && (pattern.match(/[*+]|\{\d*,/g) ?? []).length <= 3;
}
