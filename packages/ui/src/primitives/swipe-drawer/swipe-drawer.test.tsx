import '../../test/css-escape';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Archive, BellOff } from 'lucide-react';
import { ChatRow, Rows } from '../row/row';

function show(dir: 'ltr' | 'rtl' = 'ltr') {
  const mute = jest.fn();
  const archive = jest.fn();
  const opened = jest.fn();
  const row = (name: string) => (
    <ChatRow
      href="#chat"
      onPress={opened}
      avatar={null}
      name={name}
      swipe={[
        { id: 'mute', label: 'Mute', icon: BellOff, onPress: mute },
        { id: 'archive', label: 'Archive', icon: Archive, onPress: archive },
      ]}
    />
  );
  render(
    <div dir={dir}>
      <Rows label="Chats">
        {row('Logistics')}
        {row('Pit wall')}
      </Rows>
    </div>,
  );
  return { mute, archive, opened, link: (name = 'Logistics') => screen.getByRole('link', { name }) };
}

/** jsdom has no PointerEvent: this adds its properties to a mouse event. */
function point(element: Element, type: string, x: number, y: number, pointerType = 'touch') {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 200 + x, clientY: 100 + y });
  fireEvent(element, Object.assign(event, { pointerId: 1, pointerType }));
}
function swipe(element: Element, dx: number, dy = 0, pointerType = 'touch') {
  point(element, 'pointerdown', 0, 0, pointerType);
  point(element, 'pointermove', dx / 2, dy / 2, pointerType);
  point(element, 'pointermove', dx, dy, pointerType);
  point(element, 'pointerup', dx, dy, pointerType);
}
const pull = (element: HTMLElement) => element.closest<HTMLElement>('[data-swipe]')?.style.getPropertyValue('--pull');

describe('SwipeDrawer', () => {
  it('opens when a finger drags the row towards the start of the line', () => {
    const { link } = show();
    swipe(link(), -90);
    expect(pull(link())).toBe('7.5rem');
  });

  it('opens in the other direction in a right-to-left page', () => {
    const { link } = show('rtl');
    swipe(link(), -90);
    expect(pull(link())).toBe('0rem');
    swipe(link(), 90);
    expect(pull(link())).toBe('7.5rem');
  });

  it('closes again below half its width, and ignores scrolling and the mouse', () => {
    const { link } = show();
    swipe(link(), -50);
    expect(pull(link())).toBe('0rem');
    swipe(link(), -90, 200);
    expect(pull(link())).toBe('0rem');
    swipe(link(), -90, 0, 'mouse');
    expect(pull(link())).toBe('0rem');
  });

  it('does not follow the link at the end of a drag or on the press that closes it', () => {
    const { link, opened } = show();
    swipe(link(), -90);
    fireEvent.click(link());
    expect(opened).not.toHaveBeenCalled();
    point(link(), 'pointerdown', 0, 0);
    fireEvent.click(link());
    expect(opened).not.toHaveBeenCalled();
    expect(pull(link())).toBe('0rem');
    point(link(), 'pointerdown', 0, 0);
    fireEvent.click(link());
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('calls the action and closes', async () => {
    const { link, archive, mute } = show();
    swipe(link(), -90);
    await userEvent.click(screen.getAllByRole('button', { name: 'Archive', hidden: true })[0]!);
    expect(archive).toHaveBeenCalledTimes(1);
    expect(mute).not.toHaveBeenCalled();
    expect(pull(link())).toBe('0rem');
  });

  it('closes on Escape, on a press elsewhere, and when another drawer opens', async () => {
    const { link } = show();
    swipe(link(), -90);
    await userEvent.keyboard('{Escape}');
    expect(pull(link())).toBe('0rem');
    swipe(link(), -90);
    swipe(link('Pit wall'), -90);
    expect(pull(link())).toBe('0rem');
    expect(pull(link('Pit wall'))).toBe('7.5rem');
    point(document.body, 'pointerdown', 0, 0);
    expect(pull(link('Pit wall'))).toBe('0rem');
  });
});
