import type { Tenant } from '../tenancy/tenant.js';

/** Every window of the community. */
export const communityRoom = (community: string) => `${community}:all`;
/** Every window in the workplace. */
export const workplaceRoom = ({ community, workplace }: Tenant) => `${community}:workplace:${workplace}`;
/** Every window of a member, in any workplace: payloads name theirs. */
export const userRoom = ({ community }: Tenant, user: string) => `${community}:user:${user}`;
/** Readers of a group's or everybody's conversation. Direct chats have no room: their events go to the participants. */
export const conversationRoom = ({ community }: Tenant, conversation: string) =>
  `${community}:conversation:${conversation}`;
/** The conversation of a {@link conversationRoom}; undefined for other rooms. */
export const conversationOfRoom = (room: string) => /:conversation:(.+)$/.exec(room)?.[1];
export const sessionRoom = (community: string, session: string) => `${community}:session:${session}`;
/** Every window of a session that previews: these are in no other room but their session's. */
export const previewsRoom = (community: string) => `${community}:previews`;
