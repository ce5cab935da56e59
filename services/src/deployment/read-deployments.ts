import {
  deployment,
  deploymentContradictions,
  language,
  type Contradiction,
  type Deployment,
  type Language,
} from '@paddock/contract/core/deployment';
import { flags } from '@paddock/contract/core/flags';
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { withBoundedPatterns } from '../infrastructure/calls/bounded-patterns.js';
import { sha256 } from '../infrastructure/sha256.js';
import { misfits, withoutUnfitRollouts } from './module-fit.js';
import { inLanguage, isObject, type Json, missingTranslations } from './in-language.js';
import { issueProblems, pathText, type DeploymentProblem } from './deployment-problem.js';
import { testProviderProblems } from './payment-problems.js';
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

const baseFile = 'base.json';
const knownKeys = [...Object.keys(deployment.shape), ...Object.keys(flags.def.innerType.shape)];

export interface Deployments {
  communities: DeployedCommunity[];
  problems: DeploymentProblem[];
}

type Report = (file: string, path: string, hint: string) => void;
/** A community's merged file, and which of its two files has the value at a path. */
interface CommunityFile {
  name: string;
  json: Json;
  fileWith: (path: readonly PropertyKey[]) => string;
}

/** For one community's patterns, which may backtrack. */
const patternMs = 500;

/**
 * Merges every community's file over `base.json` and checks it: keys, contradictions, module versions, tabs without a module, hosts that
 * another community has, and in production the test provider. A community with a problem keeps its state in `former`, or is left out; the
 * others are unaffected. Returns all problems.
 *
 * @param options.drafts texts to read in place of files, or without them, by file name
 */
export function readDeployments(
  dir: string,
  registry: ModuleRegistry,
  former: readonly DeployedCommunity[] = [],
  { production = false, drafts = {} }: { production?: boolean; drafts?: Readonly<Record<string, string>> } = {},
): Deployments {
  const problems: DeploymentProblem[] = [];
  const named = (name: string) => {
    const path = relative(process.cwd(), join(dir, name));
    return path.startsWith('..') ? join(dir, name) : path;
  };
  const names = [...new Set([...jsonFiles(dir), ...Object.keys(drafts)])].sort();
  const readObject = (name: string) => objectOf(() => drafts[name] ?? utf8Text(readFileSync(join(dir, name))));
  const base = names.includes(baseFile) ? readObject(baseFile) : {};
  const present: DeployedCommunity[] = [];
  for (const name of names.filter((file) => file !== baseFile)) {
    const community = name.replace(/\.json$/, '');
    const before = problems.length;
    const report: Report = (file, path, hint) => problems.push({ community, file: named(file), path, hint });
    const file = mergedFile(name, { base, own: readObject(name) }, report);
    const configs = file && checkedConfigs(file, report);
    const [config] = configs?.values() ?? [];
    if (!configs || !config) continue;
    const resolved = resolvedModules(config, registry, (path, hint) => report(name, path, hint));
    const { modules, unfit } = withoutUnfitRollouts(config, resolved.modules);
    for (const { path, hint } of [
      ...misfits(config, modules),
      ...deploymentContradictions(config, withBoundedPatterns({}, patternMs)),
      ...testProviderProblems(config, production),
    ])
      report(name, path, hint);
    if (problems.length === before) present.push(deployedCommunity(configs, modules));
    problems.push(...[...resolved.spoilt, ...unfit].map((problem) => ({ file: named(name), ...problem })));
  }
  if (names.length === 0) problems.push({ file: named(''), path: '', hint: 'there is no deployment file' });
  const refused = new Set(problems.flatMap(({ community }) => community ?? []));
  const kept = former.filter(({ config }) => names.length === 0 || refused.has(config.id));
  const communities = [...present, ...kept].sort((a, b) => (a.config.id < b.config.id ? -1 : 1));
  return withoutClashes({ communities, problems }, former, named);
}

/** The object in a text, or what is wrong with it. */
function objectOf(read: () => string): Json | string {
  try {
    const value: unknown = JSON.parse(read());
    if (!isObject(value)) return 'must be an object';
    return isDeeper(value, maxLevels) ? `must not have more than ${maxLevels} levels` : value;
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

/** @throws Error for what would reach members as a replacement character, or is no JSON without saying why. */
function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('it is not UTF-8; save it as UTF-8');
  const text = bytes.toString();
  if (text.startsWith('\ufeff')) throw new Error('it begins with a byte order mark; save it as UTF-8 without one');
  return text;
}

/** Far more than a file needs. Its readers are recursive: without a bound, one file could end the process. */
const maxLevels = 50;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function mergedFile(
  name: string,
  { base, own }: Record<'base' | 'own', Json | string>,
  report: Report,
): CommunityFile | undefined {
  if (typeof base === 'string') report(baseFile, '', base);
  if (typeof own === 'string') report(name, '', own);
  if (typeof own === 'string' || typeof base === 'string') return undefined;
  return {
    name,
    json: mergeJson(base, own),
    fileWith: (path) => (has(own, path) || !has(base, path) ? name : baseFile),
  };
}

/** The config in each language, the first language first; undefined for a file with a fault in its keys, values or texts. */
function checkedConfigs(
  { name, json, fileWith }: CommunityFile,
  report: Report,
): ReadonlyMap<Language, Deployment> | undefined {
  const languages = languagesOf(json);
  const missing = missingTranslations(json, languages);
  for (const { path, language } of missing) report(fileWith(path), pathText(path), `has no text in '${language}'`);
  if (missing.length > 0) return undefined;
  const configs = new Map<Language, Deployment>();
  for (const one of languages) {
    const parsed = deployment.safeParse(inLanguage(json, one));
    if (!parsed.success) {
      for (const { path, hint } of issueProblems(parsed.error.issues, knownKeys))
        report(fileWith(path), pathText(path), hint);
      return undefined;
    }
    configs.set(one, parsed.data);
  }
  const { id } = configs.get(languages[0])!;
  if (`${id}.json` !== name) report(name, 'id', `the file of '${id}' must be named ${id}.json`);
  return configs;
}

/** The modules of a config at their versions, and those that run an earlier version because the named one is spoilt. */
function resolvedModules(
  config: Deployment,
  registry: ModuleRegistry,
  report: (path: string, hint: string) => void,
): { modules: ResolvedModule[]; spoilt: Contradiction[] } {
  const modules: ResolvedModule[] = [];
  const spoilt: Contradiction[] = [];
  for (const [id, release] of Object.entries(config.modules)) {
    const path = `modules.${id}`;
    try {
      const resolved = registry.resolve(id, release);
      modules.push(resolved);
      if (resolved.problem !== undefined)
        spoilt.push({ path, hint: `${resolved.problem}; ${resolved.module.version} is kept` });
    } catch (error) {
      report(path, (error as Error).message);
    }
  }
  return { modules, spoilt };
}

/** A community's state from its config in each language, the first language first. */
export function deployedCommunity(
  configs: ReadonlyMap<Language, Deployment>,
  modules: ResolvedModule[],
): DeployedCommunity {
  const [config] = configs.values();
  return { config: config!, configs, modules, revision: revisionOf([...configs.values()], modules) };
}

/** Gives a host, or the place of the default community, to the community that had it; other claimers are refused. */
function withoutClashes(
  { communities, problems }: Deployments,
  former: readonly DeployedCommunity[],
  named: (name: string) => string,
): Deployments {
  const formerOf = (id: string) => former.find(({ config }) => config.id === id);
  const claims = new Map<string, string[]>();
  for (const { config } of communities)
    for (const claim of claimsOf(config)) claims.set(claim, [...(claims.get(claim) ?? []), config.id]);
  const clashes = [...claims].flatMap(([claim, ids]) => {
    const had = ids.find((id) => claimsOf(formerOf(id)?.config).includes(claim));
    const owner = had ?? ids.find((id) => claim === hostOf(id)) ?? ids[0]!;
    const [path, hint] =
      claim === theDefault
        ? ['default', 'only one community can be the default one']
        : ['hosts', `'${claim}' already leads to '${owner}'`];
    return ids
      .filter((id) => id !== owner)
      .map((community): DeploymentProblem => ({ community, file: named(`${community}.json`), path, hint }));
  });
  if (communities.length > 0 && !claims.has(theDefault)) {
    const community = communities.find(({ config }) => formerOf(config.id)?.config.default)?.config.id;
    // Without a former default community the problem is reported in the first file.
    const file = named(`${community ?? communities[0]!.config.id}.json`);
    // The default one may be refused for another reason.
    if (community !== undefined || problems.length === 0)
      clashes.push({ community, file, path: 'default', hint: 'one community must be the default one' });
  }
  const refused = new Set(clashes.flatMap(({ community }) => community ?? []));
  const all = [...problems, ...clashes];
  if (refused.size === 0) return { communities, problems: all };
  const next = communities.flatMap((state) => {
    if (!refused.has(state.config.id)) return [state];
    const before = formerOf(state.config.id);
    return before && before.revision !== state.revision ? [before] : [];
  });
  // What a refused community keeps may clash with a change of another one.
  return withoutClashes({ communities: next, problems: all }, former, named);
}

const theDefault = 'default';
const hostOf = (id: string) => `${id}.localhost`;
const claimsOf = (config: Deployment | undefined): string[] =>
  config ? [...new Set([hostOf(config.id), ...config.hosts]), ...(config.default ? [theDefault] : [])] : [];

/** The known languages of a file; unknown ones are reported with the file's other problems. */
function languagesOf(file: Json): [Language, ...Language[]] {
  const [first = 'en', ...others] = new Set(z.array(language).safeParse(file['languages']).data);
  return [first, ...others];
}

function revisionOf(configs: readonly Deployment[], modules: readonly ResolvedModule[]): string {
  const versions = modules.map(({ module, fallback, rollout }) => [
    ...[module.id, module.version, fallback?.version],
    ...(rollout ? [rollout.module.version, rollout.percent, rollout.started, rollout.returned] : []),
  ]);
  return sha256(JSON.stringify([configs, versions])).slice(0, 12);
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

/** `over` wins; objects are merged key by key, arrays are replaced. Built from entries, so that `__proto__` is an ordinary key. */
function mergeJson(base: Json, over: Json): Json {
  const result = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const below = result.get(key);
    result.set(key, isObject(below) && isObject(value) ? mergeJson(below, value) : value);
  }
  return Object.fromEntries(result);
}

function has(value: unknown, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (key === undefined) return true;
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) && has((value as Json)[String(key)], rest)
  );
}
