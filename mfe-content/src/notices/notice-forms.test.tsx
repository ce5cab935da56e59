import { afterEach, describe, expect, it } from '@jest/globals';
import type { Sponsor } from '@paddock/contract/calls/notices';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { admin, notice, open } from '../../test/notices-scenario';
import { updateNoticeForm } from './notice-forms';
import { UpdateNotice } from './update-notice';

afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = '';
});

const pit = { id: 'g1', title: 'Pit crew', color: '#2a6fdb', icon: 'flag', invisible: false };
const asked = { version: 1, required_version: 1, expected: false };
const chats = (filters: object[]) => ({ 'GET /filters/retrieve/groups': { filters } });
const button = (name: string) => screen.findByRole('button', { name });
const titleOf = () => screen.findByRole('textbox', { name: /Title/ });

/** Opens the form for this notice. */
const edit = (
  sponsor: Sponsor,
  replies: Parameters<typeof open>[1] = chats([]),
  given: Parameters<typeof open>[2] = {},
) =>
  open(
    <UpdateNotice params={{ id: 'n1' }} />,
    { 'GET /sponsors/n1': { sponsor: { ...sponsor, can_edit: true } }, 'PUT /sponsors/n1': { sponsor }, ...replies },
    { user: admin, ...given },
  );

/** Corrects the title, saves, and returns what was sent. */
async function correct(...given: Parameters<typeof edit>): Promise<Record<string, unknown>> {
  const { sent } = await edit(...given);
  fireEvent.change(await titleOf(), { target: { value: 'Noise limits' } });
  fireEvent.click(await button('Save'));
  await waitFor(() => expect(sent).toHaveLength(1));
  return sent[0]!.body;
}

describe(UpdateNotice, () => {
  it('keeps the group, the audience and every field that the form does not show', async () => {
    const hidden = { custom_field_0: 'Doc 14', custom_field_2: 'c', sort_by: '1' };
    const stored = notice({ ...hidden, group: pit, acknowledgement: { ...asked, groups: ['g2'], roles: ['marshal'] } });
    const groups = { 'GET /groups': { groups: [] } };
    const body = await correct(stored, { ...chats([]), ...groups });
    expect(body).toMatchObject({
      ...{ title: 'Noise limits', group: 'g1' },
      acknowledge: { groups: ['g2'], roles: ['marshal'] },
    });
    for (const name of ['remove_fields', ...Object.keys(hidden)]) expect(body).not.toHaveProperty(name);
    cleanup();
    const failed: Parameters<typeof open>[1] = { 'GET /filters/retrieve/groups': [500, { code: 'X', message: 'x' }] };
    expect(await correct(stored, failed)).toMatchObject({ group: 'g1', acknowledge: { groups: ['g2'] } });
    cleanup();
    const byOwner = await correct(stored, {}, { user: { ...admin, admin: false } });
    for (const name of ['remove_fields', 'group', 'acknowledge']) expect(byOwner).not.toHaveProperty(name);
  });

  it("offers the notice's own groups to an admin who is in none, and Retry when groups did not load", async () => {
    const stored = notice({ group: pit, acknowledgement: { ...asked, groups: ['g2', 'g3'] } });
    await edit(stored, { ...chats([]), 'GET /groups': { groups: [{ ...pit, id: 'g2', title: 'Medics' }] } });
    expect(await button('For, Pit crew')).toBeTruthy();
    expect(await screen.findByRole('checkbox', { name: 'Medics', checked: true })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Another group', checked: true })).toBeTruthy();
    for (const refusal of [[500, 'X'] as const, [403, 'FEATURE_DISABLED'] as const]) {
      cleanup();
      const failed: [number, object] = [refusal[0], { code: refusal[1], message: 'x' }];
      await edit(stored, { 'GET /filters/retrieve/groups': failed });
      expect(await screen.findAllByRole('button', { name: /Retry/ })).toHaveLength(2);
    }
  });

  it('removes what the admin emptied', async () => {
    const until = '2030-01-01T10:00:00.000Z';
    const stored = notice({ phone: '1', tags: ['a'], group: pit, acknowledgement: { ...asked, until } });
    const { sent } = await edit(stored);
    fireEvent.change(await screen.findByRole('textbox', { name: 'Phone' }), { target: { value: '' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Tags' }), { target: { value: '' } });
    fireEvent.click(screen.getByRole('checkbox', { name: /Ask to acknowledge/ }));
    fireEvent.click(await button('For, Pit crew'));
    fireEvent.click(await screen.findByRole('option', { name: 'Everybody' }));
    fireEvent.click(await button('Save'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body['remove_fields']).toEqual(['phone', 'tags', 'group', 'acknowledge']);
    expect(sent[0]!.body).not.toHaveProperty('group');
  });

  it('shows a past date at its field, from the form or the service, and keeps an unchanged one', async () => {
    const until = '2020-01-01T10:00:00.000Z';
    const stored = notice({ acknowledgement: { ...asked, until } });
    expect(await correct(stored)).toMatchObject({ acknowledge: { until } });
    cleanup();
    localStorage.clear();
    const refusal = { code: 'INVALID_END_DATE', message: 'x', fields: { acknowledge: 'INVALID_END_DATE' } };
    await edit(stored, { ...chats([]), 'PUT /sponsors/n1': [400, refusal] });
    fireEvent.click(await button('Save'));
    expect(await screen.findByText('Choose a date that is not past')).toBeTruthy();
    const check = (entered: string) =>
      updateNoticeForm(stored)
        .schema({} as never)
        .safeParse({ title: 'x', until: entered }).error?.issues[0];
    expect([until, '', '2090-01-01T10:00:00+02:00'].map(check)).toEqual([undefined, undefined, undefined]);
    expect(check('2020-01-02T10:00:00Z')).toMatchObject({ path: ['until'], message: 'INVALID_END_DATE' });
  });

  it('says TOO_MANY_FILES of more than six pictures and files together, from the form or the service', async () => {
    const refusal = { code: 'TOO_MANY_FILES', message: 'x', fields: { files: 'TOO_MANY_FILES' } };
    await edit(notice({}), { ...chats([]), 'PUT /sponsors/n1': [400, refusal] });
    fireEvent.click(await button('Save'));
    expect(await screen.findByText('That is one file too many.')).toBeTruthy();
    const check = (images: number, files: number) =>
      updateNoticeForm(notice({}))
        .schema({} as never)
        .safeParse({ title: 'x', image_urls: Array(images).fill('/a'), files: Array(files).fill('/b') }).error?.issues;
    expect(check(4, 2)).toBeUndefined();
    expect(check(4, 3)).toMatchObject([{ path: ['files'], message: 'TOO_MANY_FILES' }]);
  });

  it.each([
    [{}, 'This is too short or too long.'],
    [{ sponsor_invalid_custom_field_0: 'Too long a document' }, 'Too long a document'],
  ])('with the texts %j says %s of a custom field', async (texts, said) => {
    const refusal = {
      code: 'INVALID_CUSTOM_FIELD_0',
      message: 'x',
      fields: { custom_field_0: 'INVALID_CUSTOM_FIELD_0' },
    };
    const replies = { ...chats([]), 'PUT /sponsors/n1': [400, refusal] as [number, object] };
    await edit(notice({ custom_field_0: 'a' }), replies, { labels: { custom_field_0: 'Document', ...texts } });
    fireEvent.click(await button('Save'));
    expect(await screen.findByText(said)).toBeTruthy();
  });
});
