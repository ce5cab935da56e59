import { Inject, Injectable } from '@nestjs/common';
import type { exportAccount } from '@paddock/contract/calls/account-data';
import type { CallReply } from '@paddock/contract/core/call';
import { type PassThrough, Readable } from 'node:stream';
import { type ReadStreamOptions, ZipFile } from 'yazl';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { AccountErasureRepository } from '../../community/erasure/account-erasure.repository.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { fileNameOf, FilesPersonalData } from '../../community/files/files.personal-data.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { readmeOf } from './export-readme.js';

const lifetimeSeconds = 600;

/**
 * Exports everything stored about a member as a zip: JSON files by service, and the files they uploaded. Lists are streamed, so
 * memory use does not grow with the amount of data.
 */
@Injectable()
export class ExportService {
  constructor(
    private readonly extensions: ExtensionPoints,
    private readonly erasures: AccountErasureRepository,
    private readonly files: FilesPersonalData,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async export({ tenant, user, config, language }: SignedInCaller): Promise<CallReply<typeof exportAccount>> {
    const community = tenantOf(tenant.community);
    const zip = new ZipFile();
    const output = zip.outputStream as PassThrough;
    zip.on('error', (error) => output.destroy(error as Error));
    // A failure before the file's writer listens must not count as unhandled either; the writer finds the stream destroyed.
    output.on('error', () => undefined);
    const name = `${config.id}-${new Date().toISOString().slice(0, 10)}.zip`;
    const stored = this.files.keepFor(community, user._id, name, output, lifetimeSeconds);
    // Awaited at the end; a rejection before that must not count as unhandled.
    stored.catch(() => undefined);
    try {
      const exporters = this.extensions.all('export');
      for (const [service, exporter] of exporters)
        for (const [file, value] of Object.entries(await exporter(community, user)))
          pack(zip, `${service}/${file}.json`, {}, async () => Readable.from(jsonOf(value)));
      for await (const row of this.files.uploads(community, user._id))
        // Pictures and videos are compressed already.
        pack(zip, fileNameOf(row), { compress: false, mtime: row.created }, () => this.files.content(row));
      const missing = await this.missing([...exporters.keys()]);
      const { fullname } = user;
      zip.addBuffer(Buffer.from(readmeOf(language, { community: config.title, fullname, missing })), 'README.txt');
      zip.end();
    } catch (error) {
      output.destroy(error as Error);
      throw error;
    }
    return { url: await stored };
  }

  /** Services that store personal data and run in other processes. */
  private async missing(queried: readonly string[]): Promise<string[]> {
    const missing = (await this.erasures.keeping()).filter((service) => !queried.includes(service));
    if (missing.length > 0)
      this.logger.warn({ module: 'account', missing }, 'an export lacks services of other processes');
    return missing;
  }
}

/** Adds a file that is opened when its turn comes. Its errors destroy the archive: yazl does not listen to input streams. */
function pack(zip: ZipFile, name: string, options: Partial<ReadStreamOptions>, open: () => Promise<Readable>): void {
  zip.addReadStreamLazy(name, options, (done) => {
    open().then(
      (content) => {
        content.once('error', (error) => zip.emit('error', error));
        done(null, content);
      },
      (error: unknown) => done(error, Readable.from([])),
    );
  });
}

async function* jsonOf(value: unknown): AsyncGenerator<string> {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) {
    yield `${JSON.stringify(value, null, 2)}\n`;
    return;
  }
  let before = '[\n';
  for await (const row of value as AsyncIterable<unknown>) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
