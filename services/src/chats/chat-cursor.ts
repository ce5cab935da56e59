import type { ChatCursor } from '../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../community/conversations/conversation.schema.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';

/** The cursor of the last row of a page, returned as `next`. */
export function cursorOf({ last_activity, _id }: ConversationRow): string {
  return `${last_activity.getTime()}_${_id}`;
}

/** @throws INVALID_INPUT for a cursor that {@link cursorOf} cannot have made. */
export function readCursor(cursor: string): ChatCursor {
  const match = /^(\d{1,15})_([\w:-]{1,80})$/.exec(cursor);
  if (!match) throw new PaddockError('INVALID_INPUT', { fields: { after: 'after_INVALID_PATTERN' } });
  return { last_activity: new Date(Number(match[1])), id: match[2]! };
}
