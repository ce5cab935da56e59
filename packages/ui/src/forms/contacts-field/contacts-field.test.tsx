import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ContactsField } from './contacts-field';

const text = 'ana@kestrel.example, a@, tom';

describe('ContactsField', () => {
  it('names the faulty addresses below, tied to the text', () => {
    render(
      <ContactsField
        label="Contacts"
        value={text}
        onChange={() => undefined}
        faulty={['a@', 'tom']}
        faultyLabel="Not an address:"
      />,
    );
    const area = screen.getByRole('textbox', { name: 'Contacts' });
    expect(area.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(area.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Not an address: a@, tom',
    );
  });

  it('marks the one that is pressed, not the end of another', async () => {
    render(
      <ContactsField
        label="Contacts"
        value={text}
        onChange={() => undefined}
        faulty={['a@']}
        faultyLabel="Not an address:"
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'a@' }));
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Contacts' });
    expect(document.activeElement).toBe(area);
    expect([area.selectionStart, area.selectionEnd]).toEqual([text.indexOf(' a@') + 1, text.indexOf(' a@') + 3]);
  });

  it('reports typed text, and shows the form error when no address is faulty', async () => {
    const change = jest.fn();
    render(
      <ContactsField
        label="Contacts"
        value=""
        onChange={change}
        faultyLabel="Not an address:"
        error="Enter an address."
      />,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Contacts' }), 'x');
    expect(change.mock.calls).toEqual([['x']]);
    expect(screen.getByText('Enter an address.')).toBeTruthy();
    expect(screen.queryByText(/Not an address/)).toBeNull();
  });
});
