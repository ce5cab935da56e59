import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { DeploymentService } from '../deployment.service.js';
import type { DeployedCommunity } from '../read-deployments.js';
import type { ResolvedModule, Rollout } from '../registry/module-registry.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import type { ShownModule } from '../shown-module.js';
import { RolloutReportRepository } from './rollout-report.repository.js';
import { isInShare } from './rollout-share.js';
import { failsClearlyMore, type Arm } from './rollout-verdict.js';

/** The longest time until other processes follow a return and the file of figures changes. */
const followMs = 2000;

export interface RolloutFigures {
  version: string;
  percent: number;
  started: string;
  next: Arm;
  before: Arm;
  /** Since when all members get the channel's release again. */
  returned?: string;
}

/** The figures of a rollout in the file. */
type ListedFigures = RolloutFigures & { community: string; module: string };

/**
 * Releases that a percentage of the members gets before the others (ADR 0094). Members' windows report what they mount and what fails;
 * a community returns by itself from a release that fails clearly more often than the one before.
 */
@Injectable()
export class RolloutsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** What the file has; undefined before the first look, which replaces what an earlier process wrote. */
  private listed: readonly ListedFigures[] | undefined;

  constructor(
    private readonly deployments: DeploymentService,
    private readonly proven: ProvenReleases,
    private readonly reports: RolloutReportRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.follow();
    this.timer = setInterval(() => {
      this.follow().catch((err: unknown) =>
        this.logger.error({ module: 'rollouts', err }, 'rollouts were not followed'),
      );
    }, followMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The modules as a member gets them; without one, the channels' releases. */
  modulesFor(member: string | undefined, { modules }: DeployedCommunity): readonly ShownModule[] {
    return modules.map((resolved) => {
      const { module, rollout } = resolved;
      if (member === undefined || !isRunning(rollout)) return resolved;
      const isInRollout = isInShare(member, module.id, rollout.module.version, rollout.percent);
      return isInRollout ? { ...resolved, module: rollout.module, fallback: module, isInRollout } : resolved;
    });
  }

  /** Counts a mount or a failure of the release that the member gets, once for each member, while there is a rollout. */
  async report(community: string, member: string, report: { module: string; version: string; failed: boolean }) {
    const state = this.deployments.state(community);
    const shown = state && this.modulesFor(member, state).find(({ module }) => module.id === report.module);
    if (!shown || !isRunning(shown.rollout) || shown.module.version !== report.version) return;
    const { started } = shown.rollout;
    const { module, version, failed } = report;
    await this.reports.note({ community, module, version, started }, member, failed);
    if (failed && shown.isInRollout) await this.judge(state, module);
  }

  /** The figures of a module's rollout; undefined without one. */
  async figures(community: string, { module, rollout }: ResolvedModule): Promise<RolloutFigures | undefined> {
    if (!rollout) return undefined;
    const { percent, started } = rollout;
    const arm = ({ id, version }: typeof module) => this.reports.armOf({ community, module: id, version, started });
    const [next, before] = await Promise.all([arm(rollout.module), arm(module)]);
    const returned = rollout.returned && { returned: rollout.returned };
    return { version: rollout.module.version, percent, started, next, before, ...returned };
  }

  private async judge({ config, modules }: DeployedCommunity, id: string): Promise<void> {
    const resolved = modules.find(({ module }) => module.id === id)!;
    const figures = await this.figures(config.id, resolved);
    if (!figures || !failsClearlyMore(figures.next, figures.before)) return;
    await this.proven.recordReturn(config.id, id, { version: figures.version, started: figures.started });
    this.logger.warn({ module: 'rollouts', community: config.id, release: id, ...figures }, 'rollout returned');
    await this.follow();
  }

  /**
   * Applies the returns that any process has recorded, and writes the figures for commands that run without the database. Those of a
   * community that returned stay after the rollout, until the module's next one: a promotion of that release needs `--force`.
   */
  private async follow(): Promise<void> {
    const rolling = () =>
      this.deployments
        .states()
        .flatMap((state) => state.modules.flatMap((resolved) => (resolved.rollout ? [{ state, resolved }] : [])));
    if (rolling().length === 0 && this.listed?.every(({ returned }) => returned)) return;
    const communities = [...new Set(rolling().map(({ state }) => state.config.id))];
    const returns = await Promise.all(communities.map((community) => this.proven.returns(community)));
    this.deployments.applyReturns(new Map(returns.flat()));
    const present = await Promise.all(
      rolling().map(async ({ state, resolved }) => ({
        community: state.config.id,
        module: resolved.module.id,
        ...(await this.figures(state.config.id, resolved))!,
      })),
    );
    const former = this.listed ?? (await this.read());
    const ended = former.filter(
      ({ community, module, returned }) =>
        returned !== undefined &&
        this.deployments.state(community) !== undefined &&
        !present.some((one) => one.community === community && one.module === module),
    );
    await this.write([...present, ...ended]);
  }

  /** The figures of an earlier process; none if the file is missing or spoilt. */
  private async read(): Promise<readonly ListedFigures[]> {
    try {
      const file = join(this.environment.dataDir, 'deployed/rollouts.json');
      return JSON.parse(await readFile(file, 'utf8')) as ListedFigures[];
    } catch {
      return [];
    }
  }

  private async write(list: readonly ListedFigures[]): Promise<void> {
    const text = JSON.stringify(list);
    if (text === JSON.stringify(this.listed)) return;
    const folder = join(this.environment.dataDir, 'deployed');
    const draft = join(folder, `rollouts.json.${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    await writeFile(draft, text, { flush: true });
    await rename(draft, join(folder, 'rollouts.json'));
    this.listed = list;
  }
}

const isRunning = (rollout: Rollout | undefined): rollout is Rollout =>
  rollout !== undefined && rollout.returned === undefined;
