import { describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { ann, entry, json, openLive } from './test-chat-list';

const place = { workplace: '', conversation: 'g1' };
const shoutAt = (seq: number) => ({
  ...place,
  shout: { id: `s${seq}`, seq, user: ann, shout: `Lap ${seq}`, created: `2026-05-01T10:0${seq}:00Z` },
});

describe('ChatList', () => {
  it('shows nothing of the former workplace after another window has switched it', async () => {
    const { receive, session } = await openLive(async (url) => {
      const isHq = String(url).includes('workplace=hq');
      const { last_shout } = entry({});
      const inHq = entry({ seq: 2, last_shout: { ...last_shout!, text: 'Welcome' } });
      return json({ filters: [isHq ? inHq : entry({ badge_number: 5 })], archive: false, next: null });
    });
    await screen.findByText('5 unread');
    await receive('posting_topic', shoutAt(8));
    expect(screen.getByText('Lap 8')).toBeTruthy();
    act(() => session.switchWorkplace('hq'));
    expect(await screen.findByText('Welcome')).toBeTruthy();
    expect(screen.queryByText(/unread/)).toBeNull();
  });

  it('shows no chat of the former workplace that was read when another window switched it', async () => {
    let reply: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (reply = resolve));
    const { last_shout } = entry({});
    const { receive, session } = await openLive(async (url) => {
      if (String(url).includes('/chats/')) {
        await read;
        return json(entry({ seq: 9, badge_number: 4, last_shout: { ...last_shout!, text: 'Former' } }));
      }
      const inHq = entry({ seq: 2, last_shout: { ...last_shout!, text: 'Welcome' } });
      const isHq = String(url).includes('workplace=hq');
      return json({ filters: [isHq ? inHq : entry({ badge_number: 5 })], archive: false, next: null });
    });
    await screen.findByText('5 unread');
    await receive('posting_topic', shoutAt(8));
    await receive('updating_chat', { ...place, seq: 7, badge_number: 0, muted: false, archived: false });
    act(() => session.switchWorkplace('hq'));
    await screen.findByText('Welcome');
    await act(async () => {
      reply();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(screen.getByText('Welcome')).toBeTruthy();
    expect(screen.queryByText('Former')).toBeNull();
  });
});
