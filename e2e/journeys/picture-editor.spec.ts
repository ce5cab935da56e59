import { expectAccessible } from '../fixtures/accessibility.js';
import { choose, slots } from '../fixtures/chosen-files.js';
import { textOf } from '../fixtures/messages.js';
import { conversation, go } from '../fixtures/places.js';
import { emulateDevice, takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

for (const community of ['motorsport', 'workplace'] as const)
  test(`a chosen picture is turned and cropped before it is sent, in ${community}`, async ({ openAs }) => {
    const locale = community === 'workplace' ? 'ar' : 'en';
    const text = (key: string) => textOf('mfe-shouts', locale, key);
    const page = await openAs('driver', { community, locale, viewport: viewports.desktop });
    await go(page, '/main/chats/0');
    const base64 = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
      const pen = canvas.getContext('2d')!;
      for (const [index, color] of ['#d33', '#3a3', '#33d', '#dd3'].entries()) {
        pen.fillStyle = color;
        pen.fillRect(100 * index, 0, 100, 200);
      }
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    const chosen = { name: 'car.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
    await choose(page, [chosen], text('attach'));
    const list = slots(page, text('attachments'));
    await expect(list.getByRole('img', { name: 'car.png' })).toBeVisible();
    await list.getByRole('button', { name: text('edit_picture.label') }).click();
    const editor = page.getByRole('dialog', { name: text('edit_picture.title') });
    const shown = editor.getByRole('img', { name: 'car.png' });
    const sizeOf = () => shown.evaluate(({ naturalWidth: x, naturalHeight: y }: HTMLImageElement) => [x, y]);
    await expect.poll(sizeOf).toEqual([400, 200]);
    const reset = editor.getByRole('button', { name: text('edit_picture.reset') });
    await expect(reset).toHaveAttribute('aria-disabled', 'true');
    await editor.getByRole('button', { name: text('edit_picture.turn_right') }).click();
    await expect.poll(sizeOf).toEqual([200, 400]);
    // By keyboard: the lower edge goes up.
    const edge = editor.getByRole('button', { name: text('edit_picture.handles.s') });
    await edge.focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowUp');
    await expectAccessible(page);
    for (const device of ['phone', 'desktop'] as const) {
      await emulateDevice(page, device);
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await takeScreen(page, `picture-editor-${community}`, device, scheme);
      }
    }
    await editor.getByRole('button', { name: text('edit_picture.done') }).click();
    await expect(editor).toBeHidden();
    await expect(list).toHaveCount(1);
    await expect(list.getByRole('img', { name: 'car.png' })).toBeVisible();
    await page.getByRole('button', { name: text('send'), exact: true }).click();
    await expect(list).toHaveCount(0);
    const sent = conversation(page).locator('[data-item]').last().locator('img').first();
    await expect.poll(() => sent.evaluate(({ naturalWidth: x }: HTMLImageElement) => x)).toBe(200);
    const height = await sent.evaluate(({ naturalHeight: y }: HTMLImageElement) => y);
    expect(height).toBeLessThan(400);
    expect(height).toBeGreaterThan(200);
  });
