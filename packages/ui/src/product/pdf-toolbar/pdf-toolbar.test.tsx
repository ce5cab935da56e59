import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PdfToolbar } from './pdf-toolbar';

function show(start = 1, dir: 'ltr' | 'rtl' = 'ltr') {
  const calls = {
    page: jest.fn<(page: number) => void>(),
    zoom: jest.fn(),
    find: jest.fn(),
    match: jest.fn(),
    pages: jest.fn(),
  };
  function Shown() {
    const [page, setPage] = useState(start);
    return (
      <div dir={dir}>
        <PdfToolbar
          label="notes.pdf"
          page={{ value: page, of: 12, label: 'Page', ofText: 'of 12', previousLabel: 'Up', nextLabel: 'Down' }}
          onPage={(next) => {
            calls.page(next);
            setPage(next);
          }}
          zoom={{ text: '110 %', outLabel: 'Smaller', inLabel: 'Larger', most: true }}
          onZoom={calls.zoom}
          find={{
            value: '',
            label: 'Find',
            count: '1/3',
            spoken: '1 of 3',
            previousLabel: 'Before',
            nextLabel: 'After',
          }}
          onFind={calls.find}
          onMatch={calls.match}
          pages={{ label: 'Pages', isOpen: true, onPress: calls.pages }}
          download={{ label: 'Download', href: '#file' }}
        />
      </div>
    );
  }
  render(<Shown />);
  return calls;
}
const button = (name: string) => screen.getByRole('button', { name });

describe('PdfToolbar', () => {
  it('turns pages within the file', async () => {
    const { page } = show(11);
    await userEvent.click(button('Down'));
    await userEvent.click(button('Down'));
    expect(page.mock.calls).toEqual([[12]]);
    expect(button('Down').getAttribute('aria-disabled')).toBe('true');
  });

  it('goes to the typed page, at most the last; Escape discards the input', async () => {
    const { page } = show();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Page' });
    await userEvent.clear(field);
    await userEvent.type(field, '99{Enter}');
    expect(page.mock.calls).toEqual([[12]]);
    await userEvent.clear(field);
    await userEvent.type(field, '3{Escape}');
    expect(field.value).toBe('12');
    await userEvent.clear(field);
    await userEvent.type(field, 'x{Enter}');
    expect(page).toHaveBeenCalledTimes(1);
    expect(field.value).toBe('12');
  });

  it('stops zooming at its limits', async () => {
    const { zoom } = show();
    await userEvent.click(button('Smaller'));
    await userEvent.click(button('Larger'));
    expect(zoom.mock.calls).toEqual([[-1]]);
  });

  it('steps through matches with Enter and Shift+Enter, and announces the count', async () => {
    const { match, find } = show();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find' }), 'w{Enter}{Shift>}{Enter}{/Shift}');
    expect(find.mock.calls).toEqual([['w']]);
    expect(match.mock.calls).toEqual([[1], [-1]]);
    expect(screen.getByRole('status').textContent).toContain('1 of 3');
  });

  it('moves the focus with arrows, reversed in right-to-left pages, but not out of a text box', async () => {
    show(2, 'rtl');
    button('Smaller').focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(button('Larger'));
    await userEvent.keyboard('{ArrowLeft}');
    const find = screen.getByRole('searchbox', { name: 'Find' });
    expect(document.activeElement).toBe(find);
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(find);
  });

  it('selects the search text on Ctrl+F', async () => {
    show();
    await userEvent.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find' }));
  });

  it('shows whether the pages are open, and opens them', async () => {
    const { pages } = show();
    expect(button('Pages').getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(button('Pages'));
    expect(pages).toHaveBeenCalledTimes(1);
  });
});
