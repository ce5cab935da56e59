import type { Profile } from '@paddock/contract/calls/people';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { LinkButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Column } from '@paddock/ui/pane';
import { ProfileHead } from '@paddock/ui/profile-head';
import { Rows, SectionHead } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { Megaphone, MessageCircle, Pencil } from 'lucide-react';
import { GroupItem } from './group-item';
import { Suspense } from 'react';
import styles from './profile-body.module.css';
import { ProfileFields } from './profile-fields';

const Activities = lazyPart(
  () => import('../activities/activities'),
  'Activities',
  () => import('../activities/activities-texts'),
);
const LostFactor = lazyPart(
  () => import('../lost-factor/lost-factor'),
  'LostFactor',
  () => import('../lost-factor/lost-factor-texts'),
);

export function ProfileBody({ profile, own }: { profile: Profile; own: boolean }) {
  const t = useText();
  const format = useFormat();
  const { user, flags } = useSession();
  const { description, tags, groups } = profile;
  const words = tags?.split(',').flatMap((tag) => tag.trim() || []) ?? [];
  return (
    <Column className={styles.profile ?? ''}>
      <Head profile={profile} own={own} />
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {words.length > 0 && (
        <ul className={styles.tags} aria-label={t('fields.tags')}>
          {words.map((word) => (
            <li key={word}>
              <Tag>{word}</Tag>
            </li>
          ))}
        </ul>
      )}
      <ProfileFields profile={profile} />
      {user?.admin && flags.totp && !own && (
        <Suspense>
          <LostFactor member={profile} />
        </Suspense>
      )}
      {groups.length > 0 && (
        <section className={styles.section}>
          <SectionHead aside={format.number(groups.length)}>
            {t(own ? 'profile.own_groups' : 'profile.groups')}
          </SectionHead>
          <Card>
            <Rows divider="avatar-m">
              {groups.map((group) => (
                <GroupItem key={group.id} group={group} />
              ))}
            </Rows>
          </Card>
        </section>
      )}
      <Suspense>
        <Activities member={profile} />
      </Suspense>
    </Column>
  );
}

function Head({ profile, own }: { profile: Profile; own: boolean }) {
  const t = useText();
  const { id, username, fullname, job, company } = profile;
  const shouts = useHref('shouts.of_member', { uid: id });
  const conversation = useHref('shouts.conversation', { id });
  const work = [job, company].filter(Boolean).join(', ');
  const states = statesOf(profile);
  return (
    <ProfileHead
      avatar={
        <PersonAvatar
          id={id}
          name={fullname}
          src={profile.picture ?? profile.profile_image}
          size="xl"
          alt={t('profile.picture', { name: fullname })}
        />
      }
      name={fullname}
      sub={
        <>
          <bdi className={styles.username}>{username}</bdi>
          {work !== '' && (
            <>
              {' · '}
              <bdi>{work}</bdi>
            </>
          )}
        </>
      }
      status={
        states.length + Number(profile.online) > 0 && (
          <>
            {profile.online && (
              <Tag kind="ok" dot>
                {t('profile.online')}
              </Tag>
            )}
            {states.map(({ text, kind }) => (
              <Tag key={text} kind={kind}>
                {t(text)}
              </Tag>
            ))}
          </>
        )
      }
      actions={
        <>
          {own && (
            <LinkButton icon={Pencil} href="#/main/user-profile-update">
              {t('profile.edit')}
            </LinkButton>
          )}
          {profile.can_message && conversation !== null && (
            <LinkButton variant="primary" icon={MessageCircle} href={conversation}>
              {t('profile.message')}
            </LinkButton>
          )}
          {shouts !== null && !profile.blocked_you && !profile.blocked && (
            <LinkButton icon={Megaphone} href={shouts}>
              {t('profile.shouts')}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

/** What a viewer should know of the member at once. */
interface State {
  text: 'profile.super' | 'profile.admin' | 'profile.blocked' | 'profile.banned' | 'blocked_you';
  kind: 'neutral' | 'warn' | 'bad';
}

function statesOf({ admin, workplace_admin, blocked, blocked_you, banned }: Profile): State[] {
  const states = [
    admin && ({ text: 'profile.super', kind: 'neutral' } as const),
    workplace_admin && !admin && ({ text: 'profile.admin', kind: 'neutral' } as const),
    blocked && ({ text: 'profile.blocked', kind: 'warn' } as const),
    blocked_you && ({ text: 'blocked_you', kind: 'warn' } as const),
    banned && ({ text: 'profile.banned', kind: 'bad' } as const),
  ];
  return states.filter((state) => state !== false);
}
