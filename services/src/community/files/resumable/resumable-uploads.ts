import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { maxUploadBytes, resumableUploadPath } from '@paddock/contract/calls/files';
import { Server } from '@tus/server';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { isDuplicateKey } from '../../../infrastructure/mongo/mongo.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import { Loop } from '../../../infrastructure/outbox/loop.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import type { SignedInCaller } from '../../calls/caller.js';
import { ExtensionPoints } from '../../extension-points/extension-points.js';
import { FileContents } from '../file-contents.js';
import { FilesService } from '../files.service.js';
import { UnfinishedStore, unfinishedPath } from './unfinished-store.js';
import { UnfinishedRepository, type UnfinishedUpload } from './unfinished.repository.js';
import { UploadLocker } from './upload-locker.js';

/** How long an upload may stay unfinished. */
const unfinishedMs = dayMs;
const sweepEveryMs = 10 * 60_000;
/** How long a lost connection may still deliver bytes once its client has come back. */
const lockDrainMs = 1000;

/** Uploads in parts by tus 1.0: bytes collect in a folder of this machine, and the whole becomes a file like any other upload. */
@Injectable()
export class ResumableUploads implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly folder: string;
  private readonly locker = new UploadLocker();
  private readonly finishing = new Map<string, Promise<void>>();
  private readonly loop = new Loop(() => this.sweep(), sweepEveryMs);

  constructor(
    private readonly rows: UnfinishedRepository,
    private readonly contents: FileContents,
    private readonly files: FilesService,
    private readonly communities: Communities,
    private readonly extensions: ExtensionPoints,
    @Inject(ENVIRONMENT) { dataDir }: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.folder = join(dataDir, 'resumable');
  }

  onModuleInit() {
    this.extensions.provide('export', 'unfinished uploads', async (tenant, { _id }) => ({
      unfinished_uploads: await this.rows.ofOwner(tenant, _id),
    }));
    this.extensions.provide('forget', 'unfinished uploads', (tenant, { _id }) => this.forget(tenant, _id));
  }

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  /**
   * Answers a request of the protocol for its caller. `id` names the upload, except of a POST.
   *
   * @throws BODY_TOO_LARGE, TOO_MANY_FILES, INVALID_FILE, FILE_NOT_FOUND, CONFLICT for a wrong offset, MALFORMED_REQUEST
   */
  async answer({ tenant, user }: SignedInCaller, request: Request, id: string | undefined): Promise<Response> {
    const owner = user._id;
    const upload = id === undefined ? undefined : await this.rows.byId(tenant, owner, id);
    if (request.method === 'HEAD' && id !== undefined) {
      const before = upload ? await this.finishIfWhole(tenant, owner, upload) : true;
      if (before) return await this.finished({ tenant, user }, id);
    }
    let failure: unknown;
    const server = new Server({
      path: resumableUploadPath,
      datastore: new UnfinishedStore(this.rows, this.folder, tenant, owner),
      locker: this.locker,
      lockDrainTimeout: lockDrainMs,
      relativeLocation: true,
      maxSize: maxUploadBytes,
      namingFunction: () => newId(),
      getFileIdFromRequest: () => id,
      onUploadCreate: async (_request, { metadata }) => {
        if (!metadata?.['filename'])
          throw new PaddockError('INVALID_INPUT', { fields: { filename: 'filename_REQUIRED' } });
        this.files.checkFolder(metadata['parent'] ?? undefined);
        return {};
      },
      onUploadFinish: async (_request, { id: whole }) => {
        const row = await this.rows.byId(tenant, owner, whole);
        if (row) await this.finish(tenant, owner, row);
        return {};
      },
      onResponseError: (_request, error) => {
        failure = error;
        return undefined;
      },
    });
    const response = await server.handleWeb(request);
    if (response.status < 400) return response;
    throw failure instanceof Error ? failure : new PaddockError(codeOf(response.status));
  }

  /** Removes what is older than a day: uploads with their records, and bytes without one. */
  async sweep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - unfinishedMs);
    try {
      for (const { id } of this.communities.all()) {
        const tenant = tenantOf(id);
        for (const { owner, uploads } of await this.rows.begunBefore(tenant, before))
          for (const upload of uploads) if (upload.created < before) await this.remove(tenant, owner, upload);
      }
      for (const name of await readdir(this.folder).catch(() => [])) {
        const path = unfinishedPath(this.folder, name);
        const file = await stat(path).catch(() => undefined);
        if (file && file.mtime < before) await rm(path, { force: true });
      }
    } catch (err) {
      this.logger.error({ module: 'files', err }, 'unfinished uploads could not be swept');
    }
  }

  /** A process that ended between the last byte and the file's record left a whole upload. False for one that is not whole. */
  private async finishIfWhole(tenant: Tenant, owner: string, upload: UnfinishedUpload): Promise<boolean> {
    const file = await stat(unfinishedPath(this.folder, upload.id)).catch(() => undefined);
    if (file?.size !== upload.size) return false;
    await this.finish(tenant, owner, upload);
    return true;
  }

  /** The reply to a client that missed the reply to its last part. @throws FILE_NOT_FOUND */
  private async finished(caller: Pick<SignedInCaller, 'tenant' | 'user'>, id: string): Promise<Response> {
    const { size } = await this.files.own(caller, id);
    return new Response(null, { headers: { 'Upload-Offset': String(size), 'Upload-Length': String(size) } });
  }

  /** Makes a file of a whole upload, once for parallel requests. Content that is refused leaves nothing. */
  private finish(tenant: Tenant, owner: string, upload: UnfinishedUpload): Promise<void> {
    const { id, name: filename, place } = upload;
    const keep = async () => {
      const path = unfinishedPath(this.folder, id);
      const as = { audience: 'attachment' } as const;
      try {
        await this.contents.keep(tenantOf(tenant.community, place), { id, owner, filename, path, as });
      } catch (error) {
        // The record exists if an earlier process ended before it could remove the upload.
        if (!isDuplicateKey(error)) {
          if (error instanceof PaddockError && error.status < 500) await this.remove(tenant, owner, upload);
          throw error;
        }
      }
      await this.remove(tenant, owner, upload);
    };
    const finishing = this.finishing.get(id) ?? keep().finally(() => this.finishing.delete(id));
    this.finishing.set(id, finishing);
    return finishing;
  }

  private async remove(tenant: Tenant, owner: string, upload: UnfinishedUpload): Promise<void> {
    await this.rows.delete(tenant, owner, upload);
    await rm(unfinishedPath(this.folder, upload.id), { force: true });
  }

  private async forget(tenant: Tenant, owner: string): Promise<void> {
    for (const upload of await this.rows.ofOwner(tenant, owner)) await this.remove(tenant, owner, upload);
    await this.rows.deleteOfOwner(tenant, owner);
  }
}

function codeOf(status: number) {
  if (status === 404 || status === 410) return 'FILE_NOT_FOUND';
  if (status === 409) return 'CONFLICT';
  if (status === 413) return 'BODY_TOO_LARGE';
  // 501: an extension of the protocol that is not offered.
  return status < 500 || status === 501 ? 'MALFORMED_REQUEST' : 'SERVICE_UNAVAILABLE';
}
