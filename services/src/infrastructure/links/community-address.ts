import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { Communities } from '../tenancy/communities.js';
import type { Tenant } from '../tenancy/tenant.js';

/** The public address of a community, for links in mails. */
@Injectable()
export class CommunityAddress {
  constructor(
    private readonly communities: Communities,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly http: HttpAdapterHost,
  ) {}

  /** `https://host` without a slash at the end. `PUBLIC_URL` gives scheme and port, the deployment's first host the name. */
  origin(community: string): string {
    const host = this.communities.find(community)?.hosts[0];
    const { publicUrl } = this.environment;
    if (!publicUrl) return `http://${host ?? `${community}.localhost`}:${this.port()}`;
    const url = new URL(publicUrl);
    if (host) url.hostname = host;
    return url.origin;
  }

  /** With port 0 the port is known only once the server listens. A command has no server. */
  private port(): number {
    const server = this.http.httpAdapter?.getHttpServer() as Server | undefined;
    const address = server?.address?.() ?? null;
    return typeof address === 'object' && address !== null ? address.port : this.environment.port;
  }

  /** The full address of a page: `/activation/abc` below the origin, which the shell turns into its hash form. */
  page(community: string, path: string): string {
    return this.origin(community) + path;
  }

  /** As {@link page}, for a page of one workplace. */
  pageIn(tenant: Tenant, path: string): string {
    return this.page(tenant.community, this.inWorkplace(tenant, path));
  }

  /**
   * A path with its workplace as a parameter, where the community has several: the shell switches to it and strips the parameter
   * (decisions, Workplaces).
   */
  inWorkplace({ community, workplace }: Pick<Tenant, 'community' | 'workplace'>, path: string): string {
    if (!this.communities.find(community)?.flags.workplaces_enabled) return path;
    return `${path}${path.includes('?') ? '&' : '?'}workplace=${encodeURIComponent(workplace)}`;
  }
}
