import type { PersonRow as Person } from '@paddock/contract/calls/people';
import type { Flags } from '@paddock/contract/core/flags';
import { useText } from '@paddock/mfe-kit/i18n';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { PersonRow } from '@paddock/ui/person-row';
import { Spinner } from '@paddock/ui/spinner';
import { CallToAction } from './call-to-action';
import { useDirectChat, useProfilePath } from './use-direct-chat';

type PersonRowField = Flags['people_tab']['rows'][number];

interface PersonItemProps {
  person: Person;
  current: boolean;
  distance?: string | undefined;
}

/** Shown in place of an empty field (A §2, People). */
const fallbacks: Partial<Record<PersonRowField, PersonRowField>> = { fullname: 'description', tags: 'company' };

/**
 * A member in the deployment's configured rows; an empty field leaves its line to the next one. A press leads to the profile. With
 * `people_tab.long_press` it leads to the direct chat, and a long press to the profile.
 */
export function PersonItem({ person, current, distance }: PersonItemProps) {
  const t = useText();
  const go = useNavigate();
  const { flags, user } = useSession();
  const { rows, call_to_action, long_press } = flags.people_tab;
  const profile = useProfilePath(person.id);
  const chat = useDirectChat(person);
  const isHeld = long_press === 'profile' && chat.isOffered;
  const acts = call_to_action !== 'none' && person.id !== user?.id;
  return (
    <PersonRow
      href={`#${profile}`}
      avatar={<PersonAvatar id={person.id} name={person.fullname} src={person.profile_image} online={person.online} />}
      lines={linesOf(person, rows)}
      action={
        acts ? (
          <CallToAction kind={call_to_action} person={person} chat={chat} />
        ) : isHeld && chat.isPending ? (
          <Spinner label={t('loading')} />
        ) : undefined
      }
      current={current}
      distance={distance}
      {...(isHeld && { onPress: chat.open, onLongPress: () => go(profile), hint: t('hold_for_profile') })}
    />
  );
}

function linesOf(person: Person, rows: readonly PersonRowField[]): string[] {
  const lines = rows.map((field) => person[field] || person[fallbacks[field] ?? field] || '');
  const filled = [...new Set(lines)].filter(Boolean);
  return filled.length > 0 ? filled : [person.username];
}
