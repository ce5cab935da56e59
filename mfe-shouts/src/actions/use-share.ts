import { shareShout, sharingRefusal } from '@paddock/contract/calls/shout-readers';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';

/** Whether the service lets the member share shouts. */
function useMayShare(): boolean {
  const { user, flags, workplace } = useSession();
  return user !== null && sharingRefusal(flags, isWorkplaceAdmin(user, workplace)) === undefined;
}

/** Shares the address of a shout, or copies it on a device without a share sheet; null where the member may not. */
export function useShare(): ((shout: Pick<ShoutCard, 'id'>) => void) | null {
  const { api, platform } = useKit();
  const toast = useToast();
  if (!useMayShare() || !platform.has('share')) return null;
  const share = async (id: string) => {
    const { url } = await api.call(shareShout, { id });
    if ((await platform.share({ url })) === 'copied') toast('link_copied');
  };
  return ({ id }) => void share(id).catch(toast.error);
}

/** Copies the address of a shout; null where the member may not share it. */
export function useCopyLink(): ((shout: Pick<ShoutCard, 'id'>) => void) | null {
  const { api } = useKit();
  const toast = useToast();
  if (!useMayShare() || !('clipboard' in navigator)) return null;
  return ({ id }) => {
    const link = api.call(shareShout, { id }).then(({ url }) => url);
    void copyLink(link)
      .then(
        () => toast('link_copied'),
        async () => {
          // A failed call has its own message.
          await link;
          toast('link_not_copied', { kind: 'bad' });
        },
      )
      .catch(toast.error);
  };
}

/** Safari opens the clipboard only during the press: it gets the address as a promise. */
async function copyLink(link: Promise<string>): Promise<void> {
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(await link);
  const type = 'text/plain';
  const text = link.then((url) => new Blob([url], { type }));
  await navigator.clipboard.write([new ClipboardItem({ [type]: text })]);
}
