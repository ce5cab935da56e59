import { test, useTheApp } from './two-versions.js';

test('the present shell runs former modules, and their calls succeed', async ({
  newWindow,
  paddock,
  expectVersions,
}) => {
  const page = await newWindow(undefined, { community: 'workplace' });
  await useTheApp(page, paddock.origin('workplace'));
  await expectVersions(page, 'workplace');
});
