import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { open } from '../../test/rooms-scenario';
import { WeekHead } from './week-row';

afterEach(cleanup);

describe(WeekHead, () => {
  it('writes dates in the order of the deployment', async () => {
    await open(<WeekHead days={['2026-11-29', '2026-12-01']} today="2026-11-29" />, {});
    expect(screen.getByText('29/11').parentElement!.textContent).toBe('Sun29/11');
    expect(screen.getByText('01/12')).toBeTruthy();
  });
});
