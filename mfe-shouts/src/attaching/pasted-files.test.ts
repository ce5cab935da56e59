/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { pastedFiles } from './pasted-files';

const picture = new File(['x'], 'image.png', { type: 'image/png' });
const paste = (types: string[], files: File[] = [picture]) => pastedFiles({ types, files: files as never });

describe(pastedFiles, () => {
  it.each([[['Files']], [['text/html', 'Files']], [['text/plain', 'Files']]])('takes the files of %j', (types) =>
    expect(paste(types)).toEqual([picture]),
  );

  it('leaves formatted text to the text box', () => expect(paste(['text/plain', 'text/html', 'Files'])).toEqual([]));

  it('is empty without files', () => expect(paste(['text/plain'], [])).toEqual([]));
});
