import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { flags as flagsSchema } from '@paddock/contract/core/flags';
import type { Attachment, Attachments } from '@paddock/mfe-kit/kit-context';
import { createStore } from '@paddock/mfe-kit/store';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import ownTexts from './messages/en.json' with { type: 'json' };
import { UploadPanel } from './upload-panel';
import type { FolderUploads } from './use-folder-uploads';

afterEach(cleanup);

const item = (key: string, state: Attachment['state']) =>
  ({ key, name: `${key}.pdf`, type: 'application/pdf', size: 1, state, percent: 50 }) as Attachment;
const items = [item('loading', 'uploading'), item('loaded', 'loaded'), item('refused', 'loaded')];

async function open(disable_upload_modification: boolean) {
  const remove = jest.fn();
  const draft = { fault: createStore(undefined), remove } as unknown as Attachments;
  const uploads = { draft, items, max: 5, unpublished: [items[2]], errorOf: () => new Error('Refused') };
  const kit = await testKit({
    ...{ module: 'mfe-content', messages: { ...moduleTexts, ...ownTexts } },
    flags: flagsSchema.parse({ disable_upload_modification }),
  });
  render(
    <TestHost kit={kit} module="mfe-content">
      <UploadPanel uploads={uploads as unknown as FolderUploads} folder="Rules" />
    </TestHost>,
  );
  return remove;
}
const removable = () =>
  screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'));

describe(UploadPanel, () => {
  it('removes every file', async () => {
    const remove = await open(false);
    expect(removable()).toEqual(['Remove loading.pdf', 'Remove loaded.pdf', 'Remove refused.pdf']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove loaded.pdf' }));
    expect(remove).toHaveBeenCalledWith('loaded');
  });

  it('keeps loaded files where modification is disabled, except for those that the folder refused', async () => {
    await open(true);
    expect(removable()).toEqual(['Remove loading.pdf', 'Remove refused.pdf']);
  });
});
