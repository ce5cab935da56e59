import { describe, expect, it } from '@jest/globals';
import { readEvents } from '@paddock/contract/calls/events';
import { archiveChat } from '@paddock/contract/calls/chats';
import { testKit } from '../../test/test-host';
import { createKit } from './create-kit';

describe(createKit, () => {
  it('sends the stored position with no call', async () => {
    const sent: string[] = [];
    const kit = await testKit({
      module: 'mfe-x',
      messages: {},
      fetch: async (input, init) => {
        sent.push(`${String(input)} ${String(init?.body)}`);
        return Response.json({});
      },
    });
    kit.storage.setItem('geo', '[5.97,50.44]');
    await kit.api.call(readEvents, {});
    await kit.api.call(archiveChat, { id: 'g1', archive: true });
    expect(sent).toEqual([expect.stringContaining('local-time'), expect.stringContaining('local-time')]);
    expect(sent.join()).not.toMatch(/geo|5\.97|50\.44/);
  });

  it('forgets the position on this device at sign-out', async () => {
    const kit = await testKit({ module: 'mfe-x', messages: {}, fetch: async () => Response.json({ ok: true }) });
    kit.storage.setItem('geo', '[5.97,50.44]');
    await kit.signOut();
    expect([kit.storage.getItem('geo'), kit.platform.positionAnswer()]).toEqual([null, undefined]);
  });
});
