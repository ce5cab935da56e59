import type { SlotId, Slots } from '@paddock/contract/core/links';
import { useKit } from '../kit/kit-context';
import { useStore } from '../kit/store';

/** True when a deployed module offers the slot; without one, callers hide what depends on it. */
export function useSlotAvailable(slot: SlotId): boolean {
  const { slots, deployment } = useKit();
  useStore(deployment);
  return slots.offeredBy(slot) !== undefined;
}

/**
 * Shows a component of another module: `<Slot name="shouts.conversation" props={{ id }} />`. Renders nothing when no module offers
 * the slot.
 */
export function Slot<S extends SlotId>({ name, props }: { name: S; props: Slots[S] }) {
  const { slots, deployment } = useKit();
  useStore(deployment);
  const module = slots.offeredBy(name);
  return module === undefined ? null : <slots.Host module={module} slot={name} slotProps={props} />;
}
