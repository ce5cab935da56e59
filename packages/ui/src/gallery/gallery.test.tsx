import { describe, expect, it, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { Gallery, galleryViews } from './gallery';

describe('Gallery', () => {
  it.each(galleryViews)('%s renders without a complaint, every button and link has a name', (view) => {
    const complain = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { container } = render(<Gallery view={view} />);
    const nameless = Array.from(container.querySelectorAll('button, a[href]:not([aria-hidden])')).filter(
      (element) => !(element.getAttribute('aria-label') ?? element.textContent?.trim()),
    );
    expect(nameless).toEqual([]);
    expect(complain.mock.calls).toEqual([]);
    complain.mockRestore();
  });
});
