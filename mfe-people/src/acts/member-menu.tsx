import type { Profile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Menu, type MenuEntry } from '@paddock/ui/menu';
import { Ban, CircleOff, DoorOpen, Flag, Pencil, ShieldMinus, ShieldPlus, UserX } from 'lucide-react';
import { useState } from 'react';
import { ActDialog, type AskedAct } from './act-dialog';
import { useAct } from './use-act';

/** What the viewer may do about another member. Acts with consequences ask first. */
export function MemberMenu({ member }: { member: Profile }) {
  const t = useText();
  const toast = useToast();
  const run = useAct(member);
  const { user } = useSession();
  const canReport = useSlotAvailable('account.report');
  const [open, setOpen] = useState<AskedAct | 'report'>();
  const { id, fullname } = member;
  const isSuper = user?.admin === true;
  const close = () => setOpen(undefined);
  const ask = (act: AskedAct | 'report', icon: NonNullable<MenuEntry['icon']>, danger = false): MenuEntry => ({
    ...{ id: act, label: t(`acts.${act}`), icon, danger },
    onPress: () => setOpen(act),
  });
  const unblock: MenuEntry = {
    ...{ id: 'unblock', label: t('acts.unblock'), icon: DoorOpen },
    onPress: () => void run('unblock').then(() => toast('acts.unblocked'), toast.error),
  };
  const edit: MenuEntry = {
    ...{ id: 'edit', label: t('acts.edit'), icon: Pencil, href: `#/main/user-profile-update/${id}` },
  };
  const items = [
    member.can_edit && edit,
    member.can_set_workplace_admin &&
      (member.workplace_admin ? ask('drop_admin', ShieldMinus) : ask('make_admin', ShieldPlus)),
    isSuper && (member.admin ? ask('drop_super', ShieldMinus) : ask('make_super', ShieldPlus)),
    member.blocked ? unblock : member.can_block && ask('block', CircleOff),
    canReport && !member.admin && !member.workplace_admin && ask('report', Flag),
    isSuper && (member.banned ? ask('unban', DoorOpen) : ask('ban', Ban, true)),
    isSuper && ask('end', UserX, true),
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('acts.more', { name: fullname })} items={items} />
      {open === 'report' && <Slot name="account.report" props={{ kind: 'user', id, onClose: close }} />}
      {open !== undefined && open !== 'report' && <ActDialog key={open} act={open} member={member} onClose={close} />}
    </>
  );
}
