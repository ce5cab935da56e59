import type { SlotId, Slots } from '@paddock/contract/core/links';
import type { ComponentType } from 'react';
import { useKit } from './kit-context';
import { useStore } from './store';

/** How a slot is filled: the shell mounts the offering module's piece as a parcel of its own. */
export interface SlotService {
  /** The id of the module that offers a slot in this deployment. */
  offeredBy(slot: SlotId): string | undefined;
  /** The shell's component that loads and mounts it; shows the slim error tile when that fails. */
  Host: ComponentType<{ module: string; slot: SlotId; slotProps: Slots[SlotId] }>;
}

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
