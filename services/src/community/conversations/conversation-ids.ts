import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { sha256 } from '../../infrastructure/sha256.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { ConversationRow } from './conversation.schema.js';

/** The id of the everybody group's conversation in a workplace; to members it is always `'0'`. */
export function everybodyId(tenant: Tenant): string {
  return deriveId(tenant, everybodyGroupId);
}

/** The id of the direct chat of some users, in any order: known before the chat is stored, so that reading never writes. */
export function directId(tenant: Tenant, participants: readonly string[]): string {
  return deriveId(tenant, sortedSet(participants).join(' '));
}

/** The id of the conversation that holds the comments of a record. */
export function subjectConversationId(tenant: Tenant, kind: string, id: string): string {
  return deriveId(tenant, `comments ${kind} ${id}`);
}

export function sortedSet(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

/**
 * The id under which a member knows a conversation: `'0'`, a group's id, or for a direct chat the other member's id. A direct
 * chat of more than two keeps its own id.
 */
export function entryIdOf(
  conversation: Pick<ConversationRow, '_id' | 'kind' | 'participants'>,
  viewer: string,
): string {
  if (conversation.kind === 'everybody') return everybodyGroupId;
  const others = conversation.participants.filter((id) => id !== viewer);
  return conversation.kind === 'direct' && others.length === 1 ? others[0]! : conversation._id;
}

function deriveId({ community, workplace }: Tenant, key: string): string {
  return sha256(JSON.stringify([community, workplace, key])).slice(0, 24);
}
