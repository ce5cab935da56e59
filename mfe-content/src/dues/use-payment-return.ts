import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useEffect, useEffectEvent } from 'react';

/**
 * The member comes back from a page of their bank: reads the outcome from the server. The provider's parameters hold the payment's secret
 * and leave the address first; what they say of the outcome does not count.
 */
export function usePaymentReturn(readOutcome: (due: string) => void): void {
  const go = useNavigate();
  const back = useEffectEvent(() => {
    const { search, pathname, hash } = location;
    if (!new URLSearchParams(search).has('redirect_status')) return;
    const due = new URLSearchParams(hash.replace(/^[^?]*/, '')).get('returned');
    history.replaceState(history.state, '', `${pathname}#/main/dues`);
    go('/main/dues', { replace: true });
    if (due) readOutcome(due);
  });
  useEffect(() => back(), []);
}
