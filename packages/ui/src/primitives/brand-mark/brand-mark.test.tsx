import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BrandMark, setBrandLogo } from './brand-mark';

afterEach(() => act(() => setBrandLogo(undefined)));

const shown = () => document.querySelector('img')?.getAttribute('src') ?? document.querySelector('svg')?.tagName;

describe(BrandMark, () => {
  it('shows the logo of the community in all places as soon as it is set, else the mark of Paddock', () => {
    render(<BrandMark size={24} />);
    expect(shown()).toBe('svg');
    act(() => setBrandLogo('/deployments/club.svg'));
    expect(shown()).toBe('/deployments/club.svg');
    act(() => setBrandLogo(undefined));
    expect(shown()).toBe('svg');
  });

  it('shows the mark of Paddock in place of a logo that does not load, until there is another logo', () => {
    act(() => setBrandLogo('/deployments/gone.svg'));
    render(<BrandMark />);
    fireEvent.error(document.querySelector('img')!);
    expect(shown()).toBe('svg');
    act(() => setBrandLogo('/deployments/club.svg'));
    expect(shown()).toBe('/deployments/club.svg');
  });
});
