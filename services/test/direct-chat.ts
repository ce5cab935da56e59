import { directId, sortedSet } from '../src/community/conversations/conversation-ids.js';
import { ConversationRepository } from '../src/community/conversations/conversation.repository.js';
import { emptyConversation, type ConversationRow } from '../src/community/conversations/conversation.schema.js';
import { tenantOfMember, type TestMember, type TestServices } from './start-test-services.js';

/** Stores a direct chat without shouts in the first member's workplace, also of members who do not see each other. */
export function directChat(services: TestServices, ...members: [TestMember, TestMember]): Promise<ConversationRow> {
  const tenant = tenantOfMember(members[0]);
  const participants = sortedSet(members.map(({ id }) => id));
  const head = { ...emptyConversation(tenant, directId(tenant, participants), 'direct'), participants };
  return services.get(ConversationRepository).ensure(tenant, head);
}
