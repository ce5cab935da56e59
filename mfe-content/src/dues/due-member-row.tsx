import { type Due, type DueMember, readReceipt, remindDue } from '@paddock/contract/calls/dues';
import type { UserCard } from '@paddock/contract/calls/users';
import { payLabel } from '@paddock/contract/core/money';
import { download } from '@paddock/mfe-kit/download';
import { useFormat, useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Menu } from '@paddock/ui/menu';
import { PersonRow } from '@paddock/ui/person-row';
import { BellRing, CheckCheck, FileText, Undo2 } from 'lucide-react';
import type { MemberAct } from './board-sheets';
import { useDueZone } from './use-due-zone';
import { showsDues } from './use-live-dues';

interface DueMemberRowProps {
  due: Due;
  member: DueMember;
  user: UserCard;
  onAct: (act: MemberAct) => void;
}

/** A member on the status board, with what an admin can do. */
export function DueMemberRow({ due, member, user, onAct }: DueMemberRowProps) {
  const t = useText();
  const nameOf = useMemberName();
  const toast = useToast();
  const href = useHref('people.profile', { uid: user.id }) ?? undefined;
  const states = useStateLines(due, member);
  const remind = useCallMutation(remindDue, {
    invalidates: showsDues,
    onError: toast.error,
    onSuccess: ({ reminded }) => toast('board.reminded', { count: reminded }),
  });
  const receipt = useCallMutation(readReceipt, {
    onError: toast.error,
    onSuccess: ({ url, name }) => download({ safeFilePath: url, name }).catch(toast.error),
  });
  const { id } = due;
  const { differs = false } = member;
  const isOpen = member.state === 'open' && !member.former;
  const items = [
    ...(isOpen
      ? [
          {
            ...{ id: 'remind', label: t('board.remind'), icon: BellRing },
            onPress: () => remind.mutate({ id, client_id: crypto.randomUUID(), user: user.id }),
          },
        ]
      : []),
    ...(isOpen || differs
      ? [
          {
            ...{ id: 'paid', label: t('board.mark_paid'), icon: CheckCheck },
            onPress: () => onAct({ act: 'mark_paid', member, user }),
          },
        ]
      : []),
    ...(member.paid_amount > member.refunded_amount
      ? [
          {
            ...{ id: 'refund', label: t('board.refund'), icon: Undo2 },
            onPress: () => onAct({ act: 'refund', member, user }),
          },
        ]
      : []),
    ...(member.receipt
      ? [
          {
            ...{ id: 'receipt', label: t('dues.receipt'), icon: FileText },
            onPress: () => receipt.mutate({ id, user: user.id }),
          },
        ]
      : []),
  ];
  const { fullname, profile_image, online } = user;
  return (
    <PersonRow
      avatar={<PersonAvatar id={user.id} name={fullname} src={profile_image} online={online} />}
      lines={[nameOf(user), ...(member.email === undefined ? [] : [member.email]), ...states]}
      href={href}
      {...(items.length > 0 && { action: <Menu label={t('board.actions', { name: nameOf(user) })} items={items} /> })}
    />
  );
}

/** 'Paid by card on 12.01.2026', or 'Open · reminded 3 days ago'; below it what was refunded, and why. */
function useStateLines({ currency }: Due, member: DueMember): string[] {
  const t = useText();
  const format = useFormat();
  const zone = useDueZone();
  const { state, paid, method = 'card', refunded_amount: refunded, reason, reminded, former, differs } = member;
  const day = paid && format.date(paid, { zone, year: true });
  const isPaid = state === 'paid' || state === 'refunded';
  const first = [
    isPaid && day ? t(`board.paid_by.${method}`, { day }) : t(`board.states.${state}`),
    ...(state === 'open' && reminded ? [t('board.reminded_at', { when: format.relative(reminded) })] : []),
  ];
  const second = [
    ...(differs ? [t('board.differs', { sum: payLabel(member.paid_amount, currency) })] : []),
    ...(refunded > 0 ? [t('board.refunded', { sum: payLabel(refunded, currency) })] : []),
    ...(reason ? [reason] : []),
    ...(former ? [t('board.former')] : []),
  ];
  return [first, second].filter(({ length }) => length > 0).map((parts) => parts.join(' · '));
}
