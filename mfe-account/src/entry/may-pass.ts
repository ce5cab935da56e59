import type { ApiError } from '@paddock/mfe-kit/api-error';

/** Whether what went wrong lies with the service and not with what was asked of it: the same call may do later. */
export const mayPass = ({ passing, status, code }: ApiError): boolean =>
  passing || status >= 500 || code === 'TOO_MANY_REQUESTS';
