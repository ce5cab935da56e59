import { readdirSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import { boundaryRules } from './boundary-rules.mjs';

/**
 * Reads every import below a folder laid out like this repository.
 * @param {string} root
 * @returns {Promise<{ rule: string, from: string, to: string }[]>} what breaks a rule
 */
export async function checkBoundaries(root) {
  const folders = readdirSync(root).filter((name) => /^(packages|services|shell|e2e|mfe-.+)$/.test(name));
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      ruleSet: { forbidden: boundaryRules },
      validate: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '/(dist|test-results)/' },
      tsPreCompilationDeps: 'specify',
      combinedDependencies: true,
    },
    {
      conditionNames: ['workspace-source', 'types', 'import', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
  );
  // An object, because no reporter was asked for.
  const { summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (output);
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
