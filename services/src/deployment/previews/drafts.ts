import type { Deployment } from '@paddock/contract/core/deployment';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { Environment } from '../../infrastructure/environment/environment.js';
import type { DeploymentProblem } from '../deployment-problem.js';
import { deployedCommunity, readDeployments, type DeployedCommunity } from '../read-deployments.js';
import type { ModuleRegistry } from '../registry/module-registry.js';

/** What a community would be with another text of its file, or why the text would be refused. */
export type Draft = { state: DeployedCommunity } | { problems: readonly DeploymentProblem[] };

const maxKept = 100;

/** Reads changed files of communities as the deployment would read them. */
export class Drafts {
  private readonly previews = new LRUCache<string, { state: DeployedCommunity | undefined }>({ max: maxKept });

  constructor(
    private readonly registry: ModuleRegistry,
    private readonly environment: Pick<Environment, 'deploymentsDir' | 'production'>,
  ) {}

  read(community: string, file: string, deployed: readonly DeployedCommunity[]): Draft {
    const { deploymentsDir, production } = this.environment;
    const { communities, problems } = readDeployments(deploymentsDir, this.registry, deployed, {
      production,
      drafts: { [`${community}.json`]: file },
    });
    const own = problems.filter((problem) => problem.community === community);
    const state = communities.find(({ config }) => config.id === community);
    return own.length > 0 || !state ? { problems: own } : { state };
  }

  /** The state for a preview, kept until {@link forget}; undefined for a text that would be refused. */
  preview(community: string, file: string, deployed: readonly DeployedCommunity[]): DeployedCommunity | undefined {
    const live = deployed.find(({ config }) => config.id === community);
    if (!live) return undefined;
    const key = createHash('sha256')
      .update(JSON.stringify([community, file]))
      .digest('base64');
    const kept = this.previews.get(key);
    if (kept) return kept.state;
    const draft = this.read(community, file, deployed);
    const state = 'state' in draft ? withLiveKeys(draft.state, live.config) : undefined;
    this.previews.set(key, { state });
    return state;
  }

  /** The present files or the registry have changed. */
  forget(): void {
    this.previews.clear();
  }
}

/**
 * A previewed state with what a preview must not change: where the community is, whom it pays, who signs its members in, who gets
 * calls.
 */
function withLiveKeys({ configs, modules }: DeployedCommunity, live: Deployment): DeployedCommunity {
  const { hosts, default: isDefault, flags } = live;
  const { third_party_auth, card_public_key, card_account, api_base } = flags;
  const kept = [...configs].map(([language, config]) => {
    const previewed = { ...config.flags, third_party_auth, card_public_key, card_account, api_base };
    return [language, { ...config, hosts, default: isDefault, flags: previewed }] as const;
  });
  return deployedCommunity(new Map(kept), modules);
}
