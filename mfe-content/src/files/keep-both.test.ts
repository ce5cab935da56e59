import { expect, it } from '@jest/globals';
import { ApiError } from '@paddock/mfe-kit/api-error';
import type { PendingFile } from '@paddock/mfe-kit/kit-context';
import { keepBoth } from './use-folder-uploads';

it('adds a file under the first free number, and leaves the extension to the service', async () => {
  const tried: (string | undefined)[] = [];
  await keepBoth({ name: 'lap.v2.mov' } as PendingFile, async (_file, as) => {
    tried.push(as?.name);
    if (tried.length < 2) throw new ApiError('CONFLICT', '', 409);
  });
  expect(tried).toEqual(['lap.v2 (2)', 'lap.v2 (3)']);
});

it('shortens a name that has no room for the number', async () => {
  const tried: string[] = [];
  await keepBoth({ name: `${'x'.repeat(136)}.mov` } as PendingFile, async (_file, as) => {
    tried.push(as?.name ?? '');
  });
  expect(tried).toEqual([`${'x'.repeat(128)} (2)`]);
});
