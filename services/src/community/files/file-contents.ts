import { Inject, Injectable } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { type ImageType, isImageType, safeFileName, storedTypeOf } from '../../infrastructure/storage/file-types.js';
import type { Sender } from '../../infrastructure/storage/images/image-queue.js';
import { Images } from '../../infrastructure/storage/images/images.js';
import { type FileStorage, newFileKey, renditionKey } from '../../infrastructure/storage/storage.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { FileRepository } from './file.repository.js';
import type { FileRow } from './file.schema.js';

/** Injection token of the {@link FileStorage}. */
export const FILE_STORAGE = Symbol('file storage');

const maxImageBytes = 60_000_000;

/** A received file, at `path` until it is stored. */
export interface NewFile {
  /** Made here without one. */
  id?: string;
  owner: string;
  /** As given by the client. */
  filename: string;
  path: string;
  as: Pick<FileRow, 'audience' | 'parent'>;
}

type Content = Pick<FileRow, 'key' | 'size' | 'width' | 'height' | 'thumb_key' | 'feed_key'>;

/** Stores received files by their content's type: a record, its content, and the pictures made of it. */
@Injectable()
export class FileContents {
  constructor(
    private readonly files: FileRepository,
    private readonly images: Images,
    @Inject(FILE_STORAGE) private readonly storage: FileStorage,
  ) {}

  /**
   * A failure at any step leaves nothing: no content and no record.
   *
   * @throws INVALID_FILE when the content is not what the name's extension says, or is no picture where only pictures are
   * allowed; BODY_TOO_LARGE for a picture; SERVICE_UNAVAILABLE
   */
  async keep(
    tenant: Tenant,
    {
      id: _id = newId(),
      owner,
      filename,
      path,
      as: { imagesOnly = false, ...as },
    }: NewFile & { as: { imagesOnly?: boolean } },
  ): Promise<FileRow> {
    const name = safeFileName(filename);
    const type = await storedTypeOf(name, path);
    if (!type || (imagesOnly && !isImageType(type))) throw new PaddockError('INVALID_FILE');
    const key = newFileKey();
    try {
      const content = isImageType(type)
        ? await this.storeImage(path, type, key, {
            from: as.audience === 'sign_up' ? 'stranger' : { member: `${tenant.community} ${owner}` },
            // Profile pictures are not animated.
            isStill: imagesOnly,
          })
        : { key, size: await this.storage.put(key, createReadStream(path)) };
      const row = { _id, place: tenant.workplace, owner, name, type, ...content, ...as, created: new Date() };
      return await this.files.create(tenant, row);
    } catch (error) {
      const keys = [key, renditionKey(key, 'thumb'), renditionKey(key, 'feed')];
      await Promise.all(keys.map((one) => this.storage.delete(one)));
      throw error;
    }
  }

  /** Deletes the contents of a file whose record is gone. */
  async delete({ key, thumb_key, feed_key, poster_key }: FileRow): Promise<void> {
    const keys = [key, thumb_key, feed_key, poster_key].filter((one) => one !== undefined);
    await Promise.all(keys.map((one) => this.storage.delete(one)));
  }

  private async storeImage(
    path: string,
    type: ImageType,
    key: string,
    options: { from: Sender; isStill: boolean },
  ): Promise<Content> {
    if ((await stat(path)).size > maxImageBytes) throw new PaddockError('BODY_TOO_LARGE');
    return this.images.redraw(path, type, options, async ({ image, thumb, feed, width, height }) => {
      const [thumb_key, feed_key] = [renditionKey(key, 'thumb'), renditionKey(key, 'feed')];
      await this.storage.put(thumb_key, createReadStream(thumb));
      if (feed) await this.storage.put(feed_key, createReadStream(feed));
      const size = await this.storage.put(key, createReadStream(image));
      return { key, size, width, height, thumb_key, ...(feed && { feed_key }) };
    });
  }
}
