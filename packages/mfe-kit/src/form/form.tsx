import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Form, FormBanner, FormColumns, FormSubmit, RequiredNote } from '@paddock/ui/field';
import { OptionalToggle } from '@paddock/ui/optional-toggle';
import { type ReactNode, useId, useMemo } from 'react';
import type { z } from 'zod';
import { useText } from '../i18n/i18n';
import { useSession } from '../session/session';
import { FieldControl } from './field-control';
import {
  decided,
  type Entered,
  type FieldData,
  type FormDefinition,
  type FormPart,
  type FormSchema,
  switchName,
} from './form-data';
import { useFormDraft } from './form-draft';
import { useCodeText, useFormText, useFormTextReady } from './form-text';
import { useDataForm } from './use-data-form';
import { valueOf } from './field-values';

export { switchName } from './form-data';
export type { FailedRead, FormPart } from './form-data';

/** Number of fields from which a form also lists its errors in a banner. */
const long = 5;

/**
 * Declares a form once, outside components. Every field's `name` must be one of the schema's.
 * @example
 * const createLink = defineForm({
 *   id: 'create-link', schema: () => linkForm, submit: (t) => t('links.create'),
 *   fields: (t) => [{ type: 'input', name: 'title', label: t('links.title') }],
 * });
 */
export function defineForm<Schema extends FormSchema, Context = undefined>(
  form: FormDefinition<Schema, Context>,
): FormDefinition<Schema, Context> {
  return form;
}

export type DataFormProps<Schema extends FormSchema, Context> = {
  form: FormDefinition<Schema, Context>;
  /**
   * Sends the valid input. The form shows what it throws: field codes at their fields, everything else above the form.
   * @param clientId for a create: unchanged until one succeeds
   */
  onSubmit: (input: z.input<Schema>, clientId: string) => Promise<unknown>;
  /** Accessible name; default: the button's label. */
  label?: string;
  /** The initial values of an update form, as the controls hold them: texts, instants, chosen members. */
  initial?: Entered;
  /** The id of the updated record; each record has its own draft. */
  record?: string;
  /** `l`: the tall, wide button of an entry screen. */
  size?: 'm' | 'l';
  /** In a wide pane the fields from the first header on have a column of their own. */
  hasColumns?: boolean;
  /** Rendered between fields and button. */
  children?: ReactNode;
} & (Context extends undefined ? { context?: undefined } : { context: Context });

/** Renders a form declared by {@link defineForm}: fields, errors, draft and button (A §5, B §4). */
export function DataForm<Schema extends FormSchema, Context = undefined>(props: DataFormProps<Schema, Context>) {
  const ready = useFormTextReady();
  return ready ? <ReadyForm {...(props as unknown as DataFormProps<FormSchema, unknown>)} /> : null;
}

function ReadyForm({
  form,
  context,
  onSubmit,
  label,
  initial,
  record,
  size = 'm',
  hasColumns = false,
  children,
}: DataFormProps<FormSchema, unknown>) {
  const t = useFormText();
  const ownText = useText();
  const codeText = useCodeText();
  const session = useSession();
  const { flags } = session;
  const base = useId();
  const idOf = (name: string) => `${base}-${name}`;
  const parts: readonly FormPart[] = form.fields(ownText, session, context);
  const draft = useFormDraft(record === undefined ? form.id : `${form.id}.${record}`);
  const data = useDataForm({
    parts,
    schema: useMemo(() => form.schema(flags), [form, flags]),
    initial: initial ?? {},
    zone: flags.time_zone,
    draft: form.draft === false ? undefined : draft,
    startsDisabled: form.startsDisabled === true,
    focus(name) {
      const first = document.getElementById(idOf(name));
      // Centred, so that its label and error are visible too.
      first?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: 'center' });
    },
    submit: onSubmit,
  });
  const { entered, fields, faulty } = data;

  const control = (declared: FieldData) => {
    const field = decided(declared, entered);
    const fault = data.faultOf(field);
    return (
      <FieldControl
        key={field.name}
        data={field}
        id={idOf(field.name)}
        required={data.isMandatory(field)}
        error={fault && codeText(field, fault)}
        about={fault?.about ?? []}
        value={entered[field.name] ?? valueOf(field).empty}
        entered={entered}
        onChange={(value) => data.change(field.name, value)}
        onBlur={() => data.leave(field)}
        send={() => void data.send()}
        pending={data.pending}
      />
    );
  };
  const part = (one: FormPart): ReactNode => {
    if (one.when?.(entered) === false) return null;
    if (one.type === 'header')
      return (
        <div key={`header ${one.label}`}>
          <h2 className="heading">{one.label}</h2>
          {one.help && <p className="label text-secondary">{one.help}</p>}
        </div>
      );
    if (one.type !== 'optional') return control(one);
    return (
      <OptionalToggle
        key={one.id}
        label={one.label}
        help={one.help}
        value={entered[switchName(one)] === true}
        onChange={(open) => data.toggle(one, open)}
      >
        {one.fields.filter((field) => field.when?.(entered) ?? true).map(control)}
      </OptionalToggle>
    );
  };

  const header = parts.findIndex(({ type }) => type === 'header');
  return (
    <Form
      id={base}
      aria-label={label ?? form.submit(ownText)}
      onSubmit={(event) => {
        event.preventDefault();
        void data.send();
      }}
    >
      {data.failure && (
        <Banner kind="bad" live="alert">
          {data.failure}
        </Banner>
      )}
      {fields.length >= long && faulty.length > 1 && (
        <FormBanner
          title={t('attention', { count: faulty.length })}
          errors={faulty.map((field) => ({
            id: idOf(field.name),
            text: t('fault', { label: field.label, text: codeText(field, data.faultOf(field)!) }),
          }))}
        />
      )}
      {fields.some(data.isMandatory) && <RequiredNote>{t('required_fields')}</RequiredNote>}
      {hasColumns ? (
        <FormColumns first={parts.slice(0, header).map(part)} second={parts.slice(header).map(part)} />
      ) : (
        parts.map(part)
      )}
      {children}
      {!fields.some(({ type }) => type === 'comment') && (
        <FormSubmit long={fields.length >= long}>
          <Button
            type="submit"
            form={base}
            variant={form.danger ? 'danger' : 'primary'}
            size={size}
            wide={size === 'l'}
            pending={data.pending}
            disabled={data.disabled}
          >
            {form.submit(ownText)}
          </Button>
        </FormSubmit>
      )}
    </Form>
  );
}
