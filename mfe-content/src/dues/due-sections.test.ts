import { describe, expect, it } from '@jest/globals';
import { due, paidDue } from '../../test/dues-scenario';
import { isOverdue, sectionsOf } from './due-sections';

const idsOf = (sections: ReturnType<typeof sectionsOf>) =>
  Object.entries(sections).map(([name, dues]) => [name, dues.map(({ id }) => id)]);

describe(sectionsOf, () => {
  const others = due({ id: 'd3' });
  delete others.own;
  const dues = [due(), others, paidDue(), paidDue({ state: 'refunded' }, { id: 'd4' })];

  it('separates what the member owes, has paid, and only manages', () => {
    expect(idsOf(sectionsOf(dues, undefined))).toEqual([
      ['open', ['d1']],
      ['others', ['d3']],
      ['paid', ['d2', 'd4']],
    ]);
  });

  it('keeps a due in its place while its card form is open', () => {
    expect(sectionsOf(dues, 'd2').open.map(({ id }) => id)).toEqual(['d1', 'd2']);
  });
});

describe(isOverdue, () => {
  const noon = Date.parse('2026-06-20T12:00:00Z');
  it.each([
    ['before the last day', '2026-06-21', 'UTC', false],
    ['on the last day', '2026-06-20', 'UTC', false],
    ['after it', '2026-06-19', 'UTC', true],
    ['after it by the clock of the community', '2026-06-20', 'Pacific/Kiritimati', true],
  ])('%s', (_, payable_until, zone, expected) => expect(isOverdue(due({ payable_until }), noon, zone)).toBe(expected));

  it('is false once the due is paid', () =>
    expect(isOverdue(paidDue({}, { payable_until: '2026-01-01' }), noon, 'UTC')).toBe(false));
});
