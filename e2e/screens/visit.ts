import { expect, type Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { type Language, textOf } from '../fixtures/messages.js';
import type { Community, Paddock } from '../fixtures/paddock.js';
import { type DemoUser, sessionOf } from '../fixtures/sign-in.js';

export interface Visit {
  page: Page;
  paddock: Paddock;
  community: Community;
  language: Language;
}

export interface Screen {
  name: string;
  /** Opens the screen and waits until it is complete. */
  open: (visit: Visit) => Promise<unknown>;
  only?: Community;
  /** A phone does not have it. */
  isBesideRail?: true;
  /** The sweep also checks its text at 200 %. */
  hasLargeText?: true;
  /** Opens with a page load of its own. */
  loadsPage?: true;
  /** Cleans up after the screen. */
  leaves?: (visit: Visit) => Promise<unknown>;
}

export const text = ({ language }: Visit, module: string, key: string) => textOf(module, language, key);
export const goTo = ({ page, paddock, community }: Visit, address: string) =>
  page.goto(`${paddock.origin(community)}/#${address}`);
export const title = ({ page }: Visit, name?: RegExp) =>
  expect(page.getByRole('heading', { level: 1, ...(name && { name }) }).first()).toBeVisible();
/** Waits for a visible text anywhere on the page. */
export const reads = (visit: Visit, module: string, key: string) =>
  expect(
    visit.page
      .getByText(text(visit, module, key))
      .filter({ visible: true })
      .first(),
  ).toBeAttached();

async function replyOf<Reply>({ paddock, community }: Visit, path: string, user: DemoUser = 'driver'): Promise<Reply> {
  const { token } = await sessionOf(paddock, community, user);
  const { status, body } = await callApi(paddock, community, 'GET', path, { token });
  expect(status, path).toBe(200);
  return body as Reply;
}
interface ChatRow {
  id: string;
  username?: string;
  invisible: boolean;
  /** Position of the newest shout. */
  seq: number;
}
interface ListedShout {
  id: string;
  comments_count: number;
  likes_count: number;
  user: { id: string };
}
export const chatsOf = async (visit: Visit, user?: DemoUser) =>
  (await replyOf<{ filters: ChatRow[] }>(visit, '/filters/retrieve/all?count=60', user)).filters;
/** A group of the demo, which is older than the groups that other tests make, has shouts, and lets the member write. */
export async function groupChat(visit: Visit): Promise<string> {
  const groups = (await chatsOf(visit))
    .filter(({ id, username, seq }) => username === undefined && id !== '0' && seq >= 5)
    .map(({ id }) => id)
    .sort();
  for (const id of groups) {
    const reply = await replyOf<{ conversation: { can_post: boolean } }>(visit, `/shouts?filter=${id}&count=1`);
    if (reply.conversation.can_post) return id;
  }
  throw new Error('the member writes in no group');
}
export const directChat = async (visit: Visit) =>
  (await chatsOf(visit)).find(({ username }) => username !== undefined)!.id;
export const shoutsOf = async (visit: Visit, filter = '0') =>
  (await replyOf<{ shouts: ListedShout[] }>(visit, `/shouts?filter=${filter}&count=30`)).shouts;

export const form = ({ page }: Visit) => page.getByRole('main').locator('form');
export const searchBox = ({ page }: Visit) => page.getByRole('searchbox').filter({ visible: true }).first();
export const bubbles = ({ page }: Visit) => page.getByRole('log').getByRole('group');
/** The text box for a new shout. */
export const composer = ({ page }: Visit) => page.getByRole('main').locator('textarea').last();

/** Waits for the list of chats. */
export const chatList = (visit: Visit) =>
  expect(
    visit.page
      .getByRole('list', { name: text(visit, 'mfe-chats', 'title') })
      .getByRole('link')
      .nth(3),
  ).toBeVisible();

/** Opens a page of the shell, which unmounts the previous screen with its fields, drawers and menus. */
export async function aside(visit: Visit) {
  await goTo(visit, '/main/diagnostics');
  await expect(visit.page.getByRole('button', { name: text(visit, 'shell', 'diagnostics.copy') })).toBeVisible();
}

/** Unloads the page, for screens that change the state of the shell. */
export const reload = ({ page }: Visit) => page.goto('about:blank');

/** Loads the page at an address, also if it is open there. */
export async function load(visit: Visit, address: string) {
  await reload(visit);
  await goTo(visit, address);
}
