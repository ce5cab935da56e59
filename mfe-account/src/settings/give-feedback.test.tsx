import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { calls, input, leaveScreen, member, openScreen, press, refusal, type } from '../entry/test-screen';
import { GiveFeedback } from './give-feedback';

afterEach(leaveScreen);

async function open(replies: NonNullable<Parameters<typeof openScreen>[1]>['replies'] & object = {}) {
  const onDone = jest.fn();
  return { onDone, ...(await openScreen(<GiveFeedback onDone={onDone} />, { user: member(), replies })) };
}

describe('GiveFeedback', () => {
  it('sends the text, and closes', async () => {
    const { requests, onDone } = await open({ 'PUT /feedbacks': { ok: true } });
    type('Your feedback', 'The map loads slowly');
    press('Send feedback');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(requests.at(-1)).toMatchObject({ input: { msg: 'The map loads slowly', client_id: expect.any(String) } });
  });

  it('says FEEDBACK_MISSING at the field, and sends nothing', async () => {
    const { requests } = await open();
    type('Your feedback', 'x');
    type('Your feedback', '   ');
    fireEvent.blur(input('Your feedback'));
    press('Send feedback');
    expect((await screen.findAllByText('Please write your feedback first.')).length).toBeGreaterThan(0);
    expect(calls(requests)).toEqual([]);
  });

  it('keeps the text after a failure, and sends it again as the same', async () => {
    const { requests, onDone } = await open({ 'PUT /feedbacks': refusal(500, 'INTERNAL_ERROR') });
    type('Your feedback', 'The map loads slowly');
    press('Send feedback');
    expect(await screen.findByText('Your feedback was not sent. Please try again.')).toBeTruthy();
    expect(input('Your feedback').value).toBe('The map loads slowly');
    press('Send feedback');
    await waitFor(() => expect(calls(requests)).toHaveLength(2));
    const ids = requests.map(({ input: sent }) => (sent as { client_id: string }).client_id);
    expect(new Set(ids).size).toBe(1);
    expect(onDone).not.toHaveBeenCalled();
  });
});
