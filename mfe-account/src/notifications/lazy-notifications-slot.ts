import { lazyPart } from '@paddock/mfe-kit/lazy-part';

/** The slot `account.notifications`. */
export const NotificationsSlot = lazyPart(() => import('./notifications'), 'NotificationsPanel');
