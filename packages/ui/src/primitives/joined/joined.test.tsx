import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Joined } from './joined';

it('isolates each part and skips empty ones', () => {
  const { container } = render(<Joined parts={['Pit 4', '', undefined, false, 'المرآب', '8 going']} />);
  expect(container.textContent).toBe('Pit 4 · المرآب · 8 going');
  expect([...container.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([
    'Pit 4',
    'المرآب',
    '8 going',
  ]);
});
