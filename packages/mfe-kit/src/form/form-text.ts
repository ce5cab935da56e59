import { type MessageTable, useAddedMessages, useTextsOf } from '../i18n/i18n';
import type { Text } from '../kit/kit-context';
import type { Limit } from './check-form';
import type { FieldData } from './form-data';
import english from './messages/en.json' with { type: 'json' };

const namespace = 'form';
const messages: MessageTable = { en: english, ar: () => import('./messages/ar.json') };

/** The kit's texts for forms, loaded with the first form. */
export const useFormText = (): Text => useTextsOf(namespace);

/** True once the texts are loaded in the current language; if that fails, English is used. */
export const useFormTextReady = (): boolean => useAddedMessages(namespace, messages);

/** Codes with a default text; a field may define a better one. */
const known = [
  ...(['REQUIRED', 'LENGTH_PATTERN', 'INVALID_PATTERN', 'INVALID', 'email_INVALID'] as const),
  ...(['MISSING_FIELD', 'MISSING_PASSWORD', 'PASSWORDS_DONT_MATCH'] as const),
  ...(['INVALID_END_DATE', 'INVALID_START_DATE', 'TOO_EARLY', 'PERSON_NOT_PICKED'] as const),
  ...(['TOO_MANY_FILES', 'INVALID_FILE', 'UPLOAD_FAILED'] as const),
] as const;
const suffixes = ['REQUIRED', 'LENGTH_PATTERN', 'INVALID_PATTERN', 'INVALID'] as const;

/** Returns the text of a code: the field's own, the code's, that of its suffix, or the service's message. */
export function useCodeText(): (
  field: Pick<FieldData, 'name' | 'codes'>,
  fault: { code: string; serviceMessage?: string; limit?: Limit },
) => string {
  const t = useFormText();
  return ({ codes = {} }, { code, serviceMessage, limit }) => {
    const suffix = suffixes.find((candidate) => code === candidate || code.endsWith(`_${candidate}`));
    const own = codes[code] ?? (suffix && codes[suffix]);
    if (own !== undefined) return own;
    const isTooLong = code.startsWith('INVALID_CUSTOM_FIELD_');
    const key = known.find((candidate) => candidate === code) ?? (isTooLong ? 'LENGTH_PATTERN' : suffix);
    if (key === 'LENGTH_PATTERN' && limit) return t(`codes.${limit.kind}`, { count: limit.count });
    return key ? t(`codes.${key}`) : serviceMessage || t('codes.INVALID_PATTERN');
  };
}
