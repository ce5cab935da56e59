import type { UserCard } from '@paddock/contract/calls/users';
import { useText } from '@paddock/mfe-kit/i18n';
import { FactRow } from '@paddock/ui/event';
import { UserRoundPlus } from 'lucide-react';

/** The member who has not answered yet whether they organise the event, for those who manage it. */
export function AskedOrganizer({ asked }: { asked: UserCard }) {
  const t = useText();
  return <FactRow icon={UserRoundPlus} title={t('organizing.asked', { name: asked.fullname })} />;
}
