import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { showSeen, type UserRow } from '../../community/users/user.schema.js';

/** Whether a view or a click in a direct chat would show the author what seen marks hide. */
export function hidesReading({ conversation, others }: ConversationAccess, reader: UserRow, author: string): boolean {
  const writer = others.find(({ _id }) => _id === author);
  return conversation.kind === 'direct' && !(writer && showSeen(reader, writer));
}
