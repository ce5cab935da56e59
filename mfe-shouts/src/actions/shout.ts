import type { ShoutCard } from '@paddock/contract/calls/shouts';

/** The route of a shout with all its comments. */
export const commentsPath = ({ id }: Pick<ShoutCard, 'id'>) => `/main/shout/${id}`;

export const isDeleted = ({ deleted, admin_deleted }: Pick<ShoutCard, 'deleted' | 'admin_deleted'>) =>
  deleted || admin_deleted;

/** Whether a shout has left every list: it was deleted, and there are no comments below it. */
export const isGone = (shout: Pick<ShoutCard, 'deleted' | 'admin_deleted' | 'comments_count'>) =>
  isDeleted(shout) && shout.comments_count === 0;
