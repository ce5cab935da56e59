import type { FolderItem } from '@paddock/contract/calls/folders';
import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Folder,
  type LucideIcon,
  Presentation,
} from 'lucide-react';

/** Icon and tone of each kind of file. */
const kinds: Record<NonNullable<FolderItem['icon']> | 'folder', readonly [LucideIcon, string]> = {
  folder: [Folder, 'var(--group-3)'],
  image: [FileImage, 'var(--group-7)'],
  video: [FileVideo, 'var(--group-11)'],
  audio: [FileAudio, 'var(--group-12)'],
  pdf: [FileText, 'var(--group-1)'],
  document: [FileText, 'var(--group-9)'],
  spreadsheet: [FileSpreadsheet, 'var(--group-6)'],
  presentation: [Presentation, 'var(--group-2)'],
  archive: [FileArchive, 'var(--group-14)'],
  text: [FileText, 'var(--group-15)'],
  file: [File, 'var(--group-15)'],
};

export function typeOf({ folder, icon = 'file' }: Pick<FolderItem, 'folder' | 'icon'>) {
  const [found, tone] = kinds[folder ? 'folder' : icon];
  return { icon: found, tone };
}
