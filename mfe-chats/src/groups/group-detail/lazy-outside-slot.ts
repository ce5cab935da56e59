import { lazyPart } from '@paddock/mfe-kit/lazy-part';

/** The slot's chunk loads when a conversation shows it. */
export const OutsideSlot = lazyPart(
  () => import('./outside-slot'),
  'OutsideSlot',
  () => import('../group-texts'),
);
