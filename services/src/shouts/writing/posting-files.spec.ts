import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeGroupMember } from '@paddock/contract/calls/group-members';
import { deleteShout, editShout, postShout, readShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const post = (as: TestMember, input: object) =>
  services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as });
const codeOf = async (reply: ReturnType<typeof post>) => {
  const { status, body } = await reply;
  return status === 200 ? 'ok' : body.code;
};

describe('Files of a shout', () => {
  async function uploaded(as: TestMember, name = 'trace.csv', content = 'lap,time\n1,98.2\n'): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const encoded = new Response(form);
    const reply = await services.request('POST', '/api/files', {
      headers: { authorization: `Bearer ${as.token}`, 'content-type': encoded.headers.get('content-type')! },
      body: await encoded.text(),
    });
    return (JSON.parse(reply.text) as { path: string }).path;
  }

  it('need no text: a single space is stored', async () => {
    const ann = await services.member();
    const { body } = await post(ann, { group: '0', shout: '', files: [await uploaded(ann)] });
    expect([body.shout, body.files.map((file) => file.name)]).toEqual([' ', ['trace.csv']]);
  });

  it('let an edit remove the text', async () => {
    const ann = await services.member();
    const { id } = (await post(ann, { group: '0', files: [await uploaded(ann)] })).body;
    const { body } = await services.call(editShout, { id, shout: '' }, { as: ann });
    expect([body.shout, body.files.length]).toEqual([' ', 1]);
  });

  it('are readable for readers of the shout only', async () => {
    const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => services.member()));
    const { body } = await post(ann!, { recipients: [bob!.id], files: [await uploaded(ann!)] });
    const seen = await services.call(readShout, { id: body.id }, { as: bob! });
    const address = seen.body.shout.files[0]!.path;
    expect((await services.request('GET', address)).status).toBe(200);
    const forged = address.replace(bob!.id, eve!.id);
    expect((await services.request('GET', forged)).status).toBe(404);
  });

  it('stop opening for a member who was removed from the group', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = (await services.group(ann, [bob]))._id;
    const { body } = await post(ann, { group, files: [await uploaded(ann)] });
    const seen = await services.call(readShout, { id: body.id }, { as: bob });
    const address = seen.body.shout.files[0]!.path;
    expect((await services.request('GET', address)).status).toBe(200);
    expect((await services.call(removeGroupMember, { id: group, uid: bob.id }, { as: ann })).status).toBe(200);
    expect((await services.request('GET', address)).status).toBe(404);
  });

  it('are deleted with the shout, also for its author', async () => {
    const ann = await services.member();
    const { body } = await post(ann, { group: '0', files: [await uploaded(ann)] });
    await services.call(deleteShout, { id: body.id }, { as: ann });
    expect((await services.request('GET', body.files[0]!.path)).status).toBe(404);
  });

  it('must belong to the author and to no other shout', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const file = await uploaded(ann);
    expect(await codeOf(post(bob, { group: '0', files: [file] }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(post(ann, { group: '0', files: [file] }))).toBe('ok');
    expect(await codeOf(post(ann, { group: '0', files: [file] }))).toBe('FILE_NOT_FOUND');
  });

  it('leave no gap and no shout when one is refused', async () => {
    const ann = await services.member();
    const group = await services.group(ann);
    await post(ann, { group: group._id, files: ['/api/files/a/b?x'] });
    expect((await post(ann, { group: group._id })).body.seq).toBe(1);
  });

  it.each(['rules.pdf', 'car.bmp'])('are refused as pictures when %s is one of image_urls', async (name) => {
    const ann = await services.member();
    const { body: shout } = await post(ann, { group: '0' });
    const content = name.endsWith('pdf') ? '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n' : 'BM';
    const image_urls = [await uploaded(ann, name, content)];
    expect(await codeOf(post(ann, { group: '0', image_urls }))).toBe('INVALID_FILE');
    expect(await codeOf(post(ann, { in_reply_to: shout.id, image_urls }))).toBe('INVALID_FILE');
    expect(await codeOf(post(ann, { group: '0', files: image_urls }))).toBe('ok');
  });

  it.each([
    [8, 'image_urls'],
    [8, 'files'],
    [101, 'image_urls'],
    [101, 'files'],
    [5000, 'image_urls'],
  ])('are too many when there are %i %s', async (length, field) => {
    const ann = await services.member();
    const addresses = Array.from({ length }, (_, index) => `/api/files/a/${index}`);
    expect(await codeOf(post(ann, { group: '0', [field]: addresses }))).toBe('TOO_MANY_FILES');
  });

  it('count together, up to max_files', () =>
    underFlags(services, 'motorsport', { max_files: 1 }, async () => {
      const ann = await services.member();
      const [one, two] = [await uploaded(ann), await uploaded(ann)];
      expect(await codeOf(post(ann, { group: '0', image_urls: [one], files: [two] }))).toBe('TOO_MANY_FILES');
      expect(await codeOf(post(ann, { group: '0', files: [one] }))).toBe('ok');
    }));
});
