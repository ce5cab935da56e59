import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { votePoll } from '@paddock/contract/calls/polls';
import { editShout, likeShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { mailsTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let ann: TestMember;
let bob: TestMember;
let eve: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,shouts', RATE_LIMITS: 'off' });
  [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
});
afterAll(() => services.close());

const settled = () => notified(services, { mention: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'] });
const wish = (as: TestMember, on: boolean) =>
  services.call(updatePreferences, { id: as.id, pn_mention: on, mailing_mention: on }, { as });
async function received(as: TestMember) {
  await settled();
  const { notifications } = (await services.call(readNotifications, {}, { as })).body;
  return [notifications.length, (await mailsTo(services, as.row.email)).length];
}

// A member who turned notifications off has no stored one, as a member whose notification has expired.
it('notifies of a mention once: not with a later like, vote or edit of its author', async () => {
  await wish(bob, false);
  const text = `@${bob.username}, wets or slicks?`;
  const post = async (more: object) =>
    (await services.call(postShout, { client_id: randomUUID(), group: '0', shout: text, ...more }, { as: ann })).body;
  const { id, poll } = await post({ poll_options: ['Wets', 'Slicks'] });
  const { id: edited } = await post({});
  await settled();
  await wish(bob, true);
  const calls = [
    await services.call(likeShout, { id }, { as: ann }),
    await services.call(votePoll, { id, poll_option_ids: [poll!.options[0]!.id] }, { as: ann }),
    await services.call(editShout, { id: edited, shout: `${text} @${eve.username}` }, { as: ann }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([await received(bob), await received(eve)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
