import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { grantAccess, readApplicants } from '@paddock/contract/calls/approval';
import { readChats } from '@paddock/contract/calls/chats';
import { askToJoinGroup } from '@paddock/contract/calls/group-requests';
import { readGroup } from '@paddock/contract/calls/groups';
import { readHome } from '@paddock/contract/calls/home';
import { readSponsors } from '@paddock/contract/calls/notices';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { postShout, readShout } from '@paddock/contract/calls/shouts';
import { readSubscription } from '@paddock/contract/calls/subscription';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../test/demo-reading.js';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { DemoService } from './demo.service.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));
const signIns = ['driver', 'crew', 'chief', 'steward', 'super'];

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ DEMO: '1', DEPLOYMENTS_DIR: realDeployments });
});
afterAll(() => services.close());

const { signIn, chatsOf, allShouts, stored } = demoReading(() => services);

describe('applicants of workplace', () => {
  it('are listed for the admin with their workplaces and can be granted access', async () => {
    const steward = await signIn('steward', 'workplace', 'hq');
    const { users, total } = (await services.call(readApplicants, {}, { as: steward })).body;
    expect(users.map(({ fullname, workplaces }) => [fullname, workplaces])).toEqual([
      ['Amina Haddad', ['hq']],
      ['Jonas Weidner', ['porto']],
    ]);
    expect(total).toBe(2);
    const amina = await signIn('amina_h', 'workplace');
    expect((await services.call(readChats, { verb: 'retrieve', prop: 'groups' }, { as: amina })).body.code).toBe(
      'PENDING_APPROVAL',
    );
    await services.call(grantAccess, { id: amina.id }, { as: steward });
    expect((await services.call(readChats, { verb: 'retrieve', prop: 'groups' }, { as: amina })).status).toBe(200);
  });

  it('have chosen entries of an existing list', async () => {
    const choices = services.get(ExtensionPoints).all('list_choices').get('items')!;
    expect(await choices(tenantOf('workplace'), 'department')).toContain('Science');
  });
});

describe.each(['motorsport', 'workplace'])('demo content of %s', (community) => {
  it('signs in the five accounts, each with its documented rights', async () => {
    const members = await Promise.all(signIns.map((name) => signIn(name, community)));
    const selves = await Promise.all(members.map((as) => services.call(readSelf, {}, { as })));
    const [driver, crew, chief, steward, chair] = selves.map(({ body }) => body);
    for (const plain of [driver!, crew!, chief!]) expect([plain.admin, plain.acl]).toEqual([false, []]);
    expect(steward).toMatchObject({ admin: false, acl: [{ title: 'workplace_admin' }] });
    expect(chair!.admin).toBe(true);
    for (const { profile_image } of selves.map(({ body }) => body)) {
      const { status } = await services.request('GET', profile_image!, { headers: { host: `${community}.localhost` } });
      expect(status).toBe(200);
    }
    const owned = (await stored(community, 'memberships')).filter(
      ({ user, role }) => user === chief!.id && role === 'owner',
    );
    expect(owned.length).toBeGreaterThan(0);
  });

  it('has some hundred members, a dozen groups, hundreds of shouts and comments', async () => {
    const kinds = (await stored(community, 'conversations')).map(({ kind }) => kind as string);
    expect((await stored(community, 'users')).length).toBeGreaterThanOrEqual(95);
    expect(kinds.filter((kind) => kind === 'group').length).toBeGreaterThanOrEqual(12);
    expect((await stored(community, 'shouts')).length).toBeGreaterThan(150);
  });

  it('has consistent positions, comments, likes, previews and unread counts', async () => {
    const driver = await signIn('driver', community);
    const chats = [...(await chatsOf(driver, 'groups')), ...(await chatsOf(driver, 'people'))];
    expect(chats.length).toBeGreaterThan(5);
    const likes = (await stored(community, 'likes')).map(({ shout }) => shout as string);
    const comments = (await stored(community, 'shouts')).filter(({ in_reply_to }) => in_reply_to);
    for (const chat of chats) {
      const { shouts, conversation } = await allShouts(driver, chat.id);
      expect(shouts.map(({ seq }) => seq)).toEqual(shouts.map((_, index) => shouts.length - index));
      expect(conversation.seq).toBe(shouts.length);
      expect(chat.badge_number).toBe(conversation.seq - conversation.read_seq);
      expect(chat.last_shout?.id).toBe(shouts[0]?.id);
      const oldestFirst = shouts.map(({ created }) => created).reverse();
      expect(oldestFirst).toEqual([...oldestFirst].sort());
      for (const shout of shouts) {
        const replies = comments.filter(({ in_reply_to }) => in_reply_to === shout.id);
        const ids = replies.sort((x, y) => x.position - y.position).map(({ _id }) => String(_id));
        expect(shout.comments_count).toBe(ids.length);
        expect(shout.comments.map(({ id }) => id)).toEqual(ids.slice(-3));
        expect(shout.likes_count).toBe(likes.filter((id) => id === shout.id).length);
      }
    }
    expect(chats.some(({ badge_number }) => badge_number > 0)).toBe(true);
  });

  it('gives the next shout the next position', async () => {
    const crew = await signIn('crew', community);
    const [group] = (await chatsOf(crew, 'groups')).filter(({ id }) => id !== '0');
    const { conversation } = await allShouts(crew, group!.id);
    const input = { client_id: randomUUID(), group: group!.id, shout: 'On my way' };
    const { body } = await services.call(postShout, input, { as: crew });
    expect(body.seq).toBe(conversation.seq + 1);
  });

  it('has a newest shout that is minutes old, and none in the future', async () => {
    const { shouts } = await allShouts(await signIn('driver', community), '0');
    const ages = shouts.map(({ created }) => Date.now() - Date.parse(created));
    expect(Math.min(...ages)).toBeLessThan(15 * 60_000);
    expect(Math.min(...ages)).toBeGreaterThan(0);
  });

  it('shows its pictures to their readers', async () => {
    const { shouts } = await allShouts(await signIn('driver', community), '0');
    const [address] = shouts.flatMap(({ image_urls }) => image_urls);
    const reply = await services.request('GET', address!, { headers: { host: `${community}.localhost` } });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('has shouts only in their author’s groups', async () => {
    const conversations = new Map((await stored(community, 'conversations')).map((row) => [String(row._id), row]));
    const members = new Set((await stored(community, 'memberships')).map(({ group, user }) => `${group} ${user}`));
    const strangers = (await stored(community, 'shouts')).filter(({ conversation, author }) => {
      const { kind, participants } = conversations.get(conversation as string)!;
      if (kind === 'direct') return !(participants as string[]).includes(author as string);
      return kind === 'group' && !members.has(`${conversation} ${author}`);
    });
    expect(strangers).toEqual([]);
  });
});

describe(DemoService, () => {
  it('sells plans in both communities, and hides one that only its members have', async () => {
    const plansOf = async (name: string, community?: string) => {
      const { body } = await services.call(readSubscription, {}, { as: await signIn(name, community) });
      return body.plans.map(({ title, priceText, interval, sold, current }) =>
        [title, priceText, interval, ...sold, ...(current ? ['current'] : [])].join(' '),
      );
    };
    const sold = ['Paddock 18.00 EUR month web', 'Pit wall 129.00 EUR month web', 'Season 1290.00 EUR year web'];
    expect(await plansOf('driver')).toEqual(['Grandstand 0.00 EUR month', ...sold]);
    expect(await plansOf('kenji_a')).toEqual(['Grandstand 0.00 EUR month current', ...sold]);
    expect(await plansOf('hugo_la')).toContain('Founders 129.00 EUR month current');
    expect(await plansOf('driver', 'workplace')).toEqual([
      'Staff 0.00 EUR month',
      'Canteen 45.00 EUR month web',
      'Canteen and gym 69.00 EUR month web',
    ]);
    expect(await plansOf('tiago_l', 'workplace')).toContain('Summer boats 12.00 EUR month current');
  });

  it('has requests that wait for an owner, and members who only read', async () => {
    const groupAs = async (name: string, community: string, title: string) => {
      const as = await signIn(name, community);
      const { groups } = (await services.call(readChats, { verb: 'search', prop: 'groups', query: title }, { as }))
        .body;
      return (await services.call(readGroup, { id: groups![0]!.id, count: 200 }, { as })).body;
    };
    const managers = await groupAs('chief', 'motorsport', 'Team managers');
    expect([managers.requests, managers.users.filter(({ read_only }) => read_only).length]).toEqual([2, 2]);
    expect((await groupAs('crew', 'motorsport', 'Tyre allocation')).read_only).toBe(true);
    expect((await groupAs('chief', 'workplace', 'Project Kingfisher')).requests).toBe(2);
    expect((await groupAs('crew', 'workplace', 'Running club')).pending).toBe(true);
  });

  it('lets officials post race control notices, and others only read them', async () => {
    const write = async (name: string) => {
      const as = await signIn(name);
      const { groups } = (
        await services.call(readChats, { verb: 'search', prop: 'groups', query: 'Race control notices' }, { as })
      ).body;
      const shout = { client_id: randomUUID(), group: groups![0]!.id, shout: `From ${name}` };
      return (await services.call(postShout, shout, { as })).body.code;
    };
    expect(await write('steward')).toBeUndefined();
    for (const name of ['driver', 'crew', 'chief']) expect([name, await write(name)]).toEqual([name, 'READ_ONLY']);
    const authors = new Set(
      (await stored('motorsport', 'users'))
        .filter(({ fields }) => (fields as { user_type?: string }).user_type === 'Official')
        .map(({ _id }) => String(_id)),
    );
    const group = (await stored('motorsport', 'conversations')).find(({ title }) => title === 'Race control notices')!;
    const others = (await stored('motorsport', 'shouts')).filter(
      ({ conversation, author }) => conversation === String(group._id) && !authors.has(String(author)),
    );
    expect(others).toEqual([]);
  });

  it('lets a member who joins the race control notices only read them', async () => {
    const as = await services.member({ community: 'motorsport' });
    const group = (await stored('motorsport', 'conversations')).find(({ title }) => title === 'Race control notices')!;
    const id = String(group._id);
    const write = async () =>
      (await services.call(postShout, { client_id: randomUUID(), group: id, shout: 'Hello' }, { as })).body.code;
    expect(await write()).toBe('READ_ONLY');
    expect((await services.call(askToJoinGroup, { id }, { as })).body.state).toBe('added');
    expect(await write()).toBe('READ_ONLY');
    expect((await services.call(readGroup, { id }, { as })).body).toMatchObject({ can_read: true, read_only: true });
  });

  it.each(['motorsport', 'workplace'])('has notifications that lead to shouts, in %s', async (community) => {
    const found = [];
    for (const workplace of community === 'workplace' ? ['', 'hq'] : ['']) {
      const as = await signIn('driver', community, workplace);
      const { notifications } = (await services.call(readNotifications, {}, { as })).body;
      const times = notifications.map(({ created }) => Date.parse(created));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const { address } of notifications) {
        const id = /shout(?:=|\/)([0-9a-f]{24})/.exec(address!)![1]!;
        expect((await services.call(readShout, { id }, { as })).status).toBe(200);
      }
      found.push(...notifications);
    }
    expect(found.length).toBeGreaterThan(1);
  });

  it('gives each workplace of the company its own groups and news', async () => {
    const titles = async (workplace: string) =>
      (await chatsOf(await signIn('steward', 'workplace', workplace), 'groups')).map(({ title }) => title);
    expect(await titles('porto')).toContain('Line 2');
    expect(await titles('studio')).not.toContain('Line 2');
    const news = await Promise.all(
      ['hq', 'porto', 'studio'].map(async (workplace) => {
        const { shouts } = await allShouts(await signIn('steward', 'workplace', workplace), '0');
        return shouts.map(({ id }) => id);
      }),
    );
    expect(news.every((ids) => ids.length > 2)).toBe(true);
    expect(new Set(news.flat()).size).toBe(news.flat().length);
  });

  it('gives each workplace of the company notices of its own, for the lists of its home', async () => {
    const boards = await Promise.all(
      ['hq', 'porto', 'studio'].map(async (workplace) => {
        const as = await signIn('super', 'workplace', workplace);
        const { notices } = (await services.call(readHome, {}, { as })).body;
        const { sponsors } = (await services.call(readSponsors, {}, { as })).body;
        return { fresh: notices!.new, rows: notices!.rows.length, ids: sponsors.map(({ id }) => id), sponsors };
      }),
    );
    for (const { fresh, rows, sponsors } of boards) {
      expect(fresh).toBeGreaterThan(0);
      expect(rows).toBeGreaterThanOrEqual(3);
      expect(sponsors.map(({ created }) => created)).toEqual(
        sponsors.map(({ created }) => created).toSorted((a, b) => b.localeCompare(a)),
      );
    }
    const ids = boards.flatMap((board) => board.ids);
    expect(new Set(ids).size).toBe(ids.length);
    // In the workplaces with one, the sign-ins find the button still to press.
    expect(boards.map(({ sponsors }) => sponsors.filter(({ acknowledgement }) => acknowledgement).length)).toEqual([
      2, 0, 1,
    ]);
  });

  it('leaves the default place of the company empty', async () => {
    const inDefault = async (collection: string) =>
      (await stored('workplace', collection)).filter(({ workplace }) => workplace === '').length;
    const collections = ['shouts', 'events', 'classifieds', 'sponsors', 'memberships'];
    expect(await Promise.all(collections.map(inDefault))).toEqual(collections.map(() => 0));
  });

  it('has only shouts of members of the workplace', async () => {
    const users = new Map((await stored('workplace', 'users')).map((row) => [String(row._id), row]));
    const foreign = (await stored('workplace', 'shouts')).filter(({ author, workplace }) => {
      const { admin, workplaces } = users.get(author as string)!;
      return admin !== true && !(workplaces as string[]).includes(workplace as string);
    });
    expect(foreign).toEqual([]);
  });

  it('includes Arabic members, groups, news and comments in workplace', async () => {
    const driver = await signIn('driver', 'workplace');
    const inArabic = (texts: string[]) => texts.filter((text) => /\p{Script=Arabic}/u.test(text)).length;
    const { shouts } = await allShouts(driver, '0');
    expect(inArabic(shouts.map(({ user }) => user.fullname))).toBeGreaterThan(1);
    expect(inArabic(shouts.map(({ shout }) => shout))).toBeGreaterThan(2);
    expect(inArabic(shouts.flatMap(({ comments }) => comments.map(({ shout }) => shout)))).toBeGreaterThan(2);
    expect(inArabic((await chatsOf(driver, 'groups')).map(({ title }) => title))).toBe(1);
  });

  it('skips a community that has members', async () => {
    const before = (await stored('motorsport', 'users')).length;
    await services.get(DemoService).onApplicationBootstrap();
    expect(await stored('motorsport', 'users')).toHaveLength(before);
  });
});
