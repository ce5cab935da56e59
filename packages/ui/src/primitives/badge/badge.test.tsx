import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Badge } from './badge';

describe('Badge', () => {
  it.each([
    [79, 79, '79'],
    [80, 79, ':D'],
    [99, 99, '99'],
    [100, 99, ':D'],
  ])('shows %i with the cap %i as %s', (count, cap, shown) => {
    render(<Badge count={count} cap={cap} spoken={`${count} unread`} />);
    expect(screen.getByText(shown)).toBeTruthy();
    expect(screen.getByText(`${count} unread`)).toBeTruthy();
  });

  it('renders nothing at 0', () => {
    const { container } = render(<Badge count={0} />);
    expect(container.textContent).toBe('');
  });
});
