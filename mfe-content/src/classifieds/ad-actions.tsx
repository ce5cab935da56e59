import { type Classified, deleteClassified, renewClassified } from '@paddock/contract/calls/classifieds';
import { readProfile } from '@paddock/contract/calls/people';
import type { UserCard } from '@paddock/contract/calls/users';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHref, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button, LinkButton } from '@paddock/ui/button';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { Flag, MessageCircle, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import styles from './open-ad.module.css';
import { showsAds } from './use-classifieds';

/** What the member may do with an open ad. */
export function AdActions({ ad, closeHref }: { ad: Classified; closeHref: string }) {
  const t = useText();
  const { user } = useSession();
  const { id, owner, can_edit } = ad;
  const isOwn = owner !== undefined && owner.id === user?.id;
  return (
    <div className={styles.actions}>
      {owner && !isOwn && <ContactButton owner={owner} />}
      {isOwn && <RenewButton ad={ad} />}
      {can_edit && (
        <LinkButton size="s" icon={Pencil} href={`#/main/classifieds/${encodeURIComponent(id)}/edit`}>
          {t('ads.edit')}
        </LinkButton>
      )}
      {can_edit && <DeleteButton ad={ad} closeHref={closeHref} />}
      {!isOwn && <ReportButton id={id} />}
    </div>
  );
}

/** Opens the direct chat with the owner; where that is not allowed, the profile. The service decides on the press. */
function ContactButton({ owner: { id, fullname } }: { owner: UserCard }) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const { flags } = useSession();
  const chat = useHref('shouts.conversation', { id });
  const profile = useHref('people.profile', { uid: id });
  const isChatOff = chat === null || flags.direct_messages_enabled === false;
  const ask = useCallMutation(readProfile, {
    onError: toast.error,
    onSuccess({ can_message }) {
      const target = can_message && chat !== null ? chat : profile;
      if (target !== null) go(target.replace(/^#/, ''));
    },
  });
  if (isChatOff)
    return profile === null ? null : (
      <LinkButton variant="primary" size="s" href={profile}>
        {t('ads.profile', { name: fullname })}
      </LinkButton>
    );
  return (
    <Button variant="primary" size="s" icon={MessageCircle} pending={ask.isPending} onPress={() => ask.mutate({ id })}>
      {t('ads.message', { name: fullname })}
    </Button>
  );
}

function RenewButton({ ad: { id, lifetime, expired } }: { ad: Classified }) {
  const t = useText();
  const toast = useToast();
  const renew = useCallMutation(renewClassified, {
    invalidates: showsAds,
    onError: toast.error,
    onSuccess: () => toast('ads.renewed'),
  });
  return (
    <Button
      size="s"
      icon={RotateCw}
      pending={renew.isPending}
      onPress={() => renew.mutate({ id })}
      {...(expired && { variant: 'primary' })}
    >
      {t('ads.renew', { days: t('ads.days', { count: lifetime }) })}
    </Button>
  );
}

function DeleteButton({ ad: { id, title }, closeHref }: { ad: Classified; closeHref: string }) {
  const t = useText();
  const toast = useToast();
  const go = useNavigate();
  const [open, setOpen] = useState(false);
  const remove = useCallMutation(deleteClassified, {
    invalidates: showsAds,
    onError: toast.error,
    onSuccess() {
      toast('ads.deleted');
      go(closeHref.replace(/^#/, ''), { replace: true });
    },
  });
  return (
    <>
      <Button size="s" icon={Trash2} variant="danger-outline" onPress={() => setOpen(true)}>
        {t('ads.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('ads.delete_title', { title })}
        text={t('ads.delete_text')}
        confirmLabel={t('ads.delete')}
        cancelLabel={t('ads.cancel')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

function ReportButton({ id }: { id: string }) {
  const t = useText();
  const isOffered = useSlotAvailable('account.report');
  const [open, setOpen] = useState(false);
  if (!isOffered) return null;
  return (
    <>
      <Button size="s" variant="quiet" icon={Flag} onPress={() => setOpen(true)}>
        {t('ads.report')}
      </Button>
      {open && <Slot name="account.report" props={{ kind: 'classified', id, onClose: () => setOpen(false) }} />}
    </>
  );
}
