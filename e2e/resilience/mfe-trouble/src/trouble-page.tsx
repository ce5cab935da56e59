import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { Slot } from '@paddock/mfe-kit/slots';
import { Button } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isAskedToFail, isLeaking, leakFromNowOn } from './trouble';
import styles from './trouble-page.module.css';

const Rest = lazy(async () => ({ default: (await import('./rest')).Rest }));

/**
 * Throws in its first mount if a test requests it, and later from its buttons. Uses what it does not declare, blocks or leaks on
 * request.
 */
export function TroublePage() {
  const t = useText();
  const [inEffect, setInEffect] = useState(false);
  const [rest, setRest] = useState(false);
  const [fails, setFails] = useState<'' | 'update' | 'unmount' | 'slot'>('');
  const { api } = useKit();
  useEffect(() => {
    if (inEffect) throw new Error('thrown in an effect');
  }, [inEffect]);
  useEffect(() => {
    // Without a cleanup, on purpose.
    if (isLeaking()) window.addEventListener('resize', () => undefined);
  }, []);
  useEffect(() => {
    if (fails === 'unmount') return () => throwAs('thrown on unmount');
  }, [fails]);
  if (fails === 'update') throwAs('thrown on update');
  if (isAskedToFail('mounting')) throw new Error('thrown in mount');
  return (
    <Pane label={t('title')}>
      <ScreenHeader title={t('title')} />
      <Scroll>
        <div className={styles.buttons}>
          <Button onPress={throwNow}>{t('throw_in_event')}</Button>
          <Button onPress={() => setInEffect(true)}>{t('throw_in_effect')}</Button>
          <Button onPress={() => void throwSoon()}>{t('throw_in_promise')}</Button>
          <Button onPress={() => setTimeout(throwLater, 500)}>{t('throw_in_timer')}</Button>
          <Button onPress={() => setFails('update')}>{t('throw_on_update')}</Button>
          <Button onPress={() => setFails('unmount')}>{t('throw_on_unmount')}</Button>
          <Button onPress={() => void api.send(undeclared, {})}>{t('undeclared_call')}</Button>
          <Button onPress={() => setFails('slot')}>{t('undeclared_slot')}</Button>
          <Button onPress={() => setTimeout(block)}>{t('block')}</Button>
          <Button onPress={leakFromNowOn}>{t('leak')}</Button>
          <Button onPress={() => setRest(true)}>{t('load_rest')}</Button>
        </div>
        {fails === 'slot' && (
          <Slot name={undeclaredSlot} props={{ kind: 'shout', id: '0', onClose: () => setFails('') }} />
        )}
        <Suspense>{rest && <Rest />}</Suspense>
      </Scroll>
    </Pane>
  );
}

/** As of another module: the build would find the call's own import. */
const undeclared = { name: 'chats.list', method: 'GET', path: '/chats', permission: 'chats.read' } as const;
const undeclaredSlot = 'account.report';

/** Milliseconds. */
const BLOCKING = 1500;

function block(): void {
  const end = performance.now() + BLOCKING;
  while (performance.now() < end);
}

function throwAs(message: string): never {
  throw new Error(message);
}

const throwNow = () => throwAs('thrown in an event');
const throwLater = () => throwAs('thrown in a timer');

async function throwSoon(): Promise<never> {
  await Promise.resolve();
  throw new Error('thrown in a promise without handler');
}
