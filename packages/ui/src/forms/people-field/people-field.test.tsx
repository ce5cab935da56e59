import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PeopleField } from './people-field';
import type { PeopleFieldProps, PersonChoice } from './people-field';

const petra = { id: 'u4', name: 'Petra Wolańska', handle: 'petra_w' };
const petronella = { id: 'u5', name: 'Petronella Wickstrøm', handle: 'pwick' };
const noor = { id: 'u3', name: 'نور الحكيمي', handle: 'noor' };
const all: PersonChoice[] = [petra, petronella, noor];
const words = {
  suggestions: 'Suggestions',
  none: 'Nobody found',
  pending: 'Searching…',
  remove: (name: string) => `Remove ${name}`,
};

function show(props: Partial<PeopleFieldProps> = {}) {
  const change = jest.fn<(ids: string[]) => void>();
  const search = jest.fn<(text: string) => void>();
  const send = jest.fn((event: React.FormEvent) => event.preventDefault());
  function Held() {
    const [value, setValue] = useState<readonly PersonChoice[]>(props.value ?? []);
    const [text, setText] = useState('');
    return (
      <form onSubmit={send}>
        <PeopleField
          label="Organiser"
          words={words}
          suggestions={all.filter((person) => text !== '' && person.name.toLowerCase().includes(text))}
          {...props}
          onSearch={(next) => {
            search(next);
            setText(next);
          }}
          value={value}
          onChange={(next) => {
            change(next.map((person) => person.id));
            setValue(next);
          }}
        />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Held />);
  return { changes: () => change.mock.calls.map(([ids]) => ids), search, send };
}
const input = () => screen.getByRole('combobox', { name: 'Organiser' });
const activeText = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('PeopleField', () => {
  it('searches for the trimmed text', async () => {
    const { search } = show();
    await userEvent.type(input(), ' pe ');
    expect(search.mock.calls).toEqual([['p'], ['pe']]);
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'selects nobody with the keys of an input method: %j',
    async (key) => {
      const { changes } = show({ multiple: true, value: [noor] });
      await userEvent.type(input(), 'petr');
      fireEvent.keyDown(input(), { key: 'Enter', ...key });
      fireEvent.keyDown(input(), { key: 'Escape', ...key });
      await userEvent.clear(input());
      fireEvent.keyDown(input(), { key: 'Backspace', ...key });
      expect(changes()).toEqual([]);
    },
  );

  it('selects with arrows and Enter without submitting the form', async () => {
    const { changes, send } = show({ multiple: true });
    await userEvent.type(input(), 'petr');
    expect(activeText()).toBe('PWPetra Wolańska petra_w');
    await userEvent.keyboard('{ArrowDown}');
    expect(activeText()).toBe('PWPetronella Wickstrøm pwick');
    await userEvent.keyboard('{ArrowDown}');
    expect(activeText()).toBe('PWPetra Wolańska petra_w');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(changes()).toEqual([['u5']]);
    expect(send).not.toHaveBeenCalled();
    expect(input()).toHaveProperty('value', '');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove Petronella Wickstrøm' })).toBeTruthy();
  });

  it('selects on press and keeps the focus in the text', async () => {
    const { changes } = show({ multiple: true });
    await userEvent.type(input(), 'petr');
    await userEvent.click(screen.getByRole('option', { name: /Petra/ }));
    expect(changes()).toEqual([['u4']]);
    expect(document.activeElement).toBe(input());
  });

  it('does not suggest people already selected', async () => {
    show({ multiple: true, value: [petra] });
    await userEvent.type(input(), 'petr');
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['PWPetronella Wickstrøm pwick']);
  });

  it('removes the last person on Backspace in the empty text, any person on its button', async () => {
    const { changes } = show({ multiple: true, value: all });
    await userEvent.click(input());
    await userEvent.keyboard('x{Backspace}');
    expect(changes()).toEqual([]);
    await userEvent.keyboard('{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Petra Wolańska' }));
    expect(changes()).toEqual([['u4', 'u5'], ['u5']]);
    expect(document.activeElement).toBe(input());
  });

  it('accepts a single person unless it is multiple', async () => {
    const { changes } = show({ value: [petra] });
    await userEvent.type(input(), 'petr');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.keyboard('{Backspace}');
    await userEvent.type(input(), 'petron{Enter}');
    expect(changes()).toEqual([[], ['u5']]);
  });

  it('announces the search and the lack of matches', async () => {
    show({ suggestions: [] });
    await userEvent.type(input(), 'zz');
    expect(screen.getByRole('status').textContent).toBe('Nobody found');
  });

  it('ignores Enter while it searches, so that no stale match is added', async () => {
    const { changes } = show({ pending: true, suggestions: all });
    await userEvent.type(input(), 'petr{Enter}');
    expect(changes()).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('Searching…');
  });

  it('closes on Escape and keeps the text; Enter then submits the form', async () => {
    const { send } = show();
    await userEvent.type(input(), 'petr{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(input()).toHaveProperty('value', 'petr');
    await userEvent.keyboard('{Enter}');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('shows people without remove buttons when it is read-only', async () => {
    const { changes } = show({ readOnly: true, value: [petra] });
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    await userEvent.click(input());
    await userEvent.keyboard('{Backspace}');
    expect(changes()).toEqual([]);
  });
});
