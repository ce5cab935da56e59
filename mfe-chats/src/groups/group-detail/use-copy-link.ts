import { createGroupLink } from '@paddock/contract/calls/group-links';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';

/** Copies a group's invitation link; makes one if there is none. */
export function useCopyLink(id: string) {
  const toast = useToast();
  const make = useCallMutation(createGroupLink);
  const copy = async () => {
    try {
      const { url } = await make.mutateAsync({ id });
      await navigator.clipboard.writeText(url);
      toast('group.link.copied');
    } catch (error) {
      // The browser refused the clipboard; a failed call has its own message.
      if (error instanceof DOMException || error instanceof TypeError) toast('group.link.not_copied', { kind: 'bad' });
      else toast.error(error);
    }
  };
  return { copy: () => void copy(), pending: make.isPending };
}
