import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { readDeployment } from '@paddock/contract/calls/operations';
import type { CallReply } from '@paddock/contract/core/call';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { leaveScreen, member, openScreen, press, refusal, type Replies } from '../../entry/test-screen';
import texts from '../messages/en.json' with { type: 'json' };
import { DeploymentPage } from './deployment-page';

afterEach(() => {
  jest.useRealTimers();
  leaveScreen();
});

const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
const deployed: CallReply<typeof readDeployment> = {
  community: { id: 'motorsport', title: 'Meridian GT' },
  revision: '0a1b2c',
  file: 'motorsport.json',
  refused: [],
  findings: [],
  tabs: [
    { id: 'chats', title: 'Chats', module: 'mfe-chats' },
    { id: 'people', title: 'Drivers', module: 'mfe-people', off_by: 'flags.hide_people_tab' },
    { id: 'hamburger', title: 'Menu' },
  ],
  modules: [
    {
      ...{ id: 'mfe-chats', title: 'Chats', version: '1.1.0', channel: 'stable', state: 'proven', bytes: 17_600 },
      ...{ owner: 'Talk team', released: { at: hourAgo, by: 'Tamsin', commit: '4ce5a8' } },
      moved: { at: hourAgo, by: 'Aoife', before: '1.0.0' },
      releases: [
        { version: '1.2.0', channels: ['next'], recalled: false },
        { version: '1.1.0', channels: ['stable'], recalled: false },
        { version: '1.0.0', channels: [], recalled: true },
      ],
    },
    {
      ...{ id: 'mfe-people', title: 'People', version: '2.0.0', state: 'failing', problem: 'it is spoilt' },
      failures: { count: 2, code: 'MODULE_TIMEOUT', last: hourAgo },
      ...{ override: '2.1.0', releases: [{ version: '2.0.0', channels: [], recalled: false }] },
    },
  ],
  flags: [
    { path: 'home_idle_minutes', type: 'integer', default: '30', meaning: 'Minutes of absence.', source: 'default' },
    { path: 'username_max', type: 'integer', default: '25', value: '12', source: 'community' },
    { path: 'home_tab.buttons', type: 'list of objects', value: JSON.stringify('x'.repeat(60)), source: 'base' },
  ],
};
const open = (
  reply: Replies[string] = deployed,
  check: Replies[string] = null,
  override: Replies[string] = null,
  preview: Replies[string] = null,
) =>
  openScreen(<DeploymentPage />, {
    user: member({ admin: true }),
    texts,
    replies: {
      'GET /operations/deployment': reply,
      'POST /operations/check_change': check,
      'POST /operations/overrides': override,
      'POST /operations/preview': preview,
    },
  });
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const rows = async (name: string) =>
  (await card(name)).getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

async function openFlag(check: Replies[string], preview: Replies[string] = null) {
  const shown = await open(deployed, check, null, preview);
  fireEvent.click(await screen.findByRole('button', { name: /^username_max/ }));
  const value = await screen.findByRole('textbox', { name: /^Value as JSON/ });
  return { ...shown, value };
}
const verdict = { problems: [], findings: [], diff: '--- motorsport.json\n+++ motorsport.json\n-12\n+13\n' };

describe(DeploymentPage, () => {
  it('shows tabs and modules with their releases', async () => {
    await open();
    expect(await rows('Tabs')).toEqual([
      expect.stringMatching(/Chats.*mfe-chats/),
      expect.stringMatching(/Drivers.*flags\.hide_people_tab.*Off/),
      expect.stringMatching(/Menu.*page of the shell/),
    ]);
    expect(await rows('Modules')).toEqual([
      expect.stringMatching(
        /1\.1\.0 · channel stable · 17\.6 kB · owner: Talk team.*by Tamsin 1 hour ago · commit 4ce5a8.*by Aoife.*Proven/,
      ),
      expect.stringMatching(
        /2\.0\.0 · version named in the file.*You alone see 2\.1\.0.*2 failures, MODULE_TIMEOUT · it is spoilt.*Failing/,
      ),
    ]);
    expect((await card('What the doctor finds')).getByText('The doctor finds nothing.')).toBeTruthy();
  });

  it('shows a rollout with the figures of both releases, and a return from it', async () => {
    const figures = { next: { members: 31, failed: 3 }, before: { members: 280, failed: 1 } };
    const rollout = { version: '1.2.0', percent: 10, started: hourAgo, ...figures };
    const [chats, people] = deployed.modules;
    await open({
      ...deployed,
      modules: [
        { ...chats!, rollout },
        { ...people!, rollout: { ...rollout, returned: hourAgo } },
      ],
    });
    expect(await rows('Modules')).toEqual([
      expect.stringMatching(
        /10 % of the members get 1\.2\.0.*1\.2\.0: failed for 3 of 31 · 1\.1\.0: failed for 1 of 280.*Rollout/,
      ),
      expect.stringMatching(/All members have the release before 1\.2\.0 again.*Returned/),
    ]);
  });

  it('shows another release to the caller alone, and offers no recalled one', async () => {
    const { requests } = await open(deployed, null, refusal(409, 'RELEASE_REFUSED'));
    fireEvent.click(await screen.findByRole('button', { name: 'Show another release of Chats to you alone' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled])).toEqual([
      ['1.2.0 · next', null],
      ['1.1.0 · stable', null],
      ['1.0.0 (recalled)', 'true'],
    ]);
    fireEvent.click(items[0]!);
    expect(await screen.findByText('RELEASE_REFUSED said')).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /operations/overrides',
      input: { module: 'mfe-chats', version: '1.2.0' },
    });
    expect(screen.queryByRole('button', { name: /another release of People/ })).toBeNull();
  });

  it('shows what was refused before what the doctor finds', async () => {
    await open({
      ...deployed,
      refused: [{ path: 'flags.totp', hint: 'must be true or false' }],
      findings: [{ path: 'look', problem: 'no file', consequence: 'No picture.', remedy: 'Add it.' }],
    });
    expect(await screen.findByText(/runs its last good state/)).toBeTruthy();
    expect(await rows('What the doctor finds')).toEqual([
      expect.stringMatching(/^flags\.totpmust be true or false/),
      'lookno fileNo picture.Add it.',
    ]);
  });

  it('finds flags by path, meaning and value', async () => {
    await open();
    expect(await rows('Flags')).toHaveLength(3);
    expect((await rows('Flags'))[2]).toMatch(/62 characters of JSON.*base\.json/);
    const search = screen.getByRole('searchbox', { name: 'Search flags' });
    for (const [query, found] of [
      ['minutes absence', ['home_idle_minutes']],
      ['12', ['username_max']],
      ['tab.but', ['home_tab.buttons']],
      ['nothing like it', []],
    ] as const) {
      fireEvent.change(search, { target: { value: query } });
      const shown = screen.queryAllByRole('button', { name: /_/ }).map(({ textContent }) => textContent);
      expect(shown).toEqual(found.map((path) => expect.stringContaining(path)));
    }
    expect(screen.getByText('No flag has these words.')).toBeTruthy();
  });

  it('shows the change of the file, and copies it', async () => {
    const writeText = jest.fn(async (_text: string) => undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const { requests, value } = await openFlag(verdict);
    fireEvent.change(value, { target: { value: '13' } });
    press('Check the change');
    expect((await screen.findByRole('region', { name: 'Change of the file' })).textContent).toContain('+13');
    expect(screen.getByText(/Nothing was written: apply this/)).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /operations/check_change',
      input: { path: 'username_max', value: '13' },
    });
    press('Copy the change');
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(verdict.diff));
  });

  it('says why the file would be refused, and what the doctor would find', async () => {
    const replies = [
      { ...verdict, problems: [{ path: 'flags.username_max', hint: 'must be a number' }] },
      { ...verdict, findings: [{ path: 'flags', problem: 'no icon', consequence: 'Another one.', remedy: 'Choose.' }] },
      { ...verdict, diff: '' },
    ];
    await openFlag(() => replies.shift()!);
    press('Check the change');
    expect((await screen.findByRole('alert')).textContent).toMatch(/would be refused:flags\.username_max: must be a/);
    press('Check the change');
    expect(await screen.findByText(/no icon/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Change of the file' })).toBeTruthy();
    press('Check the change');
    expect(await screen.findByText('The file has this value already.')).toBeTruthy();
  });

  it('sends no request for a text that is not JSON', async () => {
    const { requests, value } = await openFlag(verdict);
    fireEvent.change(value, { target: { value: 'many' } });
    press('Check the change');
    expect(await screen.findByText('This is no JSON. A text needs quotation marks.')).toBeTruthy();
    expect(requests.some(({ call }) => call.startsWith('POST'))).toBe(false);
  });

  it('previews the value that was checked, in a role', async () => {
    const { requests, value } = await openFlag(verdict, refusal(409, 'DEPLOYMENT_REFUSED'));
    fireEvent.change(value, { target: { value: '13' } });
    press('Check the change');
    fireEvent.click(await screen.findByRole('button', { name: /^See it as/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Workplace admin' }));
    press('Start the preview');
    expect(await screen.findByText('DEPLOYMENT_REFUSED said')).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /operations/preview',
      input: { path: 'username_max', value: '13', role: 'workplace_admin' },
    });
  });

  it('shows the lines of a whole file that differ before it previews the file', async () => {
    const replies = [
      { ...verdict, problems: [{ path: 'tabs[1]', hint: 'no deployed module has the tab' }] },
      verdict,
      { ...verdict, diff: '' },
    ];
    const { requests } = await open(deployed, () => replies.shift()!, null, refusal(409, 'DEPLOYMENT_REFUSED'));
    fireEvent.click(await screen.findByRole('button', { name: 'Preview a file' }));
    const file = await screen.findByRole('textbox', { name: /^Changed text of motorsport\.json/ });
    fireEvent.change(file, { target: { value: '{"id":"motorsport"}' } });
    press('Check the change');
    expect((await screen.findByRole('alert')).textContent).toMatch(/would be refused:tabs\[1\]: no deployed module/);
    expect(screen.queryByRole('button', { name: 'Start the preview' })).toBeNull();
    press('Check the change');
    const change = await screen.findByRole('region', { name: 'Change of the file' });
    expect(change.textContent).toContain('--- motorsport.json\n+++ motorsport.json\n-12\n+13');
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /operations/check_change',
      input: { file: '{"id":"motorsport"}' },
    });
    press('Start the preview');
    expect(await screen.findByText('DEPLOYMENT_REFUSED said')).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({
      call: 'POST /operations/preview',
      input: { file: '{"id":"motorsport"}', role: 'member' },
    });
    press('Check the change');
    expect(await screen.findByText('This is the live file. Only the role changes.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Start the preview' })).toBeTruthy();
  });

  it('keeps what it has while the network is away', async () => {
    jest.useFakeTimers();
    let reply: Replies[string] = deployed;
    await open(() => reply as never);
    await waitFor(() => expect(screen.getByText('motorsport.json')).toBeTruthy());
    reply = null;
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.getByText('The page cannot be refreshed.')).toBeTruthy();
    expect(screen.getByText('motorsport.json')).toBeTruthy();
  });

  it('shows a refusal to members and workplace admins', async () => {
    await open(refusal(403, 'FORBIDDEN'));
    expect((await screen.findByRole('alert')).textContent).toContain('FORBIDDEN');
  });
});
