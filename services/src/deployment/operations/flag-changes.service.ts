import { Injectable } from '@nestjs/common';
import type { checkChange } from '@paddock/contract/calls/operations';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { applyEdits, modify } from 'jsonc-parser';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { DeploymentService } from '../deployment.service.js';
import { CommunityFiles, objectIn } from './community-files.js';
import { isFlag } from './flag-rows.js';
import { refusedPlaces } from './refused-places.js';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Checks a changed flag as the deployment would check the changed file. Nothing is written. */
@Injectable()
export class FlagChangesService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly files: CommunityFiles,
  ) {}

  /** @throws INVALID_INPUT for a flag that does not exist; NOT_FOUND if the file cannot be read */
  async check(
    { tenant: { community } }: SignedInCaller,
    { path, value = '' }: CallArguments<typeof checkChange>,
  ): Promise<CallReply<typeof checkChange>> {
    const { file, text, changed } = await this.changed(community, path, value);
    return {
      ...(await this.verdict(community, text, changed)),
      diff: changed === text ? '' : patchOf(file, text, changed),
    };
  }

  /**
   * The text of a community's file with another value of a flag.
   *
   * @throws INVALID_INPUT for a flag that does not exist; NOT_FOUND if the file cannot be read
   */
  async changed(community: string, path: string, value: string) {
    if (!isFlag(path)) throw new PaddockError('INVALID_INPUT', { fields: { path: 'path_INVALID_PATTERN' } });
    const file = `${community}.json`;
    const text = await this.files.read(file);
    if (text === undefined) throw new PaddockError('NOT_FOUND');
    const to: unknown = value === '' ? undefined : JSON.parse(value);
    // A damaged file is refused as it is. Edits leave the layout of the rest.
    const edits = objectIn(text) ? modify(text, ['flags', ...path.split('.')], to, { formattingOptions }) : [];
    return { file, text, changed: applyEdits(text, edits) };
  }

  private async verdict(community: string, text: string, changed: string) {
    const draft = this.deployments.draft(community, changed);
    if ('problems' in draft) return { problems: refusedPlaces(draft.problems, community), findings: [] };
    const [present, findings] = await Promise.all([
      this.files.presentFindings(community, text),
      this.files.findings(draft.state, changed),
    ]);
    const known = present.map((finding) => JSON.stringify(finding));
    return { problems: [], findings: findings.filter((finding) => !known.includes(JSON.stringify(finding))) };
  }
}

const patchOf = (file: string, before: string, after: string): string =>
  createTwoFilesPatch(file, file, before, after, undefined, undefined, { headerOptions: FILE_HEADERS_ONLY });
