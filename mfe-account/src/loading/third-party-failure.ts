import type { ApiError } from '@paddock/mfe-kit/api-error';
import { createStore } from '@paddock/mfe-kit/store';

/** `cancelled`: given up at the provider. `foreign`: an answer that this window did not ask for. */
export type ThirdPartyFailure = 'cancelled' | 'foreign' | ApiError;

/** Why the last third-party sign-in of this window failed, until the landing page has shown it. */
export const thirdPartyFailure = createStore<ThirdPartyFailure | null>(null);
