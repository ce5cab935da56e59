import { Inject, Injectable } from '@nestjs/common';
import type { DeploymentFinding } from '@paddock/contract/calls/operations';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { pathText } from '../deployment-problem.js';
import { DeploymentService } from '../deployment.service.js';
import { isObject } from '../in-language.js';
import type { DeployedCommunity } from '../read-deployments.js';

const rememberedMs = 60_000;

/** The deployment files as they are now, and the state that is served. */
@Injectable()
export class CommunityFiles {
  private readonly known = new Map<string, { key: string; at: number; findings: DeploymentFinding[] }>();

  /** Loaded when first needed: it decodes pictures, and most processes never need that. */
  private doctor: Promise<typeof import('../doctor/examine.js')> | undefined;

  constructor(
    private readonly deployments: DeploymentService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @throws UNKNOWN_COMMUNITY */
  stateOf(community: string): DeployedCommunity {
    const state = this.deployments.state(community);
    if (!state) throw new PaddockError('UNKNOWN_COMMUNITY');
    return state;
  }

  /** Undefined for a file that cannot be read. */
  read(name: string): Promise<string | undefined> {
    return readFile(join(this.environment.deploymentsDir, name), 'utf8').catch(() => undefined);
  }

  /** What the doctor says of the state that is served, remembered for a minute: the page asks every ten seconds. */
  async presentFindings(community: string, text: string | undefined): Promise<DeploymentFinding[]> {
    const state = this.stateOf(community);
    const key = JSON.stringify([state.revision, text]);
    const known = this.known.get(community);
    if (known?.key === key && performance.now() - known.at < rememberedMs) return known.findings;
    const findings = await this.findings(state, text);
    this.known.set(community, { key, at: performance.now(), findings });
    return findings;
  }

  /** What the doctor says of a state with this text of its own file; nothing of a text that is refused anyway. */
  async findings(state: DeployedCommunity, text: string | undefined): Promise<DeploymentFinding[]> {
    if (objectIn(text) === undefined) return [];
    const { examined, findings } = await (this.doctor ??= import('../doctor/examine.js'));
    return findings(await examined(this.environment.deploymentsDir, state, text)).map(({ path, ...finding }) => ({
      path: pathText(path),
      ...finding,
    }));
  }
}

/** The object in a JSON text. */
export function objectIn(text: string | undefined): { flags?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
