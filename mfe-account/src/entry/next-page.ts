import { missingAccess } from '@paddock/contract/calls/users';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect, useRef } from 'react';

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

/**
 * Stores the server's current record and opens the page it allows. `isNew` opens the own profile (A §2): for a window in which
 * the gate has stored no return URL. A page that the member has left opens nothing: two replies may both let the member go on.
 */
export function useGoOn({ isNew = false } = {}): (
  user: Parameters<ReturnType<typeof useSession>['updateUser']>[0],
) => void {
  const session = useSession();
  const { updateUser } = session;
  const navigate = useNavigate();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  return (user) => {
    if (isLeft.current) return;
    updateUser(user);
    navigate(isNew ? '/main/profile' : pageFor(user, session), { replace: true });
  };
}
