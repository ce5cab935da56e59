import { describe, expect, it } from '@jest/globals';
import { belongsTo, workplaceOf, workplacesOf } from './workplaces.js';

const places = {
  flags: { workplaces_enabled: true },
  workplaces: [
    { id: 'south', title: 'Zenith' },
    { id: 'north', title: 'Atrium' },
  ],
};
const off = { ...places, flags: { workplaces_enabled: false } };
const plain = { admin: false, workplaces: [] };
const ofTwo = { admin: false, workplaces: ['south', 'north'] };
const ofFormer = { admin: false, workplaces: ['closed'] };
const chair = { admin: true, workplaces: ['south'] };

describe(workplaceOf, () => {
  it.each([
    ['the stored one if it is theirs', ofTwo, 'south', 'south'],
    ['the first by title without a stored one', ofTwo, undefined, 'north'],
    ['the first by title instead of the default one', ofTwo, '', 'north'],
    ['the first by title instead of a foreign one', { admin: false, workplaces: ['south'] }, 'north', 'south'],
    ['the default one without a workplace', plain, 'north', ''],
    ['the default one if their only workplace is closed', ofFormer, 'closed', ''],
    ['the default one for a super admin', chair, undefined, ''],
    ['any stored one for a super admin', chair, 'north', 'north'],
  ])('is %s', (_, user, stored, expected) => expect(workplaceOf(user, stored, places)).toBe(expected));

  it.each([undefined, 'south'])('is the default one where workplaces are off, with %p stored', (stored) =>
    expect([ofTwo, chair].map((user) => workplaceOf(user, stored, off))).toEqual(['', '']),
  );
});

describe(belongsTo, () => {
  it.each([
    ['the default place: a member of a workplace', ofTwo, '', false],
    ['the default place: a member of none', plain, '', true],
    ['the default place: a member of a closed one', ofFormer, '', true],
    ['the default place: a super admin', chair, '', true],
    ['a foreign workplace', { admin: false, workplaces: ['south'] }, 'north', false],
    ['every workplace: a super admin', chair, 'north', true],
    ['an unknown workplace: a super admin', chair, 'closed', false],
  ])('decides on %s', (_, user, workplace, expected) => expect(belongsTo(user, workplace, places)).toBe(expected));

  it('opens the default place alone, to all, where workplaces are off', () => {
    expect([ofTwo, chair].map((user) => belongsTo(user, '', off))).toEqual([true, true]);
    expect([ofTwo, chair].map((user) => belongsTo(user, 'south', off))).toEqual([false, false]);
  });
});

it('lists the workplaces of a member by title', () =>
  expect(workplacesOf(ofTwo, places).map(({ id }) => id)).toEqual(['north', 'south']));
