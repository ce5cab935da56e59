import type { ChatCursor } from '../community/conversations/conversation.repository.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';

/** The cursor of the last row of a page, returned as `next`. */
export const cursorOf = (time: Date, id: string): string => `${time.getTime()}_${id}`;

/** @throws INVALID_INPUT for a cursor that {@link cursorOf} cannot have made; earlier releases wrote `-` in those of requests. */
export function readCursor(cursor: string): ChatCursor {
  const match = /^(\d{1,15})[_-]([\w:-]{1,80})$/.exec(cursor);
  if (!match) throw new PaddockError('INVALID_INPUT', { fields: { after: 'after_INVALID_PATTERN' } });
  return { time: new Date(Number(match[1])), id: match[2]! };
}
