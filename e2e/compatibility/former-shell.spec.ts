import { test, useTheApp } from './two-versions.js';

test.use({ isShellFormer: true });

test('a former shell runs former modules with the present services', async ({ newWindow, paddock, expectVersions }) => {
  const page = await newWindow(undefined, { community: 'workplace' });
  await useTheApp(page, paddock.origin('workplace'));
  await expectVersions(page, 'workplace');
});

/** Modules that use more of kit or design system than the stored shell shares. None when that one has just been stored. */
const fallenBack = ['mfe-account', 'mfe-chats', 'mfe-people', 'mfe-shouts'];

test('a former shell goes on when present modules replace the former ones', async ({
  newWindow,
  paddock,
  pageErrors,
  expectVersions,
}) => {
  // A shared entry of the former shell may lack what a present module uses: it throws while it renders, and the one before replaces it.
  pageErrors.allow(/is not a function/);
  const page = await newWindow(undefined, { community: 'motorsport' });
  await useTheApp(page, paddock.origin('motorsport'));
  await expectVersions(page, 'motorsport', { fallenBack });
});
