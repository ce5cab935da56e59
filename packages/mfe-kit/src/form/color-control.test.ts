/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { groupColors } from './color-control';

it('offers the colours of the design system in order', () => {
  const tokens = readFileSync('packages/ui/src/tokens.css', 'utf8');
  const colors = [...tokens.matchAll(/--group-\d+: (#[0-9a-f]{6});/g)].map(([, color]) => color);
  expect(groupColors.map(([color]) => color)).toEqual(colors);
});
