import { readPeople } from '@paddock/contract/calls/people';
import { readAdmins } from '@paddock/contract/calls/profiles';
import type { CallReply } from '@paddock/contract/core/call';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack, useHref } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { ListRow } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { Users } from 'lucide-react';
import column from '../list-column.module.css';

type Admin = CallReply<typeof readAdmins>['users'][number];

/** The members with a role, and the way to all members. Roles are granted and revoked in a profile. */
export function Roles() {
  const t = useText();
  const back = useBack('/main/admin');
  const query = useCallQuery(readAdmins, {}, { live: true });
  return (
    <Pane label={t('desk.members')} surface="canvas">
      <ScreenHeader title={t('desk.members')} column back={{ label: t('back'), onPress: back }} />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          <AllMembers />
          <List
            id="roles"
            label={t('desk.roles')}
            rows={query.data?.users ?? []}
            rowKey={({ id }) => id}
            query={query}
            shape="row"
            divider="avatar-m"
            empty={t('desk.no_roles')}
            render={(admin) => <RoleRow admin={admin} />}
          />
        </div>
      </Scroll>
    </Pane>
  );
}

function AllMembers() {
  const t = useText();
  const format = useFormat();
  const href = useHref('people.list', {});
  const { data } = useCallQuery(readPeople, { count: 1 }, { enabled: href !== null });
  if (href === null) return null;
  return (
    <ListRow
      href={href}
      line={false}
      icon={Users}
      title={t('desk.all_members')}
      sub={t('desk.members_text')}
      end={<span className="tabular-nums text-secondary">{data && format.number(data.total_users)}</span>}
      chevron
    />
  );
}

/** A member with a role, as the way to the profile. */
export function RoleRow({ admin }: { admin: Admin }) {
  const t = useText();
  const href = useHref('people.profile', { uid: admin.id });
  return (
    <ListRow
      {...(href !== null && { href, chevron: true })}
      start={
        <PersonAvatar
          id={admin.id}
          name={admin.fullname}
          src={admin.profile_image}
          online={admin.online ?? false}
          size="m"
        />
      }
      title={<bdi>{admin.fullname}</bdi>}
      sub={admin.company ?? admin.username}
      end={<Tag>{t(admin.admin ? 'desk.super_admin' : 'desk.workplace_admin')}</Tag>}
    />
  );
}
