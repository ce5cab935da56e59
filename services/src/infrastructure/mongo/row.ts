import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { ObjectId } from 'mongodb';

/** The fields of every stored record. Ids are always strings. */
export interface Row {
  _id: string;
  community: string;
}

/** A record that belongs to a workplace of its community. */
export interface WorkplaceRow extends Row {
  workplace: string;
}

/** A new id; later ids sort after earlier ones. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/**
 * Whether a text has the form of an API id: one of {@link newId}, one derived in the same form, the everybody group's, or that of
 * an event's recurrence: '_' and its place appended.
 */
export function isIdForm(text: string): boolean {
  return text === everybodyGroupId || /^[0-9a-f]{24}(_\d{8}T\d{4}Z)?$/.test(text);
}
