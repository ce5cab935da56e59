import { readAcknowledgements } from '@paddock/contract/calls/acknowledgements';
import { readSponsor, readSponsors, type Sponsor } from '@paddock/contract/calls/notices';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useCallback } from 'react';

/** The first page of a namespace; further ones have 50. */
export const pageOf = (namespace: string) => ({ namespace, count: 20 });

/** Shows a changed notice in its place; a list whose order may have changed is read again. */
export function useShowNotice(): (sponsor: Sponsor) => void {
  const cache = useCallCache();
  return useCallback(
    (sponsor) => {
      const { id, namespace } = sponsor;
      let isInPlace = false;
      cache.update(readSponsor, { id }, (reply) => ({ ...reply, sponsor }));
      cache.updatePages(readSponsors, pageOf(namespace), (page) => ({
        ...page,
        sponsors: page.sponsors.map((one) => {
          if (one.id !== id) return one;
          isInPlace = one.created === sponsor.created && one.title === sponsor.title && one.sort_by === sponsor.sort_by;
          return sponsor;
        }),
      }));
      if (!isInPlace) void cache.refresh(readSponsors, pageOf(namespace));
    },
    [cache],
  );
}

/** Keeps lists and pages up to date while one of them is open. */
export function useLiveNotices(): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  const show = useShowNotice();
  const change = (id: string, namespace: string, to: (sponsor: Sponsor) => Sponsor) => {
    const changed = (sponsor: Sponsor) => (sponsor.id === id ? to(sponsor) : sponsor);
    cache.update(readSponsor, { id }, ({ sponsor }) => ({ sponsor: changed(sponsor) }));
    cache.updatePages(readSponsors, pageOf(namespace), (page) => ({ ...page, sponsors: page.sponsors.map(changed) }));
  };
  useRealtime('updating_sponsor', (update) => {
    if (update.workplace !== workplace) return;
    show(update.sponsor);
    if (update.sponsor.acknowledgement) void cache.refresh(readAcknowledgements);
  });
  useRealtime('acknowledging_sponsor', ({ workplace: place, id, own }) => {
    if (place !== workplace) return;
    if (!own) return void cache.refresh(readAcknowledgements, { id });
    change(id, own.namespace, (sponsor) => acknowledged(sponsor, own));
  });
  useRealtime('commenting_sponsor', ({ workplace: place, id, namespace, comments }) => {
    if (place === workplace)
      change(id, namespace, (sponsor) => ({
        ...sponsor,
        ...(sponsor.comments !== undefined && { comments }),
        is_commented: comments > 0,
      }));
  });
  useRealtime('deleting_sponsor', (update) => {
    if (update.workplace !== workplace) return;
    void cache.refresh(readSponsors);
    void cache.refresh(readSponsor, { id: update.id });
  });
}

/** A notice with the caller's acknowledgement, unless it does not count any more or another one came first. */
function acknowledged(sponsor: Sponsor, own: NonNullable<ServerEventPayload<'acknowledging_sponsor'>['own']>): Sponsor {
  const { acknowledgement: asked } = sponsor;
  if (!asked || asked.acknowledged !== undefined || own.version < asked.required_version) return sponsor;
  return { ...sponsor, acknowledgement: { ...asked, acknowledged: own.acknowledged } };
}
