import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { uploadFile } from '@paddock/contract/calls/files';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { defineForm } from './form';
import { button, control, openForm, save } from '../../test/test-form';

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
const files: string[] = [];
let server: Server;
let apiBase: string;
/** Resolves to release the service's reply. */
let answer: Promise<void> | undefined;
let status = 200;

beforeEach(async () => {
  localStorage.clear();
  files.length = 0;
  [answer, status] = [undefined, 200];
  server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    let body = '';
    request.on('data', (bytes) => (body += bytes));
    request.on('end', () => {
      files.push(/filename="(.+?)"/.exec(body)?.[1] ?? '');
      void Promise.resolve(answer).then(() => {
        response.writeHead(status, { ...cors, 'content-type': 'application/json' });
        const good = { id: `f${files.length}` };
        response.end(JSON.stringify(status === 200 ? good : { code: 'INVALID_FILE', message: 'No.' }));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const documents = (more: { max?: number; images?: boolean } = {}) =>
  defineForm({
    id: 'documents',
    schema: () => z.strictObject({ title: z.string(), files: z.union([z.string(), z.array(z.string())], 'REQUIRED') }),
    fields: () => [
      { type: 'input', name: 'title', label: 'Title' },
      { type: 'upload-secure-file', name: 'files', label: 'Files', upload: uploadFile, ...more },
    ],
    submit: () => 'Save',
  });
const initial = { title: 'Rules' };
const pick = async (...names: string[]) => {
  const chooser = await screen.findByLabelText(/^Add a/, { selector: 'input' });
  fireEvent.change(chooser, { target: { files: names.map((name) => new File(['%PDF'], name)) } });
};
const there = () => screen.findByRole('button', { name: /^Add a/ });

describe('upload-secure-file', () => {
  it('uploads the file, blocks the form meanwhile, and submits its id', async () => {
    let go: () => void = () => undefined;
    answer = new Promise((resolve) => (go = resolve));
    const { sent } = await openForm({ form: documents(), initial }, { apiBase });
    await there();
    await pick('rules.pdf');
    await waitFor(() => expect(files).toEqual(['rules.pdf']));
    expect(button().getAttribute('aria-busy')).toBe('true');
    save();
    expect(sent).toEqual([]);
    await act(async () => go());
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    save();
    await waitFor(() => expect(sent).toEqual([{ title: 'Rules', files: 'f1' }]));
    expect(JSON.stringify(localStorage)).not.toContain('rules.pdf');
  });

  it('can be removed once loaded, unless modification is disabled', async () => {
    const stored = { key: 'a', id: 'a', name: 'rules.pdf', type: '', size: 0, state: 'loaded', percent: 99 };
    const loaded = { ...initial, files: [stored] };
    const remove = () => screen.queryByRole('button', { name: 'Remove rules.pdf' });
    const { unmount } = await openForm({ form: documents(), initial: loaded }, { apiBase });
    await waitFor(() => expect(remove()).not.toBeNull());
    unmount();
    const flags = { disable_upload_modification: true };
    await openForm({ form: documents({ max: 2 }), initial: loaded }, { apiBase, flags });
    await there();
    expect(remove()).toBeNull();
  });

  it("shows the upload's progress, at most 99 % until the reply", async () => {
    const real = globalThis.XMLHttpRequest;
    let upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    globalThis.XMLHttpRequest = class {
      upload = (upload = {});
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {}
    } as never;
    try {
      await openForm({ form: documents(), initial }, { apiBase });
      await there();
      await pick('rules.pdf');
      await waitFor(() => expect(upload.onprogress).toBeDefined());
      const shown = () => screen.getByRole('progressbar').getAttribute('value');
      const seen = [0, 40, 100].map((loaded) => {
        act(() => upload.onprogress?.({ loaded, total: 100 }));
        return shown();
      });
      expect(seen).toEqual(['0', '40', '99']);
    } finally {
      globalThis.XMLHttpRequest = real;
    }
  });

  it('accepts several files up to the maximum', async () => {
    const { sent } = await openForm({ form: documents({ max: 2 }), initial }, { apiBase });
    await there();
    await pick('a.pdf', 'b.pdf');
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    save();
    await waitFor(() => expect(sent).toEqual([{ title: 'Rules', files: ['f1', 'f2'] }]));
  });

  it('refuses a file above the maximum without sending it', async () => {
    await openForm({ form: documents({ max: 1 }), initial }, { apiBase });
    await there();
    await pick('a.pdf', 'b.pdf');
    expect(await screen.findByText(/That is one file too many/)).toBeTruthy();
    await waitFor(() => expect(files).toEqual(['a.pdf']));
  });

  it('refuses other files in a picture field without sending them', async () => {
    const { sent } = await openForm({ form: documents({ images: true }), initial }, { apiBase });
    await there();
    await pick('a.svg');
    expect(await screen.findByText(/Files of this type are not accepted here/)).toBeTruthy();
    save();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect([files, sent]).toEqual([[], []]);
    fireEvent.click(control('Remove a.svg'));
    await pick('a.PNG');
    await waitFor(() => expect(files).toEqual(['a.PNG']));
  });

  it.each([
    ["the service's message after a refusal", 400, /No\./],
    ['a failure without a reply', 500, /Unable to upload/],
  ])('shows %s', async (_, code, text) => {
    status = code;
    if (code === 500) server.removeAllListeners('request').on('request', (request) => request.destroy());
    await openForm({ form: documents(), initial }, { apiBase });
    await there();
    await pick('rules.pdf');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(button().getAttribute('aria-busy')).toBeNull();
  });
});
