import { Injectable } from '@nestjs/common';
import type { endPreview, startPreview } from '@paddock/contract/calls/previews';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { hourMs } from '@paddock/contract/core/durations';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { DeploymentService } from '../deployment.service.js';
import { FileChangesService } from '../operations/file-changes.service.js';
import { refusedPlaces } from '../operations/refused-places.js';
import { SessionReleases } from '../overrides/session-releases.js';

const previewMs = hourMs;

/** Starts and ends the preview of the caller's session (ADR 0098). */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly changes: FileChangesService,
    private readonly releases: SessionReleases,
    private readonly sessions: SessionService,
  ) {}

  /** @throws INVALID_INPUT without a change; DEPLOYMENT_REFUSED for a file that the deployment would refuse; NOT_FOUND */
  async start(
    { tenant, session }: SignedInCaller,
    { role, ...change }: CallArguments<typeof startPreview>,
  ): Promise<CallReply<typeof startPreview>> {
    const { community, workplace } = tenant;
    const { changed: file } = await this.changes.changed(community, change);
    const preview = { file, role, workplace, ends: new Date(Date.now() + previewMs) };
    const previewed = this.deployments.previewed(community, preview);
    if (!previewed) {
      const draft = this.deployments.draft(community, file);
      const problems = 'problems' in draft ? draft.problems : [];
      const message = refusedPlaces(problems, community)
        .map(({ path, hint }) => (path === '' ? hint : `${path}: ${hint}`))
        .join('; ');
      const field = change.file === undefined ? 'value' : 'file';
      throw new PaddockError('DEPLOYMENT_REFUSED', { message, fields: { [field]: 'DEPLOYMENT_REFUSED' } });
    }
    await this.sessions.show(tenant, session, { preview }, previewed.revision);
    return { role, ends: preview.ends.toISOString() };
  }

  async end(caller: SignedInCaller): Promise<CallReply<typeof endPreview>> {
    const { tenant, session } = caller;
    const state = this.deployments.state(tenant.community);
    if (!state) throw new PaddockError('UNKNOWN_COMMUNITY');
    const { revision } = await this.releases.shown(caller, state);
    await this.sessions.show(tenant, session, { preview: undefined }, revision);
    return { ok: true };
  }
}
