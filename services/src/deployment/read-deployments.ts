import {
  deployment,
  deploymentContradictions,
  language,
  tabsOf,
  type Deployment,
  type Language,
} from '@paddock/contract/core/deployment';
import { flags } from '@paddock/contract/core/flags';
import { unavailableIn } from '@paddock/contract/core/unavailable-flags';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { inLanguage, missingTranslations } from './in-language.js';
import { issueProblems, pathText, type DeploymentProblem } from './deployment-problem.js';
import type { ModuleRegistry, ResolvedModule } from './registry/module-registry.js';

/** A community's config, with the module versions that its entries resolve to now. */
export interface DeployedCommunity {
  /** In the community's first language. */
  config: Deployment;
  /** The config in each language; only texts differ. */
  configs: ReadonlyMap<Language, Deployment>;
  modules: ResolvedModule[];
  /** Changes whenever config or module versions do. */
  revision: string;
}

/** The shell's own menu tab, which no module serves. */
export const menuTab = 'hamburger';
const baseFile = 'base.json';
const knownKeys = [...Object.keys(deployment.shape), ...Object.keys(flags.def.innerType.shape)];

/**
 * Merges every community's file over `base.json` and checks them together: keys, flags of features that do not exist yet, contradictions,
 * module versions, tabs without a module, and hosts that two communities claim. Returns all problems.
 */
export function readDeployments(
  dir: string,
  registry: ModuleRegistry,
): { communities: DeployedCommunity[]; problems: DeploymentProblem[] } {
  const problems: DeploymentProblem[] = [];
  const named = (name: string) => {
    const path = relative(process.cwd(), join(dir, name));
    return path.startsWith('..') ? join(dir, name) : path;
  };
  const report = (name: string, path: string, hint: string) => problems.push({ file: named(name), path, hint });
  const read = (name: string): Json | undefined => {
    try {
      const value: unknown = JSON.parse(readFileSync(join(dir, name), 'utf8'));
      if (isObject(value)) return value;
      report(name, '', 'must be an object');
    } catch (error) {
      report(name, '', `cannot be read: ${(error as Error).message}`);
    }
    return undefined;
  };

  const names = jsonFiles(dir);
  const base = names.includes(baseFile) ? read(baseFile) : {};
  const communities: DeployedCommunity[] = [];
  for (const name of names.filter((file) => file !== baseFile)) {
    const own = read(name);
    if (!own || !base) continue;
    const file = merged(base, own);
    const fileWith = (path: readonly PropertyKey[]) => (has(own, path) || !has(base, path) ? name : baseFile);
    for (const { path, hint } of unavailableIn(file['flags'])) {
      const place = ['flags', ...path];
      report(fileWith(place), pathText(place), hint);
    }
    const spoken = languagesOf(file);
    const missing = missingTranslations(file, spoken);
    for (const { path, language } of missing) report(fileWith(path), pathText(path), `has no text in '${language}'`);
    if (missing.length > 0) continue;
    const configs = new Map<Language, Deployment>();
    for (const spokenOne of spoken) {
      const parsed = deployment.safeParse(inLanguage(file, spokenOne));
      if (parsed.success) configs.set(spokenOne, parsed.data);
      else {
        for (const { path, hint } of issueProblems(parsed.error.issues, knownKeys))
          report(fileWith(path), pathText(path), hint);
        break;
      }
    }
    const config = configs.get(spoken[0]);
    if (!config || configs.size < spoken.length) continue;
    if (`${config.id}.json` !== name) report(name, 'id', `the file of '${config.id}' must be named ${config.id}.json`);
    for (const { path, hint } of deploymentContradictions(config)) report(name, path, hint);
    const modules: ResolvedModule[] = [];
    for (const [id, release] of Object.entries(config.modules)) {
      try {
        modules.push(registry.resolve(id, release));
      } catch (error) {
        report(name, `modules.${id}`, (error as Error).message);
      }
    }
    for (const tab of unservedTabs(config, modules))
      report(name, 'tabs', `no module in this deployment serves the tab '${tab}'`);
    communities.push({ config, configs, modules, revision: revisionOf([...configs.values()], modules) });
  }
  if (names.length === 0) report('', '', 'there is no deployment file');
  else if (problems.length === 0) problems.push(...clashes(communities, named));
  return { communities, problems };
}

function unservedTabs(config: Deployment, modules: readonly ResolvedModule[]): string[] {
  if (modules.length < Object.keys(config.modules).length) return [];
  const served = modules.flatMap(({ module }) => module.manifest.tabs.map((tab) => tab.id));
  return tabsOf(config).filter((tab) => tab !== menuTab && !served.includes(tab));
}

function clashes(communities: readonly DeployedCommunity[], named: (name: string) => string): DeploymentProblem[] {
  const found: DeploymentProblem[] = [];
  const owner = new Map(communities.map(({ config }) => [`${config.id}.localhost`, config.id]));
  const defaults = communities.filter(({ config }) => config.default);
  for (const { config } of defaults.length > 1 ? defaults : [])
    found.push({
      file: named(`${config.id}.json`),
      path: 'default',
      hint: 'only one community can be the default one',
    });
  if (defaults.length === 0)
    found.push({ file: named(''), path: 'default', hint: 'one community must be the default one' });
  for (const { config } of communities)
    for (const host of config.hosts) {
      const other = owner.get(host);
      if (other && host !== `${config.id}.localhost`)
        found.push({ file: named(`${config.id}.json`), path: 'hosts', hint: `'${host}' already leads to '${other}'` });
      owner.set(host, config.id);
    }
  return found;
}

/** The known languages of a file; unknown ones are reported with the file's other problems. */
function languagesOf(file: Json): [Language, ...Language[]] {
  const [first = 'en', ...others] = new Set(z.array(language).safeParse(file['languages']).data);
  return [first, ...others];
}

function revisionOf(configs: readonly Deployment[], modules: readonly ResolvedModule[]): string {
  const versions = modules.map(({ module, fallback }) => [module.id, module.version, fallback?.version]);
  return createHash('sha256')
    .update(JSON.stringify([configs, versions]))
    .digest('hex')
    .slice(0, 12);
}

/** The deployment files of a folder, in order. */
export function jsonFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` wins; objects are merged key by key, arrays are replaced. Built from entries, so that `__proto__` is an ordinary key. */
function merged(base: Json, over: Json): Json {
  const result = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const below = result.get(key);
    result.set(key, isObject(below) && isObject(value) ? merged(below, value) : value);
  }
  return Object.fromEntries(result);
}

function has(value: unknown, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (key === undefined) return true;
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) && has((value as Json)[String(key)], rest)
  );
}
