import type { Shout, ShoutCard } from '@paddock/contract/calls/shouts';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Action } from '@paddock/ui/shout-card';
import { MessageSquare, ThumbsUp } from 'lucide-react';
import { commentsPath, isDeleted } from './shout';
import type { ShoutActions } from './use-shout-actions';

interface LikeActionProps {
  shout: ShoutCard;
  actions: Pick<ShoutActions, 'toggleLike'>;
}

/** Likes or unlikes, with the number of likes; hidden where likes are off or the shout is deleted. */
export function LikeAction({ shout, actions }: LikeActionProps) {
  const t = useText();
  const format = useFormat();
  const { flags } = useSession();
  if (flags.disable_likes || isDeleted(shout)) return null;
  return (
    <Action
      icon={ThumbsUp}
      label={t('like', { count: shout.likes_count })}
      {...(shout.likes_count > 0 && { count: format.number(shout.likes_count) })}
      isSelected={shout.liked}
      onPress={() => actions.toggleLike(shout)}
    />
  );
}

/** The number of comments, as a link unless the page lists them (`here`); hidden where comments are off. */
export function CommentsAction({ shout, here = false }: { shout: Shout; here?: boolean }) {
  const t = useText();
  const format = useFormat();
  const { flags } = useSession();
  if (flags.disable_comments) return null;
  return (
    <Action
      icon={MessageSquare}
      label={t('comments', { count: shout.comments_count })}
      {...(shout.comments_count > 0 && { count: format.number(shout.comments_count) })}
      {...(!here && { href: `#${commentsPath(shout)}` })}
    />
  );
}
