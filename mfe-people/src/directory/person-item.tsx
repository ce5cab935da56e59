import type { PersonRow as Person } from '@paddock/contract/calls/people';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { PersonRow } from '@paddock/ui/person-row';
import { CallToAction } from './call-to-action';

/** A member in the deployment's configured rows; an empty field leaves its line to the next one. */
export function PersonItem({ person, current }: { person: Person; current: boolean }) {
  const { flags, user } = useSession();
  const { rows, call_to_action } = flags.people_tab;
  const lines = rows.flatMap((field) => person[field] || []);
  const acts = call_to_action !== 'none' && person.id !== user?.id;
  return (
    <PersonRow
      href={`#/main/people/${encodeURIComponent(person.id)}`}
      avatar={<PersonAvatar id={person.id} name={person.fullname} src={person.profile_image} online={person.online} />}
      lines={lines.length > 0 ? lines : [person.username]}
      action={acts ? <CallToAction kind={call_to_action} person={person} /> : undefined}
      current={current}
    />
  );
}
