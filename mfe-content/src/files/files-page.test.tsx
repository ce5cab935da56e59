import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { FolderItem } from '@paddock/contract/calls/folders';
import type { Self } from '@paddock/contract/calls/users';
import type { Attachment, Kit } from '@paddock/mfe-kit/kit-context';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { createStore, type Store } from '@paddock/mfe-kit/store';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { cannedReplies, type Replies } from '../../test/canned-replies';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { FilesPage } from './files-page';
import ownTexts from './messages/en.json' with { type: 'json' };

type Uploads = Awaited<ReturnType<Kit['uploads']>>;

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  act(() => dismissToast());
  cleanup();
  location.hash = '';
  localStorage.clear();
});

const user = { id: 'ann', username: 'ann', admin: true, acl: [] } as unknown as Self;

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

describe('an upload', () => {
  const file = {
    key: 'k1',
    name: 'plan.pdf',
    type: 'application/pdf',
    size: 1,
    state: 'uploading',
    percent: 0,
  } as const;

  /** The page of the root, with uploads of which each folder's draft has one file. */
  async function open(added: Replies[string] = { item: folder(0) }) {
    const { fetch, sent } = cannedReplies({
      'GET /folders/null/children': { items: [], folder: null, can_create: true, next: null },
      'POST /folders/files': added,
    });
    const drafts = new Map<string, Store<readonly Attachment[]>>();
    const draft = (_: string, id: string) => {
      const items = drafts.get(id) ?? createStore<readonly Attachment[]>([file]);
      drafts.set(id, items);
      const take = () => {
        const taken = items.get();
        items.set([]);
        return taken;
      };
      const fault = createStore(undefined);
      const add = async () => undefined;
      return known(id, { items, fault, take, add, putBack: (files: Attachment[]) => items.set(files) });
    };
    const made = new Map<string, object>();
    const known = (id: string, one: object) => made.get(id) ?? (made.set(id, one), one);
    const post: Uploads['post'] = (_, { send }) => send({ files: ['/api/files/up1'] });
    const kit = await testKit({
      ...{ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts }, fetch, user },
      boot: { tabs: [{ id: 'files', module: 'mfe-content' }], modules: [] } as unknown as Partial<Boot>,
    });
    render(
      <TestHost kit={{ ...kit, uploads: async () => ({ draft, post }) as unknown as Uploads }} module="mfe-content">
        <FilesPage params={{ id: undefined as unknown as string }} />
      </TestHost>,
    );
    const end = async (id: string) => {
      await waitFor(() => expect(drafts.get(id)).toBeTruthy());
      act(() => drafts.get(id)!.set([{ ...file, state: 'loaded' }]));
      await waitFor(() => expect(drafts.get(id)!.get()).toEqual([]));
      return sent.map(({ request, body }) => [request, body['parent'], body['client_id']]);
    };
    return { end, drafts, sent, kit };
  }

  it('that ends after its screen is closed becomes a file of its folder', async () => {
    const { end } = await open();
    expect(await screen.findByRole('button', { name: 'Remove plan.pdf' })).toBeTruthy();
    cleanup();
    expect(await end('files/null')).toEqual([['POST /folders/files', 'null', 'k1']]);
  });

  it('that is refused after its screen is closed is reported with the way to its folder', async () => {
    localStorage.setItem('mfe-content.files.ann..files/f1', '[]');
    localStorage.setItem('mfe-content.last.ann..upload-folders', '["f1"]');
    const { drafts, sent } = await open([403, { code: 'FORBIDDEN', message: 'Not you' }]);
    render(<ToastRegion label="Messages" dismissLabel="Dismiss" />);
    await screen.findByRole('button', { name: 'Remove plan.pdf' });
    await waitFor(() => expect(drafts.get('files/f1')).toBeTruthy());
    const load = (id: string) => act(() => drafts.get(id)!.set([{ ...file, state: 'loaded' }]));
    load('files/null');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByText(/was not added/)).toBeNull();
    load('files/f1');
    expect(await screen.findByText(/^“plan.pdf” was not added to its folder\. Not you/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Open the folder' }));
    await waitFor(() => expect(location.hash).toBe('#/main/files/f1'));
  });

  it('whose last call is cut is tried again when the connection is back', async () => {
    let isCut = true;
    const { drafts, sent, kit } = await open(() => {
      if (isCut) throw new TypeError('cut');
      return { item: folder(0) };
    });
    await screen.findByRole('button', { name: 'Remove plan.pdf' });
    cleanup();
    const { connection } = kit.realtime;
    act(() => drafts.get('files/null')!.set([{ ...file, state: 'loaded' }]));
    await waitFor(() => expect(sent.filter(({ request }) => request === 'POST /folders/files')).toHaveLength(1));
    isCut = false;
    act(() => (connection as Store<string>).set('offline'));
    await waitFor(() => expect(drafts.get('files/null')!.get()).toHaveLength(1));
    act(() => (connection as Store<string>).set('polling'));
    await waitFor(() => expect(drafts.get('files/null')!.get()).toEqual([]));
  });

  it('that a closed page left in another folder goes on in the tab', async () => {
    localStorage.setItem('mfe-content.files.ann..files/f1', '[]');
    localStorage.setItem('mfe-content.last.ann..upload-folders', '["f1","done"]');
    const { end, drafts } = await open();
    expect(await end('files/f1')).toEqual([['POST /folders/files', 'f1', 'k1']]);
    expect(drafts.has('files/done')).toBe(false);
  });

  it('keeps its folder in the list of those that go on', async () => {
    localStorage.setItem('mfe-content.last.ann..upload-folders', '["done"]');
    await open();
    await screen.findByRole('button', { name: 'Remove plan.pdf' });
    fireEvent.change(screen.getByLabelText('Upload files', { selector: 'input' }), {
      target: { files: [new File(['x'], 'b.pdf')] },
    });
    const stored = () => localStorage.getItem('mfe-content.last.ann..upload-folders');
    await waitFor(() => expect(stored()).toBe('["null"]'));
  });
});
