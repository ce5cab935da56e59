import type { uploadSignUpImage } from '@paddock/contract/calls/account';
import type { uploadFile, uploadProfileImage } from '@paddock/contract/calls/files';
import type { Flags } from '@paddock/contract/core/flags';
import type { searchPeople } from '@paddock/contract/calls/people';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Session } from '../session/session';
import type { Text } from '../kit/kit-context';

/** The fields' values by name, as the controls hold them: not yet the schema's input. */
export type FormValues = Readonly<Record<string, unknown>>;

/** An option of a list. */
export interface Option {
  id: string;
  label: string;
  /** Avatar xs or an icon. */
  start?: ReactNode;
}

interface Named<Name extends string> {
  /** A field of the schema. */
  name: Name;
  label: string;
  /** A function when it depends on other fields. */
  help?: string | ((entered: FormValues) => string | undefined) | undefined;
  /**
   * Whether the field is mandatory. By default the schema decides: its error for a blank, e.g. `email_REQUIRED`, is the field's
   * code when left blank. Set it for fields that are mandatory only at times.
   */
  required?: boolean | undefined;
  /** The field's own texts by code or by the code's suffix: `{ REQUIRED: 'Please select a type' }`. */
  codes?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether the field is shown. A hidden field is neither mandatory nor sent. */
  when?: ((entered: FormValues) => boolean) | undefined;
  readOnly?: boolean | undefined;
}

export interface TextData {
  type: 'input' | 'textarea' | 'password';
  placeholder?: string;
  /** The schema's maximum length; the last ten characters are counted down. */
  max?: number;
  /** Checks an `input` with the service after each pause in typing. A submit checks it again. */
  check?: TextCheck;
  autoComplete?: string;
  inputType?: 'text' | 'email' | 'url' | 'tel' | 'number';
  autoCapitalize?: 'none';
}

/** A failed query: its field shows the error and Retry. */
export interface FailedRead {
  error: Error;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface TextCheck {
  /** Returns the code of an error; undefined when the text is valid or the check fails. */
  code: (text: string) => Promise<string | undefined>;
  /** Shown while the check runs. */
  pending: string;
  /** A text that needs no check: the record's own. */
  skip?: string | undefined;
}

/** The options; undefined while they load, the failed query after an error. */
export type Offered = readonly Option[] | FailedRead | undefined;

export interface ChoiceData {
  type: 'dropdown';
  /** A function when they depend on other fields. */
  options: Offered | ((entered: FormValues) => Offered);
  /** The last option opens a text input; its text is then the value. */
  last_option_is_text?: boolean;
  placeholder?: string;
}

/** Several options, each with a checkbox; the value is a list. */
export interface ChoicesData extends Omit<ChoiceData, 'type' | 'placeholder'> {
  type: 'choices';
}

export interface GroupChoiceData {
  type: 'select-group';
  /** Undefined while they load, the failed query after an error. */
  groups: readonly { id: string; title: string; color?: string; icon?: string }[] | FailedRead | undefined;
  placeholder?: string;
}

export interface DateTimeData {
  type: 'date-time-picker';
  /**
   * The time zone of the wall time; default: the workplace's, shown where the device has another. A function when it depends on
   * other fields.
   */
  zone?: string | ((entered: FormValues) => string);
  /** A day without a time: its value is yyyy-mm-dd. */
  dateOnly?: boolean;
  /** The field that begins what this one ends: when it moves, this one moves by the same time, which keeps the duration. */
  follows?: string;
}

export interface UploadData {
  type: 'upload-secure-file';
  /** The contract's call: each module bundles the calls it uses. The value is the file's id, or a profile picture's URL. */
  upload: typeof uploadFile | typeof uploadProfileImage | typeof uploadSignUpImage;
  /** Maximum number of files; default 1. Above 1 the value is a list. A further file is `TOO_MANY_FILES`. */
  max?: number;
  /** Only pictures: jpg, jpeg, png, gif, and webp, avif, heic, which become JPEG; any other file is `INVALID_FILE` (A §5). */
  images?: boolean;
  /** The value is the file's address instead of its id. */
  address?: boolean;
}

/** One of the preset icons of groups. */
export interface IconData {
  type: 'icon';
  /** The icon's name, spoken. */
  nameOf: (icon: string) => string;
  /** The colour of the chosen icon's ground. */
  tone?: string | undefined;
}

/** The part of a picture that stays in a card's shape: `{ x, y }` in percent. Shown once the picture is there. */
export interface CropData {
  type: 'crop';
  /** The upload field that holds the picture; it has `address`. */
  picture: string;
}

/** A composer in place of the form's button: its send button submits the form. */
export interface CommentData {
  type: 'comment';
  max?: number;
}

export interface PeopleData {
  type: 'username-autocompletion';
  /** The contract's `searchPeople`. */
  search: typeof searchPeople;
  /** A group whose members are not suggested. */
  excludeGroup?: string;
  /** At most one member: the value is their id instead of a list of ids. */
  single?: boolean;
}

/** A field of a form, declared as data (A §2, field types). */
export type FieldData<Name extends string = string> = Named<Name> &
  (
    | TextData
    | ChoiceData
    | ChoicesData
    | GroupChoiceData
    | DateTimeData
    | UploadData
    | PeopleData
    | IconData
    | CropData
    | { type: 'checkbox' }
    | { type: 'color' }
    | { type: 'contacts' }
    | CommentData
  );

/** A heading with an optional sentence below it. */
export interface HeaderData {
  type: 'header';
  label: string;
  help?: string | undefined;
  when?: ((entered: FormValues) => boolean) | undefined;
}

/** Fields behind a switch; not sent while it is off. It starts on when one of them has a value. */
export interface OptionalData<Name extends string = string> {
  type: 'optional';
  /** Unique in the form, and not the name of a field. */
  id: string;
  label: string;
  help?: string | undefined;
  fields: readonly FieldData<Name>[];
  /** The values of blank fields when the switch is turned on. */
  opens?: (entered: FormValues) => FormValues;
  when?: ((entered: FormValues) => boolean) | undefined;
}

export type FormPart<Name extends string = string> = FieldData<Name> | HeaderData | OptionalData<Name>;

export type FormSchema = z.ZodType<unknown, object>;

/** A form declared as data over a schema of the contract. */
export interface FormDefinition<Schema extends FormSchema, Context = undefined> {
  /** Unique in the module; the draft's key. */
  id: string;
  /** The schema that the service uses too. Called again when the flags change. */
  schema: (flags: Flags) => Schema;
  /** The fields from top to bottom. `context` is the screen's data, e.g. groups to choose from. */
  fields: (t: Text, session: Session, context: Context) => readonly FormPart<keyof z.input<NoInfer<Schema>> & string>[];
  /** The button's label. */
  submit: (t: Text) => string;
  /** Styles the button for an action that cannot be undone. */
  danger?: boolean;
  /** False: no draft, e.g. for a sign-in. Drafts never contain passwords and files. */
  draft?: boolean;
  /** The button is disabled until a value changes: update-classified (B §4). */
  startsDisabled?: boolean;
}

/** A field with what other fields decide of it. */
export type ResolvedField = FieldData & { help?: string | undefined };

export function resolveField(field: FieldData, entered: FormValues): ResolvedField {
  const { help } = field;
  const zone = field.type === 'date-time-picker' ? field.zone : undefined;
  if (typeof help !== 'function' && typeof zone !== 'function') return field as ResolvedField;
  return {
    ...field,
    help: typeof help === 'function' ? help(entered) : help,
    ...(typeof zone === 'function' && { zone: zone(entered) }),
  };
}

/** The shown fields of a form, including those behind open switches. */
export function fieldsOf(parts: readonly FormPart[], entered: FormValues): ResolvedField[] {
  return visibleFields(parts, entered).map((field) => resolveField(field, entered));
}

function visibleFields(parts: readonly FormPart[], entered: FormValues): FieldData[] {
  return parts
    .filter((part) => part.when?.(entered) ?? true)
    .flatMap((part) => {
      if (part.type === 'header') return [];
      if (part.type !== 'optional') return [part];
      return entered[switchName(part)] === true ? part.fields.filter(({ when }) => when?.(entered) ?? true) : [];
    });
}

/** Every field, shown or hidden. */
export const allFieldsOf = (parts: readonly FormPart[]): FieldData[] =>
  parts.flatMap((part) => (part.type === 'header' ? [] : part.type === 'optional' ? part.fields : [part]));

/** The name under which a switch's state is stored among the fields. */
export const switchName = ({ id }: Pick<OptionalData, 'id'>): string => `${id}?`;
