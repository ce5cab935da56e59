import { useMemo, useState } from 'react';
import { draftKey } from '../session/drafts';
import { useKit, useModuleId } from '../kit/kit-context';
import { allFieldsOf, type FormValues, type FormPart, switchName } from './form-data';
import { valueOf } from './field-values';

export interface FormDraft {
  read: (parts: readonly FormPart[]) => FormValues;
  /** Stores the values that drafts may contain; removes the draft when they equal the initial ones. */
  write: (parts: readonly FormPart[], entered: FormValues, start: FormValues) => void;
  clear: () => void;
}

/**
 * A form's draft, which survives a reload; it belongs to the member and workplace that opened the form. Never contains passwords and
 * files. A visitor's draft stays in this window, since the browser's next visitor may be another person.
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
        const found = parseDraft(storage.getItem(key));
        // A draft of an older version may contain removed fields, or values of another type.
        const known = Object.entries(draftFields(parts)).filter(([name, empty]) => sameKind(found[name], empty));
        return Object.fromEntries(known.map(([name]) => [name, found[name]]));
      },
      write(parts, entered, start) {
        // Another session started or ended meanwhile, perhaps in another window: the open form is not the new user's.
        if (owner !== (session.get().user?.id ?? '')) return;
        const kept = (from: FormValues) =>
          JSON.stringify(Object.keys(draftFields(parts)).map((name) => [name, from[name]]));
        if (kept(entered) === kept(start)) return storage.removeItem(key);
        const draft = Object.fromEntries(Object.keys(draftFields(parts)).map((name) => [name, entered[name]]));
        try {
          storage.setItem(key, JSON.stringify(draft));
        } catch {
          // The browser's storage is full: the form works without a draft.
        }
      },
      clear: () => storage.removeItem(key),
    }),
    [storage, session, owner, key],
  );
}

/** The names that a draft stores, each with its empty value. */
const draftFields = (parts: readonly FormPart[]): FormValues =>
  Object.fromEntries([
    ...parts.flatMap((part) => (part.type === 'optional' ? [[switchName(part), false] as const] : [])),
    ...allFieldsOf(parts).flatMap((field) => {
      const { kept, empty } = valueOf(field);
      return kept ? [[field.name, empty] as const] : [];
    }),
  ]);

const sameKind = (value: unknown, empty: unknown) =>
  Array.isArray(empty) ? Array.isArray(value) : typeof value === typeof empty;

function parseDraft(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
