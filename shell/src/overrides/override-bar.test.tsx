import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { BootModule } from '@paddock/contract/calls/boot';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { ToastRegion } from '@paddock/ui/toast';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { OverrideBar, type OverrideBarProps } from './override-bar';
import { PreviewBar } from './preview-bar';
import en from './messages/en.json' with { type: 'json' };

afterEach(cleanup);

const module = (id: string, title: string, override_of?: string) =>
  ({ id, version: '1.2.0', override_of, manifest: { title } }) as unknown as BootModule;

async function open(modules: BootModule[], status = 200, previews: Partial<OverrideBarProps> = {}) {
  const sent: string[] = [];
  const onEnded = jest.fn();
  const fetch: typeof globalThis.fetch = async (address, init) => {
    sent.push(`${init?.method} ${String(address)}`);
    return Response.json(status === 200 ? { overrides: [] } : { code: 'FORBIDDEN', message: 'No.' }, { status });
  };
  const user = { id: 'ann', username: 'ann', fullname: 'Ann Berg', acl: [], workplaces: [] } as never;
  const kit = await testKit({ module: 'shell', messages: en, fetch, user });
  render(
    <TestHost kit={kit} module="shell">
      <OverrideBar modules={modules} onEnded={onEnded} {...previews} />
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
    </TestHost>,
  );
  return { sent, onEnded };
}

describe(OverrideBar, () => {
  it('names each overridden module with both versions, and no other module', async () => {
    await open([
      module('mfe-chats', 'Chats', '1.1.0'),
      module('mfe-people', 'People'),
      module('mfe-events', 'Events', '2'),
    ]);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
      'You alone see Chats 1.2.0. Members have 1.1.0.End',
      'You alone see Events 1.2.0. Members have 2.End',
    ]);
  });

  it('ends the override of its module', async () => {
    const { sent, onEnded } = await open([module('mfe-chats', 'Chats', '1.1.0')]);
    fireEvent.click(screen.getByRole('button', { name: 'End: Chats' }));
    await waitFor(() => expect(onEnded).toHaveBeenCalled());
    expect(sent).toEqual([expect.stringMatching(/^DELETE .*\/operations\/overrides\?.*module=mfe-chats/)]);
  });

  it('stays and says why when the call is refused', async () => {
    const { onEnded } = await open([module('mfe-chats', 'Chats', '1.1.0')], 403);
    fireEvent.click(screen.getByRole('button', { name: 'End: Chats' }));
    expect(await screen.findByText('No.')).toBeTruthy();
    expect(onEnded).not.toHaveBeenCalled();
  });
});

describe(PreviewBar, () => {
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  const preview = { role: 'member', ends } as const;

  it('names community and role, and ends the preview', async () => {
    const { sent, onEnded } = await open([], 200, { preview, atStart: preview });
    expect(screen.getByRole('status').textContent).toMatch(/^Preview of .+ as a member without roles: read only\.End$/);
    expect(onEnded).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'End the preview' }));
    await waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([expect.stringMatching(/^DELETE .*\/operations\/preview/)]);
  });

  it('begins a window again that began without the preview, or with another one', async () => {
    expect((await open([], 200, { preview })).onEnded).toHaveBeenCalledTimes(1);
    cleanup();
    const other = { role: 'member', ends: new Date().toISOString() } as const;
    expect((await open([], 200, { preview, atStart: other })).onEnded).toHaveBeenCalledTimes(1);
  });

  it('begins the window again when the preview ends elsewhere', async () => {
    const { onEnded } = await open([], 200, { preview, atStart: preview });
    cleanup();
    expect(onEnded).toHaveBeenCalledTimes(1);
  });

  it('begins the window again when its time is over', async () => {
    const over = { role: 'member', ends: new Date(Date.now() - 1000).toISOString() } as const;
    const { onEnded } = await open([], 200, { preview: over, atStart: over });
    await waitFor(() => expect(onEnded).toHaveBeenCalled());
  });
});
