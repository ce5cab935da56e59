import type { ApiError } from '@paddock/mfe-kit/api-error';
import { createStore } from '@paddock/mfe-kit/store';

/** `cancelled`: the member cancelled at the provider. `foreign`: a callback that this window did not request. */
export type ThirdPartyFailure = 'cancelled' | 'foreign' | ApiError;

/** Why this window's last third-party sign-in failed; cleared once the landing page has shown it. */
export const thirdPartyFailure = createStore<ThirdPartyFailure | null>(null);
