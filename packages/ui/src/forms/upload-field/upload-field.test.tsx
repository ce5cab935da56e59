import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UploadField } from './upload-field';
import type { UploadFieldProps, UploadItem } from './upload-field';

const words = { add: 'Add a file', remove: (name: string) => `Remove ${name}` };
const loaded: UploadItem = { id: '1', name: 'licence.pdf', state: 'loaded', meta: '96 kB' };
const file = (name: string, type = 'application/pdf') => new File(['x'], name, { type });

function show(props: Partial<UploadFieldProps> = {}) {
  const pick = jest.fn<(files: File[]) => void>();
  const remove = jest.fn<(id: string) => void>();
  render(<UploadField label="Files" words={words} value={[]} onPick={pick} onRemove={remove} {...props} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  return { pick, remove, input, names: () => pick.mock.calls.map(([files]) => files.map((one) => one.name)) };
}

describe('UploadField', () => {
  it('opens the file dialog on a press on its slot', async () => {
    const { input } = show();
    const click = jest.spyOn(input, 'click').mockImplementation(() => undefined);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(click).toHaveBeenCalledTimes(1);
  });

  it('calls onPick with the files, and again for the same file', async () => {
    const { names, input } = show();
    await userEvent.upload(input, file('a.pdf'));
    await userEvent.upload(input, file('a.pdf'));
    expect(names()).toEqual([['a.pdf'], ['a.pdf']]);
  });

  it('calls onPick also for more files than slots: its owner reports the limit', async () => {
    const { names, input } = show({ max: 3, value: [loaded] });
    await userEvent.upload(input, [file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    expect(names()).toEqual([['a.pdf', 'b.pdf', 'c.pdf']]);
  });

  it('restricts the file dialog to the accepted types', async () => {
    const { pick, input } = show({ accept: '.pdf' });
    await userEvent.upload(input, file('a.exe', 'application/x-msdownload'));
    expect(pick).not.toHaveBeenCalled();
  });

  it('has no add slot when it is full', () => {
    show({ max: 1, value: [loaded] });
    expect(screen.queryByRole('button', { name: 'Add a file' })).toBeNull();
  });

  it('shows 99 % at most until the file is loaded', () => {
    show({ value: [{ id: '1', name: 'a.jpg', state: 'uploading', percent: 100 }] });
    expect(screen.getByText('99%')).toBeTruthy();
  });

  it('shows the rejected file with its reason below', () => {
    show({ max: 2, value: [{ id: '1', name: 'a.exe', state: 'error', error: 'Not allowed.' }] });
    const group = screen.getByRole('group', { name: 'Files' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'a.exe: Not allowed.',
    );
  });

  it('removes the pressed file, from a slot and from a row', async () => {
    const { remove } = show({
      rows: true,
      max: 2,
      value: [loaded, { id: '2', name: 'b.pdf', state: 'uploading', percent: 5 }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove licence.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }));
    expect(remove.mock.calls).toEqual([['1'], ['2']]);
  });

  it('keeps loaded files when modification is disabled, but can stop an upload', () => {
    show({ modificationDisabled: true, max: 2, value: [loaded, { id: '2', name: 'b.pdf', state: 'uploading' }] });
    expect(screen.queryByRole('button', { name: 'Remove licence.pdf' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove b.pdf' })).toBeTruthy();
  });

  it('has no controls when it is read-only', () => {
    show({ readOnly: true, max: 2, rows: true, value: [loaded] });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('licence.pdf')).toBeTruthy();
  });
});
