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
/** Codes after which the member has lost the conversation or the shout: no list shows its unsent posts. */
const lostCodes = ['FORBIDDEN', 'GROUP_NOT_FOUND', 'SHOUT_NOT_FOUND'];
/** The page of an unsent comment takes it back within this time. */
const takeBackMs = 300;
const isComment = ({ queue = '' }: OutboxItem) => queue.startsWith('comment/');
/** Its queue is `comment/<kind>/<id>`; only the module of the record knows its address. */
const isOnRecord = (item: OutboxItem) => isComment(item) && item.queue!.split('/').length > 2;
const hasLost = (item: OutboxItem) => lostCodes.includes(item.error?.code ?? '') && !isOnRecord(item);

/**
 * Shows a toast for each post that is refused while its conversation, or for a comment its page, is not on the screen. One that was
 * refused before is shown again after a reload or a change of workplace if its conversation is lost, except for comments on records.
 */
export function watchUnsent(kit: Kit): void {
  const { items } = kit.outbox;
  const underWay = new Set<string>();
  const shown = new Set<string>();
  const look = () => {
    for (const item of items.get()) {
      const { client_id, status } = item;
      if (status !== 'failed') underWay.add(client_id);
      else if (underWay.delete(client_id) || (hasLost(item) && !shown.has(client_id))) {
        shown.add(client_id);
        void show(kit, item);
      }
    }
  };
  items.subscribe(look);
  look();
}

async function show(kit: Kit, item: OutboxItem): Promise<void> {
  const { queue = '', error } = item;
  const id = /^(?:group|direct|comment)\/(.+)$/.exec(queue)?.[1];
  if (id === undefined || (await isOnScreen(kit, item, id))) return;
  await addMessages(kit.i18n, 'shell/unsent', messages).catch(() => undefined);
  const t = kit.i18n.getFixedT(null, 'shell');
  const { code = '', message = '' } = error ?? {};
  const reason = errorText(kit.i18n.getFixedT(null, 'kit'), new ApiError(code, message, 400));
  const link = isComment(item) ? 'shouts.shout' : 'shouts.conversation';
  const address = isOnRecord(item) ? null : linkAddress(kit.deployment.get(), link, { id });
  toast({
    text: t('unsent.refused', { reason }),
    kind: 'bad',
    stay: shownMs,
    ...(address !== null && { action: { label: t('unsent.show'), onPress: () => kit.navigation.go(address) } }),
  });
}

/**
 * Whether the address is that of the conversation, or of its feed: the feed of the everybody group has no id. The page of a comment
 * takes it back, so that it leaves the outbox.
 */
async function isOnScreen({ deployment, outbox }: Kit, item: OutboxItem, id: string): Promise<boolean> {
  if (isComment(item)) {
    await new Promise((resolve) => setTimeout(resolve, takeBackMs));
    return !outbox.items.get().some(({ client_id }) => client_id === item.client_id);
  }
  const boot = deployment.get();
  const feed = linkAddress(boot, 'shouts.feed', {});
  const address = window.location.hash.split('?')[0]!.slice(1);
  return (
    address === linkAddress(boot, 'shouts.conversation', { id }) ||
    address === linkAddress(boot, 'chats.open', { id }) ||
    (feed !== null && (address === `${feed}/${id}` || (id === everybodyGroupId && address === feed)))
  );
}
