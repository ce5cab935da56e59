import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallInput } from '@paddock/contract/core/call';
import { markRead } from '@paddock/contract/calls/chats';
import { votePoll } from '@paddock/contract/calls/polls';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readComments,
  readShout,
  readShouts,
} from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { ShoutViews } from './shout-views.js';

let services: TestServices;
let ann: TestMember;
let fans: TestMember[];
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,shouts', RATE_LIMITS: 'off' });
  ann = await services.member();
  fans = await Promise.all(Array.from({ length: 5 }, () => services.member()));
});
afterAll(() => services.close());

async function post(input: Partial<CallInput<typeof postShout>>, as = ann): Promise<string> {
  const { body } = await services.call(postShout, { client_id: randomUUID(), shout: 'Copy', ...input }, { as });
  return body.id;
}
const list = async (as: TestMember, filter: string) => (await services.call(readShouts, { filter }, { as })).body;

/** Online states may change between two reads. */
const withoutPresence = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll('"online":true', '"online":false')) as object;

describe(ShoutViews, () => {
  it('gives each member exactly the declared fields, and the same in feed, topic and comments', async () => {
    const group = (await services.group(ann, fans))._id;
    const liked = await post({ group, shout: 'quote " backslash \\ nul \u0000 é🏁 \u2028' });
    for (const as of fans) await services.call(likeShout, { id: liked }, { as });
    for (const as of fans) await post({ in_reply_to: liked, shout: `from ${as.username}` }, as);
    await services.call(editShout, { id: await post({ group }), shout: `edited @${fans[0]!.username}` }, { as: ann });
    const deleted = await post({ group });
    await post({ in_reply_to: deleted });
    await services.call(deleteShout, { id: deleted }, { as: ann });
    const poll = await post({ group, poll_options: ['a', 'b'] });
    const option = (await services.call(readShout, { id: poll }, { as: ann })).body.shout.poll!.options[1]!.id;
    await services.call(votePoll, { id: poll, poll_option_ids: [option] }, { as: fans[0]! });
    for (const as of [ann, fans[0]!, fans[4]!, ann]) {
      const reply = await list(as, group);
      expect(readShouts.reply.strict().parse(reply)).toEqual(reply);
      expect(reply.shouts).toHaveLength(4);
      for (const shout of reply.shouts) {
        const alone = (await services.call(readShout, { id: shout.id }, { as })).body;
        expect(readShout.reply.strict().parse(alone)).toEqual(alone);
        expect(withoutPresence(alone.shout)).toEqual(withoutPresence(shout));
        expect(withoutPresence(reply.conversation)).toEqual(withoutPresence(alone.conversation));
        const { body } = await services.call(readComments, { id: shout.id }, { as });
        expect(readComments.reply.strict().parse(body)).toEqual(body);
        expect(withoutPresence(body.comments.slice(-3))).toEqual(withoutPresence(shout.comments));
        expect(body.comments).toHaveLength(shout.comments_count);
      }
    }
  });

  it('returns a private shout with its recipients to each participant', async () => {
    const [bob] = fans as [TestMember];
    const id = await post({ recipients: [bob.id] });
    for (const [as, other] of [[ann, bob] as const, [bob, ann] as const]) {
      const reply = await list(as, other.id);
      expect(readShouts.reply.parse(reply)).toEqual(reply);
      const alone = (await services.call(readShout, { id }, { as })).body;
      expect(reply.shouts[0]!.recipients).toMatchObject([{ id: bob.id }]);
      expect(withoutPresence(alone.shout)).toEqual(withoutPresence(reply.shouts[0]!));
    }
  });

  it('signs a picture URL for its viewer, and shows a new picture in the next reply', async () => {
    const [bob, carl] = fans as [TestMember, TestMember];
    const tenant = tenantOfMember(bob);
    const group = (await services.group(ann, fans))._id;
    await post({ group }, bob);
    const author = async (as: TestMember) => (await list(as, group)).shouts[0]!.user;
    expect((await author(ann)).profile_image).toBeUndefined();
    await services.get(UserRepository).setProfileImage(tenant, bob.id, 'picture-1');
    for (const as of [ann, carl, ann])
      expect((await author(as)).profile_image).toMatch(`/api/files/${as.id}/picture-1?`);
    await services.get(UserRepository).setProfileImage(tenant, bob.id, 'picture-2');
    expect((await author(ann)).profile_image).toMatch(`/api/files/${ann.id}/picture-2?`);
  });

  it('shows own posts, the read mark and the newest position in the next reply', async () => {
    const [bob] = fans as [TestMember];
    const group = (await services.group(ann, fans))._id;
    for (let seq = 1; seq <= 3; seq++) {
      const id = await post({ group });
      const { shouts, conversation } = await list(ann, group);
      expect([shouts[0], conversation]).toMatchObject([
        { id, seq },
        { seq, read_seq: seq },
      ]);
      expect((await list(bob, group)).conversation).toMatchObject({ seq, read_seq: seq - 1 });
      await services.call(markRead, { id: group }, { as: bob });
      expect((await list(bob, group)).conversation).toMatchObject({ seq, read_seq: seq });
    }
  });

  it('refuses members at once after they leave the group or are banned, although the feed is cached', async () => {
    const [bob, carl] = fans as [TestMember, TestMember];
    const tenant = tenantOfMember(ann);
    const group = (await services.group(ann, [bob, carl], { invisible: true }))._id;
    await post({ group });
    const status = async (as: TestMember) => (await services.call(readShouts, { filter: group }, { as })).status;
    expect([await status(bob), await status(carl)]).toEqual([200, 200]);
    await services.get(MembershipRepository).leave(tenant, group, bob.id);
    expect([await status(bob), await status(carl)]).toEqual([404, 200]);
    await services.get(UserRepository).setBanned(tenant, carl.id, true, {});
    expect(await status(carl)).toBe(403);
  });
});
