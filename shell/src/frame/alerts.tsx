import type { CallAddress } from '@paddock/mfe-kit/api';
import type { ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { createStore, type Store, useStore } from '@paddock/mfe-kit/store';
import { Button } from '@paddock/ui/button';
import { Sheet } from '@paddock/ui/sheet';
import { destinationOf } from './destination';

type AlertName = 'session_expired' | 'deprecated_client' | 'email_not_verified';

/** The alerts of the global error handling (A §8) and what a refused call leads to. */
export interface Alerts {
  open: Store<AlertName | null>;
  /** Told of every refused call, before its caller. */
  refused(error: Pick<ApiError, 'code'>, call: Pick<CallAddress, 'name'>, kit: Kit): void;
}

const alertOf: Readonly<Record<string, AlertName>> = {
  INVALID_TOKEN: 'session_expired',
  TOKEN_EXPIRED: 'session_expired',
  DEPRECATED_CLIENT: 'deprecated_client',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
};
const pageOf: Readonly<Record<string, string>> = {
  EMAIL_NOT_VERIFIED: '/verify_pin',
  SUBSCRIPTION_REQUIRED: '/subscription_required',
  PENDING_APPROVAL: '/pending_approval',
  ACCESS_DENIED: '/pending_approval',
};
/** Calls that a pending member still makes: the own record and the address' verification. */
const whilePending: readonly string[] = ['account.me', 'account.email_pin', 'account.verify_pin'];

export function createAlerts(): Alerts {
  const open = createStore<AlertName | null>(null);
  return {
    open,
    refused({ code }, call, kit) {
      const { token } = kit.session.get();
      /** Goes to a page of the way in, where some module has it. */
      const lead = (address: string) => {
        const to = destinationOf(address, kit.deployment.get(), token !== null);
        if (to.kind === 'module') kit.navigation.go(address);
      };
      const alert = alertOf[code];
      const ended = alert === 'session_expired' && (token === null || call.name === 'account.logout');
      if (alert && !ended) open.set(alert);
      const page = pageOf[code];
      if (page && !(code === 'PENDING_APPROVAL' && whilePending.includes(call.name))) lead(page);
    },
  };
}

/** The alert that is open, if any. */
export function AlertSheet({ alerts, kit }: { alerts: Alerts; kit: Kit }) {
  const t = useText();
  const open = useStore(alerts.open);
  const close = () => {
    alerts.open.set(null);
    // The session is gone on the server already: there is nothing left to end there.
    if (open === 'session_expired') {
      kit.session.forget();
      kit.navigation.go('/', { replace: true });
    }
    if (open === 'deprecated_client') window.location.reload();
  };
  if (open === null) return null;
  return (
    <Sheet
      open
      onClose={close}
      title={t(`alerts.${open}.title`)}
      closeLabel={t('dismiss')}
      footer={
        <Button variant="ink" onPress={close}>
          {open === 'deprecated_client' ? t('alerts.deprecated_client.action') : t('ok')}
        </Button>
      }
    >
      {open === 'deprecated_client' && <p className="two">{t('alerts.deprecated_client.text')}</p>}
    </Sheet>
  );
}
