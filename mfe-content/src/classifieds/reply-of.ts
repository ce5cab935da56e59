import type { Classified } from '@paddock/contract/calls/classifieds';
import { ApiError } from '@paddock/mfe-kit/api-error';

/**
 * The ad of a reply to a create or an update.
 *
 * @throws 'unknown error' for a reply without one (specification B §5)
 */
export function classifiedOf(reply: { classified?: Classified | undefined } | undefined, message: string): Classified {
  if (!reply?.classified) throw new ApiError('INTERNAL_ERROR', message, 200);
  return reply.classified;
}
