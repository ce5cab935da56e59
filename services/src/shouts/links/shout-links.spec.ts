import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { updatePreferences } from '@paddock/contract/calls/notifications';
import type { CallInput } from '@paddock/contract/core/call';
import { clickLink } from '@paddock/contract/calls/shout-links';
import { deleteShout, editShout, postShout, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { PageSite } from '../../../test/page-site.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows } from '../../../test/test-windows.js';
import { until } from '../../../test/test-smtp.js';
import { FileRepository } from '../../community/files/file.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { LinkJobRepository } from './link-job.repository.js';
import { PagePreviews } from './page-preview.js';

let site: PageSite;
let services: TestServices;
let windows: TestWindows;
let ann: TestMember;
let bob: TestMember;
let eve: TestMember;
beforeAll(async () => {
  site = await PageSite.start();
  services = await startTestServices({ ...site.variables, SERVICES: 'account,shouts', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
  [ann, bob, eve] = (await Promise.all([1, 2, 3].map(() => services.member()))) as [TestMember, TestMember, TestMember];
  const create = { width: 800, height: 400, channels: 3, background: '#ff5b1f' } as const;
  site.html('/picture.png', await sharp({ create }).png().toBuffer(), 'image/png');
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
  await site.close();
});

let pages = 0;
/** A page with a title and a picture; returns its address. */
const pageOf = (title: string, image = '/picture.png') =>
  site.html(
    `/page-${(pages += 1)}`,
    `<title>${title}</title><meta name="description" content="About ${title}"><meta property="og:image" content="${image}">`,
  );
async function post(input: Partial<CallInput<typeof postShout>>, as = ann) {
  const { body } = await services.call(postShout, { client_id: randomUUID(), ...input }, { as });
  return body;
}
const read = async (id: string, as = ann) => (await services.call(readShout, { id }, { as })).body.shout;
async function previewed(id: string, as = ann) {
  await until(async () => (await read(id, as)).links.every(({ title }) => title !== undefined));
  return (await read(id, as)).links;
}
const status = async (address: string) => (await services.request('GET', address)).status;
const click = (id: string, url: string, as = ann) => services.call(clickLink, { id, url }, { as });

describe('Links of shouts', () => {
  it('count no click in a direct chat that seen marks of one side hide', async () => {
    const [author, reader] = [await services.member(), await services.member()];
    const url = pageOf('Secret');
    const { id } = await post({ recipients: [reader.id], shout: url }, author);
    const setMarks = (seen_marks: boolean) =>
      services.call(updatePreferences, { id: reader.id, seen_marks }, { as: reader });
    await setMarks(false);
    expect((await click(id, url, reader)).body.click_count).toBe(0);
    expect((await read(id, author)).links[0]!.click_count).toBe(0);
    await setMarks(true);
    expect((await click(id, url, reader)).body.click_count).toBe(1);
  });

  it('get their preview after the post, which every reader’s window receives', async () => {
    const window = await windows.open(bob);
    const url = pageOf('Lap times');
    const posted = await post({ recipients: [bob.id], shout: `see ${url}.` });
    const domain = '127.0.0.1';
    expect(posted.links).toEqual([{ url, domain, click_count: 0 }]);
    const links = await previewed(posted.id);
    const image = expect.stringMatching(/^\/api\/files\//) as unknown as string;
    expect(links).toEqual([{ url, domain, title: 'Lap times', description: 'About Lap times', image, click_count: 0 }]);
    await until(() => window.received.some(({ event }) => event === 'updating_shout'));
    const { payload } = window.received.find(({ event }) => event === 'updating_shout')!;
    expect(payload).toMatchObject({ shout: { id: posted.id, links: [{ url, title: 'Lap times' }] } });
    // The addresses are each viewer's own.
    const theirs = (payload as { shout: typeof posted }).shout.links[0]!.image!;
    expect(theirs).toMatch(bob.id);
    expect([await status(links[0]!.image!), await status(theirs)]).toEqual([200, 200]);
    expect(await status(theirs.replace(bob.id, eve.id))).toBe(404);
  });

  it('are the same in feeds and alone, and of a comment too', async () => {
    const group = (await services.group(ann, [bob]))._id;
    const { id } = await post({ group, shout: `a ${pageOf('A')} b ${pageOf('B', '')}` });
    const comment = await post({ in_reply_to: id, shout: pageOf('C') }, bob);
    await previewed(id);
    await until(async () => (await read(id)).comments[0]?.links[0]?.title === 'C');
    const [listed] = (await services.call(readShouts, { filter: group }, { as: ann })).body.shouts;
    const alone = await read(id);
    expect(listed!.links).toEqual(alone.links);
    expect(listed!.links.map(({ title, image }) => [title, image !== undefined])).toEqual([
      ['A', true],
      ['B', false],
    ]);
    expect(listed!.comments.map(({ id, links }) => [id, links[0]!.title])).toEqual([[comment.id, 'C']]);
    expect(listed!.comments[0]!.links).toEqual(alone.comments[0]!.links);
  });

  it('are the first three addresses, each once; others and e-mail addresses are none', async () => {
    const text =
      'ann@example.org https://a.invalid https://b.invalid/x www.c.invalid https://a.invalid https://d.invalid';
    expect((await post({ group: '0', shout: text })).links.map(({ url, domain }) => [url, domain])).toEqual([
      ['https://a.invalid/', 'a.invalid'],
      ['https://b.invalid/x', 'b.invalid'],
      ['https://www.c.invalid/', 'c.invalid'],
    ]);
  });

  it('stay without preview for private addresses, and do not delay others', async () => {
    services.get(PagePreviews).timeoutMs = 60_000;
    let hanging: ServerResponse | undefined;
    const hung = site.serve('/hung', (_request, response) => void (hanging = response));
    const slow = await post({ group: '0', shout: `${hung} http://169.254.169.254/latest http://127.0.0.1:1/` });
    await until(() => hanging !== undefined);
    const quick = await post({ group: '0', shout: pageOf('Quick') }, bob);
    await previewed(quick.id, bob);
    // The first author's page is still being fetched.
    expect(hanging!.destroyed).toBe(false);
    hanging!.destroy();
    const jobs = services.get(LinkJobRepository);
    await until(async () => (await jobs.take(new Date(Date.now() + hourMs), [])) === null);
    expect((await read(slow.id)).links.map(({ title }) => title)).toEqual([undefined, undefined, undefined]);
  });

  it('without a usable picture get a preview without one', async () => {
    site.html('/script.png', '<script>alert(1)</script>', 'image/png');
    const { id } = await post({ group: '0', shout: pageOf('Script', '/script.png') });
    expect((await previewed(id))[0]).not.toHaveProperty('image');
  });

  it('follow an edit: kept addresses keep preview and clicks, others go with their pictures', async () => {
    const [kept, dropped, added] = ['Kept', 'Dropped', 'Added'].map((title) => pageOf(title)) as [
      string,
      string,
      string,
    ];
    const { id } = await post({ group: '0', shout: `${kept} ${dropped}` });
    const [, before] = await previewed(id);
    await click(id, kept);
    const asked = site.asked.length;
    const { body } = await services.call(editShout, { id, shout: `${added} ${kept}` }, { as: ann });
    expect(body.links.map(({ title, click_count }) => [title, click_count])).toEqual([
      [undefined, 0],
      ['Kept', 1],
    ]);
    expect((await previewed(id)).map(({ title }) => title)).toEqual(['Added', 'Kept']);
    expect(site.asked.slice(asked)).not.toContain(`GET ${new URL(kept).pathname}`);
    expect(await status(before!.image!)).toBe(404);
  });

  it('are deleted with the shout, also while they are fetched', async () => {
    const done = await post({ group: '0', shout: pageOf('Done') });
    const [link] = await previewed(done.id);
    let answer = () => {};
    const late = site.serve('/late', (_request, response) => {
      answer = () =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Late</title><meta property="og:image" content="/picture.png">');
    });
    const racing = await post({ group: '0', shout: late });
    await until(() => site.asked.includes('GET /late'));
    for (const { id } of [done, racing]) await services.call(deleteShout, { id }, { as: ann });
    answer();
    const jobs = services.get(LinkJobRepository);
    await until(async () => (await jobs.take(new Date(Date.now() + hourMs), [])) === null);
    expect(await status(link!.image!)).toBe(404);
    const attached: unknown[] = [];
    for await (const row of services.get(FileRepository).ofOwner(tenantOfMember(ann), ann.id))
      if (row.attached?.id === racing.id) attached.push(row);
    expect(attached).toEqual([]);
  });

  it('are fetched after a process has died between the commit and the fetch', async () => {
    let isUp = false;
    const url = site.serve('/down', (_request, response) =>
      response.writeHead(isUp ? 200 : 503, { 'content-type': 'text/html' }).end('<title>Up</title>'),
    );
    const { id } = await post({ group: '0', shout: url });
    const jobs = services.get(LinkJobRepository);
    await until(async () => (await jobs.take(new Date(Date.now() + hourMs), [])) === null);
    isUp = true;
    // The job is stored, and no worker was woken.
    await services
      .get(Mongo)
      .transaction((session) => jobs.add(tenantOfMember(ann), { shout: id, author: ann.id }, session));
    expect((await previewed(id)).map(({ title }) => title)).toEqual(['Up']);
  });
});

describe('Clicks of links', () => {
  it('are counted exactly, also when they come at once', async () => {
    const url = 'https://count.invalid/';
    const group = (await services.group(ann, [bob]))._id;
    const { id } = await post({ group, shout: url });
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => click(id, url, n % 2 ? ann : bob)));
    expect(replies.map(({ body }) => body.click_count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    const [listed] = (await services.call(readShouts, { filter: group }, { as: bob })).body.shouts;
    expect(listed!.links[0]!.click_count).toBe(60);
  });

  it('of a comment show in its shout’s feed', async () => {
    const group = (await services.group(ann, [bob]))._id;
    const { id } = await post({ group, shout: 'See below' });
    const comment = await post({ in_reply_to: id, shout: 'https://below.invalid' }, bob);
    const count = async () =>
      (await services.call(readShouts, { filter: group }, { as: ann })).body.shouts[0]!.comments[0]!.links[0]!
        .click_count;
    expect(await count()).toBe(0);
    await click(comment.id, 'https://below.invalid/');
    expect(await count()).toBe(1);
  });

  it('are refused for other addresses, deleted shouts, and shouts that the member may not read', async () => {
    const url = 'https://private.invalid/';
    const { id } = await post({ recipients: [bob.id], shout: url });
    const codes = async (...replies: ReturnType<typeof click>[]) =>
      (await Promise.all(replies)).map(({ body }) => body.code);
    expect(await codes(click(id, url, eve), click(id, 'https://other.invalid/'), click(newShout, url))).toEqual([
      'SHOUT_NOT_FOUND',
      'NOT_FOUND',
      'SHOUT_NOT_FOUND',
    ]);
    expect((await read(id)).links[0]!.click_count).toBe(0);
    await post({ in_reply_to: id, shout: 'Keeps its place' });
    await services.call(deleteShout, { id }, { as: ann });
    expect(await codes(click(id, url))).toEqual(['SHOUT_NOT_FOUND']);
    expect((await read(id)).links).toEqual([]);
  });
});
const newShout = '0123456789abcdef01234567';

describe('Buttons of shouts', () => {
  const buttons = (...options: object[]) => ({ action: 'buttons', options }) as CallInput<typeof postShout>['meta'];
  const meta = buttons({ title: 'Book', url: 'https://book.example/x' }, { title: 'Race', link: 'events.list' });
  const send = (given: unknown, as: TestMember) =>
    services.call(postShout, { client_id: randomUUID(), group: '0', shout: 'Press', meta: given as never }, { as });

  it('are set by admins of the workplace alone', async () => {
    const hq = { community: 'workplace', workplace: 'hq' };
    const admin = await services.member({ ...hq, acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
    const member = await services.member(hq);
    expect((await send(meta, member)).body.code).toBe('FORBIDDEN');
    const { status: ok, body } = await send(meta, admin);
    const stored = { ...meta!, options: [meta!.options[0], { ...meta!.options[1], params: {} }] };
    expect([ok, body.meta]).toEqual([200, stored]);
    const [listed] = (await services.call(readShouts, { filter: '0' }, { as: member })).body.shouts;
    expect(listed!.meta).toEqual(stored);
    await post({ in_reply_to: body.id, shout: 'Keeps its place' }, admin);
    await services.call(deleteShout, { id: body.id }, { as: admin });
    expect((await services.call(readShout, { id: body.id }, { as: admin })).body.shout).not.toHaveProperty('meta');
  });

  it.each([
    ['no button', buttons()],
    ['four buttons', buttons(...Array.from({ length: 4 }, () => ({ title: 'a', url: 'https://a.io' })))],
    ['another scheme', buttons({ title: 'a', url: 'javascript:alert(1)' })],
    ['no address', buttons({ title: 'a', url: 'x' })],
    ['an unknown link', buttons({ title: 'a', link: 'shouts.secret' })],
    ['a link without its parameter', buttons({ title: 'a', link: 'events.detail' })],
    ['both an address and a link', buttons({ title: 'a', url: 'https://a.io', link: 'events.list' })],
    ['no title', buttons({ title: ' ', url: 'https://a.io' })],
    ['a title of 51 characters', buttons({ title: 'x'.repeat(51), url: 'https://a.io' })],
    ['another action', { action: 'script', options: [{ title: 'a', url: 'https://a.io' }] }],
  ])('are refused with %s', async (_, given) => {
    const admin = await services.member({ admin: true });
    const { status: code, body } = await send(given, admin);
    expect([code, body.code, Object.keys(body.fields ?? {})[0]]).toEqual([400, 'INVALID_INPUT', 'meta']);
  });
});
