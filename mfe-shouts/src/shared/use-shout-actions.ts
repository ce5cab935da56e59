import { isWorkplaceAdmin } from '@paddock/contract/users';
import { readChats } from '@paddock/contract/chats';
import { deleteShout, likeShout, type ShoutCard, unlikeShout } from '@paddock/contract/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import type { useShoutCache } from './use-shout-events';

/** What this member may do with a shout; the service decides again. */
export function useShoutRights(shout: ShoutCard, now: number): { edit: boolean; remove: boolean } {
  const { user, flags, workplace } = useSession();
  const own = shout.user.id === user?.id;
  return {
    edit: own && now - new Date(shout.created).getTime() < flags.max_edit_delta,
    remove: own || (user !== null && isWorkplaceAdmin(user, workplace)),
  };
}

/** Likes and deletions, shown at once and taken back with a toast when the service refuses. */
export function useShoutActions(cache: ReturnType<typeof useShoutCache>) {
  const toast = useToast();
  const turned = (shout: ShoutCard): ShoutCard => ({
    ...shout,
    liked: !shout.liked,
    likes_count: shout.likes_count + (shout.liked ? -1 : 1),
  });
  const like = useCallMutation(likeShout, { onSuccess: cache.update });
  const unlike = useCallMutation(unlikeShout, { onSuccess: cache.update });
  const remove = useCallMutation(deleteShout, { invalidates: [readChats], onError: toast.error });
  return {
    toggleLike(shout: ShoutCard) {
      cache.update(turned(shout));
      (shout.liked ? unlike : like).mutate(
        { id: shout.id },
        {
          onError: (error) => {
            cache.update(shout);
            toast.error(error);
          },
        },
      );
    },
    removing: remove.isPending,
    remove: (shout: ShoutCard, done: () => void) =>
      remove.mutate(
        { id: shout.id },
        {
          onSuccess: () => cache.remove(shout.id, { deleted: true, admin_deleted: false }),
          onSettled: done,
        },
      ),
  };
}
