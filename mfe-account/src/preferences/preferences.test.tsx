import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { leaveScreen, member, openScreen, refusal } from '../entry/test-screen';
import { Notifications } from './notifications';
import { isOn, kindRows, offeredPreferences } from './preferences';
import texts from './messages/en.json' with { type: 'json' };

type Deployed = Parameters<typeof offeredPreferences>[0];
const deployed = (ids: string[], flags: object = {}): Deployed => ({
  tabs: ids.map((id) => ({ id, module: 'mfe-x' })) as Deployed['tabs'],
  flags: flagsSchema.parse(flags),
});
const keys = (of: Deployed) => {
  const { inApp, byMail } = offeredPreferences(of);
  return [...inApp, ...byMail].map(({ key }) => key);
};

describe(offeredPreferences, () => {
  it('omits tabs that are not deployed', () => expect(keys(deployed(['people']))).toEqual(['mailing_important']));

  it('offers the notifications of deployed tabs', () =>
    expect(keys(deployed(['chats', 'events', 'files', 'rooms', 'classifieds']))).toEqual([
      'pn_mention',
      'pn_comment',
      'pn_like',
      'pn_event',
      'pn_file',
      'pn_booking',
      'pn_classified',
      'mailing_important',
      'mailing_mention',
      'mailing_dm',
      'mailing_event',
      'mailing_booking',
      'mailing_classified_reminder',
    ]));

  it.each([
    [{ disable_mentions: true }, ['pn_mention', 'mailing_mention']],
    [{ disable_likes: true }, ['pn_like']],
    [{ disable_comments: true }, ['pn_comment']],
    [{ direct_messages_enabled: false }, ['mailing_dm']],
    [{ direct_messages_enabled: { only_for_my_groups: true } }, []],
  ] as [object, string[]][])('omits what %j turns off', (flags, gone) => {
    const all = keys(deployed(['chats']));
    expect(keys(deployed(['chats'], flags))).toEqual(all.filter((key) => !gone.includes(key)));
  });

  it('offers seen marks where members chat directly', () => {
    const inChats = (ids: string[], flags?: object) => offeredPreferences(deployed(ids, flags)).inChats;
    for (const tab of ['chats', 'shouts']) expect(inChats([tab])).toEqual([{ key: 'seen_marks' }]);
    expect(inChats(['people'])).toEqual([]);
    expect(inChats(['chats'], { direct_messages_enabled: false })).toEqual([]);
  });

  it('has a switch for each page of notices, by its namespace', () => {
    const on = deployed([], { sponsors_tab: { namespace: '7' } });
    on.tabs = [
      { id: 'notices', title: 'Notices', icon: [], module: 'mfe-content' },
      { id: 'notices', title: 'Race bulletins', icon: [], module: 'mfe-content', namespace: 'race' },
    ];
    expect(offeredPreferences(on).inApp).toEqual([
      { key: 'pn_sponsors.7', title: 'Notices' },
      { key: 'pn_sponsors.race', title: 'Race bulletins' },
    ]);
  });
});

describe(kindRows, () => {
  it('has one row per kind, with a switch for each way that it has', () => {
    const rows = kindRows(offeredPreferences(deployed(['chats', 'events', 'files', 'rooms', 'classifieds'])));
    expect(rows.map(({ key, app = null, mail = null }) => [key, app, mail])).toEqual([
      ['pn_mention', 'pn_mention', 'mailing_mention'],
      ['pn_comment', 'pn_comment', null],
      ['pn_like', 'pn_like', null],
      ['pn_event', 'pn_event', 'mailing_event'],
      ['pn_file', 'pn_file', null],
      ['pn_booking', 'pn_booking', 'mailing_booking'],
      ['pn_classified', 'pn_classified', 'mailing_classified_reminder'],
      ['mailing_important', null, 'mailing_important'],
      ['mailing_dm', null, 'mailing_dm'],
    ]);
  });
});

describe(isOn, () => {
  it('treats a missing preference as on', () => {
    expect(isOn({}, 'pn_like')).toBe(true);
    expect(isOn({ pn_like: false }, 'pn_like')).toBe(false);
    expect(isOn({ pn_sponsors: { race: false } }, 'pn_sponsors.race')).toBe(false);
    expect(isOn({ pn_sponsors: { race: false } }, 'pn_sponsors.7')).toBe(true);
  });
});

describe('Notifications', () => {
  const user = member({ pn_sponsors: { old: false } });
  const offered = {
    inApp: [
      { key: 'pn_mention' as const },
      { key: 'pn_like' as const },
      { key: 'pn_sponsors.race' as const, title: 'Race' },
    ],
    byMail: [{ key: 'mailing_dm' as const }],
    inChats: [],
  };
  const put = 'PUT /users/ann';
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name });
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
  afterEach(() => {
    leaveScreen();
    jest.useRealTimers();
  });

  it('names each switch by its kind and way, and says where a kind has none', async () => {
    await openScreen(<Notifications offered={offered} />, { texts, user });
    const names = screen.getAllByRole('switch').map((one) => one.closest('label')!.textContent);
    expect(names.slice(0, 4)).toEqual([
      'Mentions, App and push',
      'Likes, App and push',
      'Race, App and push',
      'Direct messages, E-mail',
    ]);
    const row = screen.getByRole('row', { name: /^Likes/ });
    expect(within(row).getAllByRole('cell')[1]!.textContent).toBe('–Not offered');
  });

  it('sends the changes in one call, a second after the last one', async () => {
    const { requests, kit } = await openScreen(<Notifications offered={offered} />, {
      texts,
      user,
      replies: { [put]: (input) => ({ ...user, pn_like: input['pn_like'], mailing_dm: input['mailing_dm'] }) },
    });
    fireEvent.click(box(/Likes/));
    await pass(900);
    fireEvent.click(box(/Direct messages/));
    expect(box(/Likes/).checked).toBe(false);
    await pass(900);
    expect(requests).toHaveLength(0);
    await pass(200);
    expect(requests).toEqual([{ call: put, input: expect.objectContaining({ pn_like: false, mailing_dm: false }) }]);
    expect(requests[0]!.input).not.toHaveProperty('pn_mention');
    expect(screen.getByText('Notifications updated')).toBeTruthy();
    expect(kit.session.get().user).toMatchObject({ pn_like: false, mailing_dm: false });
    expect(box(/Likes/).checked).toBe(false);
  });

  it('sends the changed namespaces of notices alone, as JSON text', async () => {
    const inApp = [...offered.inApp, { key: 'pn_sponsors.7' as const, title: 'Notices' }];
    const { requests } = await openScreen(<Notifications offered={{ ...offered, inApp }} />, {
      texts,
      user,
      replies: { [put]: user },
    });
    fireEvent.click(box(/Race/));
    fireEvent.click(box(/Notices/));
    await pass(1100);
    fireEvent.click(box(/Race/));
    await pass(1100);
    const sent = requests.map(({ input }) => JSON.parse(String(input['pn_sponsors'])));
    expect(sent).toEqual([{ race: false, 7: false }, { race: false }]);
  });

  it('sends the other namespaces to former services, which replace them all', async () => {
    const { requests, kit } = await openScreen(<Notifications offered={offered} />, {
      texts,
      user,
      replies: { [put]: (input) => ({ ...user, pn_sponsors: JSON.parse(String(input['pn_sponsors'])) as object }) },
    });
    fireEvent.click(box(/Race/));
    await pass(1100);
    const pn_sponsors = { old: false, race: false };
    expect(requests.map(({ input }) => JSON.parse(String(input['pn_sponsors'])))).toEqual([
      { race: false },
      pn_sponsors,
    ]);
    expect(kit.session.get().user).toMatchObject({ pn_sponsors });
  });

  it('reverts a switch after a failure, and shows it', async () => {
    await openScreen(<Notifications offered={offered} />, {
      texts,
      user,
      replies: { [put]: refusal(500, 'INTERNAL_ERROR') },
    });
    fireEvent.click(box(/Likes/));
    await pass(1100);
    const message = screen.getByText(/The change failed/).closest('li')!;
    expect(message.querySelector('.lucide-circle-alert')).toBeTruthy();
    expect(box(/Likes/).checked).toBe(true);
  });

  it('sends pending changes on unmount', async () => {
    const { requests, show } = await openScreen(<Notifications offered={offered} />, {
      texts,
      user,
      replies: { [put]: user },
    });
    fireEvent.click(box(/Likes/));
    show(null);
    await pass(10);
    expect(requests.map(({ call }) => call)).toEqual([put]);
    await pass(5000);
    expect(requests).toHaveLength(1);
  });
});
