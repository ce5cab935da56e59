import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useSearchText } from './search-text';

beforeEach(() => {
  jest.useFakeTimers();
  history.pushState(null, '', '#/main/chats');
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const open = () => renderHook(useSearchText).result;
const type = (search: ReturnType<typeof open>, text: string) => act(() => search.current.setText(text));
const pass = (time: number) => act(() => jest.advanceTimersByTime(time));

it('searches after 200 ms without typing, trimmed, and leaves the text in the field as it is', () => {
  const search = open();
  type(search, 'ty');
  pass(199);
  type(search, 'tyre ');
  pass(199);
  expect(search.current).toMatchObject({ query: '', active: false, isTyping: true });
  pass(1);
  expect(search.current).toMatchObject({ text: 'tyre ', query: 'tyre', active: true, isTyping: false });
  expect(location.hash).toBe('#/main/chats?search=tyre');
});

it('shows a search again that its page has lost', () => {
  const lost = renderHook(useSearchText);
  type(lost.result, 'tyre');
  pass(200);
  lost.unmount();
  expect(open().current).toMatchObject({ text: 'tyre', query: 'tyre', active: true });
});

it('returns to the list at once when the field is emptied', () => {
  const search = open();
  type(search, 'tyre');
  pass(200);
  type(search, ' ');
  expect(search.current).toMatchObject({ active: false, isTyping: false });
});

it('takes the text of an address that changes by itself, such as by Back', () => {
  const search = open();
  type(search, 'tyre');
  pass(200);
  act(() => {
    history.replaceState(null, '', '#/main/chats?search=rim');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  expect(search.current).toMatchObject({ text: 'rim', query: 'rim' });
});

it('leaves the address alone while the member types nothing', () => {
  open();
  pass(199);
  // The page has not rendered the new address yet.
  history.replaceState(null, '', '#/main/chats?search=rim');
  pass(1);
  expect(location.hash).toBe('#/main/chats?search=rim');
});
