import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Subject } from 'rxjs';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { StartError } from '../infrastructure/start-error.js';
import { Communities, communityOfHost, type CommunityChange } from '../infrastructure/tenancy/communities.js';
import { problemText, type DeploymentProblem } from './deployment-problem.js';
import { jsonFiles, readDeployments, type DeployedCommunity } from './read-deployments.js';
import { ModuleRegistry } from './registry/module-registry.js';

/** Polling beats fs.watch: it needs no debounce and works on every file system. */
const pollMs = 1000;

/**
 * The deployments in use. A problem at start ends the process; later a file with a problem is refused and logged, and all communities
 * keep the last valid state.
 */
@Injectable()
export class DeploymentService extends Communities implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly changes = new Subject<CommunityChange>();
  /** Problems of the present files; empty while the files are in use. */
  problems: readonly DeploymentProblem[] = [];
  private deployed: readonly DeployedCommunity[];
  private stamp = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly registry: ModuleRegistry,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    const { communities, problems } = readDeployments(environment.deploymentsDir, registry);
    if (problems.length > 0) throw new StartError(problems.map(problemText).join('\n'));
    this.deployed = communities;
  }

  all(): readonly Deployment[] {
    return this.deployed.map(({ config }) => config);
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

  /** Config, modules and revision of a community. */
  state(community: string): DeployedCommunity | undefined {
    return this.deployed.find(({ config }) => config.id === community);
  }

  async onApplicationBootstrap() {
    this.stamp = await this.stampOfFiles();
    this.timer = setInterval(() => void this.poll(), pollMs).unref();
  }

  onApplicationShutdown() {
    clearInterval(this.timer);
    this.changes.complete();
  }

  /** Applies changes in files or channels since the last poll. */
  async poll(): Promise<void> {
    const stamp = await this.stampOfFiles();
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    const { communities, problems } = readDeployments(this.environment.deploymentsDir, this.registry);
    this.problems = problems;
    for (const problem of problems)
      this.logger.error({ module: 'deployment', ...problem }, 'deployment change refused');
    if (problems.length > 0) return;
    const before = this.deployed;
    this.deployed = communities;
    for (const change of changesBetween(before, communities)) {
      this.logger.info(
        { module: 'deployment', community: change.community, revision: change.revision },
        'deployment changed',
      );
      this.changes.next(change);
    }
  }

  private async stampOfFiles(): Promise<string> {
    const { deploymentsDir } = this.environment;
    const modules = this.deployed.flatMap(({ config }) => Object.keys(config.modules));
    const files = [
      ...jsonFiles(deploymentsDir).map((name) => join(deploymentsDir, name)),
      ...[...new Set(modules)].map((id) => this.registry.channelsFile(id)),
    ];
    const stamps = await Promise.all(
      files.map(async (file) => {
        const { mtimeMs, size, ino } = (await stat(file).catch(() => undefined)) ?? {};
        return [file, mtimeMs, size, ino];
      }),
    );
    return JSON.stringify(stamps);
  }
}

function changesBetween(before: readonly DeployedCommunity[], after: readonly DeployedCommunity[]): CommunityChange[] {
  const ids = new Set([...before, ...after].map(({ config }) => config.id));
  return [...ids].flatMap((community) => {
    const previous = before.find(({ config }) => config.id === community);
    const next = after.find(({ config }) => config.id === community);
    if (previous?.revision === next?.revision) return [];
    return [{ community, revision: next?.revision ?? '', config: next?.config, previous: previous?.config }];
  });
}
