import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { S3Settings } from '../../infrastructure/storage/s3-storage.js';
import { ChangedMeanwhile } from './registry-conflict.js';
import { isReleaseFile } from './release-file.js';

/** Changed after each push, so that one small read shows whether the registry has changed. */
const stateKey = 'state';
/** Written last and removed first: a version without it is incomplete. */
const markName = 'integrity.json';
/** The log first: a channel never points to a release that the log does not know. */
const tables = ['log.jsonl', 'channels.json', 'rollouts.json'] as const;
/** Objects that are sent or fetched at once. */
const atOnce = 8;
const connectMs = 5000;
/** Without a byte, in either direction. */
const usualAnswerMs = 10_000;
const pullMs = 60_000;

const moduleName = /^mfe-[a-z-]+$/;
const versionName = /^\d[\w.-]*$/;
interface StoredTable {
  etag: string | undefined;
  text: string;
}

/** A copy of one module's tables and of one version, if the bucket has it; the others are as if they were not there. */
export interface OneVersion {
  id: string;
  version: string;
}

/** The module registry in a bucket of S3, copied to and from a folder that has the registry's usual form. */
export class RegistryBucket {
  private readonly client: S3Client;
  private readonly bucket: { Bucket: string };
  /** Of the last {@link pull}: `mfe-chats/1.0.0-…` → its objects. */
  private versions = new Map<string, string[]>();
  /** `mfe-chats/channels.json` → what the bucket had. */
  private readonly known = new Map<string, StoredTable>();
  private state: string | undefined;
  private pulledAt = -Infinity;

  /**
   * @param credentials by default the SDK's own sources
   * @param only what the folder is a copy of; by default of everything
   */
  constructor(
    { bucket, region, endpoint, answerMs = usualAnswerMs }: S3Settings,
    private readonly folder: string,
    credentials?: { accessKeyId: string; secretAccessKey: string },
    private readonly only?: OneVersion,
  ) {
    this.bucket = { Bucket: bucket };
    this.client = new S3Client({
      region,
      requestHandler: { connectionTimeout: connectMs, socketTimeout: answerMs },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    });
  }

  /** {@link pull}, if a push has ended since the last one, and now and then: a command that is killed leaves no new state. */
  async pullChanges(): Promise<void> {
    const { text } = await this.read(stateKey);
    if (text === this.state && performance.now() - this.pulledAt < pullMs) return;
    await this.pull();
    this.state = text;
    this.pulledAt = performance.now();
  }

  /**
   * Copies complete versions that the folder lacks, and the tables after the versions that they name. Versions and tables appear whole.
   *
   * @param isExact removes versions of the folder that the bucket does not have
   */
  async pull(isExact = false): Promise<void> {
    // Read before the list, tables name no version that is sent after it.
    const early = this.only ? tables.map((table) => `${this.only!.id}/${table}`) : [...this.known.keys()];
    const found = await this.readAll(early);
    const { versions, tableKeys } = await this.list();
    this.versions = versions;
    for (const [key, table] of await this.readAll(tableKeys.filter((each) => !found.has(each)))) found.set(key, table);
    const missing = [...versions].filter(
      ([name, keys]) => isComplete(name, keys) && !existsSync(join(this.folder, name)),
    );
    // Releases that no channel names must not delay a channel's move.
    const named = missing.filter(([name]) => isNamed(name, found));
    for (const [name, keys] of named) await this.fetchVersion(name, keys);
    for (const key of tableKeys) await this.storeTable(key, found.get(key)!);
    for (const [name, keys] of missing.filter((each) => !named.includes(each))) await this.fetchVersion(name, keys);
    if (!isExact) return;
    const obsolete = localVersions(this.folder).filter((name) => !isComplete(name, versions.get(name) ?? []));
    for (const name of obsolete) await rm(join(this.folder, name), { recursive: true });
  }

  /**
   * Copies what the folder has changed since {@link pull}: new versions, then the tables; and removes the versions that the folder has
   * lost.
   *
   * @throws ChangedMeanwhile if another push has changed the same table, or sent other files of the same version; its change is kept
   */
  async push(): Promise<void> {
    const local = localVersions(this.folder);
    const added = local.filter((name) => !isComplete(name, this.versions.get(name) ?? []));
    // An incomplete version is one that another command is sending.
    const lost = [...this.versions].filter(([name, keys]) => isComplete(name, keys) && !local.includes(name));
    for (const name of added) await this.sendVersion(name);
    let isChanged = added.length + lost.length > 0;
    for (const id of modulesIn(this.folder))
      for (const table of tables) isChanged = (await this.sendTable(`${id}/${table}`)) || isChanged;
    for (const [name, keys] of lost) await this.removeVersion(name, keys);
    if (!isChanged) return;
    await this.client.send(new PutObjectCommand({ ...this.bucket, Key: stateKey, Body: randomUUID() }));
  }

  /** Closes the connections to the bucket. */
  close(): void {
    this.client.destroy();
  }

  private async list(): Promise<{ versions: Map<string, string[]>; tableKeys: string[] }> {
    const versions = new Map<string, string[]>();
    const tableKeys: string[] = [];
    // A copy: the paginator keeps its place in what it is given.
    const place = { ...this.bucket, ...(this.only && { Prefix: `${this.only.id}/` }) };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, place))
      for (const { Key: key = '' } of Contents) {
        const [id = '', name = '', ...file] = key.split('/');
        if (!moduleName.test(id)) continue;
        if (tables.some((table) => table === name) && file.length === 0) tableKeys.push(key);
        if (!versionName.test(name) || !isReleaseFile(file.join('/'))) continue;
        if (this.only && name !== this.only.version) continue;
        const version = `${id}/${name}`;
        versions.set(version, [...(versions.get(version) ?? []), key]);
      }
    return { versions, tableKeys: tables.flatMap((table) => tableKeys.filter((key) => key.endsWith(`/${table}`))) };
  }

  private async fetchVersion(name: string, keys: readonly string[]): Promise<void> {
    const draft = join(this.folder, '.building', randomUUID());
    try {
      await inGroups(keys, async (key) => {
        const file = join(draft, key.slice(name.length + 1));
        const { Body } = await this.client.send(new GetObjectCommand({ ...this.bucket, Key: key }));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, await Body!.transformToByteArray());
      });
      await mkdir(dirname(join(this.folder, name)), { recursive: true });
      // Another process with the same folder may have been faster.
      await rename(draft, join(this.folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  private async sendVersion(name: string): Promise<void> {
    const entries = await readdir(join(this.folder, name), { recursive: true, withFileTypes: true });
    const root = join(this.folder, name);
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    const send = async (file: string) => this.sendFile(`${name}/${file}`, await readFile(join(root, file)));
    await inGroups(
      files.filter((file) => file !== markName && !isCopy(file)),
      send,
    );
    // They replace others, which only a push of the same originals may do.
    await inGroups(files.filter(isCopy), send);
    await send(markName);
  }

  /**
   * Of two pushes of one version, one has written a file first. Compressed copies may differ between versions of Node, since they unpack to
   * the same bytes.
   */
  private async sendFile(key: string, bytes: Buffer): Promise<void> {
    const condition = isCopy(key) ? {} : { IfNoneMatch: '*' };
    try {
      await this.client.send(new PutObjectCommand({ ...this.bucket, Key: key, Body: bytes, ...condition }));
    } catch (error) {
      if (!isPreconditionFailure(error)) throw error;
      const { Body } = await this.client.send(new GetObjectCommand({ ...this.bucket, Key: key }));
      if (!bytes.equals(await Body!.transformToByteArray()))
        throw new ChangedMeanwhile(
          `The bucket has another ${key}, of a release that is being sent or was not completed: delete it if no command runs.`,
        );
    }
  }

  private async removeVersion(name: string, keys: readonly string[]): Promise<void> {
    const remove = (key: string) => this.client.send(new DeleteObjectCommand({ ...this.bucket, Key: key }));
    await remove(`${name}/${markName}`);
    await inGroups(keys, remove);
  }

  /** Overwrites only the table that was read: of two concurrent commands one fails and must be repeated. Returns whether it was sent. */
  private async sendTable(key: string): Promise<boolean> {
    const text = await readFile(join(this.folder, key), 'utf8').catch(() => undefined);
    const known = this.known.get(key);
    if (text === undefined || text === known?.text) return false;
    const condition = known?.etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: known.etag };
    try {
      const command = new PutObjectCommand({ ...this.bucket, Key: key, Body: text, ...condition });
      const { ETag: etag } = await this.client.send(command);
      this.known.set(key, { etag, text });
      return true;
    } catch (error) {
      if (!isPreconditionFailure(error)) throw error;
      throw new ChangedMeanwhile(`Another command has changed ${key} in the registry meanwhile: run this one again.`);
    }
  }

  private async read(key: string): Promise<StoredTable> {
    try {
      const { Body, ETag: etag } = await this.client.send(new GetObjectCommand({ ...this.bucket, Key: key }));
      return { etag, text: await Body!.transformToString() };
    } catch (error) {
      if (error instanceof NoSuchKey) return { etag: undefined, text: '' };
      throw error;
    }
  }

  private async readAll(keys: readonly string[]): Promise<Map<string, StoredTable>> {
    const found = new Map<string, StoredTable>();
    for (const key of keys) found.set(key, await this.read(key));
    return found;
  }

  private async storeTable(key: string, table: StoredTable): Promise<void> {
    // Added after it was read: the next pull has it.
    if (table.etag === undefined) return;
    if (this.known.get(key)?.text !== table.text || !existsSync(join(this.folder, key)))
      await this.store(key, table.text);
    this.known.set(key, table);
  }

  private async store(key: string, text: string): Promise<void> {
    const file = join(this.folder, key);
    await mkdir(dirname(file), { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, text, { flush: true });
    await rename(draft, file);
  }
}

/** The object is not what the client has read, or another request is writing it. */
function isPreconditionFailure(error: unknown): boolean {
  const { httpStatusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  return httpStatusCode === 412 || httpStatusCode === 409;
}

const isCopy = (file: string) => /\.(br|gz)$/.test(file);
/** Whether channels or rollouts name a version: `mfe-chats/1.0.0-…`. */
function isNamed(name: string, found: ReadonlyMap<string, StoredTable>): boolean {
  const [id, version] = name.split('/');
  return ['channels.json', 'rollouts.json'].some((table) => found.get(`${id}/${table}`)?.text.includes(`"${version}"`));
}

const isComplete = (name: string, keys: readonly string[]) => keys.includes(`${name}/${markName}`);

const namesIn = (folder: string, form: RegExp) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => form.test(name)) : [];
const modulesIn = (folder: string) => namesIn(folder, moduleName);
const localVersions = (folder: string) =>
  modulesIn(folder).flatMap((id) => namesIn(join(folder, id), versionName).map((name) => `${id}/${name}`));

async function inGroups(keys: readonly string[], work: (key: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < keys.length; from += atOnce) await Promise.all(keys.slice(from, from + atOnce).map(work));
}
