import { fieldCodes } from '@paddock/contract/field-codes';
import { asApiError } from '@paddock/mfe-kit/api-error';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';

interface CodeFormOptions<Values extends FieldValues> {
  /** The contract's schema: the service runs the same one. */
  schema: z.ZodType<unknown, Values>;
  defaultValues: DefaultValues<Values>;
  /** Fields that must be filled, in the order they stand. */
  mandatory: readonly FieldPath<Values>[];
  /** Words for a field code that the deployment brings along, e.g. 'Please select a type'. */
  ownTexts?: Readonly<Record<string, string>>;
  submit: (values: Values) => Promise<void>;
}

/**
 * A form over a schema of the contract, with the field codes of specification A §5: the button is `aria-disabled` while a
 * mandatory field is untouched and empty; a blank shows its code on leaving the field, everything else on sending; what
 * the service refuses stands at the same fields.
 */
export function useCodeForm<Values extends FieldValues>(options: CodeFormOptions<Values>) {
  const { schema, defaultValues, mandatory, submit } = options;
  const form = useForm<Values>({
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    resolver: resolve(schema),
  });
  const [failure, setFailure] = useState<string | null>(null);
  const codeText = useCodeText(options.ownTexts);
  const errorText = useErrorText();
  const values = form.watch();
  const { touchedFields, errors, isSubmitting } = form.formState;

  const isBlank = (field: FieldPath<Values>) => String(values[field] ?? '').trim() === '';
  const errorOf = (field: FieldPath<Values>) => {
    const error = (errors as Record<string, { type?: string; message?: string } | undefined>)[field];
    // That it is blank is said as long as it is blank.
    return error?.type === 'blank' && !isBlank(field) ? undefined : codeText(field, error?.message);
  };
  const incomplete = mandatory.some((field) => isBlank(field) && !(touchedFields as Record<string, unknown>)[field]);

  const send = form.handleSubmit(async (given) => {
    setFailure(null);
    try {
      await submit(given);
    } catch (error) {
      const { fields } = asApiError(error);
      const known = Object.entries(fields).filter(([field]) => field in form.getValues());
      for (const [field, code] of known) form.setError(field as FieldPath<Values>, { type: 'api', message: code });
      if (known.length > 0) form.setFocus(known[0]![0] as FieldPath<Values>);
      else setFailure(errorText(error));
    }
  });

  return {
    form,
    send,
    /** Why the service refused the form as a whole; null while it did not. */
    failure,
    pending: isSubmitting,
    disabled: incomplete,
    /** Everything a text field needs: `<TextInput {...field('email')} />`. */
    field(name: FieldPath<Values>) {
      const { onBlur, ...rest } = form.register(name);
      return {
        ...rest,
        id: name,
        required: mandatory.includes(name),
        error: errorOf(name),
        /** Without an event from a control that is no input. */
        onBlur: (event?: React.FocusEvent<HTMLElement>) => {
          if (event) void onBlur(event);
          else form.setValue(name, form.getValues(name), { shouldTouch: true });
          if (mandatory.includes(name) && isBlank(name))
            form.setError(name, { type: 'blank', message: `${name}_REQUIRED` });
        },
      };
    },
  };
}

/** What a field needs to know of its form. */
export type CodeField = ReturnType<ReturnType<typeof useCodeForm>['field']>;

function resolve<Values extends FieldValues>(schema: z.ZodType<unknown, Values>) {
  return (values: Values) => {
    const checked = schema.safeParse(values);
    if (checked.success) return { values, errors: {} };
    const codes = Object.entries(fieldCodes(checked.error));
    return {
      values: {},
      errors: Object.fromEntries(codes.map(([name, message]) => [name, { type: 'code', message }])) as never,
    };
  };
}

/** What a code says to a person: the deployment's own words, a code's own text, or the text of its suffix. */
function useCodeText(ownTexts: Readonly<Record<string, string>> = {}) {
  const t = useText();
  return (field: string, code: string | undefined): string | undefined => {
    if (code === undefined) return undefined;
    const suffix = code.startsWith(`${field}_`) ? code.slice(field.length + 1) : code;
    if (suffix === 'REQUIRED' && ownTexts[field] !== undefined) return ownTexts[field];
    const own = {
      email_INVALID: 'email_INVALID',
      username_INVALID_PATTERN: 'username_INVALID_PATTERN',
      fullname_INVALID_PATTERN: 'fullname_INVALID_PATTERN',
    }[code];
    return t(`codes.${own ?? (code.endsWith('_LENGTH_PATTERN') ? 'LENGTH_PATTERN' : suffix)}`);
  };
}
