import '../../test/css-escape';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Carousel } from './carousel';

const items = ['a', 'b', 'c'].map((name) => ({ src: `${name}.jpg`, alt: name }));
/** jsdom has no layout: this sets the scroll position that a browser would set. */
function show(dir: 'ltr' | 'rtl' = 'ltr') {
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    const track = this.parentElement!;
    const at = [...track.children].indexOf(this);
    Object.defineProperty(track, 'clientWidth', { value: 100, configurable: true });
    track.scrollLeft = at * (dir === 'rtl' ? -100 : 100);
    track.dispatchEvent(new Event('scroll'));
  });
  const seen = jest.fn();
  render(
    <div dir={dir}>
      <Carousel
        label="Pictures"
        items={items}
        previousLabel="Before"
        nextLabel="After"
        positionLabel={(at) => `${at + 1} of 3`}
        onIndex={seen}
      />
    </div>,
  );
  return seen;
}
afterEach(() => void jest.restoreAllMocks());

describe('Carousel', () => {
  it('steps with its buttons, stops at both ends, and announces the position', async () => {
    const seen = show();
    await userEvent.click(screen.getByRole('button', { name: 'Before' }));
    await userEvent.click(screen.getByRole('button', { name: 'After' }));
    await userEvent.click(screen.getByRole('button', { name: 'After' }));
    await userEvent.click(screen.getByRole('button', { name: 'After' }));
    expect(seen.mock.calls).toEqual([[1], [2]]);
    expect(screen.getByText('3 of 3')).toBeTruthy();
  });

  it('steps with the arrow keys, reversed in right-to-left pages', async () => {
    const seen = show('rtl');
    screen.getByRole('list', { name: 'Pictures' }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowRight}');
    expect(seen.mock.calls).toEqual([[1], [2], [1]]);
  });

  it('has no buttons for a single picture', () => {
    render(
      <Carousel label="P" items={items.slice(0, 1)} previousLabel="B" nextLabel="A" positionLabel={() => '1 of 1'} />,
    );
    expect(screen.queryByRole('button')).toBeNull();
  });
});
