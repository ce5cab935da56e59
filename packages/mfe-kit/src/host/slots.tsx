import type { SlotId, Slots } from '@paddock/contract/core/links';
import { useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';

/** True when some deployed module offers the slot; a caller hides what depends on it. */
export function useSlotAvailable(slot: SlotId): boolean {
  const { slots, deployment } = useKit();
  useStore(deployment);
  return slots.offeredBy(slot) !== undefined;
}

/**
 * A piece of another module: `<Slot name="shouts.conversation" props={{ id }} />`. Where the slot is not offered it is
 * nothing at all.
 */
export function Slot<S extends SlotId>({ name, props }: { name: S; props: Slots[S] }) {
  const { slots, deployment } = useKit();
  useStore(deployment);
  const module = slots.offeredBy(name);
  return module === undefined ? null : <slots.Host module={module} slot={name} slotProps={props} />;
}
