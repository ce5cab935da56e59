import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const mark = z.object({
  made: z.iso.datetime(),
  files: z.number().int().min(0).optional(),
  bytes: z.number().int().min(0).optional(),
});

/** The mark that a complete backup leaves in the data folder; undefined without one, or if it is damaged. */
export async function lastBackup(dataDir: string): Promise<z.output<typeof mark> | undefined> {
  try {
    return mark.parse(JSON.parse(await readFile(join(dataDir, 'last-backup.json'), 'utf8')));
  } catch {
    return undefined;
  }
}
