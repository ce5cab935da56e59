import type { ApiError } from '@paddock/mfe-kit/api-error';

/** True when the service failed, not the request: the same call may succeed later. */
export const isTransient = ({ passing, status, code }: ApiError): boolean =>
  passing || status >= 500 || code === 'TOO_MANY_REQUESTS';
