import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Composer } from './composer';
import type { ComposerProps } from './composer';

function Shown(props: Partial<ComposerProps> & { onSend: () => void }) {
  const [value, setValue] = useState(props.value ?? '');
  return <Composer label="Message" sendLabel="Send" {...props} value={value} onChange={setValue} />;
}
const text = () => screen.getByLabelText('Message');
const send = () => screen.getByRole('button', { name: 'Send' });

describe('Composer', () => {
  it('sends the typed text, but no blank text', async () => {
    const sent = jest.fn();
    render(<Shown onSend={sent} />);
    await userEvent.click(send());
    await userEvent.type(text(), '  ');
    await userEvent.click(send());
    expect(sent).not.toHaveBeenCalled();
    await userEvent.type(text(), 'Box');
    await userEvent.click(send());
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['pending', { pending: true }],
    ['too long', { counter: { text: '−4', over: true } }],
    ['disabled', { disabled: true }],
  ])('does not send while %s', async (_name, props) => {
    const sent = jest.fn();
    render(<Shown onSend={sent} value="Box" enterSends {...props} />);
    await userEvent.click(send());
    await userEvent.type(text(), '{Enter}');
    expect(sent).not.toHaveBeenCalled();
  });

  it('inserts a line break on Enter, unless Enter sends', async () => {
    const sent = jest.fn();
    const { unmount } = render(<Shown onSend={sent} />);
    await userEvent.type(text(), 'a{Enter}b');
    expect(sent).not.toHaveBeenCalled();
    unmount();
    render(<Shown onSend={sent} enterSends />);
    await userEvent.type(text(), 'a{Enter}');
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['before the composition ends', { isComposing: true }],
    ['after it, as in Safari', { keyCode: 229 }],
  ])('neither sends, picks nor closes with a key of an input method %s', (_, key) => {
    const act = { send: jest.fn(), pick: jest.fn(), dismiss: jest.fn(), cancel: jest.fn() };
    const options = [{ id: 'h', name: 'Hugo', handle: 'hugo', avatar: null }];
    const edit = { text: 'Editing', cancelLabel: 'Cancel edit', onCancel: act.cancel };
    const { rerender } = render(<Shown onSend={act.send} enterSends value="箱" edit={edit} />);
    const press = (name: string) => fireEvent.keyDown(text(), { key: name, ...key });
    expect([press('Enter'), press('Escape')]).toEqual([true, true]);
    const mentions = { label: 'People', options, onPick: act.pick, onDismiss: act.dismiss };
    rerender(<Shown onSend={act.send} enterSends value="@hu" mentions={mentions} />);
    expect(['Enter', 'Tab', 'Escape', 'ArrowDown'].map(press)).toEqual([true, true, true, true]);
    for (const called of Object.values(act)) expect(called).not.toHaveBeenCalled();
    fireEvent.keyDown(text(), { key: 'Enter', keyCode: 13 });
    expect(act.pick).toHaveBeenCalledTimes(1);
  });

  it('describes the text box by its counter', () => {
    render(<Shown onSend={() => undefined} value="Box" counter={{ text: '−4', spoken: '4 too many', over: true }} />);
    expect(text().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(text().getAttribute('aria-describedby') ?? '')?.textContent).toContain('4 too many');
  });

  it('selects a mention by keyboard, the first being active, and does not send', async () => {
    const pick = jest.fn();
    const sent = jest.fn();
    const options = ['Hugo', 'Huguette', 'Hunter', 'Hume'].map((name) => ({
      id: name,
      name,
      handle: name.toLowerCase(),
      avatar: null,
    }));
    render(
      <Shown
        onSend={sent}
        enterSends
        value="@hu"
        mentions={{ label: 'People', options, onPick: pick, onDismiss: () => undefined }}
      />,
    );
    expect(screen.getAllByRole('option')).toHaveLength(3);
    expect(screen.getByRole('option', { name: /Hugo/, selected: true })).toBeTruthy();
    await userEvent.click(text());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(pick.mock.calls).toEqual([[options[1]]]);
    expect(sent).not.toHaveBeenCalled();
  });

  it('cancels an edit on Escape', async () => {
    const cancel = jest.fn();
    render(
      <Shown
        onSend={() => undefined}
        value="Box"
        edit={{ text: 'Editing, 9 min left', cancelLabel: 'Cancel edit', onCancel: cancel }}
      />,
    );
    await userEvent.type(text(), '{Escape}');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('announces only the end of the edit time, and then does not send', async () => {
    const sent = jest.fn();
    const edit = (text: string, over: boolean) => ({
      text,
      over,
      cancelLabel: 'Cancel edit',
      onCancel: () => undefined,
    });
    const { rerender } = render(<Shown onSend={sent} value="Box" enterSends edit={edit('9 min left', false)} />);
    expect(screen.getByRole('status').textContent).toBe('');
    rerender(<Shown onSend={sent} value="Box" enterSends edit={edit('Time is up', true)} />);
    expect(screen.getByRole('status').textContent).toBe('Time is up');
    await userEvent.click(send());
    await userEvent.type(text(), '{Enter}');
    expect(sent).not.toHaveBeenCalled();
    expect(text()).toHaveProperty('value', 'Box');
  });

  it('calls onLeave on Escape while it is empty', async () => {
    const left = jest.fn();
    render(<Shown onSend={() => undefined} onLeave={left} />);
    await userEvent.type(text(), 'x{Escape}');
    expect(left).not.toHaveBeenCalled();
    await userEvent.type(text(), '{Backspace}{Escape}');
    expect(left).toHaveBeenCalledTimes(1);
  });
});
