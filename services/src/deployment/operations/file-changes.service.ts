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

/** The number of changed lines up to which a diff is the smallest one: the time to find it rises with its square. */
const maxEdits = 1000;

/** Checks a changed file, or its change by a flag, as the deployment would. Nothing is written. */
@Injectable()
export class FileChangesService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly files: CommunityFiles,
  ) {}

  /** @throws INVALID_INPUT without a change, or for a flag that does not exist; NOT_FOUND if the file cannot be read */
  async check(
    { tenant: { community } }: SignedInCaller,
    change: CallArguments<typeof checkChange>,
  ): Promise<CallReply<typeof checkChange>> {
    const name = nameOf(community);
    const { changed, text = await this.textOf(name) } = await this.changed(community, change);
    return {
      ...(await this.verdict(community, text, changed)),
      // A pasted text has no line break at its end.
      diff: changed.trim() === text.trim() ? '' : patchOf(name, text, changed),
    };
  }

  /**
   * The text of a community's file: the one given, or the present `text` with another value of a flag.
   *
   * @throws INVALID_INPUT without a change, or for a flag that does not exist; NOT_FOUND if the present file is needed and cannot be read
   */
  async changed(
    community: string,
    { file, path, value = '' }: CallArguments<typeof checkChange>,
  ): Promise<{ changed: string; text?: string }> {
    if (file !== undefined) return { changed: `${file}\n` };
    if (path === undefined) throw new PaddockError('INVALID_INPUT', { fields: { file: 'file_REQUIRED' } });
    if (!isFlag(path)) throw new PaddockError('INVALID_INPUT', { fields: { path: 'path_INVALID_PATTERN' } });
    const text = await this.textOf(nameOf(community));
    const to: unknown = value === '' ? undefined : JSON.parse(value);
    // A damaged file is refused as it is. Edits leave the layout of the rest.
    const edits = objectIn(text) ? modify(text, ['flags', ...path.split('.')], to, { formattingOptions }) : [];
    return { text, changed: applyEdits(text, edits) };
  }

  private async textOf(name: string): Promise<string> {
    const text = await this.files.read(name);
    if (text === undefined) throw new PaddockError('NOT_FOUND');
    return text;
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

const nameOf = (community: string) => `${community}.json`;

function patchOf(name: string, before: string, after: string): string {
  const options = { headerOptions: FILE_HEADERS_ONLY, maxEditLength: maxEdits };
  const patch = createTwoFilesPatch(name, name, before, after, undefined, undefined, options);
  return patch ?? `--- ${name}\n+++ ${name}\n${signed('-', before)}${signed('+', after)}`;
}

const signed = (sign: string, text: string) => text.trim().replaceAll(/^/gm, sign) + '\n';
