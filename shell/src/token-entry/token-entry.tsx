import { logout } from '@paddock/contract/calls/account';
import { exchangeToken } from '@paddock/contract/calls/sessions';
import type { Self } from '@paddock/contract/calls/users';
import { minuteMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { Button } from '@paddock/ui/button';
import { Sheet } from '@paddock/ui/sheet';
import { Centre } from '@paddock/ui/state';
import { Spinner } from '@paddock/ui/spinner';
import { toast } from '@paddock/ui/toast';
import { useEffect, useEffectEvent, useState } from 'react';
import { ownerOf } from './token-owner';

/** An account that a third-party sign-in has just made. */
const isNew = ({ created }: Pick<Self, 'created'>) => Math.abs(serverNow() - Date.parse(created)) < 2 * minuteMs;

type Asking = { here: string; other: string | undefined };

/** Landing's `?token=`: exchanged for a session. Asks first when another member is signed in (`decisions`, Names and calls). */
export function TokenEntry({ kit, token }: { kit: Kit; token: string }) {
  const t = useText();
  const errorText = useErrorText();
  const [asking, setAsking] = useState<Asking | null>(null);

  const leave = (to: string) => {
    kit.entry.set({});
    kit.navigation.go(to, { replace: true });
  };
  const exchange = async () => {
    try {
      const session = await kit.api.call(exchangeToken, { login_token: token });
      const before = kit.session.get().token;
      // The previous user has left this device: drop their session.
      if (before !== null && before !== token) void kit.api.call(logout, {}).catch(() => undefined);
      kit.session.signIn(session.token, session.user);
      leave(isNew(session.user) ? '/main/profile' : '/main');
    } catch (error) {
      toast({ text: errorText(error), kind: 'bad' });
      leave('/landing');
    }
  };
  const begin = useEffectEvent(async () => {
    const { token: current, user } = kit.session.get();
    if (current === token) return leave('/main');
    if (current === null || user === null) return exchange();
    const owner = await ownerOf(token, kit.deployment.get().flags.api_base);
    if (owner?.id === user.id) return exchange();
    setAsking({ here: user.fullname, other: owner?.fullname });
  });
  useEffect(() => void begin(), [token]);

  if (asking === null)
    return (
      <Centre>
        <Spinner label={t('loading')} />
      </Centre>
    );
  const { here, other } = asking;
  const stay = () => leave('/main');
  return (
    <Sheet
      open
      onClose={stay}
      title={t('switch_member.title')}
      closeLabel={t('dismiss')}
      footer={
        <>
          <Button onPress={stay}>{t('switch_member.stay', { name: here })}</Button>
          <Button
            variant="primary"
            onPress={() => {
              setAsking(null);
              void exchange();
            }}
          >
            {other === undefined ? t('switch_member.go_on') : t('switch_member.go_on_as', { name: other })}
          </Button>
        </>
      }
    >
      <p className="text-secondary">
        {other === undefined ? t('switch_member.text_unknown', { here }) : t('switch_member.text', { here, other })}
      </p>
    </Sheet>
  );
}
