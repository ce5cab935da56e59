import { describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorState, Skeleton } from './state';

describe('Skeleton', () => {
  it('announces loading at once and shows its shapes after 150 ms', () => {
    jest.useFakeTimers();
    const { container } = render(<Skeleton shape="chat" count={3} label="Loading…" />);
    const bones = () => container.querySelectorAll('.row').length;
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    act(() => jest.advanceTimersByTime(149));
    expect(bones()).toBe(0);
    act(() => jest.advanceTimersByTime(1));
    expect(bones()).toBe(3);
    jest.useRealTimers();
  });

  it('shows at most eight shapes', () => {
    const { container } = render(<Skeleton shape="chat" count={40} label="Loading…" delay={0} />);
    expect(container.querySelectorAll('.row')).toHaveLength(8);
  });
});

describe('ErrorState', () => {
  it('announces the error with its code, and retries', async () => {
    const retry = jest.fn();
    render(<ErrorState title="Files could not be loaded" code="NOT_FETCHED" retryLabel="Retry" onRetry={retry} />);
    expect(screen.getByRole('alert').textContent).toContain('NOT_FETCHED');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
