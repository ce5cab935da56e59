import { useText } from '@paddock/mfe-kit/i18n';
import { Button } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isAskedToFail } from './trouble';
import styles from './trouble-page.module.css';

const Rest = lazy(async () => ({ default: (await import('./rest')).Rest }));

/** Throws in its first mount if a test requests it, and later from its buttons: in an event, an effect or a promise. */
export function TroublePage() {
  const t = useText();
  const [inEffect, setInEffect] = useState(false);
  const [rest, setRest] = useState(false);
  useEffect(() => {
    if (inEffect) throw new Error('thrown in an effect');
  }, [inEffect]);
  if (isAskedToFail('mounting')) throw new Error('thrown in mount');
  return (
    <Pane label={t('title')}>
      <ScreenHeader title={t('title')} />
      <Scroll>
        <div className={styles.buttons}>
          <Button onPress={throwNow}>{t('throw_in_event')}</Button>
          <Button onPress={() => setInEffect(true)}>{t('throw_in_effect')}</Button>
          <Button onPress={() => void throwSoon()}>{t('throw_in_promise')}</Button>
          <Button onPress={() => setRest(true)}>{t('load_rest')}</Button>
        </div>
        <Suspense>{rest && <Rest />}</Suspense>
      </Scroll>
    </Pane>
  );
}

function throwNow(): never {
  throw new Error('thrown in an event');
}

async function throwSoon(): Promise<never> {
  await Promise.resolve();
  throw new Error('thrown in a promise without handler');
}
