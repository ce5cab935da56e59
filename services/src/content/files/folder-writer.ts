import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type addFile,
  type createFolder,
  isFileName,
  maxDepth,
  maxVersions,
  type PlacedItem,
  type restoreVersion,
  type updateFolderItem,
} from '@paddock/contract/calls/folders';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { fileOfAddress } from '../../community/files/file-address.js';
import { FilesService } from '../../community/files/files.service.js';
import { FolderUploads } from '../../community/files/folder-uploads.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { renamedTo } from '../../infrastructure/storage/file-types.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { canCreate, canEdit, FolderAccess } from './folder-access.js';
import { FolderItemRepository, type FolderPlace } from './folder-item.repository.js';
import type { FileVersion, FolderItemRow } from './folder-item.schema.js';
import { FolderViews } from './folder-views.js';

type Reply = Promise<{ item: PlacedItem }>;
type Upload = Pick<FileVersion, 'file' | 'size'> & { name: string };

/** Creates folders, adds files and their versions, renames and moves. */
@Injectable()
export class FolderWriter implements OnModuleInit {
  constructor(
    private readonly rows: FolderItemRepository,
    private readonly access: FolderAccess,
    private readonly views: FolderViews,
    private readonly files: FilesService,
    private readonly uploads: FolderUploads,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.uploads.register({
      check: async (caller, parent) => {
        const folder = await this.rows.byId(caller.tenant, parent);
        if (!folder?.folder) throw new PaddockError('NOT_FOUND', { fields: { parent: 'NOT_FOUND' } });
        checkCreates(caller);
      },
      add: async (caller, parent, file) => {
        await this.addFile(caller, { client_id: file, parent, upload: file, replace: false });
      },
    });
  }

  /** A resend returns the first folder. */
  async createFolder(caller: SignedInCaller, given: CallArguments<typeof createFolder>): Reply {
    checkCreates(caller);
    const { client_id, name, parent } = given;
    const { tenant, user } = caller;
    const { row } = await this.once(caller, client_id, (session) =>
      this.inFolder(caller, parent, session, (place) => {
        if (place.path.length >= maxDepth) throw tooDeep();
        return this.rows.add(tenant, { ...place, name, folder: true, owner: user._id, client_id }, { session });
      }),
    );
    return { item: await this.views.one(caller, row) };
  }

  /** A resend returns the first file. */
  async add(caller: SignedInCaller, { file, ...given }: CallArguments<typeof addFile>): Reply {
    checkCreates(caller);
    const upload = fileOfAddress(file);
    if (upload === undefined) throw new PaddockError('FILE_NOT_FOUND');
    return { item: await this.views.one(caller, await this.addFile(caller, { ...given, upload })) };
  }

  /** Renames or moves. @throws NOT_FOUND, FORBIDDEN, CONFLICT, INVALID_FILE, INVALID_INPUT */
  async update(caller: SignedInCaller, { id, name, parent }: CallArguments<typeof updateFolderItem>): Reply {
    const { tenant } = caller;
    const row = await this.inTurn(tenant, async (session) => {
      let item = await this.access.editable(caller, id, { session });
      if (parent !== undefined && parent !== item.parent) item = await this.move(caller, item, parent, session);
      const asked = name ?? item.name;
      const title = item.folder ? asked : titled(asked, item.name);
      if (title !== item.name) {
        item = (await this.rows.rename(tenant, id, title, { session })) ?? item;
        const contents = [...(item.versions ?? []), item.content ?? []].flat();
        const ids = contents.map(({ file }) => file);
        await this.files.rename(tenant, ids, title, { session });
      }
      await this.outbox.add(session, { kind: 'FoldersChanged', tenant });
      return item;
    });
    return { item: await this.views.one(caller, row) };
  }

  /** @throws NOT_FOUND, FORBIDDEN */
  async restoreVersion(caller: SignedInCaller, { id, version }: CallArguments<typeof restoreVersion>): Reply {
    const { tenant, user } = caller;
    const row = await this.inTurn(tenant, async (session) => {
      const item = await this.access.editable(caller, id, { session });
      if (item.content?.file === version) return item;
      const former = item.versions?.find(({ file }) => file === version);
      if (!item.content || !former) throw new PaddockError('NOT_FOUND');
      const versions = [...item.versions!.filter((one) => one !== former), item.content];
      const content = { ...former, by: user._id, created: new Date() };
      await this.outbox.add(session, { kind: 'FoldersChanged', tenant });
      return (await this.rows.setContent(tenant, id, { content, versions }, { session }))!;
    });
    return { item: await this.views.one(caller, row) };
  }

  private async addFile(
    caller: SignedInCaller,
    { client_id, parent, upload, name, replace }: Omit<CallArguments<typeof addFile>, 'file'> & { upload: string },
  ): Promise<FolderItemRow> {
    let surplus: FileVersion[] = [];
    const { row } = await this.once(caller, client_id, async (session) => {
      const { _id: file, name: own, size } = await this.files.own(caller, upload);
      const given: Upload = { file, size, name: titled(name ?? own, own) };
      if (!isFileName(given.name)) throw invalid('name', 'INVALID_PATTERN');
      return this.inFolder(caller, parent, session, async (place) => {
        const known = replace ? await this.rows.named(caller.tenant, place.parent, given.name, { session }) : null;
        if (!known) return this.addNew(caller, client_id, place, given, session);
        // A resend: a replacement adds no row with its client id.
        if ([known.content, ...(known.versions ?? [])].some((one) => one?.file === file)) return known;
        const replaced = await this.replace(caller, known, given, session);
        surplus = replaced.surplus;
        return replaced.row;
      });
    });
    for (const { file } of surplus) await this.files.delete(caller.tenant, file);
    return row;
  }

  private async addNew(
    { tenant, user }: SignedInCaller,
    client_id: string,
    place: FolderPlace,
    { name, ...upload }: Upload,
    session: ClientSession,
  ): Promise<FolderItemRow> {
    const _id = newId();
    const content = { ...upload, by: user._id, created: new Date() };
    const row = { _id, ...place, name, folder: false, content, owner: user._id, client_id };
    await this.files.attachOwn(tenant, user._id, upload.file, { kind: 'folder_item', id: _id }, { session });
    await this.files.rename(tenant, [upload.file], name, { session });
    await this.outbox.add(session, { kind: 'FilePublished', tenant, item: _id, actor: user._id });
    return this.rows.add(tenant, row, { session });
  }

  /** @throws FORBIDDEN for a file of another member, CONFLICT for a folder of that name, INVALID_FILE for another extension */
  private async replace(
    caller: SignedInCaller,
    { _id, folder, content: former, versions: others = [], ...row }: FolderItemRow,
    { file, size, name }: Upload,
    session: ClientSession,
  ): Promise<{ row: FolderItemRow; surplus: FileVersion[] }> {
    const { tenant, user } = caller;
    if (folder || !former) throw taken();
    if (!canEdit(caller, row)) throw new PaddockError('FORBIDDEN');
    // Names that differ in their Unicode form only are equal here, but the extension of one may be listed.
    if (renamedTo(row.name, name) !== row.name) throw new PaddockError('INVALID_FILE', { reason: 'content' });
    const content = { file, size, by: user._id, created: new Date() };
    const versions = [...others, former];
    await this.files.attachOwn(tenant, user._id, file, { kind: 'folder_item', id: _id }, { session });
    await this.outbox.add(session, { kind: 'FilePublished', tenant, item: _id, actor: user._id });
    await this.files.rename(tenant, [file], row.name, { session });
    const kept = versions.slice(-maxVersions);
    const changed = await this.rows.setContent(tenant, _id, { content, versions: kept }, { session });
    return { row: changed!, surplus: versions.slice(0, -maxVersions) };
  }

  /** @throws INVALID_INPUT into itself or below, or too deep; NOT_FOUND */
  private async move(
    caller: SignedInCaller,
    row: FolderItemRow,
    parent: string,
    session: ClientSession,
  ): Promise<FolderItemRow> {
    const to = await this.access.placeIn(caller, parent, { session });
    if (to.path.includes(row._id)) throw invalid('parent', 'INVALID_PATTERN');
    if (row.folder) {
      const below = await this.rows.below(caller.tenant, row._id, { session });
      const deepest = Math.max(row.path.length, ...below.filter(({ folder }) => folder).map(({ path }) => path.length));
      if (to.path.length + deepest - row.path.length >= maxDepth) throw tooDeep();
    }
    return (await this.rows.move(caller.tenant, row, to, { session })) ?? row;
  }

  private once(
    { tenant, user }: SignedInCaller,
    client_id: string,
    create: (session: ClientSession) => Promise<FolderItemRow>,
  ) {
    return once(
      () => this.rows.byClientId(tenant, user._id, client_id),
      () =>
        this.inTurn(tenant, async (session) => {
          // The same request at the same time has attached the file by now.
          return (await this.rows.byClientId(tenant, user._id, client_id, { session })) ?? create(session);
        }),
    );
  }

  private async inFolder(
    caller: SignedInCaller,
    parent: string,
    session: ClientSession,
    put: (place: FolderPlace) => Promise<FolderItemRow>,
  ): Promise<FolderItemRow> {
    const place = await this.access.placeIn(caller, parent, { session });
    await this.outbox.add(session, { kind: 'FoldersChanged', tenant: caller.tenant });
    return put(place);
  }

  /** One change of a workplace's folders at a time in this process; the database separates processes. @throws CONFLICT for a taken name */
  private inTurn<T>(tenant: Tenant, work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mutex.transaction(`folders ${tenant.community} ${tenant.workplace}`, work).catch((error: unknown) => {
      throw isDuplicateKey(error) && /name_key/.test(String(error)) ? taken() : error;
    });
  }
}

function checkCreates(caller: SignedInCaller): void {
  if (!canCreate(caller)) throw new PaddockError('FORBIDDEN');
}

/** @throws INVALID_FILE as {@link renamedTo}; INVALID_INPUT for a name that is too long with its extension */
function titled(name: string, former: string): string {
  const title = renamedTo(name, former);
  if (title.length > 140) throw invalid('name', 'LENGTH_PATTERN');
  return title;
}

const taken = () => new PaddockError('CONFLICT', { fields: { name: 'CONFLICT' } });
const tooDeep = () => invalid('parent', 'LENGTH_PATTERN');
const invalid = (field: 'name' | 'parent', why: 'INVALID_PATTERN' | 'LENGTH_PATTERN') =>
  new PaddockError('INVALID_INPUT', { fields: { [field]: `${field}_${why}` } });
