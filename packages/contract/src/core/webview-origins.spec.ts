import { describe, expect, it } from '@jest/globals';
import { linkForm } from '../calls/links.js';
import { fieldCodes } from './field-codes.js';
import { flags } from './flags.js';
import { isListedPage } from './webview-origins.js';

const allow = ['https://timing.example'];
const listing = flags.parse({ webview_tab: { url: 'https://maps.example/spa', allow } });

describe(isListedPage, () => {
  it.each([
    ['the page itself', 'https://maps.example/spa', true],
    ['another page of its origin', 'https://maps.example/', true],
    ['a page of an allowed origin', 'https://timing.example/live', true],
    ['another port', 'https://timing.example:8443/', false],
    ['another scheme', 'http://timing.example/', false],
    ['another site', 'https://timing.example.evil.example/', false],
    ['what is no address', 'timing', false],
  ])('of %s', (_, address, expected) => expect(isListedPage(address, listing)).toBe(expected));

  it('lists no page without one of the deployment', () => {
    expect(isListedPage('https://timing.example/', flags.parse({ webview_tab: { allow } }))).toBe(false);
  });
});

describe(linkForm, () => {
  const codes = (fields: object) => {
    const { error } = linkForm(listing).safeParse({ title: 'Timing', ...fields });
    return error && fieldCodes(error);
  };

  it('lets a listed page open in the app, and no other', () => {
    expect(codes({ in_app: true, url: 'https://timing.example/live' })).toBeUndefined();
    expect(codes({ in_app: true, url: 'https://other.example/' })).toEqual({ in_app: 'in_app_INVALID_PATTERN' });
    expect(codes({ in_app: false, url: 'https://other.example/' })).toBeUndefined();
    expect(codes({ in_app: true, is_document: true, file: '/api/files/a' })).toBeUndefined();
  });
});
