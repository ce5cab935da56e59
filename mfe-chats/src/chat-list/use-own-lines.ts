import type { ChatEntry } from '@paddock/contract/calls/chats';
import { postShout } from '@paddock/contract/calls/shouts';
import type { PendingFile } from '@paddock/mfe-kit/kit-context';
import { useDrafts, useUnsent } from '@paddock/mfe-kit/outbox';
import { useSession } from '@paddock/mfe-kit/session';

/** What the member wrote into a chat and the server does not have yet. */
export interface OwnLine {
  kind: 'waiting' | 'failed' | 'draft';
  text: string;
  /** Files of an unsent shout. */
  files?: readonly PendingFile[] | undefined;
  /** Time of an unsent shout. */
  created?: string;
}

/**
 * Returns a function for the line of the member's own that replaces a chat's last one: the newest unsent shout, else the draft. The
 * open chat shows its draft itself.
 */
export function useOwnLines(openId: string | undefined): (chat: ChatEntry) => OwnLine | undefined {
  const { user, workplace } = useSession();
  const unsent = useUnsent(postShout).filter(({ owner }) => owner === `${user?.id}/${workplace}`);
  const drafts = useDrafts(openId);
  return ({ id, username }) => {
    const isDirect = username !== undefined;
    const item = unsent.findLast(({ input }) =>
      isDirect ? input.recipients?.length === 1 && input.recipients[0] === id : input.group === id,
    );
    if (item)
      return {
        kind: item.status === 'failed' ? 'failed' : 'waiting',
        text: item.input.shout ?? '',
        files: item.files,
        created: item.created,
      };
    const draft = drafts.get(`${isDirect ? 'direct' : 'group'}/${id}`)?.trim();
    return id !== openId && draft ? { kind: 'draft', text: draft } : undefined;
  };
}
