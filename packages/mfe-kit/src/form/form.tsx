import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Form, FormBanner, FormColumns, FormSubmit, RequiredNote } from '@paddock/ui/field';
import { OptionalToggle } from '@paddock/ui/optional-toggle';
import { type ReactNode, useId, useMemo } from 'react';
import type { z } from 'zod';
import { useText } from '../i18n/i18n';
import { useSession } from '../session/session';
import { useWorkplaceZone } from '../i18n/workplace-zone';
import { FieldControl } from './field-control';
import {
  resolveField,
  type FormValues,
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

export { loadedFile, loadedPicture } from './field-values';
export { switchName } from './form-data';
export type { FailedRead, FormPart } from './form-data';

/** Number of fields from which a form also lists its errors in a banner. */
const long = 5;

/**
 * Declares a form once, outside components. Every field's `name` must be one of the schema's.
 * @example
 * const createLink = defineForm({
 *   id: 'create-link', schema: (flags) => linkForm(flags), submit: (t) => t('links.create'),
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
  initial?: FormValues;
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
    zone: useWorkplaceZone(),
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
  const { fields, faulty } = data;

  const render = (part: FormPart) => <Part key={keyOf(part)} part={part} data={data} idOf={idOf} />;
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
        <FormColumns first={parts.slice(0, header).map(render)} second={parts.slice(header).map(render)} />
      ) : (
        parts.map(render)
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

const keyOf = (part: FormPart) =>
  part.type === 'header' ? `header ${part.label}` : part.type === 'optional' ? part.id : part.name;

interface DataOf {
  data: ReturnType<typeof useDataForm>;
  /** The id of a field's control. */
  idOf: (name: string) => string;
}

/** A header, a field, or a switch with its fields; nothing while its `when` is false. */
function Part({ part, ...of }: { part: FormPart } & DataOf) {
  const { entered, toggle } = of.data;
  if (part.when?.(entered) === false) return null;
  if (part.type === 'header')
    return (
      <div>
        <h2 className="heading">{part.label}</h2>
        {part.help && <p className="label text-secondary">{part.help}</p>}
      </div>
    );
  if (part.type !== 'optional') return <Control declared={part} {...of} />;
  return (
    <OptionalToggle
      label={part.label}
      help={part.help}
      value={entered[switchName(part)] === true}
      onChange={(open) => toggle(part, open)}
    >
      {part.fields
        .filter((field) => field.when?.(entered) ?? true)
        .map((field) => (
          <Control key={field.name} declared={field} {...of} />
        ))}
    </OptionalToggle>
  );
}

/** A field with its value and its error. */
function Control({ declared, data, idOf }: { declared: FieldData } & DataOf) {
  const codeText = useCodeText();
  const { entered } = data;
  const field = resolveField(declared, entered);
  const fault = data.faultOf(field);
  return (
    <FieldControl
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
}
