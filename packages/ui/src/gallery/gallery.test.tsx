import { expect, it, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { Gallery } from './gallery';

it('renders every board without console errors and with a name for each button and link', () => {
  const complain = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = render(<Gallery />);
  const nameless = Array.from(container.querySelectorAll('button, a[href]:not([aria-hidden])')).filter(
    (element) => !(element.getAttribute('aria-label') ?? element.textContent?.trim()),
  );
  expect(nameless).toEqual([]);
  expect(complain.mock.calls).toEqual([]);
  complain.mockRestore();
});
