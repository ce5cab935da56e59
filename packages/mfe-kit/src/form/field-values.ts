import type { AttachedFile } from '@paddock/contract/calls/files';
import { addressesIn } from '@paddock/contract/core/addresses';
import type { FieldData } from './form-data';

/** A file of an upload field and its progress. */
export interface UploadItem {
  key: string;
  name: string;
  type: string;
  size: number;
  state: 'uploading' | 'loaded' | 'error';
  /** 0 to 99. */
  percent: number;
  /** The error of the upload. */
  code?: string;
  /** The server's message. */
  serviceMessage?: string;
  /** Once loaded: its id and thumbnail. */
  id?: string;
  thumb?: string;
}

/** A stored file as an upload field holds it. */
export const loadedFile = (file: Pick<AttachedFile, 'path' | 'name' | 'type' | 'size' | 'thumb_path'>) => ({
  ...{ key: file.path, id: file.path, name: file.name, type: file.type, size: file.size, thumb: file.thumb_path },
  ...{ state: 'loaded' as const, percent: 99 },
});

/** A stored picture of which only the address is known, as an upload field holds it. */
export const loadedPicture = (path: string, name = '') =>
  loadedFile({ path, name, type: 'image', size: 0, thumb_path: path });

/** A member chosen in a username-autocompletion. */
export interface ChosenPerson {
  id: string;
  name: string;
  handle?: string | undefined;
  src?: string | undefined;
}

/** The chosen members without the text that is still typed. */
export const pickedOf = (people: readonly ChosenPerson[]): ChosenPerson[] => people.filter(({ id }) => id !== '');

/** The text typed in a username-autocompletion from which no member was picked: the last entry, without an id. */
export const unpickedOf = (people: readonly ChosenPerson[]): string => people.find(({ id }) => id === '')?.name ?? '';

interface FieldValue {
  /** The value of an untouched control. */
  empty: unknown;
  isBlank: (value: unknown, field: FieldData) => boolean;
  /** True when drafts store the value. */
  kept: boolean;
  /** Converts a value to the schema's input; undefined is omitted. Not called for blanks. */
  toInput: (value: unknown, field: FieldData, zone: string) => unknown;
  /** The code of an error that the control finds before anything is sent. */
  fault?: (value: unknown) => string | undefined;
}

const text: FieldValue = {
  empty: '',
  isBlank: (value) => String(value ?? '').trim() === '',
  kept: true,
  toInput: (value) => value,
};

/** The earliest wall time that a date-time field accepts (B §5). */
export const earliestWallTime = '2018-01-01T00:00';

const dateTime: FieldValue = {
  ...text,
  // The date library loads with the calendar.
  toInput: async (value, field, zone) => {
    if (field.type !== 'date-time-picker' || field.dateOnly) return value;
    const { toInstant } = await import('./wall-time');
    return toInstant(String(value), typeof field.zone === 'string' ? field.zone : zone);
  },
  fault: (value) => (String(value) !== '' && String(value) < earliestWallTime ? 'TOO_EARLY' : undefined),
};

const list = { empty: [], isBlank: (value: unknown) => !Array.isArray(value) || value.length === 0 };

const choices: FieldValue = {
  ...list,
  kept: true,
  isBlank: (value) => textsOf(value).length === 0,
  toInput: textsOf,
};

const uploads: FieldValue = {
  ...list,
  kept: false,
  toInput(value, field) {
    const ids = (value as UploadItem[]).flatMap(({ id }) => (id === undefined ? [] : [id]));
    return field.type === 'upload-secure-file' && (field.max ?? 1) > 1 ? ids : ids[0];
  },
  fault: (value) => (value as UploadItem[]).find(({ state }) => state === 'error')?.code,
};

const values: Record<FieldData['type'], FieldValue> = {
  input: text,
  textarea: text,
  comment: text,
  dropdown: text,
  choices,
  'select-group': text,
  color: text,
  icon: text,
  // Spaces count in a password.
  password: { ...text, isBlank: (value) => value === '' || value === undefined, kept: false },
  checkbox: { empty: false, isBlank: (value) => value !== true, kept: true, toInput: (value) => value === true },
  'date-time-picker': dateTime,
  crop: { empty: { x: 50, y: 50 }, isBlank: () => false, kept: true, toInput: (value) => value },
  contacts: {
    ...text,
    isBlank: (value) => addressesIn(String(value ?? '')).length === 0,
    toInput: (value) => addressesIn(String(value)),
  },
  'username-autocompletion': {
    ...list,
    kept: true,
    toInput(value, field) {
      const ids = pickedOf(value as ChosenPerson[]).map(({ id }) => id);
      return field.type === 'username-autocompletion' && field.single ? ids[0] : ids;
    },
    fault: (value) => (unpickedOf(value as ChosenPerson[]) === '' ? undefined : 'PERSON_NOT_PICKED'),
  },
  'upload-secure-file': uploads,
};

/** How a field's type stores and converts its value. */
export const valueOf = (field: Pick<FieldData, 'type'>): FieldValue => values[field.type];

/** The chosen options; a free text that is still empty does not count. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => String(one).trim()).filter((one) => one !== '') : [];
}

/** True while a file of the field is being uploaded. */
export const isUploading = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item: Partial<UploadItem> | null) => item?.state === 'uploading');
