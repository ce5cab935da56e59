import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSubjectComments } from '@paddock/contract/calls/comments';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { subjectConversationId } from '../../community/conversations/conversation-ids.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';

/** A second service with comments: notices, each for some readers, owned by one member, counted in a collection of their own. */
class NoticeBoard {
  private readonly notices = new Map<string, { owner: string; readers: readonly string[] }>();

  constructor(private readonly services: TestServices) {
    services.get(ExtensionPoints).provide('comment_subject', 'notice', {
      permission: 'home.read',
      address: (id) => `/main/notices/${id}/comments`,
      access: (_tenant, users, id) => {
        const notice = this.notices.get(id);
        const readers = users.filter(({ _id }) => notice?.readers.includes(_id));
        const rights = (user: string) => ({ title: 'Lost keys', manages: user === notice?.owner, can_comment: true });
        return Promise.resolve(new Map(readers.map(({ _id }) => [_id, rights(_id)])));
      },
      knownReaders: (_caller, id) => Promise.resolve(this.notices.get(id)?.readers ?? []),
      count: async (_tenant, id, comments, session) => {
        const counts = services.get(Mongo).connection.collection<{ _id: string }>('test_notices');
        await counts.updateOne({ _id: id }, { $inc: { comments } }, { session });
        return this.notices.has(id);
      },
    });
  }

  async post(owner: TestMember, readers: readonly TestMember[]): Promise<string> {
    const id = newId();
    this.notices.set(id, { owner: owner.id, readers: readers.map((one) => one.id) });
    const counts = this.services.get(Mongo).connection.collection<{ _id: string; comments: number }>('test_notices');
    await counts.insertOne({ _id: id, comments: 0 });
    return id;
  }

  async comments(id: string): Promise<unknown> {
    const counts = this.services.get(Mongo).connection.collection<{ _id: string }>('test_notices');
    return (await counts.findOne({ _id: id }))?.['comments' as '_id'];
  }

  async remove(member: TestMember, id: string): Promise<void> {
    this.notices.delete(id);
    await this.services
      .get(Mongo)
      .transaction((session) =>
        this.services
          .get(Outbox)
          .add(session, { kind: 'SubjectDeleted', tenant: tenantOfMember(member), subject: { kind: 'notice', id } }),
      );
  }
}

let services: TestServices;
let board: NoticeBoard;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  board = new NoticeBoard(services);
});
afterAll(() => services.close());

const send = (as: TestMember, id: string, kind = 'notice') =>
  services.call(postShout, { subject: { kind, id }, client_id: randomUUID(), shout: 'Mine' }, { as });
const read = (as: TestMember, id: string, kind = 'notice') => services.call(readSubjectComments, { kind, id }, { as });

describe('a second kind of record with comments', () => {
  it('is commented, counted, managed and erased by the rules of its own service', async () => {
    const [ann, bob, eve] = await Promise.all([services.member(), services.member(), services.member()]);
    const id = await board.post(ann, [ann, bob]);
    expect((await send(eve, id)).body.code).toBe('SHOUT_NOT_FOUND');
    const first = (await send(bob, id)).body.id;
    await Promise.all([send(bob, id), send(ann, id), send(ann, id)]);
    expect([(await read(bob, id)).body.total, await board.comments(id)]).toEqual([4, 4]);
    expect((await services.call(deleteShout, { id: first }, { as: eve })).body.code).toBe('SHOUT_NOT_FOUND');
    expect((await services.call(deleteShout, { id: first }, { as: ann })).status).toBe(200);
    expect([(await read(bob, id)).body.total, await board.comments(id)]).toEqual([3, 3]);
    // The same id of another kind is another record.
    expect((await read(ann, id, 'event')).body.code).toBe('SHOUT_NOT_FOUND');

    await board.remove(ann, id);
    expect((await read(ann, id)).body.code).toBe('SHOUT_NOT_FOUND');
    const thread = subjectConversationId(tenantOfMember(ann), 'notice', id);
    const left = () => services.get(Mongo).connection.collection('shouts').countDocuments({ thread });
    const end = Date.now() + 20_000;
    while ((await left()) > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await left()).toBe(0);
  });
});
