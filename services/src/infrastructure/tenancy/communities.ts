import type { Deployment, Language } from '@paddock/contract/core/deployment';
import type { Observable } from 'rxjs';
import type { PreviewedDeployment, StoredPreview } from './preview.js';

/** A community whose config changed, was added (`config` only) or removed (`previous` only). */
export interface CommunityChange {
  community: string;
  /** Names this state of the config; clients compare it with the one at their boot. */
  revision: string;
  config?: Deployment;
  previous?: Deployment;
}

/**
 * The communities of this system with their current config, updated by `deployment/`. In a request of a previewing session, {@link find}
 * and {@link inLanguage} answer with the previewed config of its community (ADR 0098).
 */
export abstract class Communities {
  abstract all(): readonly Deployment[];
  abstract find(community: string): Deployment | undefined;
  /** A community under a changed file; undefined if it would be refused. */
  abstract previewed(community: string, preview: StoredPreview): PreviewedDeployment | undefined;
  /** The community of a host name; outside production, the default one for unknown names. */
  abstract ofHost(host: string): Deployment | undefined;
  /** A community's config with its texts in one of its languages. */
  abstract inLanguage(config: Deployment, language: Language): Deployment;
  /** Where the present deployment files have problems; without file names, since anyone may read it. */
  abstract refused(): { community?: string; path: string }[];
  /** Emits after a changed config has taken effect. */
  abstract readonly changes: Observable<CommunityChange>;
}

/** Finds the community of a Host header: `<id>.localhost`, a host of its config, else the default one outside production. */
export function communityOfHost(
  host: string,
  communities: readonly Deployment[],
  production: boolean,
): Deployment | undefined {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return (
    communities.find((config) => name === `${config.id}.localhost` || config.hosts.includes(name)) ??
    (production ? undefined : communities.find((config) => config.default))
  );
}
