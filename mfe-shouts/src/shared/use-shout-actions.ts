import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { readChats } from '@paddock/contract/calls/chats';
import { deleteShout, likeShout, type ShoutCard, unlikeShout } from '@paddock/contract/calls/shouts';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useRef } from 'react';
import { useOpenUntil } from './use-open-until';
import type { ShoutCache } from './use-shout-events';

/** The member's rights on a shout, to show or hide actions; the service checks again. */
export function useShoutRights(shout: ShoutCard, now: number): { edit: boolean; remove: boolean } {
  const { user, flags, workplace } = useSession();
  const own = shout.user.id === user?.id;
  const inTime = useOpenUntil(new Date(shout.created).getTime() + flags.max_edit_delta, own ? now : Infinity);
  return {
    edit: own && inTime,
    remove: own || (user !== null && isWorkplaceAdmin(user, workplace)),
  };
}

/** Likes and deletes shouts. A like shows at once and is rolled back with a toast when the service refuses. */
export function useShoutActions(cache: ShoutCache) {
  const toast = useToast();
  const like = useCallMutation(likeShout);
  const unlike = useCallMutation(unlikeShout);
  const remove = useCallMutation(deleteShout, { invalidates: [readChats], onError: toast.error });
  /** The wanted state of each shout while a call is in flight: one call at a time, so that the last press counts. */
  const wanted = useRef(new Map<string, boolean>());

  async function setLiked(shout: ShoutCard, liked: boolean): Promise<void> {
    const { id } = shout;
    wanted.current.set(id, liked);
    try {
      const reply = await (liked ? like : unlike).mutateAsync({ id });
      const last = wanted.current.get(id);
      wanted.current.delete(id);
      if (last !== undefined && last !== liked) return await setLiked({ ...shout, ...reply }, last);
      cache.update(reply);
    } catch (error) {
      wanted.current.delete(id);
      cache.update(shout);
      toast.error(error);
    }
  }

  return {
    toggleLike(shout: ShoutCard) {
      const liked = !shout.liked;
      cache.update({ ...shout, liked, likes_count: shout.likes_count + (liked ? 1 : -1) });
      if (wanted.current.has(shout.id)) wanted.current.set(shout.id, liked);
      else void setLiked(shout, liked);
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
export type ShoutActions = ReturnType<typeof useShoutActions>;
