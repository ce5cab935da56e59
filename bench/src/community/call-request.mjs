import { URLSearchParams } from 'node:url';
import { placeInput } from '@paddock/contract/core/call';

/**
 * The request that a client sends for a call.
 * @param {import('@paddock/contract/core/call').Call} call
 * @param {{ token: string }} by
 * @param {Record<string, any>} input
 * @returns {import('../generator.mjs').Ask}
 */
export function requestOf(call, by, input) {
  const { query, body } = placeInput(call);
  /** @param {string[]} fields */
  const pick = (fields) => Object.fromEntries(Object.entries(input).filter(([field]) => fields.includes(field)));
  const path = call.path.replace(/\{(\w+)\}/g, (_, field) => encodeURIComponent(input[field]));
  const search = new URLSearchParams(pick(query)).toString();
  const sent = pick(body);
  return {
    method: call.method,
    path: `/api${path}${search && `?${search}`}`,
    token: by.token,
    ...(body.length > 0 && Object.keys(sent).length + Number(call.method !== 'DELETE') > 0 && { body: sent }),
  };
}
