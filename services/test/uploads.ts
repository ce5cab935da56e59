import { readdir, stat } from 'node:fs/promises';
import type { AttachedFile } from '@paddock/contract/calls/files';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { join } from 'node:path';
import { FormData, request } from 'undici';
import { formDispatcher } from './form-dispatcher.js';
import type { TestMember, TestServices } from './start-test-services.js';

/** Uploads a file in one request, as a form of the page does. */
export async function uploadFile(
  services: TestServices,
  member: TestMember | undefined,
  { name, content, path = '/api/files' }: { name: string; content: Buffer | string; path?: string | undefined },
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const reply = await request(`http://127.0.0.1:${services.port}${path}`, {
    method: 'POST',
    headers: {
      host: `${member?.community ?? 'motorsport'}.localhost`,
      ...(member && { authorization: `Bearer ${member.token}` }),
    },
    body: form,
    dispatcher: formDispatcher,
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as AttachedFile & ErrorReply };
}

/** Everything stored: contents, unfinished ones, uploads under way or under examination. */
export async function storedFilesOf({ folders }: TestServices): Promise<string[]> {
  const names: string[] = [];
  for (const folder of ['files', 'incoming', 'resumable']) {
    const root = join(folders.dataDir, folder);
    for (const entry of await readdir(root, { recursive: true }).catch(() => []))
      if (entry !== 'mark' && (await stat(join(root, entry)).catch(() => undefined))?.isFile()) names.push(entry);
  }
  return names.sort();
}
