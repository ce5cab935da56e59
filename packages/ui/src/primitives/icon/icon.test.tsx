import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { drawnIcon, Icon } from './icon';

afterEach(cleanup);

describe(drawnIcon, () => {
  const shapes = [
    ['path', { d: 'M4 22V4' }],
    ['circle', { cx: 12, cy: 12, r: 3 }],
  ] as const;

  it('draws its shapes in the stroke of the design', () => {
    const svg = render(<Icon of={drawnIcon(shapes)} size="l" />).container.querySelector('svg')!;
    expect([...svg.children].map(({ tagName }) => tagName)).toEqual(['path', 'circle']);
    expect(svg.querySelector('path')!.getAttribute('d')).toBe('M4 22V4');
    expect([svg.getAttribute('viewBox'), svg.getAttribute('stroke-width')]).toEqual(['0 0 24 24', '1.5']);
  });

  it('stays the same component for the same shapes, so that a new count remounts nothing', () => {
    expect(drawnIcon(shapes)).toBe(drawnIcon(shapes));
    expect(drawnIcon([...shapes])).not.toBe(drawnIcon(shapes));
  });
});
