import { Inject, Injectable } from '@nestjs/common';
import type { checkChange } from '@paddock/contract/calls/operations';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { applyEdits, modify } from 'jsonc-parser';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { DeploymentService } from '../deployment.service.js';
import { readDeployments } from '../read-deployments.js';
import { ModuleRegistry } from '../registry/module-registry.js';
import { CommunityFiles, objectIn } from './community-files.js';
import { isFlag } from './flag-rows.js';
import { refusedPlaces } from './refused-places.js';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Checks a changed flag as the deployment would check the changed file. Nothing is written. */
@Injectable()
export class FlagChangesService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly registry: ModuleRegistry,
    private readonly files: CommunityFiles,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @throws INVALID_INPUT for a flag that does not exist; NOT_FOUND if the file cannot be read */
  async check(
    { tenant: { community } }: SignedInCaller,
    { path, value = '' }: CallArguments<typeof checkChange>,
  ): Promise<CallReply<typeof checkChange>> {
    if (!isFlag(path)) throw new PaddockError('INVALID_INPUT', { fields: { path: 'path_INVALID_PATTERN' } });
    const file = `${community}.json`;
    const text = await this.files.read(file);
    if (text === undefined) throw new PaddockError('NOT_FOUND');
    const to: unknown = value === '' ? undefined : JSON.parse(value);
    // A damaged file is refused as it is. Edits leave the layout of the rest.
    const edits = objectIn(text) ? modify(text, ['flags', ...path.split('.')], to, { formattingOptions }) : [];
    const changed = applyEdits(text, edits);
    return {
      ...(await this.verdict(community, text, changed)),
      diff: changed === text ? '' : patchOf(file, text, changed),
    };
  }

  private async verdict(community: string, text: string, changed: string) {
    const { deploymentsDir, production } = this.environment;
    const { communities, problems } = readDeployments(deploymentsDir, this.registry, this.deployments.states(), {
      production,
      drafts: { [`${community}.json`]: changed },
    });
    const refused = refusedPlaces(problems, community);
    const next = communities.find(({ config }) => config.id === community);
    if (refused.length > 0 || !next) return { problems: refused, findings: [] };
    const [present, findings] = await Promise.all([
      this.files.presentFindings(community, text),
      this.files.findings(next, changed),
    ]);
    const known = present.map((finding) => JSON.stringify(finding));
    return { problems: [], findings: findings.filter((finding) => !known.includes(JSON.stringify(finding))) };
  }
}

const patchOf = (file: string, before: string, after: string): string =>
  createTwoFilesPatch(file, file, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY });
