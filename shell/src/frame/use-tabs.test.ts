/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Destination } from './destination';
import { tabOf } from './use-tabs';

const tabs = [
  { id: 'home', module: 'mfe-content' },
  { id: 'notices', module: 'mfe-content' },
  { id: 'people', module: 'mfe-people' },
] as Boot['tabs'];

describe(tabOf, () => {
  it.each<[string, Destination, string | undefined]>([
    ['a tab', { kind: 'module', module: 'mfe-content', tab: 'notices' }, 'notices'],
    ['an inner page of a module with one tab', { kind: 'module', module: 'mfe-people' }, 'people'],
    ['an inner page of a module with several', { kind: 'module', module: 'mfe-content' }, 'home'],
    ['a page of a module without a tab', { kind: 'module', module: 'mfe-account' }, undefined],
    ['the menu', { kind: 'menu' }, undefined],
  ])('%s', (_, destination, tab) => expect(tabOf(destination, tabs)).toBe(tab));
});
