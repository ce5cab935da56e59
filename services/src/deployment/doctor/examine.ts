import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeployedCommunity } from '../read-deployments.js';
import { cardKeyFindings } from '../payment-problems.js';
import { legalFindings, pictureFindings } from './asset-findings.js';
import { readAssets } from './assets.js';
import { entryFindings } from './entry-findings.js';
import type { DoctorInput, Finding } from './finding.js';
import { flagFindings, languageFindings, moduleFindings } from './module-findings.js';
import { pageFindings } from './page-findings.js';
import { accessFindings, iconFindings } from './value-findings.js';

const checks = [
  cardKeyFindings,
  pageFindings,
  iconFindings,
  accessFindings,
  pictureFindings,
  legalFindings,
  entryFindings,
  moduleFindings,
  languageFindings,
  flagFindings,
];

/** Finds what a valid deployment leaves without effect: members would miss something that its author expects. */
export const findings = (examined: DoctorInput): Finding[] => checks.flatMap((check) => check(examined));

/** Reads beside a community's state what the checks need of its files. `text` is that of its own file, if it is not the stored one. */
export async function examined(
  deploymentsDir: string,
  { config, configs, modules }: DeployedCommunity,
  text?: string,
): Promise<DoctorInput> {
  const stored = () => readFile(join(deploymentsDir, `${config.id}.json`), 'utf8');
  const own = JSON.parse(text ?? (await stored())) as { flags?: Record<string, unknown> };
  return {
    config,
    configs,
    modules,
    ownFlags: own.flags ?? {},
    stripeSecretKey: process.env['STRIPE_SECRET_KEY'],
    assets: await readAssets(join(deploymentsDir, 'assets'), configs.values()),
    production: process.env['NODE_ENV'] === 'production',
  };
}
