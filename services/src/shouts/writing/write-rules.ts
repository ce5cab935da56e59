import type { SignedInCaller } from '../../community/calls/caller.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { blockedByCallerMessage } from '../../infrastructure/errors/messages.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';

type Writer = Pick<SignedInCaller, 'flags' | 'language'>;
type Refused = Pick<ConversationAccess, 'reason' | 'blocked'>;

/** @throws READ_ONLY, BLOCKED, FORBIDDEN or FEATURE_DISABLED if the member may not shout there (specification A §6) */
export function checkMayShout(access: Refused & Pick<ConversationAccess, 'can_post'>, writer: Writer): void {
  if (!access.can_post) throw refusal(access, writer);
}

/** @throws FEATURE_DISABLED under disable_comments, otherwise as {@link checkMayShout} */
export function checkMayComment(access: Refused & Pick<ConversationAccess, 'can_comment'>, writer: Writer): void {
  if (writer.flags.disable_comments) throw new PaddockError('FEATURE_DISABLED');
  if (!access.can_comment) throw refusal(access, writer);
}

function refusal({ reason, blocked }: Refused, { flags, language }: Writer): PaddockError {
  if (reason === 'read_only') return new PaddockError('READ_ONLY');
  if (reason === 'blocked')
    return new PaddockError('BLOCKED', { ...(blocked && { message: blockedByCallerMessage(language) }) });
  // Direct messages may be off for all members, or restricted for this one.
  const isOff = reason === 'direct_messages_off' && flags.direct_messages_enabled === false;
  return new PaddockError(isOff ? 'FEATURE_DISABLED' : 'FORBIDDEN');
}
