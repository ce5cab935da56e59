import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readComments, readShout, readShouts, postShout } from '@paddock/contract/shouts';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { PostingService } from './posting.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const post = (as: TestMember, input: object) =>
  services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as });

describe(PostingService, () => {
  it('puts a shout into the feed', async () => {
    const ann = await services.member();
    const { status, body } = await post(ann, { group: '0', shout: 'Green flag' });
    expect([status, body]).toEqual([200, expect.objectContaining({ shout: 'Green flag', seq: 1 })]);
    const feed = await services.call(readShouts, {}, { as: ann });
    expect(feed.body.shouts.map((shout) => shout.shout)).toEqual(['Green flag']);
  });
});
