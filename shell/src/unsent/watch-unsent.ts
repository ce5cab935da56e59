import { addMessages, type MessageTable } from '@paddock/mfe-kit/i18n';
import type { Kit, OutboxItem } from '@paddock/mfe-kit/kit-context';
import { linkAddress } from '@paddock/mfe-kit/navigation';
import { toast } from '@paddock/ui/toast';
import en from './messages/en.json' with { type: 'json' };

const messages: MessageTable = { en, ar: () => import(/* webpackChunkName: "ar" */ './messages/ar.json') };
/** Milliseconds. */
const STAY = 10_000;
/** The codes of a conversation that the member has lost: no list shows it with its unsent posts. */
const isLost = ({ error }: OutboxItem) => error?.code === 'FORBIDDEN' || error?.code === 'GROUP_NOT_FOUND';

/**
 * Shows a toast for each post that is refused while its conversation is not on the screen. One that was refused before is shown again
 * after a reload if its conversation is lost. Comments return to their composer instead.
 */
export function watchUnsent(kit: Kit): void {
  const { items } = kit.outbox;
  const known = new Set(
    items
      .get()
      .filter((item) => item.status === 'failed' && !isLost(item))
      .map(({ client_id }) => client_id),
  );
  const look = () => {
    for (const item of items.get()) {
      // A post that is sent again may be refused again.
      if (item.status !== 'failed') known.delete(item.client_id);
      else if (!known.has(item.client_id)) {
        known.add(item.client_id);
        void show(kit, item);
      }
    }
  };
  items.subscribe(look);
  look();
}

async function show(kit: Kit, { queue = '', error }: OutboxItem): Promise<void> {
  const id = /^(?:group|direct)\/(.+)$/.exec(queue)?.[1];
  if (id === undefined || isOnScreen(id)) return;
  await addMessages(kit.i18n, 'shell/unsent', messages).catch(() => undefined);
  const t = kit.i18n.getFixedT(null, 'shell');
  const address = linkAddress(kit.deployment.get(), 'shouts.conversation', { id });
  toast({
    text: t('unsent.refused', { reason: error?.message }),
    kind: 'bad',
    stay: STAY,
    ...(address !== null && { action: { label: t('unsent.show'), onPress: () => kit.navigation.go(address) } }),
  });
}

/** Whether the address is that of the conversation, or of its feed: the feed of the everybody group has no id. */
function isOnScreen(id: string): boolean {
  const last = window.location.hash.split('?')[0]!.split('/').at(-1);
  return last === id || (id === '0' && last === 'shouts');
}
