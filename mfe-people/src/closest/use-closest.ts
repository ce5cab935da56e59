import { forgetPosition, readClosest, setPosition } from '@paddock/contract/calls/people';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useAgreement } from './use-agreement';

/** The members by distance. `isMissing`: the member shares no position. */
export function useClosest() {
  const { flags } = useSession();
  const query = useCallInfinite(
    readClosest,
    { count: Math.min(flags.max_display_count, 60) },
    { next: (page) => (page.next === null ? null : { page: page.next }) },
  );
  return { query, isMissing: query.data?.pages[0]?.located === false };
}

/** Shares the device's position, and stops sharing it. */
export function useSharing() {
  const platform = usePlatform();
  const { hasAgreed, note } = useAgreement();
  const { mutateAsync: send } = useCallMutation(setPosition, { invalidates: [readClosest] });
  const { mutateAsync: forget } = useCallMutation(forgetPosition, { invalidates: [readClosest] });
  return {
    /** The member has agreed on this device. */
    hasAgreed,
    wasDenied: platform.positionAnswer() === 'denied',
    share: async () => {
      const position = await platform.position();
      note();
      await send({ position });
    },
    stop: async () => {
      await forget({});
      platform.forgetPosition();
    },
  };
}
