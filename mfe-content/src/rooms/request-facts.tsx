import type { BookingRequest } from '@paddock/contract/calls/bookings';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Card } from '@paddock/ui/card';
import { ListRow, Rows } from '@paddock/ui/row';
import { CalendarArrowDown, CalendarArrowUp, DoorOpen, Mail, MessageSquare } from 'lucide-react';

/** Name, e-mail, company, room, from and to of a booking (specification B §2), by the room's clock. */
export function RequestFacts({ request }: { request: BookingRequest }) {
  const t = useText();
  const format = useFormat();
  const { user, email, room, description, from, to, time_zone } = request;
  const name = useMemberName()(user);
  const when = (at: string) =>
    t('request.at', { day: format.day(at, time_zone, true), time: format.time(at, time_zone) });
  return (
    <Card>
      <Rows divider="icon">
        <ListRow
          start={<PersonAvatar id={user.id} name={name} src={user.profile_image} size="m" />}
          title={<span dir="auto">{name}</span>}
          sub={user.company}
        />
        {email !== undefined && <ListRow icon={Mail} title={<span dir="ltr">{email}</span>} sub={t('request.email')} />}
        <ListRow icon={DoorOpen} title={<span dir="auto">{room}</span>} sub={t('request.room')} />
        <ListRow icon={CalendarArrowUp} title={when(from)} sub={t('request.from')} />
        <ListRow icon={CalendarArrowDown} title={when(to)} sub={t('request.to')} />
        {description !== '' && (
          <ListRow icon={MessageSquare} title={<span dir="auto">{description}</span>} sub={t('request.comment')} />
        )}
      </Rows>
    </Card>
  );
}
