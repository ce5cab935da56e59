import type { z } from 'zod';

/** A problem in a deployment file, for its author. */
export interface DeploymentProblem {
  /** The community that is refused for it; absent for a problem of the folder. */
  community?: string;
  file: string;
  /** Where in the file: `flags.rooms_tab.start_hour`, `tabs[2]`. */
  path: string;
  hint: string;
}

export function problemText({ file, path, hint }: DeploymentProblem): string {
  return `${file}: ${path ? `${path}: ` : ''}${hint}`;
}

/** Path and hint of each zod issue. A misspelt key is compared with `knownKeys`. */
export function issueProblems(
  issues: readonly z.core.$ZodIssue[],
  knownKeys: readonly string[],
): { path: PropertyKey[]; hint: string }[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], hint: unknownKey(key, knownKeys) }));
    if (issue.code === 'invalid_union') {
      const closest = closestBranch(issue.errors);
      return issueProblems(closest, knownKeys).map(({ path, hint }) => ({ path: [...issue.path, ...path], hint }));
    }
    return [{ path: issue.path, hint: issue.message }];
  });
}

export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** Of the forms that a value may take, the one that it came closest to: the deepest, else not of the wrong type altogether. */
function closestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] {
  const nearness = (issues: z.core.$ZodIssue[]) =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === 'invalid_type' ? 0 : 0.5)));
  return branches.reduce((best, branch) => (nearness(branch) > nearness(best) ? branch : best));
}

const unknownKey = (key: string, knownKeys: readonly string[]) => `unknown key${didYouMean(key, knownKeys)}`;

/** The end of a sentence about a name that does not exist. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean '${near}'?`;
}

/** The known name that a misspelt one probably means. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const far = (one: string) => distance(one.toLowerCase(), name.toLowerCase());
  const [best] = known.map((one) => ({ one, by: far(one) })).sort((a, b) => a.by - b.by);
  return best && best.by <= 2 ? best.one : undefined;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
