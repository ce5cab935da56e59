import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field, FormBanner, PasswordInput, TextArea, TextInput } from './field';

const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ');

describe('TextInput', () => {
  it('uses its label as name, without the mark for required fields', () => {
    render(<TextInput label="E-mail" required />);
    const input = screen.getByRole('textbox', { name: 'E-mail' });
    expect(screen.getByLabelText('E-mail')).toBe(input);
    expect(input.getAttribute('aria-required')).toBe('true');
  });

  it('describes the control by its error and help', () => {
    render(<TextInput label="E-mail" error="This is not an e-mail address." help="We write to it." />);
    const input = screen.getByRole('textbox', { name: 'E-mail' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described(input)).toBe('This is not an e-mail address. | We write to it.');
  });

  it('is not invalid without an error', () => {
    render(<TextInput label="E-mail" />);
    expect(screen.getByRole('textbox', { name: 'E-mail' }).hasAttribute('aria-invalid')).toBe(false);
  });
});

describe('Field', () => {
  it('labels a group of controls and gives its id to the first', () => {
    render(
      <Field id="starts" label="Starts" required group="radiogroup" error="Choose.">
        {(control) => (
          <>
            <input id={control.id} aria-label="One" type="radio" />
            <input aria-label="Two" type="radio" />
          </>
        )}
      </Field>,
    );
    const group = screen.getByRole('radiogroup', { name: 'Starts' });
    expect(group.getAttribute('aria-required')).toBe('true');
    expect(group.getAttribute('aria-invalid')).toBe('true');
    expect(described(group)).toBe('Choose.');
    expect(screen.getByRole('radio', { name: 'One' }).id).toBe('starts');
  });

  it('does not set aria-required on a plain group, which does not support it', () => {
    render(
      <Field label="Starts" required group="group">
        {() => null}
      </Field>,
    );
    expect(screen.getByRole('group', { name: 'Starts' }).hasAttribute('aria-required')).toBe(false);
  });
});

describe('read-only and disabled fields', () => {
  it.each([
    ['TextInput', <TextInput key="1" label="Name" readOnly defaultValue="tamsin" />],
    ['TextArea', <TextArea key="2" label="Name" readOnly defaultValue="tamsin" />],
  ])('has a lock in %s, and takes no keys', async (_name, field) => {
    const { container } = render(field);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await userEvent.type(box, 'x');
    expect(box.value).toBe('tamsin');
    expect(container.querySelector('svg.lucide-lock')).toBeTruthy();
  });
});

describe('PasswordInput', () => {
  it('shows and hides the password, and labels its button accordingly', async () => {
    render(<PasswordInput label="Password" showLabel="Show password" hideLabel="Hide password" />);
    const input = screen.getByLabelText('Password');
    await userEvent.type(input, 'secret');
    expect(input.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});

describe('TextArea', () => {
  it('describes the control by its counter', () => {
    render(<TextArea label="Comment" counter={{ text: '8' }} />);
    expect(described(screen.getByRole('textbox', { name: 'Comment' }))).toBe('8');
  });
});

describe('FormBanner', () => {
  it('focuses the field without changing the address', async () => {
    const before = location.href;
    render(
      <>
        <FormBanner title="One thing needs your attention" errors={[{ id: 'mail', text: 'E-mail' }]} />
        <TextInput id="mail" label="E-mail" />
      </>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'E-mail' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'E-mail' }));
    expect(location.href).toBe(before);
  });
});
