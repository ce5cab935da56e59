import type { Flags } from '@paddock/contract/core/flags';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';

/** @throws READ_ONLY, BLOCKED, FORBIDDEN or FEATURE_DISABLED if the member may not shout there (specification A §6) */
export function checkMayShout(access: Pick<ConversationAccess, 'can_post' | 'reason'>, flags: Flags): void {
  if (!access.can_post) throw refusal(access.reason, flags);
}

/** @throws FEATURE_DISABLED under disable_comments, otherwise as {@link checkMayShout} */
export function checkMayComment(access: Pick<ConversationAccess, 'can_comment' | 'reason'>, flags: Flags): void {
  if (flags.disable_comments) throw new PaddockError('FEATURE_DISABLED');
  if (!access.can_comment) throw refusal(access.reason, flags);
}

function refusal(reason: ConversationAccess['reason'], flags: Flags): PaddockError {
  if (reason === 'read_only') return new PaddockError('READ_ONLY');
  if (reason === 'blocked') return new PaddockError('BLOCKED');
  // Direct messages may be off for all members, or restricted for this one.
  const isOff = reason === 'direct_messages_off' && flags.direct_messages_enabled === false;
  return new PaddockError(isOff ? 'FEATURE_DISABLED' : 'FORBIDDEN');
}
