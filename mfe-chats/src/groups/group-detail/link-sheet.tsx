import { createGroupLink, endGroupLink, readGroupLink } from '@paddock/contract/calls/group-links';
import { dayMs } from '@paddock/contract/core/durations';
import { serverNow } from '@paddock/mfe-kit/clock';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { TextInput } from '@paddock/ui/field';
import { Select } from '@paddock/ui/select';
import { ConfirmDialog, Sheet } from '@paddock/ui/sheet';
import { Skeleton } from '@paddock/ui/state';
import { useState } from 'react';
import { useCopyLink } from './use-copy-link';

interface LinkSheetProps {
  id: string;
  open: boolean;
  onClose: () => void;
}

/** Milliseconds for which a link may be used from now on; 0 is for ever. */
const lifetimes = { never: 0, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;
type Lifetime = keyof typeof lifetimes;

/** The invitation link of a group: copy it, set its expiry, end it. */
export function LinkSheet({ id, open, onClose }: LinkSheetProps) {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('group.link.title')} closeLabel={t('group.close')}>
      {open && <LinkSettings id={id} />}
    </Sheet>
  );
}

function LinkSettings({ id }: { id: string }) {
  const t = useText();
  const toast = useToast();
  const format = useFormat();
  const errorText = useErrorText();
  const query = useCallQuery(readGroupLink, { id });
  const settings = { invalidates: [readGroupLink], onError: toast.error };
  const make = useCallMutation(createGroupLink, settings);
  /** The address of the link that the member is asked about. */
  const [asked, setAsked] = useState<string>();
  const end = useCallMutation(endGroupLink, {
    ...settings,
    onSuccess() {
      setAsked(undefined);
      toast('group.link.ended');
    },
  });
  const { copy, pending } = useCopyLink(id);
  if (query.isError)
    return (
      <Banner
        kind="bad"
        action={
          <Button size="s" pending={query.isFetching} onPress={() => void query.refetch()}>
            {t('group.retry')}
          </Button>
        }
      >
        {errorText(query.error)}
      </Banner>
    );
  if (!query.data) return <Skeleton shape="row" count={2} label={t('group.loading')} />;
  const { link } = query.data;
  if (!link)
    return (
      <div className="stack gap-4">
        <p className="text-secondary">{t('group.link.none')}</p>
        <Button variant="primary" pending={make.isPending} onPress={() => make.mutate({ id })}>
          {t('group.link.make')}
        </Button>
      </div>
    );
  const expire = (chosen: string) => {
    const lifetime = lifetimes[chosen as Lifetime];
    make.mutate({ id, expires: lifetime === 0 ? '' : new Date(serverNow() + lifetime).toISOString() });
  };
  return (
    <div className="stack gap-4">
      <TextInput
        label={t('group.link.address')}
        readOnly
        value={link.url}
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Select
        label={t('group.link.expiry')}
        options={(Object.keys(lifetimes) as Lifetime[]).map((lifetime) => ({
          id: lifetime,
          label: t(`group.link.lifetimes.${lifetime}`),
        }))}
        value={link.expires === undefined ? 'never' : null}
        placeholder={
          link.expires === undefined
            ? undefined
            : t('group.link.until', {
                date: format.date(link.expires, { year: true }),
                time: format.time(link.expires),
              })
        }
        disabled={make.isPending}
        onChange={expire}
      />
      <div className="stack gap-2">
        <Button variant="primary" pending={pending} onPress={copy}>
          {t('group.link.copy')}
        </Button>
        <Button variant="danger-outline" onPress={() => setAsked(link.url)}>
          {t('group.link.end')}
        </Button>
      </div>
      <ConfirmDialog
        open={asked === link.url}
        onClose={() => setAsked(undefined)}
        title={t('group.link.end_title')}
        text={t('group.link.end_text')}
        confirmLabel={t('group.link.end')}
        cancelLabel={t('group.cancel')}
        danger
        pending={end.isPending}
        onConfirm={() => end.mutate({ id })}
      />
    </div>
  );
}
