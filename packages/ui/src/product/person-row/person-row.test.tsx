import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MessageCircle } from 'lucide-react';
import { PersonAvatar } from '../../primitives/avatar/avatar';
import { IconButton } from '../../primitives/button/button';
import { PersonRow } from './person-row';

afterEach(cleanup);
const avatar = <PersonAvatar id="u1" name="Petra Wolańska" />;

describe('PersonRow', () => {
  it('is a link with its lines as its name', () => {
    render(<PersonRow avatar={avatar} lines={['Petra Wolańska', 'Crew chief']} distance="40 m" href="#/p" current />);
    const link = screen.getByRole('link', { name: /Petra Wolańska.*40 m.*Crew chief/ });
    expect([link.getAttribute('href'), link.getAttribute('aria-current')]).toEqual(['#/p', 'true']);
  });

  it('shows its action beside the link, not inside it', () => {
    const write = jest.fn();
    const action = <IconButton icon={MessageCircle} label="Message Petra" onPress={write} />;
    render(<PersonRow avatar={avatar} lines={['Petra']} href="#/p" action={action} />);
    expect(within(screen.getByRole('link')).queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Message Petra' }));
    expect(write).toHaveBeenCalledTimes(1);
  });
});
