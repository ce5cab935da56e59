import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { asOutsider, completeDom, leaveGroups, openGroups } from '../test-group';
import { BrowseGroups } from './browse-groups';

beforeAll(completeDom);
afterEach(leaveGroups);

describe(BrowseGroups, () => {
  it('offers Join in a group that was opened while a request waits, except to removed members', async () => {
    const row = { ...asOutsider.group, member: false, pending: true, autojoin: true };
    const rows = [row, { ...row, id: 'g2', title: 'Garage', removed: true }];
    await openGroups(<BrowseGroups />, { replies: { 'GET /groups/browse': { groups: rows, next: null } } });
    const join = await screen.findByRole('button', { name: 'Join Pit wall 27' });
    expect(join.getAttribute('aria-disabled')).not.toBe('true');
    expect(screen.getByRole('button', { name: 'Garage: group pending' }).getAttribute('aria-disabled')).toBe('true');
  });
});
