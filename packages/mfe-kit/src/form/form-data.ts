import type { uploadSignUpImage } from '@paddock/contract/calls/account';
import type { uploadFile, uploadProfileImage } from '@paddock/contract/calls/files';
import type { Flags } from '@paddock/contract/core/flags';
import type { searchPeople } from '@paddock/contract/calls/people';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Session } from '../session/session';
import type { Text } from '../kit/kit-context';

/** What stands in the fields, by name: as the controls keep it, not yet as the schema takes it. */
export type Entered = Readonly<Record<string, unknown>>;

/** One of a list that is chosen from. */
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
  help?: string | undefined;
  /**
   * Whether it must be filled. Left out, the schema says so: what it answers for a blank, e.g. `email_REQUIRED`, is the
   * field's code when it is left blank. For fields that are mandatory at times only.
   */
  required?: boolean | undefined;
  /** Own words for a code of this field, by the whole code or by its suffix: `{ REQUIRED: 'Please select a type' }`. */
  codes?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether it is there at all. What is not there is neither checked as mandatory nor sent. */
  when?: ((entered: Entered) => boolean) | undefined;
  readOnly?: boolean | undefined;
}

export interface TextData {
  type: 'input' | 'textarea' | 'password';
  placeholder?: string;
  /** Characters its schema allows: a textarea counts down the last ten. */
  max?: number;
  autoComplete?: string;
  inputType?: 'text' | 'email' | 'url' | 'tel' | 'number';
  autoCapitalize?: 'none';
}

/** A query that failed: its field says why, and reads it again. */
export interface FailedRead {
  error: Error;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Undefined while they load; what failed instead of them. */
export type Offered = readonly Option[] | FailedRead | undefined;

export interface ChoiceData {
  type: 'dropdown';
  /** May follow from other fields. */
  options: Offered | ((entered: Entered) => Offered);
  /** The last option opens a line for a text of one's own, which is then the value. */
  last_option_is_text?: boolean;
  placeholder?: string;
}

/** Several of a list, each with its box; the value is a list. */
export interface ChoicesData extends Omit<ChoiceData, 'type' | 'placeholder'> {
  type: 'choices';
}

export interface GroupChoiceData {
  type: 'select-group';
  /** Undefined while they load. */
  groups: readonly { id: string; title: string; color?: string; icon?: string }[] | undefined;
  placeholder?: string;
}

export interface DateTimeData {
  type: 'date-time-picker';
  /** The zone of the place that the wall time belongs to; the deployment's without one. */
  zone?: string;
}

export interface UploadData {
  type: 'upload-secure-file';
  /** The contract's call, since each module carries those it was built for. The value is the file's id, or a profile picture's address. */
  upload: typeof uploadFile | typeof uploadProfileImage | typeof uploadSignUpImage;
  /** Most files; 1 unless said. With more, the value is a list. More than that is `TOO_MANY_FILES`. */
  max?: number;
  /** Pictures alone: jpg, jpeg, png, gif, else `INVALID_FILE` (A §5). */
  images?: boolean;
}

/** A composer in place of the form's button: its own sends the form. */
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
  /** One member at most; the value is then their id, else a list of ids. */
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
    | { type: 'checkbox' }
    | { type: 'color' }
    | { type: 'contacts' }
    | CommentData
  );

/** A heading with a calm sentence. */
export interface HeaderData {
  type: 'header';
  label: string;
  help?: string | undefined;
  when?: ((entered: Entered) => boolean) | undefined;
}

/** Fields that a switch opens; while it is off they are not sent. It is on when one of them has a value. */
export interface OptionalData<Name extends string = string> {
  type: 'optional';
  /** Unique in the form, and no field's. */
  id: string;
  label: string;
  help?: string | undefined;
  fields: readonly FieldData<Name>[];
  /** What the fields start with when the switch is turned on. */
  opens?: (entered: Entered) => Entered;
  when?: ((entered: Entered) => boolean) | undefined;
}

export type FormPart<Name extends string = string> = FieldData<Name> | HeaderData | OptionalData<Name>;

export type FormSchema = z.ZodType<unknown, object>;

/** A form as data over a schema of the contract. */
export interface FormDefinition<Schema extends FormSchema, Given = undefined> {
  /** Unique in the module: its draft is kept under it. */
  id: string;
  /** The schema that the service runs too. Called again when the flags change. */
  schema: (flags: Flags) => Schema;
  /** The fields from top to bottom. `given` is what the screen hands over, e.g. groups to choose from. */
  fields: (t: Text, session: Session, given: Given) => readonly FormPart<keyof z.input<NoInfer<Schema>> & string>[];
  /** The word on the button. */
  submit: (t: Text) => string;
  /** What the button does cannot be undone: it looks so. */
  danger?: boolean;
  /** False for what is not to be found here again: a sign-in. Passwords and files never are. */
  draft?: boolean;
  /** The button stays off until something is changed: update-classified (B §4). */
  startsDisabled?: boolean;
}

/** The fields of a form that are there now, those behind open switches too. */
export function fieldsOf(parts: readonly FormPart[], entered: Entered): FieldData[] {
  return parts
    .filter((part) => part.when?.(entered) ?? true)
    .flatMap((part) => {
      if (part.type === 'header') return [];
      if (part.type !== 'optional') return [part];
      return entered[switchName(part)] === true ? part.fields.filter(({ when }) => when?.(entered) ?? true) : [];
    });
}

/** Every field, there or not. */
export const allFieldsOf = (parts: readonly FormPart[]): FieldData[] =>
  parts.flatMap((part) => (part.type === 'header' ? [] : part.type === 'optional' ? part.fields : [part]));

/** Under which name a switch is kept among the fields. */
export const switchName = ({ id }: Pick<OptionalData, 'id'>): string => `${id}?`;
