import { isolate } from '@paddock/contract/core/isolate';
import type { Classified } from '@paddock/contract/calls/classifieds';
import { useText } from '@paddock/mfe-kit/i18n';
import { useWithParts } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { ClassifiedCard } from '@paddock/ui/classified-card';
import { ActionSheet } from '@paddock/ui/sheet';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useDaysText } from './ad-days';
import { categoryIcon } from './category-icon';

interface AdCardProps {
  ad: Classified;
  isOpen: boolean;
}

/** An ad in the list. A press opens or closes it; a long press on another member's offers to report it (specification B §6). */
export function AdCard({ ad, isOpen }: AdCardProps) {
  const t = useText();
  const daysOf = useDaysText();
  const withParts = useWithParts();
  const { user } = useSession();
  const canReport = useSlotAvailable('account.report');
  const [sheet, setSheet] = useState<'actions' | 'report'>();
  const { id, title, owner } = ad;
  const isOwn = owner?.id === user?.id;
  const name = isOwn ? t('ads.you') : (owner?.fullname ?? t('ads.gone_owner'));
  const close = () => setSheet(undefined);
  return (
    <>
      <ClassifiedCard
        href={`#${withParts(isOpen ? '/main/classifieds' : `/main/classifieds/${encodeURIComponent(id)}`)}`}
        title={title}
        meta={t('ads.meta', { days: daysOf(ad), name: isolate(name) })}
        src={ad.files[0]?.feed_path ?? ad.image_urls[0]}
        icon={categoryIcon(ad.category.icon)}
        tag={ad.expired ? t('ads.ended') : ad.new ? t('ads.new') : isOwn ? t('ads.yours') : undefined}
        expanded={isOpen}
        onLongPress={!isOwn && canReport ? () => setSheet('actions') : undefined}
      />
      {sheet === 'actions' && (
        <ActionSheet
          open
          onClose={close}
          label={t('ads.actions', { title })}
          actions={[{ id: 'report', label: t('ads.report'), icon: Flag, onPress: () => setSheet('report') }]}
          cancelLabel={t('ads.cancel')}
        />
      )}
      {sheet === 'report' && <Slot name="account.report" props={{ kind: 'classified', id, onClose: close }} />}
    </>
  );
}
