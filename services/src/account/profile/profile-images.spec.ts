import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readProfile } from '@paddock/contract/calls/people';
import { FormData, request } from 'undici';
import { formDispatcher } from '../../../test/form-dispatcher.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { statusOfFile } from '../../../test/upload-picture.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,people', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
interface Sent {
  status: number;
  body: { code?: string; profile_image: string; thumb_path: string };
}

const replace = (as: TestMember, id = as.id, content = picture, name = 'me.gif') =>
  send(as, { method: 'PUT', path: `users/${id}/profile_image`, content, name });
/** As the registration page does it. */
const upload = (as: TestMember) =>
  send(as, { method: 'POST', path: 'profile_images', content: picture, name: 'me.gif' });

async function send(
  as: TestMember,
  { method, path, content, name }: { method: 'PUT' | 'POST'; path: string; content: Buffer; name: string },
): Promise<Sent> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const reply = await request(`http://127.0.0.1:${services.port}/api/${path}`, {
    method,
    headers: { host: `${as.community}.localhost`, authorization: `Bearer ${as.token}` },
    body: form,
    dispatcher: formDispatcher,
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as Sent['body'] };
}
const profile = async (as: TestMember, { id }: TestMember) => (await services.call(readProfile, { id }, { as })).body;

describe('the picture of a profile', () => {
  it('is replaced in both sizes for all members; the former one is gone', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const first = await replace(ann);
    expect(first.status).toBe(200);
    const before = await profile(bob, ann);
    for (const address of [first.body.profile_image, first.body.thumb_path, before.picture!, before.profile_image!])
      expect(await statusOfFile(services, address)).toBe(200);
    expect((await replace(ann)).status).toBe(200);
    for (const address of [first.body.profile_image, before.picture!, before.profile_image!])
      expect(await statusOfFile(services, address)).toBe(404);
    expect(await statusOfFile(services, (await profile(bob, ann)).picture!)).toBe(200);
  });

  it('is replaced by an admin of the workplace, whose reply shows it, unless disable_admin_can_edit_profiles', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
    expect((await replace(bob, ann.id)).body.code).toBe('FORBIDDEN');
    expect(await profile(bob, ann)).not.toHaveProperty('picture');
    const { status, body } = await replace(admin, ann.id);
    expect([status, await statusOfFile(services, body.profile_image)]).toEqual([200, 200]);
    expect(await profile(admin, admin)).not.toHaveProperty('picture');
    await underFlags(services, 'motorsport', { disable_admin_can_edit_profiles: true }, async () => {
      expect((await replace(admin, ann.id)).body.code).toBe('FORBIDDEN');
      expect((await replace(admin)).status).toBe(200);
    });
  });

  it('leaves one file when two arrive at once', async () => {
    const ann = await services.member();
    const replies = await Promise.all([replace(ann), replace(ann), replace(ann)]);
    const statuses = await Promise.all(replies.map(({ body }) => statusOfFile(services, body.profile_image)));
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });

  it('is not changed by a banned or denied member; a pending one tells no other window', async () => {
    const windows = new TestWindows(services);
    const bobs = await windows.open(await services.member());
    for (const [code, rights] of [
      ['ACCESS_FORBIDDEN', { banned: true }],
      ['ACCESS_DENIED', { pending: true, denied: true }],
      [undefined, { pending: true }],
    ] as const)
      expect((await upload(await services.member(rights))).body.code).toBe(code);
    const ann = await services.member();
    await upload(ann);
    await until(() => bobs.received.length > 0);
    expect(bobs.received).toEqual([{ event: 'updating_user', payload: { id: ann.id } }]);
    windows.closeAll();
  });

  it.each([
    ['a text with the name of a picture', Buffer.from('no picture'), 'me.png'],
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'me.svg'],
  ])('refuses %s and keeps the picture', async (_, content, name) => {
    const ann = await services.member();
    await replace(ann);
    const { picture: address } = await profile(ann, ann);
    expect((await replace(ann, ann.id, content, name)).body.code).toBe('INVALID_FILE');
    expect(await statusOfFile(services, address!)).toBe(200);
  });
});
