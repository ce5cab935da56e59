import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { addMessages, errorText, type MessageTable } from '@paddock/mfe-kit/i18n';
import type { Kit, OutboxItem } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { toast } from '@paddock/ui/toast';
import en from './messages/en.json' with { type: 'json' };

const messages: MessageTable = { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') };
/** Milliseconds. */
const shownMs = 10_000;
/** The codes of a conversation that the member has lost: no list shows it with its unsent posts. */
const hasLostConversation = ({ error }: OutboxItem) => error?.code === 'FORBIDDEN' || error?.code === 'GROUP_NOT_FOUND';

/**
 * Shows a toast for each post that is refused while its conversation is not on the screen. One that was refused before is shown again
 * after a reload or a change of workplace if its conversation is lost. Comments return to their composer instead.
 */
export function watchUnsent(kit: Kit): void {
  const { items } = kit.outbox;
  const underWay = new Set<string>();
  const shown = new Set<string>();
  const look = () => {
    for (const item of items.get()) {
      const { client_id, status } = item;
      if (status !== 'failed') underWay.add(client_id);
      else if (underWay.delete(client_id) || (hasLostConversation(item) && !shown.has(client_id))) {
        shown.add(client_id);
        void show(kit, item);
      }
    }
  };
  items.subscribe(look);
  look();
}

async function show(kit: Kit, { queue = '', error }: OutboxItem): Promise<void> {
  const id = /^(?:group|direct)\/(.+)$/.exec(queue)?.[1];
  if (id === undefined || isOnScreen(kit, id)) return;
  await addMessages(kit.i18n, 'shell/unsent', messages).catch(() => undefined);
  const t = kit.i18n.getFixedT(null, 'shell');
  const { code = '', message = '' } = error ?? {};
  const reason = errorText(kit.i18n.getFixedT(null, 'kit'), new ApiError(code, message, 400));
  const address = linkAddress(kit.deployment.get(), 'shouts.conversation', { id });
  toast({
    text: t('unsent.refused', { reason }),
    kind: 'bad',
    stay: shownMs,
    ...(address !== null && { action: { label: t('unsent.show'), onPress: () => kit.navigation.go(address) } }),
  });
}

/** Whether the address is that of the conversation, or of its feed: the feed of the everybody group has no id. */
function isOnScreen({ deployment }: Kit, id: string): boolean {
  const boot = deployment.get();
  const feed = linkAddress(boot, 'shouts.feed', {});
  const address = window.location.hash.split('?')[0]!.slice(1);
  return (
    address === linkAddress(boot, 'shouts.conversation', { id }) ||
    address === linkAddress(boot, 'chats.open', { id }) ||
    (feed !== null && (address === `${feed}/${id}` || (id === everybodyGroupId && address === feed)))
  );
}
