import type { Page } from '@playwright/test';
import { expectTab, openTab } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

/** The next report with this code; fails when it names another module. */
async function reported(page: Page, code: string) {
  const request = await page.waitForRequest((sent) => sent.postData()?.includes(code) ?? false);
  const { type, module, version, message } = request.postDataJSON() as Record<string, string>;
  expect((await request.response())!.status()).toBeLessThan(300);
  return { type, module, version, message };
}

/** The watch starts when the first page is complete. */
const watching = (page: Page) =>
  page.waitForFunction(() => Object.hasOwn(window, 'addEventListener'), undefined, { polling: 100 });

test('a module that blocks the page for seconds is reported by name, and keeps working', async ({
  page,
  openShell,
  trouble,
}) => {
  await openShell();
  await watching(page);
  await openTab(page, 'Trouble');
  const report = reported(page, 'MODULE_BLOCKED');
  await page.getByRole('button', { name: 'Block the page' }).click();
  const { message, ...facts } = await report;
  expect(facts).toEqual({ type: 'module_noticed', module: 'mfe-trouble', version: await trouble.version() });
  expect(parseInt(message!)).toBeGreaterThanOrEqual(1000);
  await expectTab(page, 'Trouble');
});

test('a module that leaves listeners behind at every unmount is reported, and others are not', async ({
  page,
  openShell,
  trouble,
}) => {
  await openShell();
  await watching(page);
  const codes: string[] = [];
  page.on('request', (sent) =>
    codes.push(
      sent
        .postData()
        ?.match(/"MODULE_LEAKED"|mfe-chats/g)
        ?.join() ?? '',
    ),
  );
  const turn = async (times: number) => {
    for (let count = 0; count < times; count++)
      for (const tab of ['Trouble', 'Chats'] as const) {
        await openTab(page, tab);
        await expectTab(page, tab);
      }
  };
  await turn(7);
  expect(codes.filter((code) => code.includes('MODULE_LEAKED'))).toEqual([]);

  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Leak at every mount' }).click();
  const report = reported(page, 'MODULE_LEAKED');
  await turn(7);
  expect(await report).toMatchObject({
    type: 'module_noticed',
    module: 'mfe-trouble',
    version: await trouble.version(),
  });
  expect((await report).message).toMatch(/^listeners \d+, elements \d+$/);
  expect(codes.filter((code) => code.includes('MODULE_LEAKED'))).toEqual(['"MODULE_LEAKED"']);
});
