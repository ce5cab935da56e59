import { rateEvent } from '@paddock/contract/calls/event-ratings';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Form, TextArea } from '@paddock/ui/field';
import { Stars, StarsInput } from '@paddock/ui/stars';
import { useState } from 'react';
import { useShowEvent } from '../live/use-show-event';

/** Characters of a rating's description (specification B §5). */
const maxText = 500;

interface RatingProps {
  event: PaddockEvent;
  /** True once the event can be rated. */
  open: boolean;
}

/** The average rating, and the member's own, which can be changed. */
export function Rating({ event, open }: RatingProps) {
  const t = useText();
  const format = useFormat();
  const { rating, nbr_ratings = 0, own_rating } = event;
  return (
    <Card label={t('rating.title')} pad className="stack gap-3">
      <h2 className="strong">{t('rating.title')}</h2>
      {rating === undefined ? (
        <p className="label text-secondary">{t('rating.none')}</p>
      ) : (
        <div className="inline wrap gap-2">
          <Stars value={rating} label={t('rating.value', { number: format.number(rating) })} />
          <span className="label text-secondary tabular-nums">
            {format.number(rating)} · {t('rating.count', { count: nbr_ratings })}
          </span>
        </div>
      )}
      {open ? (
        <OwnRating key={own_rating?.rating} event={event} />
      ) : (
        own_rating && (
          <p className="label text-secondary">
            {t('rating.own')} · {t('rating.value', { number: format.number(own_rating.rating) })}
          </p>
        )
      )}
    </Card>
  );
}

function OwnRating({ event: { id, own_rating } }: Pick<RatingProps, 'event'>) {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const show = useShowEvent();
  const [stars, setStars] = useState<number | null>(own_rating?.rating ?? null);
  const [draft, setDraft] = useDraft(`rating.${id}`);
  const [isTouched, setTouched] = useState(false);
  const desc = isTouched || draft !== '' ? draft : (own_rating?.desc ?? '');
  const setDesc = (text: string) => {
    setTouched(true);
    setDraft(text);
  };
  const left = maxText - [...desc.trim()].length;
  const rate = useCallMutation(rateEvent, {
    onError: toast.error,
    onSuccess(event) {
      setDraft('');
      setTouched(false);
      show(event);
      toast('rating.thanks');
    },
  });
  return (
    <Form
      aria-label={t('rating.own')}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (stars !== null && left >= 0 && !rate.isPending)
          rate.mutate({ id, rating: stars, ...(desc.trim() && { desc }) });
      }}
    >
      <StarsInput
        label={t('rating.own')}
        value={stars}
        onChange={setStars}
        starLabel={(star) => t('rating.value', { number: format.number(star) })}
        disabled={rate.isPending}
      />
      <TextArea
        label={t('rating.desc')}
        optional={t('optional')}
        value={desc}
        onChange={(change) => setDesc(change.currentTarget.value)}
        counter={left > 10 ? undefined : { text: format.number(left), over: left < 0 }}
      />
      <Button type="submit" variant="primary" pending={rate.isPending} disabled={stars === null || left < 0}>
        {t(own_rating ? 'rating.change' : 'rating.send')}
      </Button>
    </Form>
  );
}
