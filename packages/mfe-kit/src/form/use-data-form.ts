import { useEffect, useRef, useState } from 'react';
import { type FieldError, useForm, type UseFormReturn } from 'react-hook-form';
import { asApiError } from '../kit/api-error';
import { useErrorText } from '../i18n/i18n';
import { afterPress } from './after-press';
import { blankCodes, checkForm, type Fault } from './check-form';
import {
  allFieldsOf,
  type FormValues,
  type FieldData,
  fieldsOf,
  type FormPart,
  type FormSchema,
  type OptionalData,
  switchName,
} from './form-data';
import type { FormDraft } from './form-draft';
import { isUploading, valueOf } from './field-values';
import { moveAlong } from './move-along';

/** `blank`: found on blur; `code`: by the schema on submit; `api`: by the service. */
type FaultKind = 'blank' | 'code' | 'api';
type StoredFault = FieldError & Omit<Fault, 'code'>;

interface DataFormOptions {
  parts: readonly FormPart[];
  schema: FormSchema;
  initial: FormValues;
  zone: string;
  draft: FormDraft | undefined;
  startsDisabled: boolean;
  /** Focuses a field after the form has rendered its errors. */
  focus: (name: string) => void;
  submit: (input: object, clientId: string) => Promise<unknown>;
}

/** The behaviour of a form without its rendering (A §5). */
export function useDataForm(options: DataFormOptions) {
  const { parts, schema, zone, draft, startsDisabled, focus, submit } = options;
  const [start] = useState(() => ({ ...emptyOf(parts), ...openSwitches(parts, options.initial), ...options.initial }));
  const [entries] = useState(() => ({ ...start, ...draft?.read(parts) }));
  const form = useForm<Record<string, unknown>>({
    defaultValues: entries,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: (entered) => resolveForm({ parts, schema, start, zone }, entered),
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const errorText = useErrorText();
  // One id until a submit succeeds, so that a resend after a lost reply creates no duplicate.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const blanks = blankCodes({ parts, schema });

  const entered = form.watch();
  const { touchedFields, errors, isSubmitting } = form.formState;
  const fields = fieldsOf(parts, entered);
  const isBlank = (field: FieldData) => valueOf(field).isBlank(entered[field.name], field);
  const faultOf = (field: FieldData): Fault | undefined => {
    const error = errors[field.name] as StoredFault | undefined;
    // The error of a blank disappears once the field is filled.
    if (!error?.message || (error.type === 'blank' && !isBlank(field))) return undefined;
    return { ...error, code: error.message };
  };

  const taken = useRef(false);
  useEffect(() => {
    if (!taken.current) draft?.write(parts, entered, start);
  });

  const changes = changesOf({ parts, blanks, isBlank, form, onChange: () => void (taken.current = false) });
  const focusFirst = (names: readonly string[]) => {
    setRefused(true);
    const first = fields.find(({ name }) => names.includes(name));
    if (first) focus(first.name);
  };

  const refuse = (error: unknown) => {
    const { fields: codes, message } = asApiError(error);
    const shown = Object.entries(codes).filter(([name]) => fields.some((field) => field.name === name));
    for (const [name, code] of shown) form.setError(name, toStoredFault('api', { code, serviceMessage: message }));
    // The code of a hidden field would be invisible.
    if (shown.length === 0 || shown.length < Object.keys(codes).length) setFailure(errorText(error));
    focusFirst(shown.map(([name]) => name));
  };
  const accept = form.handleSubmit(
    async (input) => {
      try {
        await submit(input, clientId);
        taken.current = true;
        draft?.clear();
        setClientId(crypto.randomUUID());
      } catch (error) {
        refuse(error);
      }
    },
    (faults) => focusFirst(Object.keys(faults)),
  );

  const untouched = (field: FieldData) => !(touchedFields as Record<string, unknown>)[field.name];
  const incomplete = fields.some((field) => blanks[field.name] !== undefined && isBlank(field) && untouched(field));
  const unchanged = startsDisabled && JSON.stringify(entered) === JSON.stringify(start);
  /** The form or one of its files is being sent. */
  const pending = isSubmitting || fields.some(({ name }) => isUploading(entered[name]));
  const disabled = incomplete || unchanged;
  const busy = useRef(false);
  return {
    entered,
    ...changes,
    faultOf,
    isMandatory: (field: FieldData) => blanks[field.name] !== undefined,
    fields,
    /** The fields with errors, from top to bottom, after a refused submit. */
    faulty: refused ? fields.filter((field) => faultOf(field) !== undefined) : [],
    /** The service's error for the form as a whole; null without one. */
    failure,
    send: async () => {
      // The composer and the Enter key submit without the button.
      if (busy.current || pending || disabled) return;
      busy.current = true;
      setFailure(null);
      setRefused(false);
      // The chunk that checks a field may fail to load.
      await accept().catch(refuse);
      busy.current = false;
    },
    pending,
    disabled,
  };
}

async function resolveForm(form: Parameters<typeof checkForm>[0], entered: Record<string, unknown>) {
  const { input, faults } = await checkForm(form, entered);
  if (faults.size === 0) return { values: input, errors: {} };
  const errors = Object.fromEntries([...faults].map(([name, fault]) => [name, toStoredFault('code', fault)]));
  return { values: {}, errors };
}

interface ChangesOptions {
  parts: readonly FormPart[];
  blanks: Readonly<Record<string, string | undefined>>;
  isBlank: (field: FieldData) => boolean;
  form: UseFormReturn<Record<string, unknown>>;
  onChange: () => void;
}

/** What a member's input does to the form's values and errors. */
function changesOf({ parts, blanks, isBlank, form, onChange }: ChangesOptions) {
  const change = (name: string, to: unknown) => {
    onChange();
    const before = form.getValues(name);
    const after = typeof to === 'function' ? (to as (now: unknown) => unknown)(before) : to;
    form.setValue(name, after, { shouldDirty: true });
    for (const field of allFieldsOf(parts))
      if (field.type === 'date-time-picker' && field.follows === name) {
        const end = moveAlong(String(form.getValues(field.name)), String(before), String(after));
        form.setValue(field.name, end, { shouldDirty: true });
      }
    const faulty = Object.entries(form.formState.errors);
    // Only the service knows whether the new value is valid.
    if (faulty.some(([field, error]) => field === name && error?.type === 'api')) form.clearErrors(name);
    // A field's validity may depend on another field, so all faulty fields are checked again.
    const wrong = faulty.filter(([, error]) => error?.type === 'code').map(([field]) => field);
    if (wrong.length > 0) void form.trigger(wrong);
  };
  /** Opens or closes optional fields; reopening restores their values. */
  const toggle = (optional: OptionalData, open: boolean) => {
    change(switchName(optional), open);
    const values = open ? Object.entries(optional.opens?.(form.getValues()) ?? {}) : [];
    for (const [name, value] of values) {
      const field = optional.fields.find((candidate) => candidate.name === name);
      if (field && valueOf(field).isBlank(form.getValues(name), field)) change(name, value);
    }
  };
  const leave = (field: FieldData) => {
    form.setValue(field.name, form.getValues(field.name), { shouldTouch: true });
    const code = blanks[field.name];
    // The error moves the buttons below, one of which may be pressed.
    if (code !== undefined && isBlank(field))
      afterPress(() => form.setError(field.name, toStoredFault('blank', { code })));
  };
  return { change, toggle, leave };
}

const toStoredFault = (type: FaultKind, { code, ...more }: Fault): StoredFault => ({ type, message: code, ...more });

const emptyOf = (parts: readonly FormPart[]): Record<string, unknown> =>
  Object.fromEntries(allFieldsOf(parts).map((field) => [field.name, valueOf(field).empty]));

/** The initial state of each switch: on when one of its fields has an initial value. */
const openSwitches = (parts: readonly FormPart[], initial: FormValues) =>
  Object.fromEntries(
    parts.flatMap((part) =>
      part.type === 'optional' ? [[switchName(part), part.fields.some(({ name }) => initial[name] !== undefined)]] : [],
    ),
  );
