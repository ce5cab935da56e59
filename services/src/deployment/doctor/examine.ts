import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedCommunity } from '../read-deployments.js';
import type { Examined, Finding } from './finding.js';
import { flagFindings, languageFindings, moduleFindings } from './module-findings.js';
import { pageFindings } from './page-findings.js';
import { assetFindings, iconFindings, profileFieldFindings } from './value-findings.js';

const checks = [
  pageFindings,
  iconFindings,
  profileFieldFindings,
  assetFindings,
  moduleFindings,
  languageFindings,
  flagFindings,
];

/** Finds what a valid deployment leaves without effect: members would miss something that its author expects. */
export const findings = (examined: Examined): Finding[] => checks.flatMap((check) => check(examined));

/** Reads beside a community's state what the checks need of its files. */
export function examined(deploymentsDir: string, { config, modules }: DeployedCommunity): Examined {
  const own = JSON.parse(readFileSync(join(deploymentsDir, `${config.id}.json`), 'utf8')) as {
    flags?: Record<string, unknown>;
  };
  return {
    config,
    modules,
    ownFlags: own.flags ?? {},
    hasAsset: (path) => statSync(join(deploymentsDir, 'assets', path), { throwIfNoEntry: false })?.isFile() ?? false,
  };
}
