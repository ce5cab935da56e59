import { expect } from '@playwright/test';
import { directChat, form, goTo, reads, searchBox, text, type Screen } from './visit.js';

export const people: Screen[] = [
  {
    name: 'people',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/people');
      await expect(visit.page.locator('a[href*="/main/people/"]').nth(4)).toBeVisible();
    },
  },
  {
    name: 'people-closest',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/people?by=distance');
      await reads(visit, 'mfe-people', 'closest.buckets.right_here');
    },
  },
  {
    name: 'people-search',
    async open(visit) {
      await goTo(visit, '/main/people');
      await searchBox(visit).fill('an');
      await expect(
        visit.page
          .getByRole('list', { name: text(visit, 'mfe-people', 'search.results') })
          .getByRole('listitem')
          .nth(1),
      ).toBeVisible();
    },
  },
  {
    name: 'people-search-nobody',
    async open(visit) {
      await goTo(visit, '/main/people');
      await searchBox(visit).fill('zzqqx');
      await reads(visit, 'mfe-people', 'search.found_zero');
    },
  },
  {
    name: 'person',
    async open(visit) {
      await goTo(visit, `/main/people/${await directChat(visit)}`);
      await expect(
        visit.page.getByRole('heading', {
          name: new RegExp(text(visit, 'mfe-people', 'profile.groups').source.slice(0, -1)),
        }),
      ).toBeAttached();
    },
  },
  {
    name: 'own-profile',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/profile');
      await expect(
        visit.page.getByRole('heading', {
          name: new RegExp(text(visit, 'mfe-people', 'profile.own_groups').source.slice(0, -1)),
        }),
      ).toBeAttached();
    },
  },
  {
    name: 'person-menu',
    async open(visit) {
      await goTo(visit, `/main/profile/${await directChat(visit)}`);
      await visit.page.getByRole('button', { name: text(visit, 'mfe-people', 'acts.more') }).click();
      await expect(visit.page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'profile-update',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/user-profile-update');
      await expect(visit.page.locator('a[href*="/user-profile-update/"]').nth(4)).toBeVisible();
    },
  },
  {
    name: 'profile-field',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/user-profile-update');
      await visit.page.locator('a[href$="/phone"]').click();
      await expect(form(visit).getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'person-gone',
    async open(visit) {
      await goTo(visit, '/main/profile/nobody-at-all');
      await reads(visit, 'mfe-people', 'profile.gone');
    },
  },
];

export const content: Screen[] = [
  {
    name: 'home',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/home');
      await reads(visit, 'mfe-content', 'home.all_events');
    },
  },
  {
    name: 'invite',
    async open(visit) {
      await goTo(visit, '/main/invite');
      await expect(visit.page.getByRole('textbox').first()).toBeVisible();
    },
  },
];

export const notices: Screen[] = (['notices', 'notices-partners'] as const).map((name): Screen => ({
  name,
  hasLargeText: true,
  ...(name !== 'notices' && { only: 'motorsport' as const }),
  async open(visit) {
    await goTo(visit, name === 'notices' ? '/main/notices' : '/main/notices/in/partners');
    await expect(visit.page.getByRole('article').nth(2)).toBeVisible();
    await visit.page.getByRole('article').nth(1).getByRole('button').first().click();
    await expect(visit.page.locator('[aria-expanded=true]').first()).toBeVisible();
  },
}));
