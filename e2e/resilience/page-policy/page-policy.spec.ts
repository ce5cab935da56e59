import { expect, test } from '../fixtures/test.js';

test('the page is sent with its policy, Trusted Types included', async ({ page, motorsport }) => {
  const response = await page.goto(`${motorsport}/`);
  const policy = response!.headers()['content-security-policy']!.split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('trusted-types default');
  expect(policy.join()).not.toContain('unsafe');
});

test('the page runs no inline script and no script of another origin', async ({
  page,
  motorsport,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/Content Security Policy/);
  const markup = `<script>document.documentElement.dataset.ran = 'inline'</script>
    <script src="http://elsewhere.localhost/script.js"></script>
    <img src="data:," alt="" onerror="document.documentElement.dataset.ran = 'handler'">`;
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
  });
  await page.route(`${motorsport}/`, async (route) => {
    // Node does not resolve `*.localhost`, so the Host header names the community.
    const headers = { ...route.request().headers(), host: new URL(motorsport).host };
    const response = await route.fetch({ url: `http://127.0.0.1:${paddock.port}/`, headers });
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${markup}</body>`) });
  });
  await page.goto(`${motorsport}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const refused = await page.evaluate(() => (window as unknown as { refused: string[] }).refused);
  expect(refused.sort()).toEqual(['script-src-attr', 'script-src-elem', 'script-src-elem']);
  await expect(page.locator('html')).not.toHaveAttribute('data-ran');
});

const refusals = {
  eval: /EvalError|TypeError.*TrustedScript/,
  function_from_text: /EvalError|TypeError.*TrustedScript/,
  timer_from_text: /TypeError.*TrustedScript/,
  script_text: /TypeError.*TrustedScript/,
  unlisted_script: /TypeError: MODULE_UNLISTED/,
  foreign_script: /TypeError: MODULE_UNLISTED/,
  markup: /TypeError.*TrustedHTML/,
  policy_of_its_own: /TypeError/,
};

test("the page policy blocks eval, markup and unlisted scripts in a module's own code", async ({
  page,
  motorsport,
  openShell,
  pageErrors,
}) => {
  pageErrors.allow(/Content Security Policy|TrustedScript|TrustedHTML|TrustedTypePolicy/);
  await openShell();
  await page.goto(`${motorsport}/#/main/policy`);
  for (const [attempt, refusal] of Object.entries(refusals))
    await test.step(attempt, async () => {
      await page.getByRole('button', { name: attempt }).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        new RegExp(`^${attempt}: refused: (?:${refusal.source})`),
      );
    });
  await expect(page.locator('html')).not.toHaveAttribute('data-ran');
});
