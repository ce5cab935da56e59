import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { ApiError } from '../kit/api-error';
import type { Connection } from '../kit/kit-context';
import { createStore } from '../kit/store';
import type { Attachments } from '../kit/uploads';
import { createAttachments } from './attachments';
import type { FileRecord, FileStore } from './file-store';

// jsdom's files cannot be read.
Blob.prototype.arrayBuffer ??= () => Promise.resolve(new ArrayBuffer(1));

afterEach(() => localStorage.clear());

/** The draft of one window; the windows of a test share the stored list and the kept files. */
function windowsOf() {
  const files = new Map<string, FileRecord>();
  const kept = {
    put: async (one: FileRecord) => files.set(one.key, one) !== undefined,
    get: async (key: string) => files.get(key),
    remove: async (keys: string[]) => keys.forEach((key) => files.delete(key)),
  } as unknown as FileStore;
  const upload = async (key: string) => {
    if (!files.has(key)) throw new ApiError('DOWNLOAD_ERROR', '', 400);
    return { id: key } as never;
  };
  return (connection = createStore<Connection>('offline')): Attachments =>
    createAttachments({ api: {} as never, storage: localStorage, stored: 'draft', connection, kept, upload });
}

const file = (name: string) => new File(['x'], name, { type: 'text/csv' });
const names = ({ items }: Attachments) => items.get().map(({ name, state }) => `${name} ${state}`);

describe('a draft in two windows', () => {
  it('keeps in storage what the other window adds', async () => {
    const open = windowsOf();
    const [one, two] = [open(), open()];
    await one.add([file('a.csv')], { max: 7 });
    await two.add([file('b.csv')], { max: 7 });
    two.take();
    expect(names(open())).toEqual(['a.csv waiting']);
  });

  it('leaves out what the other window has removed', async () => {
    const open = windowsOf();
    const one = open();
    await one.add([file('a.csv')], { max: 7 });
    open().remove(one.items.get()[0]!.key);
    await one.add([file('b.csv')], { max: 7 });
    expect(names(one)).toEqual(['b.csv waiting']);
  });

  it('shows no failure for a file that the other window has posted', async () => {
    const open = windowsOf();
    const connection = createStore<Connection>('offline');
    const one = open(connection);
    await one.add([file('a.csv'), file('b.csv')], { max: 7 });
    const [a] = one.items.get();
    open().remove(a!.key);
    await Promise.resolve();
    connection.set('live');
    await waitFor(() => expect(names(one)).toEqual(['b.csv loaded']));
  });
});
