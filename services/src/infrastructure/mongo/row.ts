import { EVERYBODY } from '@paddock/contract/calls/groups';
import { ObjectId } from 'mongodb';

/** What every stored record has. Ids are strings everywhere. */
export interface Row {
  _id: string;
  community: string;
}

/** A record that belongs to a workplace of its community. */
export interface WorkplaceRow extends Row {
  workplace: string;
}

/** A new id; ids made later sort after it. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** Whether a text looks like an id of the API: one of {@link newId}, one derived in the same form, or the everybody group's. */
export function isIdForm(text: string): boolean {
  return text === EVERYBODY || /^[0-9a-f]{24}$/.test(text);
}
