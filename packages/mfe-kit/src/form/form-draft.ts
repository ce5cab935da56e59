import { useMemo, useState } from 'react';
import { draftKey } from '../session/drafts';
import { useKit, useModuleId } from '../kit/kit-context';
import { allFieldsOf, type Entered, type FormPart, switchName } from './form-data';
import { valueOf } from './field-values';

export interface FormDraft {
  read: (parts: readonly FormPart[]) => Entered;
  /** Keeps what may be kept of these; nothing where they are what the form started with. */
  write: (parts: readonly FormPart[], entered: Entered, start: Entered) => void;
  clear: () => void;
}

/**
 * What was entered in a form, kept over a reload for the member and workplace that it was opened in: never passwords and files.
 * While nobody is signed in it is kept for this window alone, since the next one at this browser is somebody else.
 */
export function useFormDraft(id: string): FormDraft {
  const { storage: lasting, session } = useKit();
  const [{ user, workplace }] = useState(session.get);
  const owner = user?.id ?? '';
  const storage = owner === '' ? sessionStorage : lasting;
  const key = draftKey(useModuleId(), 'form', owner, `${workplace}.${id}`);
  return useMemo(
    () => ({
      read(parts) {
        const found = parsed(storage.getItem(key));
        // A draft of an older version may know fields that are gone, or hold them in another way.
        const known = Object.entries(keptOf(parts)).filter(([name, empty]) => sameKind(found[name], empty));
        return Object.fromEntries(known.map(([name]) => [name, found[name]]));
      },
      write(parts, entered, start) {
        // Signed in or out meanwhile, perhaps in another window: the form is still there, and who opened it is not.
        if (owner !== (session.get().user?.id ?? '')) return;
        const kept = (from: Entered) => JSON.stringify(Object.keys(keptOf(parts)).map((name) => [name, from[name]]));
        if (kept(entered) === kept(start)) return storage.removeItem(key);
        const draft = Object.fromEntries(Object.keys(keptOf(parts)).map((name) => [name, entered[name]]));
        try {
          storage.setItem(key, JSON.stringify(draft));
        } catch {
          // The browser's storage is full: the form works on, without a draft.
        }
      },
      clear: () => storage.removeItem(key),
    }),
    [storage, session, owner, key],
  );
}

/** The names that a draft keeps, each with what it holds while empty. */
const keptOf = (parts: readonly FormPart[]): Entered =>
  Object.fromEntries([
    ...parts.flatMap((part) => (part.type === 'optional' ? [[switchName(part), false] as const] : [])),
    ...allFieldsOf(parts).flatMap((field) => {
      const { kept, empty } = valueOf(field);
      return kept ? [[field.name, empty] as const] : [];
    }),
  ]);

const sameKind = (value: unknown, empty: unknown) =>
  Array.isArray(empty) ? Array.isArray(value) : typeof value === typeof empty;

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
