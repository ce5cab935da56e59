import type { Group } from '@paddock/contract/calls/groups';
import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { GroupAvatar } from '../group-avatar';
import { useGroupTitle } from '../use-group';

const opened = 'group';

/** The group's picture, which opens over the whole window; Back closes it. */
export function GroupPicture({ group }: { group: Group }) {
  const t = useText();
  const title = useGroupTitle()(group);
  const opens = useSlotAvailable('shouts.pictures');
  const [picture, setPicture] = useAddressPart('picture');
  const avatar = <GroupAvatar group={group} />;
  const whole = group.picture_url;
  if (!opens || whole === undefined) return avatar;
  return (
    <>
      <button type="button" aria-label={t('group.open_picture', { title })} onClick={() => setPicture(opened)}>
        {avatar}
      </button>
      {picture === opened && (
        <Slot name="shouts.pictures" props={{ title, pictures: [whole], start: 0, onClose: () => setPicture('') }} />
      )}
    </>
  );
}
