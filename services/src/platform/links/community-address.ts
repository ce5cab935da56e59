import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { Communities } from '../tenancy/communities.js';

/** Where a community is reached from outside, for links in mails. */
@Injectable()
export class CommunityAddress {
  constructor(
    private readonly communities: Communities,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** `https://host` without a slash at the end. `PUBLIC_URL` gives scheme and port, the deployment's first host the name. */
  origin(community: string): string {
    const host = this.communities.find(community)?.hosts[0];
    const { publicUrl, port } = this.environment;
    if (!publicUrl) return `http://${host ?? `${community}.localhost`}:${port}`;
    const url = new URL(publicUrl);
    if (host) url.hostname = host;
    return url.origin;
  }

  /** The full address of a page: `/activation/abc` below the origin, which the shell turns into its hash form. */
  page(community: string, path: string): string {
    return this.origin(community) + path;
  }
}
