import { useText } from '@paddock/mfe-kit/i18n';
import { Slot } from '@paddock/mfe-kit/slots';
import { Panel } from '@paddock/ui/panel';
import type { RailOverlayProps } from './use-rail-overlay';

/** The member's notifications, over any page. */
export function NotificationsPanel(props: RailOverlayProps) {
  const t = useText();
  return (
    <Panel {...props} placement="bottom start" label={t('menu.notifications')}>
      <Slot name="account.notifications" props={{ onClose: props.onClose }} />
    </Panel>
  );
}
