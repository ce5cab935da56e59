import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { FolderItem } from '@paddock/contract/calls/folders';
import type { Self } from '@paddock/contract/calls/users';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { cannedReplies } from '../../test/canned-replies';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { FilesPage } from './files-page';
import ownTexts from './messages/en.json' with { type: 'json' };

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const folder = (files: number) =>
  ({
    ...{ id: 'f1', name: 'Rules', parent: 'null', folder: true, files, badge: 0, new: false, can_edit: true },
    created: '2026-01-01T10:00:00.000Z',
  }) as unknown as FolderItem;

describe(FilesPage, () => {
  it('counts in the question before a deletion what the folder contains now', async () => {
    let files = 0;
    const { fetch } = cannedReplies({
      'GET /folders/null/children': () => ({ items: [folder(files)], folder: null, can_create: true, next: null }),
    });
    const user = { id: 'ann', username: 'ann', admin: true, acl: [] } as unknown as Self;
    const kit = await testKit({
      ...{ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, fetch, user },
      boot: { tabs: [{ id: 'files', module: 'mfe-content' }], modules: [] } as unknown as Partial<Boot>,
    });
    const receive = serverEventsOf(kit);
    render(
      <TestHost kit={kit} module="mfe-content">
        <FilesPage params={{ id: undefined as unknown as string }} />
      </TestHost>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'More about Rules' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(/It contains 0 files/)).toBeTruthy();
    files = 1;
    act(() => receive('updating_folders', { workplace: '' }));
    expect(await screen.findByText(/It contains 1 file/)).toBeTruthy();
  });
});
