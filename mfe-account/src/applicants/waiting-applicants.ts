import { readApplicants } from '@paddock/contract/calls/approval';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';

/** The number of members waiting for approval, for admins of deployments with approval. */
export function useWaitingApplicants(): { isAdmin: boolean; count: number } {
  const { flags, isAdmin: isWorkplaceAdmin } = useSession();
  const isAdmin = isWorkplaceAdmin && flags.admin_approval_required;
  const { data } = useCallQuery(readApplicants, { count: 1 }, { live: true, enabled: isAdmin });
  return { isAdmin, count: isAdmin ? (data?.total ?? 0) : 0 };
}
