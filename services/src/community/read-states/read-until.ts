import type { UserRow } from '../users/user.schema.js';

/** The instant up to which all is read: what is older than the member's account counts as read. */
export const readUntil = ({ created }: Pick<UserRow, 'created'>, marked: Date | undefined): Date => marked ?? created;
