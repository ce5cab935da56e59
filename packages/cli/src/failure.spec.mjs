import { describe, expect, it } from '@jest/globals';
import { Refusal } from '@paddock/build/rspack/config/refusal.mjs';
import { Failure, sentenceFor } from './failure.mjs';

describe(sentenceFor.name, () => {
  it.each([new Failure('The port is in use.'), new Refusal('mfe-x/manifest.ts:3: no such icon')])(
    'returns the message of %s without a stack',
    (error) => expect(sentenceFor(error)).toBe(error.message),
  );

  it('returns the stack of a defect', () =>
    expect(sentenceFor(new TypeError('x is undefined'))).toContain('\n    at '));
});
