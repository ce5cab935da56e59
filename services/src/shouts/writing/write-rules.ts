import type { Flags } from '@paddock/contract/core/flags';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';

/** @throws READ_ONLY, BLOCKED, FORBIDDEN or FEATURE_DISABLED for who may not shout there (specification A §6). */
export function checkMayShout(reach: Pick<ConversationAccess, 'can_post' | 'reason'>, flags: Flags): void {
  if (!reach.can_post) throw refusal(reach.reason, flags);
}

/** @throws FEATURE_DISABLED under disable_comments, otherwise as {@link checkMayShout}. */
export function checkMayComment(reach: Pick<ConversationAccess, 'can_comment' | 'reason'>, flags: Flags): void {
  if (flags.disable_comments) throw new PaddockError('FEATURE_DISABLED');
  if (!reach.can_comment) throw refusal(reach.reason, flags);
}

function refusal(reason: ConversationAccess['reason'], flags: Flags): PaddockError {
  if (reason === 'read_only') return new PaddockError('READ_ONLY');
  if (reason === 'blocked') return new PaddockError('BLOCKED');
  // Switched off for all is another thing than a restriction that this member does not meet.
  const isOff = reason === 'direct_messages_off' && flags.direct_messages_enabled === false;
  return new PaddockError(isOff ? 'FEATURE_DISABLED' : 'FORBIDDEN');
}
