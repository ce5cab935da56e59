import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { postShout } from '@paddock/contract/calls/shouts';
import type { Self } from '@paddock/contract/calls/users';
import { waitFor } from '@testing-library/react';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attachments } from '../kit/kit-context';
import { testKit } from '../../test/test-host';

// jsdom's files cannot be read.
Blob.prototype.arrayBuffer ??= () => Promise.resolve(new ArrayBuffer(1));
// Nor has it IndexedDB: these files live in the page. The browser journeys test what survives a reload.
const ann = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;
/** jsdom has no locks: those of one browser, for all windows of a test. */
const held = new Map<string, Promise<unknown>>();
const request = (name: string, work: () => Promise<unknown>) => {
  const result = (held.get(name) ?? Promise.resolve()).then(work);
  held.set(
    name,
    result.catch(() => undefined),
  );
  return result;
};
Object.defineProperty(navigator, 'locks', { value: { request } });
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

/** A server that stores uploads and one shout per client id. */
interface Stand {
  uploads: string[];
  deleted: string[];
  shouts: Record<string, unknown>[];
  /** Changes the next replies. */
  reply: (path: string, count: number) => { status: number; body: object } | 'cut' | undefined;
  /** Uploads are answered once it resolves. */
  gate?: Promise<void>;
}
let stand: Stand;
let server: Server;
let apiBase: string;

const bodyOf = async (request: IncomingMessage) => {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
};
beforeEach(async () => {
  localStorage.clear();
  stand = { uploads: [], deleted: [], shouts: [], reply: () => undefined };
  const counts = new Map<string, number>();
  server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    void bodyOf(request).then(async (body) => {
      const path = request.url!.split('?')[0]!;
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const changed = stand.reply(path, counts.get(path)!);
      if (changed === 'cut') return request.socket.destroy();
      const send = (status: number, reply: object) =>
        response.writeHead(status, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(reply));
      if (changed) return send(changed.status, changed.body);
      if (request.method === 'DELETE') {
        stand.deleted.push(path);
        return send(200, { done: true });
      }
      if (path.endsWith('/files')) {
        await stand.gate;
        const name = /filename="(.+?)"/.exec(body)![1]!;
        stand.uploads.push(name);
        const id = `f${stand.uploads.length}`;
        const type = name.endsWith('.png') ? 'image/png' : 'application/octet-stream';
        return send(200, { id, name, type, path: `/api/files/${id}` });
      }
      if (path.endsWith('/shouts')) stand.shouts.push(JSON.parse(body) as Record<string, unknown>);
      return send(200, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = async () => {
  const kit = await testKit({ module: 'mfe-shouts', messages: {}, user: ann, apiBase });
  const draft = (await kit.uploads()).draft('mfe-shouts', 'group/0');
  return { kit, draft };
};
const file = (name: string, content = 'x') => new File([content], name, { type: 'text/csv' });
const states = ({ items }: Attachments) => items.get().map(({ name, state }) => `${name} ${state}`);
const loaded = (draft: Attachments, count: number) =>
  waitFor(() => expect(states(draft).filter((one) => one.endsWith('loaded'))).toHaveLength(count), { timeout: 4000 });

describe('the files of a draft', () => {
  it('takes no more than the limit, of any kind', async () => {
    const { draft } = await open();
    await draft.add(
      ['1.csv', '2.png', '3.csv'].map((name) => file(name)),
      { max: 2 },
    );
    expect(draft.fault.get()).toEqual({ code: 'TOO_MANY_FILES' });
    await loaded(draft, 2);
    expect(stand.uploads.toSorted()).toEqual(['1.csv', '2.png']);
  });

  it('takes only pictures where asked, and no larger file than the server', async () => {
    const { draft } = await open();
    await draft.add([file('laps.csv')], { max: 7, pictures: true });
    expect(draft.fault.get()).toEqual({ code: 'INVALID_FILE', name: 'laps.csv' });
    await draft.add([Object.defineProperty(file('race.mp4'), 'size', { value: 188_743_681 })], { max: 7 });
    expect(draft.fault.get()).toEqual({ code: 'BODY_TOO_LARGE', name: 'race.mp4' });
    expect(stand.uploads).toEqual([]);
  });

  it('says that a file could not be read', async () => {
    const { draft } = await open();
    const folder = Object.defineProperty(file('folder'), 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
    });
    await draft.add([folder], { max: 7 });
    expect(draft.fault.get()).toEqual({ code: 'MEDIA_PICKER_ERROR', name: 'folder' });
    expect(draft.items.get()).toEqual([]);
  });

  it('shows why the server refused one, and tries it again', async () => {
    const { draft } = await open();
    const refusal = { status: 400, body: { code: 'INVALID_FILE', message: 'Not a picture.' } };
    stand.reply = (_, count) => (count === 1 ? refusal : undefined);
    await draft.add([file('car.png')], { max: 7 });
    await waitFor(() => expect(states(draft)).toEqual(['car.png failed']));
    const [{ error, percent, key } = {}] = draft.items.get();
    expect([error, percent]).toEqual([refusal.body, 0]);
    draft.retry(key!);
    await loaded(draft, 1);
  });

  it('moves and removes files; a removed upload is deleted at the server', async () => {
    const { draft } = await open();
    await draft.add([file('a.csv'), file('b.csv'), file('c.csv')], { max: 7 });
    await loaded(draft, 3);
    const [a, , c] = draft.items.get();
    draft.move(c!.key, 0);
    draft.remove(a!.key);
    expect(states(draft)).toEqual(['c.csv loaded', 'b.csv loaded']);
    await waitFor(() => expect(stand.deleted).toHaveLength(1));
  });
});

describe('an edited file', () => {
  it('takes the place of the first one, which is deleted at the server', async () => {
    const { draft } = await open();
    await draft.add([file('a.csv'), file('b.csv'), file('c.csv')], { max: 3 });
    await loaded(draft, 3);
    const [, b] = draft.items.get();
    await draft.replace(b!.key, file('b.csv', 'edited'));
    await loaded(draft, 3);
    expect(states(draft)).toEqual(['a.csv loaded', 'b.csv loaded', 'c.csv loaded']);
    expect(draft.items.get()[1]!.key).not.toBe(b!.key);
    expect(stand.uploads).toHaveLength(4);
    await waitFor(() => expect(stand.deleted).toHaveLength(1));
    await draft.replace('gone', file('d.csv'));
    expect(draft.items.get()).toHaveLength(3);
  });
});

describe('a post with files', () => {
  const post = async () => {
    const { kit, draft } = await open();
    await draft.add([file('a.csv'), file('b.png')], { max: 7 });
    await loaded(draft, 2);
    kit.outbox.add({
      module: 'mfe-shouts',
      call: { name: postShout.name, method: postShout.method, path: postShout.path },
      input: { shout: ' ', client_id: 'c1', group: '0' },
      files: draft.take(),
      invalidates: [],
    });
    return { kit, draft };
  };

  it('contains the addresses of pictures and files apart, and empties the draft', async () => {
    const { kit, draft } = await post();
    expect(draft.items.get()).toEqual([]);
    await waitFor(() => expect(kit.outbox.items.get()).toEqual([]));
    const addresses = Object.fromEntries(stand.uploads.map((name, index) => [name, `/api/files/f${index + 1}`]));
    expect(stand.shouts).toMatchObject([
      { client_id: 'c1', image_urls: [addresses['b.png']], files: [addresses['a.csv']] },
    ]);
  });

  it('is sent again after a lost reply without uploading twice', async () => {
    stand.reply = (path, count) => (path.endsWith('/shouts') && count === 1 ? 'cut' : undefined);
    const { kit } = await post();
    await waitFor(() => expect(kit.outbox.items.get()[0]?.status).toBe('waiting'));
    kit.outbox.retry('c1');
    await waitFor(() => expect(kit.outbox.items.get()).toEqual([]));
    expect(stand.uploads).toHaveLength(2);
    expect(stand.shouts).toHaveLength(1);
  });

  it('uploads the files again when the server has swept them', async () => {
    const gone = { status: 404, body: { code: 'FILE_NOT_FOUND', message: 'Gone.' } };
    stand.reply = (path, count) => (path.endsWith('/shouts') && count === 1 ? gone : undefined);
    const { kit } = await post();
    await waitFor(() => expect(kit.outbox.items.get()).toEqual([]));
    expect(stand.uploads).toHaveLength(4);
    expect(stand.shouts).toMatchObject([{ files: [expect.stringMatching(/f[34]$/)] }]);
  });

  it('gives its files back to the draft when it is refused', async () => {
    stand.reply = (path) =>
      path.endsWith('/shouts') ? { status: 403, body: { code: 'READ_ONLY', message: 'No.' } } : undefined;
    const { kit, draft } = await post();
    await waitFor(() => expect(kit.outbox.items.get()[0]?.status).toBe('failed'));
    draft.putBack(kit.outbox.items.get()[0]!.files!);
    await loaded(draft, 2);
    expect(stand.uploads).toHaveLength(2);
  });
});

describe('a post whose files take long', () => {
  const shouts = () => stand.shouts.map(({ client_id }) => client_id);
  async function postBehindFile() {
    let release: () => void = () => undefined;
    stand.gate = new Promise((resolve) => (release = resolve));
    const { kit, draft } = await open();
    await draft.add([file('race.csv', 'x'.repeat(1000))], { max: 7 });
    const add = (client_id: string, queue: string, files?: ReturnType<typeof draft.take>) =>
      kit.outbox.add({
        ...{ module: 'mfe-shouts', queue, invalidates: [], ...(files && { files }) },
        call: { name: postShout.name, method: postShout.method, path: postShout.path },
        input: { shout: client_id, client_id },
      });
    add('video', 'group/0', draft.take());
    add('text', 'group/0');
    add('elsewhere', 'group/1');
    return { kit, open: release };
  }

  it('holds back no other conversation, and its own for two seconds', async () => {
    const { kit, open } = await postBehindFile();
    await waitFor(() => expect(shouts()).toEqual(['elsewhere']), { timeout: 900 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(shouts()).toEqual(['elsewhere']);
    await waitFor(() => expect(shouts()).toEqual(['elsewhere', 'text']), { timeout: 3000 });
    expect(kit.outbox.items.get()).toMatchObject([{ client_id: 'video', status: 'sending', percent: 0 }]);
    open();
    await waitFor(() => expect(shouts()).toEqual(['elsewhere', 'text', 'video']), { timeout: 3000 });
    expect(kit.outbox.items.get()).toEqual([]);
  });

  it('is not published in the workplace that the member opens meanwhile', async () => {
    const { kit, open } = await postBehindFile();
    kit.session.switchWorkplace('porto');
    open();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(shouts()).not.toContain('video');
    kit.session.switchWorkplace('');
    await waitFor(() => expect(shouts()).toContain('video'), { timeout: 3000 });
    expect(stand.shouts.filter(({ workplace }) => workplace !== undefined)).toEqual([]);
  });

  it('is sent by one of two windows, and fails in neither', async () => {
    const { kit, open } = await postBehindFile();
    const other = await testKit({ module: 'mfe-shouts', messages: {}, user: ann, apiBase });
    const seen = new Set<string>();
    other.outbox.items.subscribe(() => other.outbox.items.get().forEach(({ status }) => seen.add(status)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    open();
    await waitFor(() => expect(kit.outbox.items.get()).toEqual([]), { timeout: 3000 });
    await waitFor(() => expect(other.outbox.items.get()).toEqual([]), { timeout: 3000 });
    expect(shouts().filter((id) => id === 'video')).toHaveLength(1);
    expect(seen).not.toContain('failed');
  });

  it('keeps the order of its conversation when it arrives in time', async () => {
    const { open } = await postBehindFile();
    setTimeout(open, 500);
    await waitFor(() => expect(shouts()).toEqual(['elsewhere', 'video', 'text']), { timeout: 3000 });
  });
});

it('shows no file of one member to the next', async () => {
  const { kit, draft } = await open();
  await draft.add([file('a.csv')], { max: 7 });
  await loaded(draft, 1);
  await kit.signOut();
  expect(draft.items.get()).toEqual([]);
  expect(JSON.stringify(localStorage)).not.toContain('a.csv');
  kit.session.signIn('other', { ...ann, id: 'bob' });
  expect((await kit.uploads()).draft('mfe-shouts', 'group/0').items.get()).toEqual([]);
});
