import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Checkbox, RadioGroup, Switch } from './choice';

describe('Checkbox', () => {
  it('toggles on a press on its text and on Space', async () => {
    render(<Checkbox>Votes are private</Checkbox>);
    const box = screen.getByRole('checkbox', { name: 'Votes are private' });
    await userEvent.click(screen.getByText('Votes are private'));
    expect(box).toHaveProperty('checked', true);
    await userEvent.keyboard(' ');
    expect(box).toHaveProperty('checked', false);
  });

  it('describes the checkbox by its error', () => {
    render(<Checkbox error="Accept the terms first.">I accept</Checkbox>);
    const box = screen.getByRole('checkbox', { name: 'I accept' });
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Accept the terms first.',
    );
  });
});

describe('Switch', () => {
  it('toggles, but not while pending', async () => {
    const change = jest.fn();
    const { rerender } = render(
      <Switch checked={false} onChange={change}>
        Likes
      </Switch>,
    );
    await userEvent.click(screen.getByRole('switch', { name: 'Likes' }));
    expect(change).toHaveBeenCalledTimes(1);
    rerender(
      <Switch checked={false} onChange={change} pending>
        Likes
      </Switch>,
    );
    await userEvent.click(screen.getByRole('switch', { name: 'Likes' }));
    expect(change).toHaveBeenCalledTimes(1);
  });
});

describe('RadioGroup', () => {
  it('is labelled and reports the selection', async () => {
    const change = jest.fn();
    render(
      <RadioGroup
        label="Kind"
        value={null}
        onChange={change}
        error="Choose one."
        options={[
          { id: 'doc', label: 'Document' },
          { id: 'pic', label: 'Picture' },
        ]}
      />,
    );
    const group = screen.getByRole('radiogroup', { name: /Kind/ });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose one.');
    await userEvent.click(screen.getByRole('radio', { name: 'Picture' }));
    expect(change.mock.calls).toEqual([['pic']]);
  });
});
