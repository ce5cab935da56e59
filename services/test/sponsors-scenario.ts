import { createSponsor, updateSponsor } from '@paddock/contract/calls/notice-writing';
import { readSponsors, type Sponsor } from '@paddock/contract/calls/notices';
import { readBadges } from '@paddock/contract/calls/badges';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import type { CallOptions, TestMember, TestServices } from './start-test-services.js';

type Input = CallInput<typeof createSponsor>;

/** Both communities with two notices tabs: the default one and `partners`. */
export async function withNoticesTabs(services: TestServices): Promise<void> {
  for (const community of ['motorsport', 'workplace'])
    await services.configure(community, (file) => {
      file.tabs = ['home', 'chats', 'shouts', 'events', 'notices', { id: 'notices', namespace: 'partners' }];
      file.modules = { ...(file.modules as object), 'mfe-content': 'stable', 'mfe-events': 'stable' };
      file.flags.default_page = 'chats';
    });
}

/** Calls about notices, as members of a test make them. */
export function sponsorCalls(services: TestServices) {
  const create = (as: TestMember, fields: Partial<Input> = {}) =>
    services.call(createSponsor, { client_id: randomUUID(), title: 'Noise limit', ...fields }, { as });
  return {
    create,
    /** A notice that the API created; fails with the reply otherwise. */
    of: async (as: TestMember, fields: Partial<Input> = {}): Promise<Sponsor> => {
      const { status, body } = await create(as, fields);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.sponsor;
    },
    list: (options: CallOptions, input: CallInput<typeof readSponsors> = {}) =>
      services.call(readSponsors, input, options),
    titles: async (as: TestMember, input: CallInput<typeof readSponsors> = {}) => {
      const { body } = await services.call(readSponsors, { count: 50, ...input }, { as });
      return body.sponsors.map(({ title }) => title);
    },
    update: (as: TestMember, id: string, fields: Omit<CallInput<typeof updateSponsor>, 'id'>) =>
      services.call(updateSponsor, { id, ...fields }, { as }),
    badges: async (as: TestMember) => (await services.call(readBadges, {}, { as })).body.badges,
  };
}
