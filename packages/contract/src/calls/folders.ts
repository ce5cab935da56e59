import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';
import { isSpeakable } from '../core/speakable.js';
import { attachedFile, fileIcons } from './files.js';
import { userCard } from './users.js';

/** The parent of what is in no folder (specification B §3). */
export const rootFolder = 'null';
/** Folders within folders (`parent_LENGTH_PATTERN`). */
export const maxDepth = 50;
/** Entries of one page of a folder. */
export const maxFolderPage = 400;
/** New files are counted up to this number (B §9). */
export const maxNewFiles = 99;
/** Days that a deleted file or folder can be restored. */
export const binDays = 30;
/** Former contents of a file that are kept. */
export const maxVersions = 20;
/** Upload slots of the page (B §9). */
export const maxUploadSlots = 5;

/** Names that some systems give to devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** Whether a name can be that of a file on every system: no separators, no reserved name, no dot at its end. */
export const isFileName = (name: string): boolean =>
  isSpeakable(name) && !/[/\\]|\.$/.test(name) && !reserved.test(name);

/** In the same form, two names are one for a folder: `Straße` and `STRASSE`. */
export const nameKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

export const maxNameLength = 140;

/** The name of a file or folder, mandatory, up to 140 characters (B §5). */
export const itemName = z
  .string({ error: 'REQUIRED' })
  .trim()
  .min(1, 'REQUIRED')
  .max(maxNameLength, 'LENGTH_PATTERN')
  .refine(isFileName, 'INVALID_PATTERN');

/** The form of a new folder, and of a new name. */
export const folderForm = z.object({ name: itemName });

/** The id of a folder, or {@link rootFolder}. */
const parentId = z.union([z.literal(rootFolder), id], { error: 'REQUIRED' });
const folderName = z.object({ id, name: z.string() });

/** A file or folder (B §3). */
export const folderItem = z.object({
  id,
  name: z.string(),
  parent: parentId,
  folder: z.boolean(),
  /** Absent once the account is deleted. */
  owner: userCard.optional(),
  /** The content, of a file. */
  file: attachedFile.optional(),
  icon: z.enum(fileIcons).optional(),
  created: instant,
  /** When its name, place or content changed last. */
  updated: instant.optional(),
  /** A file that the caller has not read. */
  new: z.boolean(),
  /** New files in a folder and below it, up to {@link maxNewFiles}. */
  badge: z.number().int().min(0).max(maxNewFiles),
  /** Files in a folder and below it. */
  files: z.number().int().min(0).optional(),
  /** Former contents of a file. */
  versions: z.number().int().min(0).optional(),
  workplace: z.string(),
  /** The owner, and workplace admins. */
  can_edit: z.boolean(),
});
export type FolderItem = z.output<typeof folderItem>;

const placedItem = folderItem.extend({
  /** The folders above it, the outermost first. */
  parents: z.array(folderName),
});
export type PlacedItem = z.output<typeof placedItem>;

const receipts = z.object({ file_new_receipts: z.number().int().min(0) });

/** Folders first, then files, by name. Numbers in names sort by their value. */
export const readFolder = defineCall({
  name: 'folders.list',
  method: 'GET',
  path: '/folders/{parent}/children',
  summary: 'The files and folders in a folder',
  input: {
    parent: parentId,
    count: z.coerce.number().int().min(1).max(maxFolderPage).default(100),
    /** `next` of the page before. */
    page: id.optional(),
  },
  reply: z.object({
    /** The folder itself; null for the root. */
    folder: placedItem.nullable(),
    items: z.array(folderItem),
    next: id.nullable(),
    /** Whether the caller may add files and folders. */
    can_create: z.boolean(),
  }),
  permission: 'folders.read',
  errors: ['NOT_FOUND'],
});

export const readFolderItem = defineCall({
  name: 'folders.read_item',
  method: 'GET',
  path: '/folders/{id}',
  summary: 'A file or folder, with the folders above it',
  input: { id },
  reply: z.object({ item: placedItem }),
  permission: 'folders.read',
  errors: ['NOT_FOUND'],
});

/** Finds files and folders by the words of their names, the newest first. */
export const searchFolders = defineCall({
  name: 'folders.search',
  method: 'GET',
  path: '/folders/search',
  summary: 'Search files and folders by name',
  input: { query: z.string().trim().max(140), count: z.coerce.number().int().min(1).max(100).default(50) },
  reply: z.object({ items: z.array(placedItem), more: z.boolean() }),
  permission: 'folders.read',
});

const itemReply = z.object({ item: placedItem });

/** By admins; by all members with `files_tab.everybody_can_create`. CONFLICT with the field `name` for a name that the folder has. */
export const createFolder = defineCall({
  name: 'folders.create',
  method: 'POST',
  path: '/folders',
  summary: 'Create a folder',
  input: { client_id: clientId, name: itemName, parent: parentId.default(rootFolder) },
  reply: itemReply,
  permission: 'folders.write',
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  idempotent: true,
});

/**
 * Puts an own upload into a folder. CONFLICT with the field `name` for a name that the folder has, unless `replace`: the upload becomes
 * the content of the file of that name, which only its owner and admins may change. INVALID_FILE as for {@link updateFolderItem}.
 */
export const addFile = defineCall({
  name: 'folders.add_file',
  method: 'POST',
  path: '/folders/files',
  summary: 'Put an uploaded file into a folder',
  input: {
    client_id: clientId,
    parent: parentId.default(rootFolder),
    /** The address of an upload. */
    file: z.string().max(500),
    /** Without it the upload's own name, whose extension it keeps. */
    name: itemName.optional(),
    replace: z.boolean().default(false),
  },
  reply: itemReply,
  permission: 'folders.write',
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'FILE_NOT_FOUND', 'INVALID_FILE'],
  idempotent: true,
});

/**
 * Renames or moves. A file keeps its extension. CONFLICT with the field `name` for a name that the folder has; INVALID_FILE for an
 * extension of a shown type, such as `.pdf`, on a file that had none; INVALID_INPUT with `parent_INVALID_PATTERN` to move a folder into
 * itself or below.
 */
export const updateFolderItem = defineCall({
  name: 'folders.update',
  method: 'PUT',
  path: '/folders/{id}',
  summary: 'Rename or move a file or folder',
  input: { id, name: itemName.optional(), parent: parentId.optional() },
  reply: itemReply,
  permission: 'folders.write',
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'INVALID_FILE'],
});

/** Puts it into the bin with all that it contains. FORBIDDEN also for a folder that contains files of others, except for admins. */
export const deleteFolderItem = defineCall({
  name: 'folders.delete',
  method: 'DELETE',
  path: '/folders/{id}',
  summary: 'Delete a file or folder; it stays in the bin for 30 days',
  input: { id },
  reply: done,
  permission: 'folders.write',
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const markFileRead = defineCall({
  name: 'folders.mark_read',
  method: 'PUT',
  path: '/folders/{id}/read',
  summary: 'Mark a file as read',
  input: { id },
  reply: receipts,
  permission: 'folders.mark',
  errors: ['NOT_FOUND'],
});

export const markAllFilesRead = defineCall({
  name: 'folders.mark_all_read',
  method: 'PUT',
  path: '/folders/read_all',
  summary: 'Mark all files as read',
  input: {},
  reply: receipts,
  permission: 'folders.mark',
});

const version = z.object({
  id,
  size: z.number().int(),
  created: instant,
  by: userCard.optional(),
  /** The content that the file has now. */
  current: z.boolean(),
  file: attachedFile.optional(),
});

/** The contents of a file, the newest first. */
export const readVersions = defineCall({
  name: 'folders.versions',
  method: 'GET',
  path: '/folders/{id}/versions',
  summary: 'The versions of a file',
  input: { id },
  reply: z.object({ versions: z.array(version) }),
  permission: 'folders.read',
  errors: ['NOT_FOUND'],
});

/** Makes a former content the current one; the current one becomes a former one. */
export const restoreVersion = defineCall({
  name: 'folders.restore_version',
  method: 'PUT',
  path: '/folders/{id}/versions/{version}',
  summary: 'Restore a version of a file',
  input: { id, version: id },
  reply: itemReply,
  permission: 'folders.write',
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

const binned = z.object({
  id,
  name: z.string(),
  folder: z.boolean(),
  icon: z.enum(fileIcons).optional(),
  /** Files that it contains, of a folder. */
  files: z.number().int().min(0).optional(),
  deleted: instant,
  by: userCard.optional(),
  /** When it is deleted for good. */
  expires: instant,
});

/** The caller's own; admins see all. The latest first. */
export const readBin = defineCall({
  name: 'folders.bin',
  method: 'GET',
  path: '/folders/bin',
  summary: 'Deleted files and folders that can be restored',
  input: {},
  reply: z.object({ items: z.array(binned) }),
  permission: 'folders.read',
});

/** Into its folder, or the root if that is gone; with a number behind its name if the name was taken meanwhile. */
export const restoreFolderItem = defineCall({
  name: 'folders.restore',
  method: 'PUT',
  path: '/folders/{id}/restore',
  summary: 'Restore a deleted file or folder',
  input: { id },
  reply: itemReply,
  permission: 'folders.write',
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});
