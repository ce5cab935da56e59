import { test, useTheApp } from './two-versions.js';

test.use({ isShellFormer: true });

test('a former shell runs former modules with the present services', async ({ newWindow, paddock, expectVersions }) => {
  const page = await newWindow(undefined, { community: 'workplace' });
  await useTheApp(page, paddock.origin('workplace'));
  await expectVersions(page, 'workplace');
});

test('a former shell goes on when present modules replace the former ones', async ({
  newWindow,
  paddock,
  expectVersions,
}) => {
  const page = await newWindow(undefined, { community: 'motorsport' });
  await useTheApp(page, paddock.origin('motorsport'));
  await expectVersions(page, 'motorsport', { orFormer: true });
});
