import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ann, entry, json, open } from './test-chat-list';

describe('the address of the chat list', () => {
  const inAddress = (hash: string) => waitFor(() => expect(location.hash).toBe(hash));
  const found = async (url: unknown) =>
    json({
      filters: String(url).includes('/filters/search/')
        ? []
        : [entry(String(url).includes('/filters/archived/') ? { archived: true, title: 'Spring test' } : {})],
      archive: true,
      next: null,
      users: [ann],
      groups: [],
      shouts: [],
    });

  it('closes the archive and a search with Back', async () => {
    location.hash = '#/main/chats';
    await open(found);
    // The rows' swipe actions follow it.
    fireEvent.click((await screen.findAllByRole('button', { name: 'Archive' }))[0]!);
    expect(await screen.findByText('Spring test')).toBeTruthy();
    await inAddress('#/main/chats?show=archived');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ann l' } });
    expect(await screen.findByText('Ann Lee')).toBeTruthy();
    await inAddress('#/main/chats?show=archived&search=ann+l');
    act(() => history.back());
    expect(await screen.findByText('Spring test')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    act(() => history.back());
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
    await inAddress('#/main/chats');
  });

  it('restores the search of the address after a reload', async () => {
    location.hash = '#/main/chats?search=ann+l';
    await open(found);
    expect(await screen.findByText('Ann Lee')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ann l');
  });

  it('keeps a space while the next word is typed', async () => {
    await open(found);
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    fireEvent.change(box, { target: { value: 'ann ' } });
    expect(await screen.findByText('Ann Lee')).toBeTruthy();
    expect(box.value).toBe('ann ');
  });

  it.each([
    ['an unknown view', '#/main/chats?show=nonsense', {}],
    ['an archive that is off', '#/main/chats?show=archived', { disable_archive: true }],
  ])('shows all chats when the address requests %s', async (_, hash, change) => {
    location.hash = hash;
    await open(found, change);
    expect(await screen.findByText('Pit wall 27')).toBeTruthy();
  });
});
