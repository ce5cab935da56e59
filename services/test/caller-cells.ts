import { errorCatalogue, type ErrorCode } from '@paddock/contract/core/errors';
import { adminOf, hq } from './permission-tables.js';
import type { TestMember, TestServices } from './start-test-services.js';

/** The callers of tables whose cells each have a new one, because many calls change their caller. */
const callers = {
  'signed out': undefined,
  unverified: { email_verified: false, pending: true },
  pending: { pending: true },
  denied: { pending: true, denied: true },
  banned: { banned: true },
  member: {},
  'workplace admin': adminOf(hq.workplace),
  'admin of another workplace': { workplaces: [hq.workplace, 'porto'], ...adminOf('porto') },
  'super admin': { admin: true },
} as const;
type CallerName = keyof typeof callers;
const names = Object.keys(callers) as CallerName[];

/** The code of a refusal, or 200. */
export type Cell = ErrorCode | 200;
export type Cells = Record<CallerName, Cell>;

export const everyone = (own: Cell) => Object.fromEntries(names.map((name) => [name, own])) as Cells;
export const withSession = (own: Cell): Cells => ({ ...everyone(own), 'signed out': 'INVALID_TOKEN' });
export const members = (own: Cell): Cells => ({
  ...withSession(own),
  unverified: 'EMAIL_NOT_VERIFIED',
  pending: 'PENDING_APPROVAL',
  denied: 'ACCESS_DENIED',
  banned: 'ACCESS_FORBIDDEN',
});
export const workplaceAdmins = (own: Cell): Cells => ({
  ...members(own),
  member: 'FORBIDDEN',
  'admin of another workplace': 'FORBIDDEN',
});
export const superAdmins = (own: Cell): Cells => ({ ...workplaceAdmins(own), 'workplace admin': 'FORBIDDEN' });

type Outcome = readonly [status: number, code: string | undefined];

/** What each caller gets, and what the cells say that they get. */
export async function compareCells(
  services: TestServices,
  cells: Cells,
  send: (caller: TestMember | undefined) => Promise<Outcome>,
): Promise<{ found: Record<string, Outcome>; expected: Record<string, Outcome> }> {
  const found: Record<string, Outcome> = {};
  const expected: Record<string, Outcome> = {};
  for (const name of names) {
    const given = callers[name];
    found[name] = await send(given && (await services.member({ ...hq, ...given } as never)));
    const cell = cells[name];
    expected[name] = cell === 200 ? [200, undefined] : [errorCatalogue[cell], cell];
  }
  return { found, expected };
}
