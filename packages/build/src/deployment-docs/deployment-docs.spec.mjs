import { describe, expect, it } from '@jest/globals';
import { flagsPage } from './deployment-docs.mjs';

const schemaOf = (/** @type {object} */ flag) => ({ properties: { flags: { properties: { rsvp: flag } } } });

describe(flagsPage, () => {
  it('has the meaning of each flag', () => {
    const page = flagsPage(schemaOf({ type: 'boolean', default: false, description: 'Members reply.' }), {});
    expect(page).toContain('| `rsvp` | boolean | `false` | Members reply. |');
  });

  it('refuses a flag without a meaning, also with limits or inside an object', () => {
    const count = { type: 'integer', maximum: 7 };
    for (const flag of [count, { type: 'object', properties: { size: count } }])
      expect(() => flagsPage(schemaOf(flag), {})).toThrow(/^'rsvp(\.size)?' needs a comment in the contract/);
  });
});
