import { ruleOf } from '@paddock/contract/core/permissions';
import { allCalls } from '@paddock/services/all-calls';
import { readCases } from './read-cases.mjs';
import { requestOf } from './call-request.mjs';
import { writeCases } from './write-cases.mjs';

/** Calls that a member's client makes: all but those of admins. */
export const memberCalls = allCalls.filter(({ permission }) => !ruleOf(permission).role.endsWith('_admin'));

/** @type {import('./cases.mjs').Cases} */
export const callCases = { ...readCases, ...writeCases };

/**
 * Every case with its call, in the order of the cases.
 * @returns {{ what: string, call: import('@paddock/contract/core/call').Call, isRead: boolean, requests(paddock: import('./large-paddock.mjs').LargePaddock, count: number): Promise<import('../generator.mjs').Ask[]> }[]}
 */
export function measuredCases() {
  return Object.entries(callCases).flatMap(([name, cases]) => {
    const call = memberCalls.find((one) => one.name === name);
    if (!call) throw new Error(`There is no call ${name} of members.`);
    return Object.entries(typeof cases === 'function' ? { '': cases } : cases).map(([variant, make]) => ({
      what: variant ? `${name}: ${variant}` : name,
      call,
      isRead: call.method === 'GET',
      requests: async (paddock, count) =>
        (await make(paddock, count)).map(({ by, input }) => requestOf(call, by, input)),
    }));
  });
}
