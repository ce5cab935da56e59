import { deskTotal, useDeskCounts } from '@paddock/mfe-kit/desk-counts';
import { useText } from '@paddock/mfe-kit/i18n';
import { useInviteHref } from '@paddock/mfe-kit/invite-button';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useSession } from '@paddock/mfe-kit/session';
import { Badge } from '@paddock/ui/badge';
import { Card } from '@paddock/ui/card';
import { ListRow, Rows } from '@paddock/ui/row';
import { ExternalLink, Gauge, UserPlus } from 'lucide-react';

/** The pages that settings lead to: the admin's desk, invitations, and the configured one. */
export function SettingsLinks({ inCard = false }: { inCard?: boolean }) {
  const t = useText();
  const { flags } = useSession();
  const platform = usePlatform();
  const invite = useInviteHref();
  const desk = useDeskCounts();
  const waiting = desk ? deskTotal(desk) : 0;
  // Stores forbid links to other payment options.
  const link = platform.kind === 'ios' ? undefined : flags.settings_link;
  if (!desk && invite === null && !link) return null;
  const rows = (
    <Rows divider="icon">
      {desk && (
        <ListRow
          href="#/main/admin"
          icon={Gauge}
          title={t('settings.desk')}
          end={<Badge count={waiting} spoken={t('settings.desk_waiting', { count: waiting })} />}
          chevron
        />
      )}
      {invite !== null && <ListRow href={invite} icon={UserPlus} title={t('settings.invite')} chevron />}
      {link && (
        <ListRow href={link.url} newTabLabel={t('settings.new_tab')} icon={ExternalLink} title={link.title} chevron />
      )}
    </Rows>
  );
  return inCard ? <Card>{rows}</Card> : rows;
}
