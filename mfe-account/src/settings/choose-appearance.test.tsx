import { afterEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { fireEvent, screen } from '@testing-library/react';
import { leaveScreen, member, openScreen } from '../entry/test-screen';
import { Settings } from './settings';

afterEach(() => {
  leaveScreen();
  localStorage.clear();
});

const boot = (theme: string) => ({ look: { accent: '#ff5b1f', theme } as Boot['look'] });

describe('the choice of an appearance', () => {
  it('is stored in this browser', async () => {
    const { kit } = await openScreen(<Settings params={{ section: 'appearance' }} />, {
      user: member(),
      boot: boot('system'),
    });
    fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(kit.appearance.get()).toBe('dark');
    expect(kit.storage.getItem('shell.appearance')).toBe('dark');
    expect(screen.getByRole('button', { name: 'Appearance Dark' })).toBeTruthy();
  });

  it('is not offered where the deployment has a theme of its own', async () => {
    await openScreen(<Settings params={{ section: '' }} />, { user: member(), boot: boot('dark') });
    expect(screen.getByRole('button', { name: /^Devices/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Appearance/ })).toBeNull();
  });
});
