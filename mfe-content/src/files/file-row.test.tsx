import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { FolderItem } from '@paddock/contract/calls/folders';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { FileRow } from './file-row';
import ownTexts from './messages/en.json' with { type: 'json' };

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const item = (owner: string, fields: Partial<FolderItem> = {}) =>
  ({
    ...{ id: 'f1', name: 'Rules', folder: false, badge: 0, new: false, can_edit: false },
    ...{ created: '2026-01-01T10:00:00.000Z', owner: { id: owner, username: owner, fullname: owner } },
    ...fields,
  }) as unknown as FolderItem;

/** Holds a row, by the keys of its context menu; `isBrowsers`: the row keeps the browser's own menu. */
async function hold(held: FolderItem) {
  const onAct = jest.fn();
  const user = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;
  const kit = await testKit({ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, user });
  Object.assign(kit.slots, { offeredBy: () => 'mfe-account' });
  render(
    <TestHost kit={kit} module="mfe-content">
      <FileRow item={held} isOpen={false} isFound={false} onAct={onAct} />
    </TestHost>,
  );
  return { onAct, isBrowsers: fireEvent.contextMenu(screen.getByRole('link', { name: /Rules/ })) };
}

describe(FileRow, () => {
  it("offers to report another member's file by a long press", async () => {
    const { onAct, isBrowsers } = await hold(item('bob'));
    expect(isBrowsers).toBe(false);
    fireEvent.click(await screen.findByRole('button', { name: 'Report content' }));
    expect(onAct).toHaveBeenCalledWith('report');
  });

  it('does not offer it for an own file and for a folder', async () => {
    expect((await hold(item('ann'))).isBrowsers).toBe(true);
    cleanup();
    expect((await hold(item('bob', { folder: true }))).isBrowsers).toBe(true);
  });
});
