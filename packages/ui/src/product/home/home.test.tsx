import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { Flag } from 'lucide-react';
import { HomeCell, HomeNote } from './home';

afterEach(cleanup);

describe('HomeCell', () => {
  const cell = (props: object) =>
    render(<HomeCell href="#/main/chats" icon={Flag} title="Chats" {...props} />).container.querySelector('a')!;

  it.each([
    [79, '79'],
    [80, ':D'],
    [1200, ':D'],
  ])('shows %i as %s and announces the real number', (count, shown) => {
    cell({ badge: { count, spoken: `${count} unread` } });
    expect(screen.getByText(shown).getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByRole('link', { name: `Chats ${count} unread` })).toBeTruthy();
  });

  it('opens a page of the app in the same window', () => expect(cell({}).getAttribute('target')).toBeNull());

  it('opens an external address in a new window without a referrer or opener', () => {
    const link = cell({ href: 'https://timing.example.org/', newTabLabel: 'new tab' });
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(screen.getByRole('link', { name: 'Chats (new tab)' })).toBe(link);
  });
});

describe('HomeNote', () => {
  it('is a link only if it has an address', () => {
    render(<HomeNote text="Wet allocation opens at 08:00." />);
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    render(<HomeNote text="Wet allocation" link={{ href: 'https://example.org/', newTabLabel: 'new tab' }} />);
    expect(screen.getByRole('link', { name: 'Wet allocation (new tab)' }).getAttribute('rel')).toContain('noopener');
  });
});
