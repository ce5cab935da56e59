import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import { useKit, useModuleId } from '../kit/kit-context';
import { draftKey, draftsOf } from './drafts';

/**
 * The member's drafts of the current workplace in this browser, of all modules: see {@link useDraft} for their keys. Read again when
 * another window changes one, and when `open` changes: the place whose draft this window may be changing.
 */
export function useDrafts(open: string | undefined): ReadonlyMap<string, string> {
  const { storage, session } = useKit();
  const { user: member, workplace } = session.get();
  const user = member?.id ?? '';
  const [changes, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    window.addEventListener('storage', count);
    return () => window.removeEventListener('storage', count);
  }, []);
  // `open` and `changes` tell when the storage may differ.
  return useMemo(
    () => (void open, void changes, draftsOf(storage, user, workplace)),
    [storage, user, workplace, open, changes],
  );
}

/**
 * Text that survives a reload, e.g. of a composer: `[text, setText]`. Empty text is no draft. It belongs to the member and the
 * workplace: the group '0' exists in each. Windows with the same text stay in step.
 * @param key identifies the draft within the module, e.g. `conversation/42`
 */
export function useDraft(key: string): [text: string, set: (text: string) => void] {
  const { storage, session } = useKit();
  const { user, workplace } = session.get();
  const stored = draftKey(useModuleId(), 'draft', user?.id ?? '', `${workplace}.${key}`);
  const [draft, setDraft] = useState(() => ({ stored, text: storage.getItem(stored) ?? '' }));
  const text = draft.stored === stored ? draft.text : (storage.getItem(stored) ?? '');
  // A window that shows what another one has changed follows it: a draft sent there is gone here.
  const follow = useEffectEvent(({ key, oldValue, newValue }: StorageEvent) => {
    if (key === stored && text === (oldValue ?? '')) setDraft({ stored, text: newValue ?? '' });
  });
  useEffect(() => {
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const set = useCallback(
    (next: string) => {
      if (next === '') storage.removeItem(stored);
      else storage.setItem(stored, next);
      setDraft({ stored, text: next });
    },
    [storage, stored],
  );
  return [text, set];
}
