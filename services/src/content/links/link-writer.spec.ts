import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLink, updateLink } from '@paddock/contract/calls/links';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { LinkWriter } from './link-writer.js';

const url = 'https://timing.example/live';
let services: TestServices;
let boss: TestMember;
const list = (allow: string[]) =>
  services.configure('motorsport', (file) => {
    file.flags['webview_tab'] = { url: 'https://maps.example/', allow };
  });
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'links', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    if (!file.tabs.includes('links')) file.tabs = [...file.tabs, 'links'];
    file['modules'] = { ...(file['modules'] as object), 'mfe-content': 'stable' };
  });
  boss = await services.member({ admin: true });
});
afterAll(() => services.close());

describe(LinkWriter, () => {
  it('changes the title of a link whose page has left the list of the web view, and not its address or mark', async () => {
    await list([new URL(url).origin]);
    const input = { client_id: randomUUID(), title: 'Live timing', url, in_app: true };
    const { link } = (await services.call(createLink, input, { as: boss })).body;
    expect(link).toMatchObject({ url, in_app: true });
    await list([]);
    const update = (fields: Omit<CallInput<typeof updateLink>, 'id'>) =>
      services.call(updateLink, { id: link.id, ...fields }, { as: boss });
    const renamed = await update({ title: 'Timing' });
    expect(renamed.body.link).toMatchObject({ title: 'Timing', url, in_app: true });
    for (const fields of [{ in_app: true }, { url: `${url}/2` }])
      expect((await update(fields)).body.fields).toEqual({ in_app: 'in_app_INVALID_PATTERN' });
    expect((await update({ in_app: false, url: `${url}/2` })).body.link).toMatchObject({ in_app: false });
  });
});
