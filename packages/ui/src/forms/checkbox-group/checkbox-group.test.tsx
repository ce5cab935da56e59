import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { CheckboxGroup } from './checkbox-group';

afterEach(cleanup);
const options = ['HQ', 'Porto', 'Other'].map((id) => ({ id: id.toLowerCase(), label: id }));

function open({ start = [] as string[], textLabel }: { start?: string[]; textLabel?: string } = {}) {
  const chosen: string[][] = [];
  const left = jest.fn();
  function Page() {
    const [value, setValue] = useState(start);
    const change = (next: string[]) => {
      chosen.push(next);
      setValue(next);
    };
    return (
      <>
        <CheckboxGroup
          label="Houses"
          error="Please choose."
          options={options}
          value={value}
          onChange={change}
          onBlur={left}
          textLabel={textLabel}
        />
        <button>after</button>
      </>
    );
  }
  render(<Page />);
  return { chosen, left };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('CheckboxGroup', () => {
  it('is a labelled group, described by its error', () => {
    open();
    const group = screen.getByRole('group', { name: 'Houses' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please choose.');
  });

  it('keeps the order of the list, in whatever order boxes are ticked', () => {
    const { chosen } = open();
    for (const name of ['Other', 'HQ', 'Porto', 'HQ']) fireEvent.click(box(name));
    expect(chosen).toEqual([['other'], ['hq', 'other'], ['hq', 'porto', 'other'], ['porto', 'other']]);
  });

  it('calls onBlur when the focus leaves the group, not one checkbox', () => {
    const { left } = open();
    fireEvent.blur(box('HQ'), { relatedTarget: box('Porto') });
    expect(left).not.toHaveBeenCalled();
    fireEvent.blur(box('Porto'), { relatedTarget: screen.getByText('after') });
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('accepts a text in place of the last option', () => {
    const { chosen } = open({ textLabel: 'Which other?' });
    fireEvent.click(box('HQ'));
    fireEvent.click(box('Other'));
    fireEvent.change(screen.getByLabelText('Which other?'), { target: { value: 'Lagos' } });
    fireEvent.click(box('HQ'));
    expect(chosen.at(-1)).toEqual(['Lagos']);
    expect(box('Other').checked).toBe(true);
    fireEvent.click(box('Other'));
    expect(chosen.at(-1)).toEqual([]);
    expect(screen.queryByLabelText('Which other?')).toBeNull();
  });

  it('shows an existing text', () => {
    open({ start: ['porto', 'Lagos'], textLabel: 'Which other?' });
    expect(box('Porto').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Which other?').value).toBe('Lagos');
  });
});
