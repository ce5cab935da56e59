import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { CropField } from './crop-field';

describe('CropField', () => {
  it('has a slider for each direction and shows the part that stays', () => {
    const change = jest.fn();
    const { container } = render(
      <CropField
        label="Visible part"
        src="/a.png"
        value={{ x: 50, y: 84 }}
        onChange={change}
        words={{ across: 'Across', down: 'Down' }}
      />,
    );
    fireEvent.change(screen.getByRole('slider', { name: 'Across' }), { target: { value: '20' } });
    fireEvent.change(screen.getByRole('slider', { name: 'Down' }), { target: { value: '100' } });
    expect(change.mock.calls).toEqual([[{ x: 20, y: 84 }], [{ x: 50, y: 100 }]]);
    expect(container.querySelectorAll('img')[1]!.style.objectPosition).toBe('50% 84%');
  });
});
