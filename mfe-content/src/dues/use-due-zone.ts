import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { useSession } from '@paddock/mfe-kit/session';

/** The zone of the days of payment, in which receipts are dated, too. */
export function useDueZone(): string {
  const { workplace, ...places } = useSession();
  return zoneOfWorkplace(places, workplace);
}
