import { uploadFile } from '@paddock/contract/calls/files';
import { FormData, request } from 'undici';
import { formDispatcher } from './form-dispatcher.js';
import type { TestMember, TestServices } from './start-test-services.js';

const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Uploads a picture as a member; returns its address. */
export async function uploadPicture(services: TestServices, as: TestMember): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(onePixel, 'base64')]), 'icon.gif');
  const reply = await request(`http://127.0.0.1:${services.port}/api${uploadFile.path}`, {
    method: 'POST',
    headers: { host: `${as.community}.localhost`, authorization: `Bearer ${as.token}` },
    body: form,
    dispatcher: formDispatcher,
  });
  return ((await reply.body.json()) as { path: string }).path;
}

/** The status of a GET of a file's address. */
export async function statusOfFile(services: TestServices, path: string): Promise<number> {
  return (await services.request('GET', path)).status;
}
