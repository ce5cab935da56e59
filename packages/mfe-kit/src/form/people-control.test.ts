import { beforeEach, describe, expect, it } from '@jest/globals';
import { searchPeople } from '@paddock/contract/calls/people';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { defineForm } from './form';
import { openForm, save } from '../../test/test-form';

beforeEach(() => localStorage.clear());

const form = defineForm({
  id: 'people',
  schema: () => z.strictObject({ people: z.array(z.string()).min(1) }),
  fields: () => [{ type: 'username-autocompletion', name: 'people', label: 'Members', search: searchPeople }],
  submit: () => 'Save',
});
const members = Array.from({ length: 14 }, (_, at) => ({ id: `u${at}`, username: `ann${at}`, fullname: `Ann ${at}` }));
const pause = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));

/** The directory, and the searches it received. */
function directory(status = 200) {
  const requests: URLSearchParams[] = [];
  const fetch = async (url: unknown) => {
    const { searchParams } = new URL(String(url), 'http://host');
    requests.push(searchParams);
    const without = searchParams.get('exclude_users')?.split(',') ?? [];
    const results = members.filter(({ id }) => !without.includes(id));
    return new Response(JSON.stringify({ results, total_users: results.length, next: null }), { status });
  };
  return { requests, fetch: fetch as typeof globalThis.fetch };
}

describe('username-autocompletion', () => {
  it('searches once after a pause, from 3 letters on, and shows at most 10', async () => {
    const { requests, fetch } = directory();
    const { sent } = await openForm({ form }, { fetch });
    const box = await screen.findByRole('combobox', { name: /^Members/ });
    const type = (value: string) => fireEvent.change(box, { target: { value } });
    type('an');
    await pause(250);
    expect(requests).toEqual([]);
    for (const text of ['ann', 'ann ', 'ann l', 'ann le']) type(text);
    expect(requests).toEqual([]);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(10));
    expect(requests.map((query) => [query.get('query'), query.get('count')])).toEqual([['ann le', '10']]);

    fireEvent.click(screen.getAllByRole('option')[1]!);
    type('ann');
    await waitFor(() => expect(requests.at(-1)?.get('exclude_users')).toBe('u1'));
    fireEvent.click((await screen.findAllByRole('option'))[0]!);
    save();
    await waitFor(() => expect(sent).toEqual([{ people: ['u1', 'u0'] }]));
  });

  it('shows that the search failed', async () => {
    const { fetch } = directory(500);
    await openForm({ form }, { fetch });
    fireEvent.change(await screen.findByRole('combobox', { name: /^Members/ }), { target: { value: 'ann' } });
    expect((await screen.findAllByText('The search failed.')).length).toBeGreaterThan(0);
  });
});
