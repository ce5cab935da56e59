import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pencil } from 'lucide-react';
import { Button, IconButton, LinkButton, setClickDebounce } from './button';

describe('Button', () => {
  it('fires on click and on Enter', async () => {
    const press = jest.fn();
    render(<Button onPress={press}>Save</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.keyboard('{Enter}');
    expect(press).toHaveBeenCalledTimes(2);
  });

  it('keeps the focus and does not fire while pending', async () => {
    const press = jest.fn();
    const { rerender } = render(<Button onPress={press}>Save</Button>);
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.click(button);
    rerender(
      <Button onPress={press} pending>
        Save
      </Button>,
    );
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(press).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('counts presses within the debounce as one, and submits once', async () => {
    setClickDebounce(250);
    const [press, submit] = [jest.fn(), jest.fn()];
    render(
      <form onSubmit={submit}>
        <Button type="submit" onPress={press}>
          Save
        </Button>
      </form>,
    );
    await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
    setClickDebounce(0);
    expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not submit on click or on Enter in a field while disabled', async () => {
    const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <input aria-label="Name" />
        <Button type="submit" disabled>
          Send
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ann{Enter}');
    expect(submit).not.toHaveBeenCalled();
  });

  it('stays reachable by keyboard while disabled', async () => {
    render(<Button disabled>Send</Button>);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }));
  });
});

describe('LinkButton', () => {
  it('is a link', () => {
    render(<LinkButton href="#/main">Home</LinkButton>);
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('#/main');
  });
});

describe('IconButton', () => {
  it('uses its label as its name and sets aria-pressed', () => {
    render(<IconButton icon={Pencil} label="Edit" isSelected />);
    expect(screen.getByRole('button', { name: 'Edit', pressed: true })).toBeTruthy();
  });

  it('renders a link when it has an href', () => {
    render(<IconButton icon={Pencil} label="Edit" href="#/edit" />);
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
  });

  it('does not fire while pending', () => {
    const press = jest.fn();
    render(<IconButton icon={Pencil} label="Edit" pending onPress={press} />);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(press).not.toHaveBeenCalled();
  });
});
