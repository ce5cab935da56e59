import type { Posting, Unsent } from '../composing/use-posting';
import { CopyOrDiscard } from './copy-or-discard';

interface RefusedPostActionsProps {
  item: Unsent;
  posting: Pick<Posting, 'discard'>;
  className?: string;
}

/** What a member can do with a refused post where no composer can take it back. */
export function RefusedPostActions({ item: { client_id, input }, posting, className }: RefusedPostActionsProps) {
  const text = [input.shout, ...(input.poll_options ?? [])].join('\n');
  return <CopyOrDiscard text={text} onDiscard={() => posting.discard(client_id)} className={className} />;
}
