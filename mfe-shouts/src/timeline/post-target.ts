import type { CallInput } from '@paddock/contract/core/call';
import type { CommentSubject, Conversation, postShout } from '@paddock/contract/calls/shouts';
import type { OutboxItem } from '@paddock/mfe-kit/kit-context';

/** Where a post goes: to a conversation (by chat entry id), below a shout, or to the comments of another record. */
export type PostTarget =
  | { kind: 'group'; id: string }
  | { kind: 'direct'; id: string; recipients: string[] }
  | { kind: 'comment'; id: string; subject?: CommentSubject };

export function targetOf(conversation: Pick<Conversation, 'id' | 'kind' | 'users'>): PostTarget {
  const { id, kind, users } = conversation;
  return kind === 'direct' ? { kind, id, recipients: users.map((user) => user.id) } : { kind: 'group', id };
}

type TargetFields = Pick<CallInput<typeof postShout>, 'group' | 'recipients' | 'in_reply_to' | 'subject'>;

/** The input fields that address a post. */
export function targetFields(target: PostTarget): TargetFields {
  if (target.kind === 'comment') return target.subject ? { subject: target.subject } : { in_reply_to: target.id };
  return target.kind === 'direct' ? { recipients: target.recipients } : { group: target.id };
}

export function isFor({ input }: OutboxItem<CallInput<typeof postShout>>, target: PostTarget): boolean {
  if (target.kind === 'comment') {
    const { subject } = target;
    if (!subject) return input.in_reply_to === target.id;
    return input.subject?.kind === subject.kind && input.subject.id === subject.id;
  }
  if (target.kind === 'group') return input.group === target.id;
  return target.recipients.length > 0 && target.recipients.join() === input.recipients?.join();
}
