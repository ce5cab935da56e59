import type { FieldData } from './form-data';

/** A file of an upload field, as far as it has come. */
export interface UploadItem {
  key: string;
  name: string;
  type: string;
  size: number;
  state: 'uploading' | 'loaded' | 'error';
  /** 0 to 99. */
  percent: number;
  /** Why it is not there. */
  code?: string;
  /** The server's message. */
  said?: string;
  /** Once loaded: its id, and a small picture of it. */
  id?: string;
  thumb?: string;
}

/** Somebody chosen in a username-autocompletion. */
export interface ChosenPerson {
  id: string;
  name: string;
  handle?: string | undefined;
  src?: string | undefined;
}

interface FieldValue {
  /** What an untouched control holds. */
  empty: unknown;
  isBlank: (value: unknown, field: FieldData) => boolean;
  /** Whether a draft keeps it. */
  kept: boolean;
  /** What the schema takes for it; undefined is left out. Blanks are not asked for. */
  toInput: (value: unknown, field: FieldData, zone: string) => unknown;
  /** A code that the client alone can tell, before anything is sent. */
  fault?: (value: unknown) => string | undefined;
}

const text: FieldValue = {
  empty: '',
  isBlank: (value) => String(value ?? '').trim() === '',
  kept: true,
  toInput: (value) => value,
};

/** The earliest moment that a date-time field takes, as wall time (B §5). */
export const earliestWallTime = '2018-01-01T00:00';

const dateTime: FieldValue = {
  ...text,
  // The calendar's arithmetic comes with the calendar.
  toInput: async (value, field, zone) => {
    const { toInstant } = await import('./wall-time');
    return toInstant(String(value), (field.type === 'date-time-picker' && field.zone) || zone);
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
  // Spaces count in a password.
  password: { ...text, isBlank: (value) => value === '' || value === undefined, kept: false },
  checkbox: { empty: false, isBlank: (value) => value !== true, kept: true, toInput: (value) => value === true },
  'date-time-picker': dateTime,
  contacts: {
    ...text,
    isBlank: (value) => addressesIn(value).length === 0,
    toInput: addressesIn,
  },
  'username-autocompletion': {
    ...list,
    kept: true,
    toInput(value, field) {
      const ids = (value as ChosenPerson[]).map(({ id }) => id);
      return field.type === 'username-autocompletion' && field.single ? ids[0] : ids;
    },
  },
  'upload-secure-file': uploads,
};

/** How the fields of a type keep what is entered. */
export const valueOf = (field: Pick<FieldData, 'type'>): FieldValue => values[field.type];

/** Addresses separated by commas, lowercased and trimmed (B §5, Invite). */
function addressesIn(value: unknown): string[] {
  return String(value ?? '')
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter((address) => address !== '');
}

/** What is chosen; an own text that was not written yet is nothing. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => String(one).trim()).filter((one) => one !== '') : [];
}

/** True while a file of the field is on its way. */
export const isUploading = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item: Partial<UploadItem> | null) => item?.state === 'uploading');
