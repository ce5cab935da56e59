import { missingAccess } from '@paddock/contract/calls/users';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';

const pageOf = {
  EMAIL_NOT_VERIFIED: '/verify_pin',
  PENDING_APPROVAL: '/pending_approval',
  ACCESS_DENIED: '/pending_approval',
  ACCESS_FORBIDDEN: '/forbidden',
  SUBSCRIPTION_REQUIRED: '/subscription_required',
} as const;

/** The gate page that a member needs, else `/`, which redirects members to their start page. */
export function pageFor(...of: Parameters<typeof missingAccess>): string {
  const missing = missingAccess(...of);
  return missing ? pageOf[missing] : '/';
}

/** Stores the server's current record and opens the page it allows: for a new member their own profile (A §2). */
export function useGoOn({ isNew = false } = {}): (
  user: Parameters<ReturnType<typeof useSession>['updateUser']>[0],
) => void {
  const { flags, updateUser } = useSession();
  const navigate = useNavigate();
  return (user) => {
    updateUser(user);
    // The gate stores the profile as the return URL while a page of the gate is needed first.
    navigate(isNew ? '/main/profile' : pageFor(user, flags), { replace: true });
  };
}
