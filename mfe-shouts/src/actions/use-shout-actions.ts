import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { readChats } from '@paddock/contract/calls/chats';
import type { Poll } from '@paddock/contract/calls/polls';
import { deleteShout, likeShout, type ShoutCard, unlikeShout } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useToggleQueue } from '@paddock/mfe-kit/toggle-queue';
import { useOpenUntil } from './use-open-until';
import type { ShoutCache } from '../timeline/use-shout-events';

/**
 * The member's rights on a shout, to show or hide actions; the service checks again.
 * @param manages owner of the conversation's group, or workplace admin
 */
export function useShoutRights(
  shout: ShoutCard,
  now: number,
  manages: boolean,
): { edit: boolean; remove: boolean; views: boolean } {
  const { user, flags, workplace } = useSession();
  const own = shout.user.id === user?.id;
  const inTime = useOpenUntil(new Date(shout.created).getTime() + flags.max_edit_delta, now);
  return {
    edit: own && inTime && !shout.poll,
    remove: own || manages,
    views: own || inTime || (user !== null && isWorkplaceAdmin(user, workplace)),
  };
}

/** Comments have no polls. */
type ActedOnCache = Pick<ShoutCache, 'update' | 'remove'> & Partial<Pick<ShoutCache, 'setPoll'>>;

/**
 * Likes and deletes shouts. A like shows at once and is rolled back with a toast when the service refuses.
 * @param manages whether the member may delete the shouts of others there
 */
export function useShoutActions(cache: ActedOnCache, manages = false) {
  const toast = useToast();
  const { user } = useSession();
  const like = useCallMutation(likeShout);
  const unlike = useCallMutation(unlikeShout);
  const remove = useCallMutation(deleteShout, { invalidates: [readChats], onError: toast.error });
  const setLiked = useToggleQueue((id, liked: boolean) => (liked ? like : unlike).mutateAsync({ id }));

  return {
    toggleLike(shout: ShoutCard) {
      const liked = !shout.liked;
      cache.update({ ...shout, liked, likes_count: shout.likes_count + (liked ? 1 : -1) });
      setLiked(shout.id, liked, ({ reply = shout, error }) => {
        cache.update(reply);
        if (error !== undefined) toast.error(error);
      });
    },
    /** The reply to the member's vote. */
    setPoll: (id: string, poll: Poll) => cache.setPoll?.(id, poll),
    removing: remove.isPending,
    manages,
    remove(shout: ShoutCard, done: () => void) {
      const { id, in_reply_to } = shout;
      const own = shout.user.id === user?.id;
      const place = in_reply_to === undefined ? {} : { in_reply_to };
      remove.mutate(
        { id, own, ...place },
        {
          onSuccess: ({ comments_count }) =>
            cache.remove(id, { ...place, comments_count, deleted: own, admin_deleted: !own }),
          onSettled: done,
        },
      );
    },
  };
}
export type ShoutActions = ReturnType<typeof useShoutActions>;
