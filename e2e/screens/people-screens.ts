import { expect } from '@playwright/test';
import { directChat, goTo, reads, searchBox, text, title, type Screen } from './visit.js';

export const people: Screen[] = [
  {
    name: 'people',
    async open(visit) {
      await goTo(visit, '/main/people');
      await expect(visit.page.locator('a[href*="/main/people/"]').nth(4)).toBeVisible();
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
    name: 'person-gone',
    async open(visit) {
      await goTo(visit, '/main/profile/nobody-at-all');
      await reads(visit, 'mfe-people', 'profile.gone');
    },
  },
];

export const events: Screen[] = [
  {
    name: 'events',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      await expect(visit.page.locator('a[href*="/main/events/"]').nth(3)).toBeVisible();
    },
  },
  {
    name: 'event',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      const link = visit.page.getByRole('link', { name: /Drivers’ briefing/ }).first();
      await expect(link).toBeAttached();
      await goTo(visit, (await link.getAttribute('href'))!.slice(1));
      await reads(visit, 'mfe-events', 'detail.organised_by');
    },
  },
  {
    name: 'event-attendees',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      const link = visit.page.locator('a[href*="/main/events/"]').first();
      await expect(link).toBeAttached();
      await goTo(visit, `${(await link.getAttribute('href'))!.slice(1)}/attendees`);
      await title(visit);
    },
  },
  {
    name: 'event-comments',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events');
      const link = visit.page.locator('a[href*="/main/events/"]').first();
      await expect(link).toBeAttached();
      await goTo(visit, `${(await link.getAttribute('href'))!.slice(1)}/comments`);
      await expect(visit.page.getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'events-month',
    only: 'workplace',
    async open(visit) {
      await goTo(visit, '/main/events');
      await expect(visit.page.locator('a[href*="/main/events/"]').first()).toBeVisible();
    },
  },
  {
    name: 'event-new',
    only: 'workplace',
    async open(visit) {
      await goTo(visit, '/main/events/new');
      await expect(visit.page.getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'event-gone',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/events/no-such-event');
      await reads(visit, 'mfe-events', 'detail.gone');
    },
  },
];

export const content: Screen[] = [
  {
    name: 'home',
    async open(visit) {
      await goTo(visit, '/main/home');
      await reads(visit, 'mfe-content', 'home.go_to');
    },
  },
];
