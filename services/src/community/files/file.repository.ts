import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type Attachment, fileSchema, type FileRow, type Hold } from './file.schema.js';

/** A video as a process took it. Each taking has another number, so that its process cannot change the job of a successor. */
export type VideoJob = Pick<FileRow, '_id' | 'attempts'>;

/** What a transcoding changes of a file's record. */
export type VideoOutcome = Partial<
  Pick<FileRow, 'type' | 'name' | 'key' | 'size' | 'crc32' | 'width' | 'height' | 'thumb_key' | 'poster_key'>
>;

@Injectable()
export class FileRepository extends TenantRepository<FileRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'files', fileSchema);
  }

  byId(tenant: Tenant, id: string): Promise<FileRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<FileRow[]> {
    return this.find(tenant, { _id: { $in: [...ids] } });
  }

  create(tenant: Tenant, file: NewRow<FileRow>): Promise<FileRow> {
    return this.insert(tenant, file);
  }

  /** Attaches a member's own, unattached file; null if there is no such file. */
  attach(tenant: Tenant, id: string, owner: string, attached: Attachment, options: InSession): Promise<FileRow | null> {
    return this.change(
      tenant,
      {
        _id: id,
        owner,
        audience: 'attachment',
        $or: [{ attached: { $exists: false } }, { 'attached.kind': attached.kind, 'attached.id': attached.id }],
      },
      { $set: { attached, place: tenant.workplace } },
      options,
    );
  }

  /** Moves those of the files that are attached to one record to another one. */
  async reattach(
    tenant: Tenant,
    ids: readonly string[],
    from: Attachment,
    to: Attachment,
    options: InSession,
  ): Promise<void> {
    const filter = { _id: { $in: [...ids] }, 'attached.kind': from.kind, 'attached.id': from.id };
    await this.changeAll(tenant, filter, { $set: { attached: to } }, options);
  }

  async rename(tenant: Tenant, ids: readonly string[], name: string, options: InSession): Promise<void> {
    await this.changeAll(tenant, { _id: { $in: [...ids] } }, { $set: { name } }, options);
  }

  /** Uploads before this instant that are attached to nothing, some of them. */
  unattached(tenant: Tenant, before: Date): Promise<FileRow[]> {
    const filter = { audience: 'attachment' as const, 'attached.kind': { $exists: false }, created: { $lt: before } };
    return this.find(tenant, filter, { limit: 500 });
  }

  /** Those of these keys that a file of any community has, also of one that is not configured now. */
  async knownContents(keys: readonly string[]): Promise<Set<string>> {
    const found = this.mongo.connection
      .collection<FileRow>('files')
      .find({ $or: [{ key: { $in: [...keys] } }, { thumb_key: { $in: [...keys] } }] })
      .project<Pick<FileRow, 'key' | 'thumb_key'>>({ key: 1, thumb_key: 1 });
    const known = new Set<string>();
    for await (const { key, thumb_key } of found) for (const one of [key, thumb_key]) if (one) known.add(one);
    return known;
  }

  /** False for a file that is attached or held, or no upload. */
  async deleteUnattached(tenant: Tenant, id: string): Promise<boolean> {
    const free = { attached: { $exists: false }, 'holds.0': { $exists: false } };
    return (await this.remove(tenant, { _id: id, audience: 'attachment', ...free })) > 0;
  }

  /** A member's videos that are not transcoded yet. */
  waitingVideos(tenant: Tenant, owner: string): Promise<number> {
    return this.count(tenant, { owner, processing: { $exists: true } });
  }

  /** Takes the oldest video that waits, or whose process is gone, until `lease`; null if there is none. */
  takeVideo(tenant: Tenant, lease: Date, { notOf }: { notOf?: string } = {}): Promise<FileRow | null> {
    const free = [{ lease: { $exists: false } }, { lease: { $lt: new Date() } }];
    return this.change(
      tenant,
      { processing: { $exists: true }, $or: free, ...(notOf && { owner: { $ne: notOf } }) },
      { $set: { lease }, $inc: { attempts: 1 } },
      { sort: { created: 1 } },
    );
  }

  /** No process takes the video until `lease`. */
  async leaseVideo(tenant: Tenant, job: VideoJob, lease: Date): Promise<void> {
    await this.change(tenant, ofJob(job), { $set: { lease } });
  }

  /** Returns a video that was not finished: the attempt does not count. */
  async releaseVideo(tenant: Tenant, job: VideoJob): Promise<void> {
    await this.change(tenant, ofJob(job), { $unset: { lease: '' }, $inc: { attempts: -1 } });
  }

  advanceVideo(tenant: Tenant, job: VideoJob, processing: number, options: InSession): Promise<FileRow | null> {
    return this.change(tenant, ofJob(job), { $set: { processing } }, options);
  }

  /** Null if the file is gone, or another process has taken the video. */
  endVideo(tenant: Tenant, job: VideoJob, outcome: VideoOutcome, options: InSession): Promise<FileRow | null> {
    const update = { $set: outcome, $unset: { processing: '', lease: '', attempts: '' } } as const;
    return this.change(tenant, ofJob(job), update, options);
  }

  /** Assigns an unclaimed sign-up picture to its account; null if there is none. */
  claim(tenant: Tenant, id: string, secret: string, owner: string, options: InSession): Promise<FileRow | null> {
    const filter = { _id: id, owner: secret, audience: 'sign_up' as const };
    return this.change(tenant, filter, { $set: { owner, audience: 'community' } }, options);
  }

  /** Pictures that no account has claimed. */
  unclaimed(tenant: Tenant, before: Date): Promise<FileRow[]> {
    return this.find(tenant, { audience: 'sign_up', created: { $lt: before } }, { limit: 500 });
  }

  /** False if it was claimed meanwhile. */
  async deleteUnclaimed(tenant: Tenant, id: string): Promise<boolean> {
    return (await this.remove(tenant, { _id: id, audience: 'sign_up' })) > 0;
  }

  /** All uploads of a member, oldest first. */
  ofOwner(tenant: Tenant, owner: string): AsyncGenerator<FileRow> {
    return this.each(tenant, { owner }, '_id');
  }

  expired(tenant: Tenant, now: Date): Promise<FileRow[]> {
    return this.find(tenant, { expires: { $exists: true, $lt: now } }, { limit: 500 });
  }

  /** False for a file with a hold, and for an unknown one. */
  async delete(tenant: Tenant, id: string): Promise<boolean> {
    return (await this.remove(tenant, { _id: id, 'holds.0': { $exists: false } })) > 0;
  }

  async hold(tenant: Tenant, ids: readonly string[], hold: Hold, options: InSession): Promise<void> {
    await this.changeAll(tenant, { _id: { $in: [...ids] } }, { $addToSet: { holds: hold } }, options);
  }

  /** Leaves a held file to its holds alone. */
  async retire(tenant: Tenant, id: string): Promise<void> {
    const filter = { _id: id, 'holds.0': { $exists: true } };
    const left = { owner: '', audience: 'attachment' as const, attached: { kind: 'report' as const, id } };
    await this.change(tenant, filter, { $set: left });
  }

  held(tenant: Tenant, hold: string): Promise<FileRow[]> {
    return this.find(tenant, { 'holds.id': hold });
  }

  endHold(tenant: Tenant, id: string, hold: string): Promise<FileRow | null> {
    return this.change(tenant, { _id: id }, { $pull: { holds: { id: hold } } });
  }
}

const ofJob = ({ _id, attempts }: VideoJob) => ({ _id, attempts, processing: { $exists: true } });
