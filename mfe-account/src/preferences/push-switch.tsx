import { readPush, registerDevice, unregisterDevice } from '@paddock/contract/calls/push';
import { useText } from '@paddock/mfe-kit/i18n';
import { PlatformError, usePlatform } from '@paddock/mfe-kit/platform';
import { useCallCache, useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Switch } from '@paddock/ui/choice';
import { useState } from 'react';

/** Push messages on this device: on while the browser has a subscription that the session registered. */
export function PushSwitch() {
  const t = useText();
  const toast = useToast();
  const { push, has } = usePlatform();
  const { user } = useSession();
  const cache = useCallCache();
  const { data } = useCallQuery(readPush, {}, { enabled: has('push') });
  const register = useCallMutation(registerDevice);
  const unregister = useCallMutation(unregisterDevice);
  const [pending, setPending] = useState(false);
  if (!user) return null;
  if (!has('push')) return <p className="label text-secondary">{t('preferences.push_missing')}</p>;

  const turnOn = async (key: string) => {
    const { endpoint = '', keys = {} } = await push.subscribe(key);
    try {
      await register.mutateAsync({ id: user.id, endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' });
    } catch (error) {
      await push.unsubscribe();
      throw error;
    }
  };
  const turnOff = async () => {
    await unregister.mutateAsync({ id: user.id });
    await push.unsubscribe();
  };
  const change = async (on: boolean) => {
    if (!data) return;
    setPending(true);
    try {
      await (on ? turnOn(data.key) : turnOff());
      cache.update(readPush, {}, (reply) => ({ ...reply, registered: on }));
      toast('codes.PN_UPDATED');
    } catch (error) {
      // The line below the switch says how to allow it.
      if (!(error instanceof PlatformError && error.code === 'PUSH_PERMISSION_DENIED')) toast.error(error);
    }
    setPending(false);
  };

  const isDenied = push.permission() === 'denied';
  return (
    <Switch
      checked={data?.registered === true && !isDenied}
      pending={pending || data === undefined}
      disabled={isDenied}
      help={t(isDenied ? 'preferences.push_denied' : 'preferences.push_help')}
      onChange={(event) => void change(event.target.checked)}
    >
      {t('preferences.push')}
    </Switch>
  );
}
