import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { input, leaveScreen, member, openScreen, refusal } from '../entry/test-screen';
import { QuietHours } from './quiet-hours';
import texts from './messages/en.json' with { type: 'json' };

afterEach(leaveScreen);

const put = 'PUT /users/ann';
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
const night = { from: '22:00', to: '07:00', zone };
const box = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Quiet hours/ });
const enter = (label: string, value: string) => {
  fireEvent.change(input(label), { target: { value } });
  fireEvent.blur(input(label));
};

describe('quiet hours', () => {
  it('begin as the night in the zone of the device', async () => {
    const { requests } = await openScreen(<QuietHours />, {
      texts,
      user: member(),
      replies: { [put]: { ...member(), quiet_hours: night } },
    });
    fireEvent.click(box());
    await waitFor(() => expect(box().checked).toBe(true));
    expect(requests[0]!.input).toMatchObject({ quiet_hours: night });
    expect(input('From').value).toBe('22:00');
  });

  it('are stored when a field is left, unless beginning and end are the same', async () => {
    const { requests } = await openScreen(<QuietHours />, {
      texts,
      user: member({ quiet_hours: night }),
      replies: { [put]: { ...member(), quiet_hours: { ...night, to: '06:30' } } },
    });
    enter('To', '22:00');
    expect(screen.getByText(/choose two different times/)).toBeTruthy();
    expect(requests).toEqual([]);
    enter('To', '06:30');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]!.input).toMatchObject({ quiet_hours: { from: '22:00', to: '06:30', zone } });
    await waitFor(() => expect(input('To').value).toBe('06:30'));
  });

  it('end, and stay after a failure', async () => {
    let fails = true;
    const { requests } = await openScreen(<QuietHours />, {
      texts,
      user: member({ quiet_hours: night }),
      replies: { [put]: () => (fails ? refusal(500, 'INTERNAL_ERROR') : { ...member() }) },
    });
    fireEvent.click(box());
    expect(await screen.findByText(/The change failed/)).toBeTruthy();
    await waitFor(() => expect(box().getAttribute('aria-busy')).toBeNull());
    expect(box().checked).toBe(true);
    fails = false;
    fireEvent.click(box());
    await waitFor(() => expect(box().checked).toBe(false));
    expect(requests.at(-1)!.input).toMatchObject({ quiet_hours: null });
  });
});
