import { describe, expect, it } from '@jest/globals';
import type { EventRow } from './event.schema.js';
import { effects } from './effects.js';

const when = new Date();
const before = { when, where: '', invitation_only: true, invited: ['eve'], user: 'ann', organizer: 'bob' } as EventRow;

describe(effects, () => {
  it('names the former readers when an organizer of an event by invitation is replaced or removed', () => {
    const { organizer: _, ...removed } = before;
    const former = { users: ['ann', 'bob', 'eve'] };
    expect(effects(before, { ...before, organizer: 'eve' })).toEqual({ former });
    expect(effects(before, removed)).toEqual({ former });
    expect(effects(before, { ...before, asked_organizer: { user: 'eve' } })).toEqual({});
    expect(effects(removed, before)).toEqual({});
    const open = { ...before, invitation_only: false };
    expect(effects(open, { ...open, organizer: 'eve' })).toEqual({});
  });
});
