import { useText } from '@paddock/mfe-kit/i18n';
import { useAppearance } from '@paddock/mfe-kit/platform';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Icon } from '@paddock/ui/icon';
import { Spinner } from '@paddock/ui/spinner';
import type { StripeElements } from '@paddock/mfe-kit/payments';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cardAppearance } from './card-appearance';
import styles from './dues.module.css';
import type { CardPayment } from './payment-steps';
import type { PaymentActions } from './use-payment';

interface CardFormProps extends Pick<PaymentActions, 'confirm' | 'failForm'> {
  card: CardPayment;
  payLabel: string;
  isConfirming: boolean;
  fault?: string | undefined;
  onCancel: () => void;
}

/** The provider's form inside the due, with Pay and Cancel. */
export function CardForm({ card, payLabel, isConfirming, fault, confirm, failForm, onCancel }: CardFormProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const elements = useRef<StripeElements>(null);
  const [isReady, setReady] = useState(false);
  const [appearance] = useAppearance();
  const fail = useEffectEvent(failForm);

  useEffect(() => {
    const made = card.stripe.elements({
      clientSecret: card.intent.secret,
      appearance: cardAppearance(frame.current!),
    });
    const element = made.create('payment');
    elements.current = made;
    element.on('ready', () => {
      setReady(true);
      element.focus();
    });
    element.on('loaderror', () => fail());
    element.mount(frame.current!);
    return () => element.destroy();
  }, [card]);
  useEffect(() => {
    const adapt = () => void elements.current?.update({ appearance: cardAppearance(frame.current!) });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    adapt();
    scheme.addEventListener('change', adapt);
    return () => scheme.removeEventListener('change', adapt);
  }, [appearance]);

  return (
    <form
      className={styles.card}
      aria-label={payLabel}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isConfirming && elements.current) void confirm(elements.current);
      }}
    >
      {!isReady && (
        <p className="inline gap-2" role="status">
          <Spinner />
          {t('pay.loading_form')}
        </p>
      )}
      <div ref={frame} className={styles.frame} />
      {fault !== undefined && (
        <Banner kind="bad" live="alert">
          <span dir="auto">{fault}</span>
        </Banner>
      )}
      <div className="inline gap-2">
        <Button type="submit" variant="ink" className="grow" pending={isConfirming} disabled={!isReady}>
          {payLabel}
        </Button>
        <Button variant="outline" disabled={isConfirming} onPress={onCancel}>
          {t('pay.cancel')}
        </Button>
      </div>
      <p className={styles.secure}>
        <Icon of={Lock} size="s" />
        {t('pay.secure')}
      </p>
    </form>
  );
}
