import { lazy } from 'react';

/** The slot's chunk loads when a conversation shows it. */
export const OutsideSlot = lazy(async () => ({ default: (await import('./outside-slot')).OutsideSlot }));
