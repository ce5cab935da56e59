import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { AttachedFile, UploadedFile } from '@paddock/contract/calls/files';
import { randomBytes } from 'node:crypto';
import { missingAccess } from '@paddock/contract/calls/users';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { SignedInCaller } from '../calls/caller.js';
import { isStorageFull } from '../../infrastructure/errors/outage.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { FileVariant } from '../../infrastructure/file-links/file-links.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import { belongsTo, type UserRow } from '../users/user.schema.js';
import { fileIconOf } from './file-icon.js';
import { type FileAddress, FileAddresses, fileOfAddress, viewerOfAddress } from './file-address.js';
import { type ImageType, isImageType, safeFileName, storedTypeOf } from '../../infrastructure/storage/file-types.js';
import { FileRepository } from './file.repository.js';
import type { Attachment, AttachmentKind, FileRow } from './file.schema.js';
import { Images } from '../../infrastructure/storage/images/images.js';
import type { Sender } from '../../infrastructure/storage/images/image-queue.js';
import { Incoming } from '../../infrastructure/storage/incoming.js';
import { type FileStorage, newFileKey } from '../../infrastructure/storage/storage.js';

/** Injection token of the {@link FileStorage}. */
export const FILE_STORAGE = Symbol('file storage');

/** Id of the root, which is no folder. */
const rootFolder = 'null';

const maxImageBytes = 60_000_000;

/** A file in replies, with addresses for one viewer. */
export type DescribedFile = AttachedFile;

/** Whether a member may read the record that a file is attached to. */
export type CanRead = (tenant: Tenant, viewer: UserRow, id: string) => Promise<boolean>;

/** Stores files by their content's type, and serves them to readers of the record they are attached to. */
@Injectable()
export class FilesService implements OnModuleInit {
  private readonly checks = new Map<AttachmentKind, CanRead>();

  constructor(
    private readonly files: FileRepository,
    private readonly users: UserRepository,
    private readonly addresses: FileAddresses,
    private readonly incoming: Incoming,
    private readonly images: Images,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    return this.incoming.sweep();
  }

  /** Registers the access check of the service that owns a kind of record. */
  attachedTo(kind: AttachmentKind, canRead: CanRead): void {
    if (this.checks.has(kind)) throw new Error(`files: there is already a check for ${kind}`);
    this.checks.set(kind, canRead);
  }

  /** @throws NOT_FOUND for a folder that does not exist; INVALID_FILE when the content is not what the name's extension says; BODY_TOO_LARGE. */
  async upload(
    { tenant, user }: { tenant: Tenant; user: Pick<UserRow, '_id'> },
    parent: string | undefined,
    file: IncomingFile,
  ): Promise<UploadedFile> {
    if (parent && parent !== rootFolder) {
      file.stream.resume();
      throw new PaddockError('NOT_FOUND', { fields: { parent: 'NOT_FOUND' } });
    }
    const row = await this.store(tenant, user._id, file, { audience: 'attachment' });
    return { id: row._id, ...this.described(tenant, user._id, row) };
  }

  /** @throws FILE_NOT_FOUND, for a missing and an invisible file alike. */
  async read({ tenant, user }: Pick<SignedInCaller, 'tenant' | 'user'>, id: string): Promise<UploadedFile> {
    const row = await this.files.byId(tenant, id);
    const isOver = row?.expires !== undefined && row.expires <= new Date();
    if (!row || isOver || !(await this.maySee(row, user))) throw new PaddockError('FILE_NOT_FOUND');
    return { id: row._id, ...this.described(tenant, user._id, row) };
  }

  /** Deletes an own upload; ignores an id that is none. @throws FORBIDDEN for an attached one. */
  async remove({ tenant, user }: Pick<SignedInCaller, 'tenant' | 'user'>, id: string): Promise<void> {
    const row = await this.files.byId(tenant, id);
    if (row?.owner !== user._id) return;
    if (!(await this.files.deleteUnattached(tenant, id))) throw new PaddockError('FORBIDDEN');
    await this.deleteContents(row);
  }

  /** @throws INVALID_FILE for anything but jpg, jpeg, png and gif. */
  async uploadProfileImage({ tenant, user }: Pick<SignedInCaller, 'tenant' | 'user'>, file: IncomingFile) {
    const row = await this.store(tenant, user._id, file, { audience: 'community', imagesOnly: true });
    await this.users.setProfileImage(tenant, user._id, row._id);
    if (user.profile_image) await this.delete(tenant, user.profile_image);
    return {
      thumb_path: this.addresses.fileAddress(tenant, user._id, row._id, 'thumb'),
      profile_image: this.addresses.fileAddress(tenant, user._id, row._id, 'original'),
    };
  }

  /** Stores a picture for a sign-up, which anyone with its address can see. @throws INVALID_FILE */
  async uploadSignUpImage(tenant: Tenant, file: IncomingFile) {
    const secret = `new-${randomBytes(16).toString('hex')}`;
    const row = await this.store(tenant, secret, file, { audience: 'sign_up', imagesOnly: true });
    return {
      thumb_path: this.addresses.fileAddress(tenant, secret, row._id, 'thumb'),
      profile_image: this.addresses.fileAddress(tenant, secret, row._id, 'original'),
    };
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
      if (await this.files.deleteUnclaimed(tenant, row._id)) await this.deleteContents(row);
  }

  /**
   * Attaches a member's files to the record they publish, in its transaction; returns the file ids in the same order.
   *
   * @throws FILE_NOT_FOUND for an address that is no file of this member, or a file that is attached elsewhere.
   */
  async attach(
    tenant: Tenant,
    owner: string,
    addresses: readonly string[],
    to: Attachment,
    { imagesOnly = false, ...options }: InSession & { imagesOnly?: boolean } = {},
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const address of addresses) {
      const id = fileOfAddress(address);
      const row = id === undefined ? null : await this.files.attach(tenant, id, owner, to, options);
      if (!row) throw new PaddockError('FILE_NOT_FOUND');
      if (imagesOnly && !isImageType(row.type)) throw new PaddockError('INVALID_FILE');
      ids.push(row._id);
    }
    return ids;
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
  async find(community: string, { viewer, file, variant }: FileAddress): Promise<{ row: FileRow; key: string }> {
    const tenant = tenantOf(community);
    const [row, user] = await Promise.all([this.files.byId(tenant, file), this.users.byId(tenant, viewer)]);
    const key = row && keyOf(row, variant);
    const isOver = row?.expires !== undefined && row.expires <= new Date();
    const isOwnDraft = row?.audience === 'sign_up' && row.owner === viewer;
    if (!row || !key || isOver || !(isOwnDraft || (user && (await this.maySee(row, user)))))
      throw new PaddockError('FILE_NOT_FOUND');
    return { row, key };
  }

  async delete(tenant: Tenant, id: string): Promise<void> {
    const row = await this.files.byId(tenant, id);
    if (!row) return;
    await this.files.delete(tenant, id);
    await this.deleteContents(row);
  }

  private async deleteContents({ key, thumb_key }: FileRow): Promise<void> {
    await this.storage.delete(key);
    if (thumb_key) await this.storage.delete(thumb_key);
  }

  private async maySee(row: FileRow, viewer: UserRow): Promise<boolean> {
    if (viewer._id === row.owner) return true;
    const flags = this.communities.find(row.community)?.flags;
    if (!flags || row.audience === 'own' || missingAccess(viewer, flags)) return false;
    if (row.audience === 'community') return true;
    // Calls are refused in a workplace that the viewer has left; the address names no workplace.
    if (!belongsTo(viewer, row.place)) return false;
    const check = row.attached && this.checks.get(row.attached.kind);
    return check ? check(tenantOf(row.community, row.place), viewer, row.attached!.id) : false;
  }

  private described(tenant: Tenant, viewer: string, row: FileRow): DescribedFile {
    const { _id, name, type, size, thumb_key, parent } = row;
    const address = (variant: FileVariant) => this.addresses.fileAddress(tenant, viewer, _id, variant);
    return {
      ...{ name, type, size, icon: fileIconOf(name) },
      path: address('original'),
      safeFilePath: address('download'),
      hasThumb: thumb_key !== undefined,
      ...(thumb_key && { thumb_path: address('thumb') }),
      ...(parent && { parent }),
    };
  }

  /** A failure at any step leaves nothing: no upload, content or record. */
  private async store(
    tenant: Tenant,
    owner: string,
    { filename, stream }: IncomingFile,
    { imagesOnly = false, ...as }: Pick<FileRow, 'audience' | 'parent'> & { imagesOnly?: boolean },
  ): Promise<FileRow> {
    const name = safeFileName(filename);
    return this.incoming
      .receive(stream, async (path) => {
        const type = await storedTypeOf(name, path);
        if (!type || (imagesOnly && !isImageType(type))) throw new PaddockError('INVALID_FILE');
        const keys = { key: newFileKey(), ...(isImageType(type) && { thumb_key: newFileKey() }) };
        try {
          const size = isImageType(type)
            ? await this.storeImage(path, type, keys, {
                from: as.audience === 'sign_up' ? 'stranger' : { member: `${tenant.community} ${owner}` },
                // Profile pictures are not animated.
                isStill: imagesOnly,
              })
            : await this.storage.put(keys.key, createReadStream(path));
          const row = {
            _id: newId(),
            place: tenant.workplace,
            owner,
            name,
            type,
            size,
            ...keys,
            ...as,
            created: new Date(),
          };
          return await this.files.create(tenant, row);
        } catch (error) {
          await Promise.all(Object.values(keys).map((key) => this.storage.delete(key)));
          throw error;
        }
      })
      .catch((error: unknown) => {
        throw isStorageFull(error) ? new PaddockError('STORAGE_FULL') : error;
      });
  }

  private async storeImage(
    path: string,
    type: ImageType,
    { key, thumb_key }: { key: string; thumb_key?: string },
    options: { from: Sender; isStill: boolean },
  ): Promise<number> {
    if ((await stat(path)).size > maxImageBytes) throw new PaddockError('BODY_TOO_LARGE');
    return this.images.redraw(path, type, options, async ({ image, thumb }) => {
      await this.storage.put(thumb_key!, createReadStream(thumb));
      return this.storage.put(key, createReadStream(image));
    });
  }
}

/** The key of what an address shows; undefined if the file has no such variant. */
function keyOf(row: FileRow, variant: FileVariant): string | undefined {
  if (variant === 'original' || variant === 'download') return row.key;
  return variant === 'thumb' ? row.thumb_key : undefined;
}
