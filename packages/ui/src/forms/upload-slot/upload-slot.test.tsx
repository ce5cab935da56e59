import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UploadSlot } from './upload-slot';

describe('UploadSlot', () => {
  it('shows 99 at most until the file is loaded', () => {
    render(<UploadSlot name="a.jpg" state="uploading" percent={100} />);
    expect(screen.getByText('99%')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'a.jpg' })).toHaveProperty('value', 99);
  });

  it('announces the rejected file with its reason, and can be removed', async () => {
    const remove = jest.fn();
    render(<UploadSlot name="a.exe" state="error" error="Not allowed" removeLabel="Remove a.exe" onRemove={remove} />);
    expect(screen.getByRole('img', { name: 'a.exe: Not allowed' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.exe' }));
    expect(remove).toHaveBeenCalledTimes(1);
  });
});
