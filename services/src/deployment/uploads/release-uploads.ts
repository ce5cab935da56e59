import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OtherContent } from '@paddock/build/rspack/release/received-release.mjs';
import type { ErrorCode } from '@paddock/contract/core/errors';
import type { FastifyRequest } from 'fastify';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { releaseLimits } from '../../infrastructure/rate-limits/limits.js';
import { networkOf } from '../../infrastructure/rate-limits/network-of.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { StartError } from '../../infrastructure/start-error.js';
import { missingCalls } from '../registry/missing-calls.js';
import { ChangedMeanwhile } from '../registry/registry-conflict.js';
import { RegistryMirror } from '../registry/registry-mirror.js';
import { ChannelMoves } from './channel-moves.js';
import { checkRelease } from './check-release.js';
import { receiveFiles } from './receive-files.js';
import type { ReleaseKey } from './release-key.repository.js';
import { ReleaseKeys } from './release-keys.js';
import { type ReceivedRelease, UploadPlace } from './upload-place.js';

const named = z.object({
  id: z.string().regex(/^mfe-[a-z-]+$/),
  version: z
    .string()
    .max(60)
    .regex(/^\d[\w.-]*$/),
  channel: z
    .string()
    .regex(/^(?!previous$)[a-z][a-z0-9-]{0,30}$/)
    .optional(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,40}\+?$/)
    .optional(),
});

/** Each holds its files in memory while they are checked. */
const maxAtOnce = 3;
const retryAfter = 10;
/** Characters of a refusal: it is a reply and a line of the log. */
const maxMessage = 2000;

export interface UploadReply {
  /** False for a resend. */
  is_new: boolean;
  /** Calls that these services lack: the release waits for their update. */
  missing_calls: string[];
}

/** Receives releases: who may send which, the checks, and the registry (ADR 0097). */
@Injectable()
export class ReleaseUploads implements OnApplicationBootstrap {
  private readonly place: UploadPlace;
  /** The digests of the keys. */
  private readonly running = new Set<string>();
  /** Milliseconds in which a whole body must arrive: a silent one must not keep other teams out. */
  bodyMs = 120_000;

  constructor(
    private readonly keys: ReleaseKeys,
    private readonly limits: RateLimits,
    private readonly mirror: RegistryMirror,
    private readonly moves: ChannelMoves,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.place = new UploadPlace(environment);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { releaseUploads, registryDir } = this.environment;
    const problem = releaseUploads ? await UploadPlace.problem(registryDir) : undefined;
    if (problem !== undefined) throw new StartError(`RELEASE_UPLOADS is set, but ${problem}.`);
  }

  /**
   * Receives one release. The key is checked before the files are read.
   *
   * @throws RELEASE_KEY_INVALID, FORBIDDEN, TOO_MANY_REQUESTS, RELEASE_REFUSED, RELEASE_EXISTS, BODY_TOO_LARGE …
   */
  async receive(request: FastifyRequest): Promise<UploadReply> {
    const address = networkOf(request.ip);
    await this.limits.take('releases.address', releaseLimits.address, '', address);
    const key = await this.keys.check(request.headers.authorization);
    // Several teams may send from one address; their keys have limits.
    await this.limits.giveBack('releases.address', releaseLimits.address, '', address);
    await this.limits.take('releases.key', releaseLimits.key, '', key._id);
    const release = authorizeRelease(key, request);
    // Another coding would hide how much arrives.
    const isPlain = ['identity', undefined].includes(request.headers['content-encoding']);
    if (!request.isMultipart() || !isPlain) throw new PaddockError('UNSUPPORTED_MEDIA_TYPE');
    if (this.running.size >= maxAtOnce || this.running.has(key.digest))
      throw new PaddockError('TOO_MANY_REQUESTS', { retryAfter });
    this.running.add(key.digest);
    try {
      return await this.store(request, release, key);
    } catch (error) {
      const { id, version, by } = release;
      const refusal = asRefusal(error);
      this.logger.warn({ module: 'releases', key: by, release: `${id} ${version}`, err: refusal }, 'upload refused');
      // The SDK's own errors: the bucket is away, or refuses the credentials.
      throw refusal instanceof Error && '$metadata' in refusal ? new PaddockError('SERVICE_UNAVAILABLE') : refusal;
    } finally {
      this.running.delete(key.digest);
    }
  }

  private async store(request: FastifyRequest, release: ReceivedRelease, key: ReleaseKey): Promise<UploadReply> {
    const { id, version, by, channel, commit } = release;
    const { isNew, missing } = await this.place.withFolder(async (folder) => {
      const dir = join(folder, 'files');
      await mkdir(dir);
      await this.receiveInTime(request, dir);
      const manifest = await checkRelease(dir, release);
      this.moves.checkFits(release, manifest);
      const published = await this.place.publish(folder, dir, release, {
        publishing: () => this.keys.checkAgain(key),
        moving: async (log) => {
          await this.keys.checkAgain(key);
          await this.moves.checkNotLeft(release, log);
        },
      });
      return { ...published, missing: missingCalls(manifest.calls) };
    });
    await this.mirror.ensure(id, version);
    const facts = { key: by, release: `${id} ${version}`, channel, commit, isNew, missing };
    this.logger.info({ module: 'releases', ...facts }, 'release uploaded');
    return { is_new: isNew, missing_calls: missing };
  }

  private async receiveInTime(request: FastifyRequest, dir: string): Promise<void> {
    const late = setTimeout(() => request.raw.destroy(), this.bodyMs);
    try {
      await receiveFiles(request, dir);
    } finally {
      clearTimeout(late);
    }
  }
}

/** @throws MALFORMED_REQUEST for an address that names no release; FORBIDDEN for one that the key is not for */
function authorizeRelease(key: ReleaseKey, { params, query }: FastifyRequest): ReceivedRelease {
  const { data } = named.safeParse({ ...(query as object), ...(params as object) });
  if (!data) throw new PaddockError('MALFORMED_REQUEST');
  const { id, channel } = data;
  const refused = (message: string) => new PaddockError('FORBIDDEN', { message });
  if (!key.modules.includes(id)) throw refused(`The key '${key._id}' does not release ${id}.`);
  if (channel !== undefined && !key.channels.includes(channel))
    throw refused(
      `The key '${key._id}' does not move the channel ${channel}: leave it out, and let an operator promote.`,
    );
  return { ...data, by: key._id };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof OtherContent) return refusalOf('RELEASE_EXISTS', error);
  const isBusy = error instanceof ChangedMeanwhile || (error instanceof Error && error.name === 'Refusal');
  if (isBusy) return refusalOf('CONFLICT', error);
  return error instanceof PaddockError && error.message.length > maxMessage ? refusalOf(error.code, error) : error;
}

const refusalOf = (code: ErrorCode, { message }: Error) =>
  new PaddockError(code, { message: message.length > maxMessage ? `${message.slice(0, maxMessage - 1)}…` : message });
