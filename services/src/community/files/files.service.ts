import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AttachedFile } from '@paddock/contract/calls/files';
import { rootFolder } from '@paddock/contract/calls/folders';
import { randomBytes } from 'node:crypto';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { SignedInCaller } from '../calls/caller.js';
import { isStorageFull } from '../../infrastructure/errors/outage.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { FileVariant } from '../../infrastructure/file-links/file-links.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { type CanRead, FileAccess } from './file-access.js';
import { fileIconOf } from './file-icon.js';
import { type FileAddress, FileAddresses, fileOfAddress, viewerOfAddress } from './file-address.js';
import { isImageType } from '../../infrastructure/storage/file-types.js';
import { FileContents, type NewFile } from './file-contents.js';
import { contentOf } from './file-variants.js';
import { FileRepository } from './file.repository.js';
import type { Attachment, AttachmentKind, FileRow } from './file.schema.js';
import { Incoming } from '../../infrastructure/storage/incoming.js';

/** A file in replies, with addresses for one viewer. */
export type DescribedFile = AttachedFile;

type Uploader = Pick<SignedInCaller, 'tenant' | 'user'>;

/** Stores files by their content's type, and serves them to readers of the record they are attached to. */
@Injectable()
export class FilesService implements OnModuleInit {
  constructor(
    private readonly files: FileRepository,
    private readonly users: UserRepository,
    private readonly access: FileAccess,
    private readonly addresses: FileAddresses,
    private readonly incoming: Incoming,
    private readonly contents: FileContents,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    return this.incoming.sweep();
  }

  /** Registers the access check of the service that owns a kind of record. */
  attachedTo(kind: AttachmentKind, canRead: CanRead): void {
    this.access.attachedTo(kind, canRead);
  }

  /**
   * @throws NOT_FOUND for a folder that does not exist; INVALID_FILE when the content is not what the name's extension says;
   * BODY_TOO_LARGE.
   */
  async upload(
    { tenant, user }: { tenant: Tenant; user: Pick<UserRow, '_id'> },
    parent: string | undefined,
    file: IncomingFile,
  ): Promise<AttachedFile> {
    try {
      this.checkFolder(parent);
    } catch (error) {
      file.stream.resume();
      throw error;
    }
    const row = await this.store(tenant, user._id, file, { audience: 'attachment' });
    return this.described(tenant, user._id, row);
  }

  /** @throws NOT_FOUND for a folder that does not exist. */
  checkFolder(parent: string | undefined): void {
    if (parent && parent !== rootFolder) throw new PaddockError('NOT_FOUND', { fields: { parent: 'NOT_FOUND' } });
  }

  /** A member's own upload. @throws FILE_NOT_FOUND */
  async own({ tenant, user }: Uploader, id: string): Promise<FileRow> {
    const row = await this.files.byId(tenant, id);
    if (row?.owner !== user._id) throw new PaddockError('FILE_NOT_FOUND');
    return row;
  }

  /** @throws FILE_NOT_FOUND, for a missing and an invisible file alike. */
  async read({ tenant, user }: Uploader, id: string): Promise<AttachedFile> {
    const row = await this.files.byId(tenant, id);
    const isOver = row?.expires !== undefined && row.expires <= new Date();
    if (!row || isOver || !(await this.access.maySee(row, user))) throw new PaddockError('FILE_NOT_FOUND');
    return this.described(tenant, user._id, row);
  }

  /** A file for its uploader. */
  uploaded(tenant: Tenant, row: FileRow): AttachedFile {
    return this.described(tenant, row.owner, row);
  }

  /** Deletes an own upload. @throws FILE_NOT_FOUND, also for another member's; FORBIDDEN for an attached one. */
  async remove({ tenant, user }: Uploader, id: string): Promise<void> {
    const row = await this.own({ tenant, user }, id);
    if (!(await this.files.deleteUnattached(tenant, id))) throw new PaddockError('FORBIDDEN');
    await this.contents.delete(row);
  }

  /** Replaces a member's picture; `by` is an admin, if not the member. @throws INVALID_FILE for anything but jpg, jpeg, png and gif. */
  async uploadProfileImage({ tenant, user }: Uploader, file: IncomingFile, by = user._id) {
    const row = await this.store(tenant, user._id, file, { audience: 'community', imagesOnly: true });
    const about = { tenant, user: user._id };
    const changed = { kind: 'ProfileChanged', ...about, by, fields: ['profile_image'] } as const;
    const before = await this.mongo.transaction(async (session) => {
      const stored = await this.users.setProfileImage(tenant, user._id, row._id, { session });
      if (stored) await this.outbox.add(session, { kind: 'MemberChanged', ...about }, changed);
      return stored;
    });
    if (!before) {
      await this.delete(tenant, row._id);
      throw new PaddockError('USER_NOT_FOUND');
    }
    if (before.profile_image) await this.delete(tenant, before.profile_image);
    return this.pictureAddresses(tenant, by, row);
  }

  /** Stores a picture for a sign-up, which anyone with its address can see. @throws INVALID_FILE */
  async uploadSignUpImage(tenant: Tenant, file: IncomingFile) {
    const secret = `new-${randomBytes(16).toString('hex')}`;
    const row = await this.store(tenant, secret, file, { audience: 'sign_up', imagesOnly: true });
    return this.pictureAddresses(tenant, secret, row);
  }

  private pictureAddresses(tenant: Tenant, viewer: string, { _id }: FileRow) {
    const address = (variant: FileVariant) => this.addresses.fileAddress(tenant, viewer, _id, variant);
    return { thumb_path: address('thumb'), profile_image: address('original') };
  }

  /**
   * Assigns the picture of an address from {@link uploadSignUpImage} to the new account, in its transaction.
   *
   * @returns the file's id
   * @throws FILE_NOT_FOUND for an unknown or claimed picture
   */
  async claimSignUpImage(tenant: Tenant, address: string, owner: string, options: InSession): Promise<string> {
    const [secret, id] = [viewerOfAddress(address), fileOfAddress(address)];
    const row = secret && id ? await this.files.claim(tenant, id, secret, owner, options) : null;
    if (!row) throw new PaddockError('FILE_NOT_FOUND', { fields: { profile_image: 'FILE_NOT_FOUND' } });
    return row._id;
  }

  /** Removes unclaimed pictures that were uploaded before this instant. */
  async sweepSignUpImages(tenant: Tenant, before: Date): Promise<void> {
    for (const row of await this.files.unclaimed(tenant, before))
      if (await this.files.deleteUnclaimed(tenant, row._id)) await this.contents.delete(row);
  }

  /**
   * Attaches a member's files to the record they publish, in its transaction; returns the file ids in the same order.
   *
   * @param options.known ids of the files that the record has: another member's keep their addresses too, and each file counts once
   * @throws FILE_NOT_FOUND for an address that is no file of this member, or a file that is attached elsewhere.
   */
  async attach(
    tenant: Tenant,
    owner: string,
    addresses: readonly string[],
    to: Attachment,
    { imagesOnly = false, known, ...options }: InSession & { imagesOnly?: boolean; known?: readonly string[] } = {},
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const address of addresses) {
      const id = fileOfAddress(address);
      if (id !== undefined && known?.includes(id)) {
        ids.push(id);
        continue;
      }
      const row = id === undefined ? null : await this.files.attach(tenant, id, owner, to, options);
      if (!row) throw new PaddockError('FILE_NOT_FOUND');
      if (imagesOnly && !isImageType(row.type)) throw new PaddockError('INVALID_FILE');
      ids.push(row._id);
    }
    return known ? [...new Set(ids)] : ids;
  }

  /** Attaches one own upload by its id. @throws FILE_NOT_FOUND */
  async attachOwn(tenant: Tenant, owner: string, id: string, to: Attachment, options: InSession): Promise<void> {
    if (!(await this.files.attach(tenant, id, owner, to, options))) throw new PaddockError('FILE_NOT_FOUND');
  }

  /** The name under which files are downloaded. Keep the extension. */
  rename(tenant: Tenant, ids: readonly string[], name: string, options: InSession): Promise<void> {
    return this.files.rename(tenant, ids, name, options);
  }

  /** Moves those of these files that belong to `from` to another record, which decides from then on who may read them. */
  reattach(
    tenant: Tenant,
    ids: readonly string[],
    from: Attachment,
    to: Attachment,
    options: InSession,
  ): Promise<void> {
    return this.files.reattach(tenant, ids, from, to, options);
  }

  /** Attached files for replies, with addresses for this viewer, by id. */
  async describe(tenant: Tenant, viewer: string, ids: readonly string[]): Promise<Map<string, DescribedFile>> {
    return (await this.describeForAny(tenant, ids))(viewer);
  }

  /** Like {@link describe}, for several viewers: the files are queried once. */
  async describeForAny(
    tenant: Tenant,
    ids: readonly string[],
  ): Promise<(viewer: string) => Map<string, DescribedFile>> {
    const rows = ids.length === 0 ? [] : await this.files.byIds(tenant, ids);
    return (viewer) => new Map(rows.map((row) => [row._id, this.described(tenant, viewer, row)]));
  }

  /**
   * The file of a verified address, if its viewer may still see it.
   *
   * @throws FILE_NOT_FOUND, for a missing and an invisible file alike.
   */
  async find(
    community: string,
    { viewer, file, variant }: FileAddress,
  ): Promise<{ row: FileRow; key: string; type: string }> {
    const tenant = tenantOf(community);
    const [row, user] = await Promise.all([this.files.byId(tenant, file), this.users.byId(tenant, viewer)]);
    const content = row && contentOf(row, variant);
    const isOver = row?.expires !== undefined && row.expires <= new Date();
    const isOwnDraft = row?.audience === 'sign_up' && row.owner === viewer;
    if (!row || !content?.key || isOver || !(isOwnDraft || (user && (await this.access.maySee(row, user)))))
      throw new PaddockError('FILE_NOT_FOUND');
    return { row, key: content.key, type: content.type };
  }

  async delete(tenant: Tenant, id: string): Promise<void> {
    const row = await this.files.byId(tenant, id);
    if (!row) return;
    if (await this.files.delete(tenant, id)) await this.contents.delete(row);
    else await this.files.retire(tenant, id);
  }

  /**
   * Keeps files for those whom the check of `report` lets read the hold's report, in the caller's transaction: also after
   * {@link delete}, until {@link release}.
   */
  hold(tenant: Tenant, ids: readonly string[], report: string, options: InSession): Promise<void> {
    return this.files.hold(tenant, ids, { id: report, workplace: tenant.workplace }, options);
  }

  /** Ends the holds of a report. */
  async release(tenant: Tenant, report: string): Promise<void> {
    for (const { _id } of await this.files.held(tenant, report)) {
      const row = await this.files.endHold(tenant, _id, report);
      if (row?.attached?.kind === 'report') await this.delete(tenant, _id);
    }
  }

  private described(tenant: Tenant, viewer: string, row: FileRow): DescribedFile {
    const { _id, name, type, size, thumb_key, feed_key, poster_key, width, height, processing, parent } = row;
    const address = (variant: FileVariant) => this.addresses.fileAddress(tenant, viewer, _id, variant);
    return {
      ...{ id: _id, name, type, size, icon: fileIconOf(name) },
      path: address('original'),
      safeFilePath: address('download'),
      hasThumb: thumb_key !== undefined,
      ...(thumb_key && { thumb_path: address('thumb') }),
      ...(feed_key && { feed_path: address('feed') }),
      ...(poster_key && { poster_path: address('poster') }),
      ...(width && height && { width, height }),
      ...(processing !== undefined && { processing }),
      ...(parent && { parent }),
    };
  }

  private store(
    tenant: Tenant,
    owner: string,
    { filename, stream }: IncomingFile,
    as: NewFile['as'] & { imagesOnly?: boolean },
  ): Promise<FileRow> {
    return this.incoming
      .receive(stream, (path) => this.contents.keep(tenant, { owner, filename, path, as }))
      .catch((error: unknown) => {
        throw isStorageFull(error) ? new PaddockError('STORAGE_FULL') : error;
      });
  }
}
