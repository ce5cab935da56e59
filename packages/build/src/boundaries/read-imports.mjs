import { readdirSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import { boundaryRules } from './boundary-rules.mjs';
import { folderCycles } from './folder-cycles.mjs';

/**
 * Reads every import in a folder laid out like this repository.
 * @param {string} root
 * @returns {Promise<{ violations: { rule: string, from: string, to: string }[], imports: { from: string, to: string }[]
 *   }>}
 * rule violations, and all imports between files, as paths below the root
 */
export async function readImports(root) {
  const folders = readdirSync(root).filter((name) => /^(packages|services|shell|e2e|mfe-.+)$/.test(name));
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      ruleSet: { forbidden: boundaryRules },
      validate: true,
      skipAnalysisNotInRules: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '/(dist|test-results)/' },
      // Reads the imports of the sources; 'specify' would also compile each file to compare, for an attribute that no rule uses.
      tsPreCompilationDeps: true,
      combinedDependencies: true,
    },
    {
      conditionNames: ['workspace-source', 'types', 'import', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
  );
  // The output is an object, because no reporter is configured.
  const { modules, summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (output);
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const broken = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { violations: [...broken, ...folderCycles(imports)], imports };
}
