import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { asOwner, completeDom, group, leaveGroups, openGroups, press } from '../test-group';
import { EditGroup } from './edit-group';

beforeAll(completeDom);
afterEach(leaveGroups);

const open = (flags = {}) =>
  openGroups(<EditGroup params={{ id: 'g1', part: 'title' }} />, {
    replies: {
      'GET /groups/title': { taken: true },
      'GET /groups/g1': { ...asOwner, group: { ...group, joiners_read_only: true } },
      'PUT /groups/g1': asOwner,
    },
    flags,
  });
const readOnly = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^New members only read/ });

describe('the form of a group', () => {
  it('shows that new members only read, and saves the change', async () => {
    const { asked } = await open({ per_user_read_only: true });
    await waitFor(() => expect(readOnly()?.checked).toBe(true));
    fireEvent.click(readOnly()!);
    press('Save');
    await waitFor(() => expect(asked.some(({ call }) => call === 'PUT /groups/g1')).toBe(true));
    expect(asked.find(({ call }) => call === 'PUT /groups/g1')!.input).toMatchObject({ joiners_read_only: false });
  });

  it('sends the id of the group with the check of a title', async () => {
    const { asked } = await open();
    const box = await screen.findByRole('textbox', { name: /^Title/ });
    const enter = (value: string) => fireEvent.change(box, { target: { value } });
    enter('Another title');
    expect(await screen.findByText('This title is taken.')).toBeTruthy();
    expect(asked.find(({ call }) => call === 'GET /groups/title')!.input).toMatchObject({
      title: 'Another title',
      id: 'g1',
    });
  });

  it('leaves that out where the deployment has no read-only members', async () => {
    const { asked } = await open();
    await screen.findByRole('checkbox', { name: /^Open/ });
    expect(readOnly()).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Open/ }));
    press('Save');
    await waitFor(() => expect(asked.some(({ call }) => call === 'PUT /groups/g1')).toBe(true));
    expect(asked.find(({ call }) => call === 'PUT /groups/g1')!.input).not.toHaveProperty('joiners_read_only');
  });
});
