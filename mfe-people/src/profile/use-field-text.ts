import { useFormat } from '@paddock/mfe-kit/i18n';
import type { ShownField } from './shown-fields';

/** A field's displayed value: dates in the deployment's format, URLs without their scheme. */
export function useFieldText(): (field: ShownField) => string {
  const format = useFormat();
  return ({ type, value }) => {
    if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value))
      return format.date(`${value}T12:00:00Z`, { zone: 'UTC', year: true });
    if (type === 'url') return value.replace(/^https?:\/\//i, '').replace(/\/$/, '');
    return value;
  };
}
