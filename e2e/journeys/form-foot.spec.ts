import type { Page } from '@playwright/test';
import { expectTargetSizes } from '../fixtures/accessibility.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

/** Scrolls the sign-up form to this position, and returns the controls of which another element covers a visible part. */
function coveredControls(page: Page, position: number): Promise<{ covered: string[]; isAtEnd: boolean }> {
  return page.evaluate((top) => {
    const submit = document.querySelector<HTMLButtonElement>('main [type=submit]')!;
    const form = submit.form!;
    let scroller: Element = form;
    while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement!;
    scroller.scrollTop = top;
    const visible = scroller.getBoundingClientRect();
    const isCovered = (control: Element) => {
      const box = control.getBoundingClientRect();
      const end = Math.min(box.bottom, visible.bottom) - 3;
      for (let y = Math.max(box.top, visible.top) + 3; y <= end; y += 4) {
        const hit = document.elementFromPoint(box.left + box.width / 2, y);
        if (!control.contains(hit) && !hit?.closest('label')?.contains(control)) return true;
      }
      return false;
    };
    const controls = [...form.elements].filter((control) => control !== submit && control.checkVisibility());
    return {
      covered: controls.filter(isCovered).map((control) => `${control.outerHTML.slice(0, 80)} at ${top}`),
      isAtEnd: top >= scroller.scrollHeight - scroller.clientHeight,
    };
  }, position);
}

async function expectNothingCovered(page: Page, checkTargets: boolean) {
  for (let top = 0, done = false; !done; top += 40) {
    const { covered, isAtEnd } = await coveredControls(page, top);
    expect(covered).toEqual([]);
    if (checkTargets) await expectTargetSizes(page, 'main');
    done = isAtEnd;
  }
}

const phones = { phone: viewports.phone, 'phone with an open keyboard': { width: 390, height: 450 } };
const looks = {
  'in English': {},
  'in Arabic': { community: 'workplace', locale: 'ar' },
  'with text at 200 %': {},
} as const;

for (const [look, options] of Object.entries(looks))
  test(`the foot of the sign-up form stays visible on a phone and covers no control, ${look}`, async ({
    newWindow,
  }) => {
    const page = await newWindow(undefined, options);
    await page.goto('/#/signup');
    await expect(page.locator('main form [aria-haspopup]').first()).toBeVisible();
    if (look === 'in Arabic') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByRole('switch').click();
    if (look.includes('200')) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const submit = page.locator('main [type=submit]');
    for (const viewport of Object.values(phones)) {
      await page.setViewportSize(viewport);
      await expectNothingCovered(page, look === 'in English');
      await expect(submit).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize(viewports.desktop);
    await expectNothingCovered(page, false);
  });

test('the sign-up button outside the form submits it, by click and by Enter', async ({ page, motorsport }) => {
  await page.goto(`${motorsport}/#/signup`);
  const email = page.getByRole('textbox', { name: 'E-mail' });
  const values = { 'Full name': 'Nadia', Username: 'nadia', 'E-mail': 'no address', Password: 'a-good-password' };
  for (const [name, value] of Object.entries({ ...values, 'Team or company': 'Northfell' }))
    await page.getByRole('textbox', { name }).fill(value);
  for (const list of [/^Type,/, /^Subtype,/]) {
    await page.getByRole('button', { name: list }).click();
    await page.getByRole('option').first().click();
  }
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill('nadia@example.org');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await email.fill('again no address');
  await email.press('Enter');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
});
