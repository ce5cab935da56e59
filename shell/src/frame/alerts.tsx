import type { Self } from '@paddock/contract/calls/users';
import type { ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import type { Kit, CallAddress } from '@paddock/mfe-kit/kit-context';
import { createStore, type Store, useStore } from '@paddock/mfe-kit/store';
import { Button } from '@paddock/ui/button';
import { Sheet } from '@paddock/ui/sheet';
import { refreshSelf } from './refresh-self';

type AlertName = 'session_expired' | 'deprecated_client' | 'email_not_verified';

/** The alerts of the global error handling (A §8) and the effects of a refused call. */
export interface Alerts {
  /** Holds the session that the alert is about, so that it does not end one that another window has started. */
  open: Store<{ name: AlertName; token: string | null } | null>;
  /** Receives every refused call, before its caller, and every session that the server ends. */
  refused(error: Pick<ApiError, 'code'>, call: Pick<CallAddress, 'name'>, kit: Kit): void;
}

const alertOf: Readonly<Record<string, AlertName>> = {
  INVALID_TOKEN: 'session_expired',
  TOKEN_EXPIRED: 'session_expired',
  DEPRECATED_CLIENT: 'deprecated_client',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
};

/** The change that a code implies for the member; the gate redirects by it (`destinationOf`). The service checks in this order. */
const learnt: Readonly<Record<string, Partial<Self>>> = {
  EMAIL_NOT_VERIFIED: { email_verified: false },
  ACCESS_DENIED: { email_verified: true, denied: true },
  PENDING_APPROVAL: { email_verified: true, denied: false, pending: true },
  ACCESS_FORBIDDEN: { email_verified: true, denied: false, pending: false, banned: true },
  SUBSCRIPTION_REQUIRED: {
    email_verified: true,
    denied: false,
    pending: false,
    banned: false,
    subscription: undefined,
  },
};
/** Calls that a pending member may still make: the own record and the e-mail verification. */
const whilePending: readonly string[] = ['account.me', 'account.email_pin', 'account.verify_pin'];

/** @param refreshDeployment refetches the deployment: its flag for required plans may have changed */
export function createAlerts(refreshDeployment: () => Promise<void>): Alerts {
  const open: Alerts['open'] = createStore<{ name: AlertName; token: string | null } | null>(null);
  return {
    open,
    refused({ code }, call, kit) {
      const { token, user } = kit.session.get();
      const name = alertOf[code];
      // No alert when the member is on the PIN page already.
      const isKnown = name === 'email_not_verified' && user?.email_verified !== true;
      const isLeaving = name === 'session_expired' && (token === null || call.name === 'account.logout');
      if (name && !isKnown && !isLeaving && open.get()?.name !== name) open.set({ name, token });

      const change = learnt[code];
      if (!change || !user || (code === 'PENDING_APPROVAL' && whilePending.includes(call.name))) return;
      kit.session.update({ ...user, ...change });
      // The call may have been refused just before access was granted: the server's current record decides. It may be refused itself.
      if (call.name !== 'account.me') void refreshSelf(kit);
      if (code === 'SUBSCRIPTION_REQUIRED') void refreshDeployment();
    },
  };
}

/** True when the session on screen has ended: its content must be hidden. */
export function useIsExpired({ open }: Alerts, kit: Kit): boolean {
  const alert = useStore(open);
  const { token } = useStore(kit.session);
  return alert?.name === 'session_expired' && alert.token === token;
}

/** The alert that is open, if any. */
export function AlertSheet({ alerts, kit }: { alerts: Alerts; kit: Kit }) {
  const t = useText();
  const open = useStore(alerts.open);
  const { token } = useStore(kit.session);
  const close = () => {
    alerts.open.set(null);
    // The server has ended the session already. Drafts stay.
    if (open?.name === 'session_expired') kit.session.forget();
    if (open?.name === 'deprecated_client') window.location.reload();
  };
  if (open === null || (open.name !== 'deprecated_client' && open.token !== token)) return null;
  const { name } = open;
  return (
    <Sheet
      open
      onClose={close}
      covers={name === 'session_expired'}
      title={t(`alerts.${name}.title`)}
      closeLabel={t('dismiss')}
      footer={
        <Button variant="ink" onPress={close}>
          {name === 'deprecated_client' ? t('alerts.deprecated_client.action') : t('ok')}
        </Button>
      }
    >
      {name !== 'email_not_verified' && <p className="text-secondary">{t(`alerts.${name}.text`)}</p>}
    </Sheet>
  );
}
