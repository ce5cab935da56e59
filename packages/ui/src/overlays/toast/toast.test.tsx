import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ToastRegion, dismissToast, toast } from './toast';

const region = () => screen.getByRole('region', { name: 'Messages' });
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('toast', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<ToastRegion label="Messages" dismissLabel="Dismiss" />);
  });
  afterEach(() => {
    act(() => dismissToast());
    jest.useRealTimers();
  });

  it('is announced politely and disappears after 4 s', () => {
    act(() => void toast({ text: 'Saved' }));
    expect(screen.getByText('Saved').closest('[aria-live="polite"]')).toBeTruthy();
    wait(3999);
    expect(screen.queryByText('Saved')).toBeTruthy();
    wait(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stays while the pointer is over it, and at least a second longer', () => {
    act(() => void toast({ text: 'Saved' }));
    wait(3900);
    fireEvent.pointerEnter(region());
    wait(60_000);
    expect(screen.queryByText('Saved')).toBeTruthy();
    fireEvent.pointerLeave(region());
    wait(999);
    expect(screen.queryByText('Saved')).toBeTruthy();
    wait(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('stays while it contains the focus', () => {
    act(() => void toast({ text: 'Saved' }));
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    wait(60_000);
    expect(screen.queryByText('Saved')).toBeTruthy();
  });

  it('resumes the timer of the next toast when the hovered one is dismissed', () => {
    act(() => void toast({ text: 'First' }));
    fireEvent.pointerEnter(region());
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    act(() => void toast({ text: 'Second' }));
    wait(4000);
    expect(screen.queryByText('Second')).toBeNull();
  });

  it('calls its action once and disappears', () => {
    const undo = jest.fn();
    act(() => void toast({ text: 'Deleted', action: { label: 'Undo', onPress: undo } }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Deleted')).toBeNull();
  });

  it('shows the newest three at most', () => {
    act(() => ['a', 'b', 'c', 'd'].forEach((text) => toast({ text })));
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['b', 'c', 'd']);
  });
});
