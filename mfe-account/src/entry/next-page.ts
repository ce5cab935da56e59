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

/** Where a member belongs: the page that mends what keeps them out, else `/`, which leads the signed-in to their start page. */
export function pageFor(...of: Parameters<typeof missingAccess>): string {
  const missing = missingAccess(...of);
  return missing ? pageOf[missing] : '/';
}

/** Takes over what the server says of the member, and goes where they belong now: a new member to their own profile (A §2). */
export function useGoOn({ isNew = false } = {}): (
  user: Parameters<ReturnType<typeof useSession>['updateUser']>[0],
) => void {
  const { flags, updateUser } = useSession();
  const navigate = useNavigate();
  return (user) => {
    updateUser(user);
    const page = pageFor(user, flags);
    navigate(isNew && page === '/' ? '/main/profile' : page, { replace: true });
  };
}
