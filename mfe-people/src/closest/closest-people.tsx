import {
  type DistanceBucket,
  distanceBucketIds,
  distanceBuckets,
  type PersonRow,
  readProfile,
} from '@paddock/contract/calls/people';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List, useItemBeside } from '@paddock/mfe-kit/list';
import { useSession } from '@paddock/mfe-kit/session';
import { DistanceHead, type Nearness } from '@paddock/ui/sectors';
import { useEffect, useMemo, useRef } from 'react';
import { isHead, keyOf, type Row, withHeads } from '../directory/heads';
import { PersonItem } from '../directory/person-item';
import { SharePosition } from './share-position';
import { useClosest, useSharing } from './use-closest';

interface ClosestPeopleProps {
  openId: string | undefined;
  /** The member to mark. */
  markedId: string | undefined;
  /** Shows the members from A to Z. */
  onLetters: () => void;
}

type Person = PersonRow & { bucket: DistanceBucket };

const inputOf = (id: string) => ({ id });

/** The members by distance, nearest bucket first (A §2, People). */
export function ClosestPeople({ openId, markedId, onLetters }: ClosestPeopleProps) {
  const t = useText();
  const limitOf = useLimitText();
  const { query, isMissing } = useClosest();
  useSharedAgain(query.isSuccess && !isMissing);
  const people = useMemo(() => query.data?.pages.flatMap((page) => page.users), [query.data]);
  const rows = useMemo(() => withHeads(people ?? []), [people]);
  const items = useMemo(() => people?.map(({ id }) => id), [people]);
  useItemBeside({
    path: '/main/people',
    open: openId,
    items: isMissing ? undefined : items,
    read: readProfile,
    inputOf,
  });
  if (isMissing) return <SharePosition onLetters={onLetters} />;
  return (
    <List<Row<Person>>
      id="people by distance"
      label={t('title')}
      rows={rows}
      rowKey={keyOf}
      isHead={isHead}
      render={(row) =>
        'head' in row ? (
          <DistanceHead near={nearnessOf(row.head)}>{t(`closest.buckets.${row.head}`)}</DistanceHead>
        ) : (
          <PersonItem person={row.person} current={row.person.id === markedId} distance={limitOf(row.person)} />
        )
      }
      query={query}
      linked={openId}
      shape="person"
      divider="avatar"
      empty={t('empty')}
      stickyHeads
    />
  );
}

const nearnessOf = (bucket: DistanceBucket) => (5 - distanceBucketIds.indexOf(bucket)) as Nearness;

/** The text of a bucket's limit, in the deployment's unit; undefined where it shows no distances, and for oneself. */
function useLimitText(): (person: Person) => string | undefined {
  const t = useText();
  const format = useFormat();
  const { flags, user } = useSession();
  return ({ id, bucket }) => {
    const limits = distanceBuckets[bucket];
    if (!flags.distances || !limits || id === user?.id) return undefined;
    if (flags.miles) return t('closest.under.mi', { limit: format.number(limits.mi) });
    const isShort = limits.km < 1;
    return t(`closest.under.${isShort ? 'm' : 'km'}`, { limit: format.number(isShort ? limits.km * 1000 : limits.km) });
  };
}

/** Shares the present position once where the member shares it and has agreed on this device. A failure leaves the earlier one. */
function useSharedAgain(isSharing: boolean): void {
  const { hasAgreed, share } = useSharing();
  const isDone = useRef(false);
  useEffect(() => {
    if (!isSharing || !hasAgreed || isDone.current) return;
    isDone.current = true;
    share().catch(() => undefined);
  });
}
