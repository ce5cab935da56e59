import { useKit } from '@paddock/mfe-kit/kit-context';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useSession } from '@paddock/mfe-kit/session';

/** The member who shares this device's position. Without it the agreement is from before the key, of the device's usual member. */
const memberKey = 'mfe-people.position_of';

/** Whether the signed-in member has agreed on this device to share its position: another one's agreement does not count. */
export function useAgreement(): { hasAgreed: boolean; note: () => void } {
  const platform = usePlatform();
  const { storage } = useKit();
  const { user } = useSession();
  const id = user?.id ?? '';
  return {
    hasAgreed: platform.positionAnswer() === 'given' && (storage.getItem(memberKey) ?? id) === id,
    note: () => storage.setItem(memberKey, id),
  };
}
