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
