import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { Metrics } from '../infrastructure/metrics/metrics.js';
import { sha256 } from '../infrastructure/sha256.js';
import { StartError } from '../infrastructure/start-error.js';
import { Communities, communityOfHost, type CommunityChange } from '../infrastructure/tenancy/communities.js';
import { presentPreview, type PreviewedDeployment, type StoredPreview } from '../infrastructure/tenancy/preview.js';
import { changesBetween } from './deployment-changes.js';
import { problemText, type DeploymentProblem } from './deployment-problem.js';
import { LastGoodState } from './last-good-state.js';
import { type Draft, Drafts } from './previews/drafts.js';
import {
  deployedCommunity,
  jsonFiles,
  readDeployments,
  type DeployedCommunity,
  type Deployments,
} from './read-deployments.js';
import { ModuleRegistry } from './registry/module-registry.js';

/** Polling beats fs.watch: it needs no debounce and works on every file system. */
const pollMs = 1000;

/**
 * The deployments in use. A file with a problem is refused and logged: its community keeps its last good state, which a restart finds
 * again, and the others are unaffected. A start without any good community fails.
 */
@Injectable()
export class DeploymentService extends Communities implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly changes = new Subject<CommunityChange>();
  /** Problems of the present files; empty while the files are in use. */
  problems: readonly DeploymentProblem[] = [];
  private deployed: readonly DeployedCommunity[];
  private readonly lastGood: LastGoodState;
  private readonly drafts: Drafts;
  private stamp: string;
  /** When communities returned from rollouts, by {@link rolloutKey}. */
  private returns: ReadonlyMap<string, string> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly registry: ModuleRegistry,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    super();
    this.drafts = new Drafts(registry, environment);
    // Before the files are read: the first poll finds what changes while the other services start.
    this.stamp = this.stampOfFiles();
    this.lastGood = new LastGoodState(join(environment.dataDir, 'deployed', 'last-good.json'), registry);
    this.deployed = this.lastGood.read();
    const deployments = readDeployments(environment.deploymentsDir, registry, this.deployed, environment);
    if (deployments.communities.length === 0) throw new StartError(deployments.problems.map(problemText).join('\n'));
    this.use(deployments);
  }

  all(): readonly Deployment[] {
    return this.deployed.map(({ config }) => config);
  }

  /** What a community would be with another text of its file. Nothing is changed. */
  draft(community: string, file: string): Draft {
    return this.drafts.read(community, file, this.deployed);
  }

  previewed(community: string, { file, role, workplace, ends }: StoredPreview): PreviewedCommunity | undefined {
    const state = this.drafts.preview(community, file, this.deployed);
    if (!state) return undefined;
    const key = sha256(JSON.stringify([role, workplace, ends])).slice(0, 8);
    return new PreviewedCommunity({ ...withReturns(state, this.returns), revision: `${state.revision}.${key}` });
  }

  find(community: string): Deployment | undefined {
    return this.state(community)?.config;
  }

  ofHost(host: string): Deployment | undefined {
    return communityOfHost(host, this.all(), this.environment.production);
  }

  inLanguage(config: Deployment, language: Language): Deployment {
    return this.state(config.id)?.configs.get(language) ?? config;
  }

  /** The communities in use. */
  states(): readonly DeployedCommunity[] {
    return this.deployed;
  }

  /** Config, modules and revision of a community; in a preview, of the previewed one. */
  state(community: string): DeployedCommunity | undefined {
    const previewed = presentPreview()?.deployment;
    if (previewed instanceof PreviewedCommunity && previewed.config.id === community) return previewed.state;
    return this.deployed.find(({ config }) => config.id === community);
  }

  refused() {
    return this.problems.map(({ community, path }) => ({ community, path }));
  }

  onApplicationBootstrap() {
    this.timer = setInterval(() => this.poll(), pollMs).unref();
  }

  onApplicationShutdown() {
    clearInterval(this.timer);
    this.changes.complete();
  }

  /** Applies changes in files or channels since the last poll. */
  poll(): void {
    const stamp = this.stampOfFiles();
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    this.change(() =>
      this.use(readDeployments(this.environment.deploymentsDir, this.registry, this.deployed, this.environment)),
    );
  }

  /** Ends rollouts in the communities that have returned from them. */
  applyReturns(returns: ReadonlyMap<string, string>): void {
    if (returns.size === this.returns.size && [...returns.keys()].every((key) => this.returns.has(key))) return;
    this.returns = returns;
    this.change(() => (this.deployed = this.deployed.map((state) => withReturns(state, returns))));
  }

  /** Announces what a change of the state changes for communities. */
  private change(work: () => void): void {
    const before = this.deployed;
    work();
    this.drafts.forget();
    for (const { logged, ...change } of changesBetween(before, this.deployed)) {
      const { community, revision } = change;
      this.logger.info({ module: 'deployment', community, revision, ...logged }, 'deployment changed');
      this.changes.next(change);
    }
  }

  private use({ communities, problems }: Deployments) {
    this.problems = problems;
    this.metrics.refusedDeployments.reset();
    for (const { community = '' } of problems) this.metrics.refusedDeployments.inc({ community });
    for (const problem of problems) this.logger.warn({ module: 'deployment', ...problem }, 'deployment change refused');
    this.deployed = communities.map((state) => withReturns(state, this.returns));
    try {
      this.lastGood.write(communities);
    } catch (err) {
      // The state is in use all the same; the next change writes it.
      this.logger.warn({ module: 'deployment', err }, 'last good state not written');
    }
  }

  /** Synchronous: a few stats each second cost a tenth of what the thread pool adds to them. */
  private stampOfFiles(): string {
    const { deploymentsDir } = this.environment;
    const files = [
      ...jsonFiles(deploymentsDir).map((name) => join(deploymentsDir, name)),
      ...this.registry.channelsFiles(),
    ];
    return JSON.stringify(files.map(stampOf));
  }
}

/** A community as a preview shows it. */
class PreviewedCommunity implements PreviewedDeployment {
  constructor(readonly state: DeployedCommunity) {}

  get config() {
    return this.state.config;
  }

  get configs() {
    return this.state.configs;
  }

  get revision() {
    return this.state.revision;
  }
}

/** A rollout of a community's module; a later one of the same release has another key. */
export const rolloutKey = (
  community: string,
  module: string,
  { version, started }: Record<'version' | 'started', string>,
) => `${community}/${module}/${version}/${started}`;

function withReturns(state: DeployedCommunity, returns: ReadonlyMap<string, string>): DeployedCommunity {
  if (!state.modules.some(({ rollout }) => rollout)) return state;
  const modules = state.modules.map((resolved) => {
    const { module, rollout } = resolved;
    if (!rollout) return resolved;
    const { returned: _former, ...running } = rollout;
    const { version } = rollout.module;
    const returned = returns.get(rolloutKey(state.config.id, module.id, { version, started: rollout.started }));
    return { ...resolved, rollout: { ...running, ...(returned !== undefined && { returned }) } };
  });
  return deployedCommunity(state.configs, modules);
}

function stampOf(file: string) {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return [file, mtimeMs, size, ino];
  } catch {
    return [file];
  }
}
