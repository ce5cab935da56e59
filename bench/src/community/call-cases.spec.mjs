import { describe, expect, it } from '@jest/globals';
import { callCases, measuredCases, memberCalls } from './call-cases.mjs';
import { requestOf } from './call-request.mjs';
import { unmeasured } from './unmeasured-calls.mjs';

describe('the cases of the suite `calls`', () => {
  it('include every call of members, or name the reason why not', () => {
    // A tab whose permission is its own is not among the large community's data.
    const names = memberCalls.filter(({ permission }) => typeof permission === 'string').map(({ name }) => name);
    expect([...Object.keys(callCases), ...Object.keys(unmeasured)].toSorted()).toEqual(names.toSorted());
  });
});

describe(requestOf, () => {
  const by = { token: 'secret' };
  const request = (name, input) =>
    requestOf(/** @type {any} */ (measuredCases().find(({ call }) => call.name === name)?.call), by, input);

  it('puts the input of a read into path and query', () => {
    expect(request('chats.list', { verb: 'search', prop: 'all', query: 'pit lane' })).toEqual({
      method: 'GET',
      path: '/api/filters/search/all?query=pit+lane',
      token: 'secret',
    });
  });

  it('puts the input of a write into path and body', () => {
    expect(request('groups.verify_link', { id: 'g', link_token: 't' })).toEqual({
      method: 'PUT',
      path: '/api/groups/g/verify_link',
      token: 'secret',
      body: { link_token: 't' },
    });
  });
});
