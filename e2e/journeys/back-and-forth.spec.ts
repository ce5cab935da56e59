import type { Page } from '@playwright/test';
import { crew, tab } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

/** `open` loads a page at an address, `to` follows a plain link; the other steps are presses. */
type Step = 'back' | 'forward' | 'arrow' | 'reload' | `open ${string}` | `to ${string}` | `tab ${string}`;

async function take(page: Page, step: Step, address: (of: string) => string): Promise<void> {
  const [does, of = ''] = step.split(' ') as [string, string?];
  switch (does) {
    case 'open':
      // Leaves the document first, because a new hash alone loads nothing.
      await page.goto('/health');
      return void (await page.goto(`/#${address(of)}`));
    case 'to':
      return page.evaluate(
        (href) => {
          const link = Object.assign(document.createElement('a'), { href });
          document.body.append(link);
          link.click();
          link.remove();
        },
        `#${address(of)}`,
      );
    case 'tab':
      return tab(page, of).click();
    case 'arrow':
      return page.getByRole('button', { name: 'Back', exact: true }).click();
    case 'back':
      return void (await page.goBack());
    case 'forward':
      return void (await page.goForward());
    default:
      return void (await page.reload());
  }
}

type Journey = [name: string, steps: readonly (readonly [step: Step, at: string])[], device?: 'phone'];

const out: Journey[1] = [
  ['open shouts', 'shouts'],
  ['to profile', 'profile'],
  ['to notifications', 'notifications'],
];

const journeys: Journey[] = [
  ['browser back, then the arrow', [...out, ['back', 'profile'], ['arrow', 'shouts']]],
  ['the arrow, then browser back', [...out, ['arrow', 'profile'], ['back', 'shouts']]],
  [
    'forward over what the arrow left',
    [...out, ['arrow', 'profile'], ['forward', 'notifications'], ['arrow', 'profile']],
  ],
  [
    'back, then another way',
    [...out, ['back', 'profile'], ['back', 'shouts'], ['to notifications', 'notifications'], ['arrow', 'shouts']],
  ],
  [
    'a reload at each step',
    [
      ...out,
      ['reload', 'notifications'],
      ['arrow', 'profile'],
      ['reload', 'profile'],
      ['arrow', 'shouts'],
      ['reload', 'shouts'],
    ],
  ],
  [
    'tabs between pages',
    [
      ['open profile', 'profile'],
      ['tab Events', 'events'],
      ['tab Shouts', 'shouts'],
      ['to notifications', 'notifications'],
      ['arrow', 'shouts'],
      ['back', 'events'],
      ['back', 'profile'],
      ['arrow', 'chats'],
    ],
  ],
  [
    'a tab pressed again',
    [
      ...out.slice(0, 1),
      ['tab Shouts', 'shouts'],
      ['to profile', 'profile'],
      ['back', 'shouts'],
      ['to notifications', 'notifications'],
      ['arrow', 'shouts'],
    ],
  ],
  [
    'a link from outside',
    [
      ['open notifications', 'notifications'],
      ['arrow', 'chats'],
      ['to profile', 'profile'],
      ['arrow', 'chats'],
      ['forward', 'profile'],
      ['back', 'chats'],
    ],
  ],
  [
    'a link from outside that is pressed again inside',
    [
      ['open profile', 'profile'],
      ['to profile', 'profile'],
      ['to notifications', 'notifications'],
      ['back', 'profile'],
      ['arrow', 'chats'],
    ],
  ],
  [
    'a list and its details on a phone',
    [
      ['open shouts', 'shouts'],
      ['tab Chats', 'chats'],
      ['to chat', 'chat'],
      ['arrow', 'chats'],
      ['forward', 'chat'],
      ['to profile', 'profile'],
      ['back', 'chat'],
      ['arrow', 'chats'],
      ['back', 'shouts'],
    ],
    'phone',
  ],
  [
    'a detail from outside on a phone',
    [
      ['open chat', 'chat'],
      ['arrow', 'chats'],
      ['to chat', 'chat'],
      ['reload', 'chat'],
      ['arrow', 'chats'],
    ],
    'phone',
  ],
];

for (const [name, steps, device = 'desktop'] of journeys)
  test(`Back leads back: ${name}`, async ({ paddock, newWindow }) => {
    const other = JSON.parse((await sessionOf(paddock, 'motorsport', 'crew')).stored) as { id: string };
    const addresses: Record<string, string> = {
      profile: `/main/profile/${other.id}`,
      notifications: '/main/notifications',
      chat: `/main/chats/${other.id}`,
    };
    const address = (of: string) => addresses[of] ?? `/main/${of}`;
    const page = await newWindow(await sessionOf(paddock, 'motorsport', 'driver'), { viewport: viewports[device] });
    for (const [index, [step, at]] of steps.entries()) {
      await take(page, step, address);
      const url = `${paddock.origin('motorsport')}/#${address(at)}`;
      // A wide window opens an item beside these lists.
      const isSplit = device === 'desktop' && (at === 'chats' || at === 'events');
      await expect(page, `${index + 1}. ${step}`).toHaveURL(isSplit ? new RegExp(`^${url}/[^/]+$`) : url);
      const shown =
        at === 'profile'
          ? crew
          : { chats: 'Chats', shouts: 'Shouts', events: 'Events', notifications: 'Notifications' }[at];
      if (shown) await expect(page.getByRole('heading', { name: shown }).first()).toBeVisible();
      else await expect(page.getByRole('log')).toBeVisible();
    }
  });
