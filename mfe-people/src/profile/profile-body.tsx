import type { Profile } from '@paddock/contract/calls/people';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { LinkButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Column } from '@paddock/ui/pane';
import { ProfileHead } from '@paddock/ui/profile-head';
import { Rows, SectionHead } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { Megaphone, MessageCircle } from 'lucide-react';
import { GroupItem } from './group-item';
import { LostFactor } from './lost-factor';
import styles from './profile-body.module.css';
import { ProfileFields } from './profile-fields';

export function ProfileBody({ profile, own }: { profile: Profile; own: boolean }) {
  const t = useText();
  const format = useFormat();
  const { user, flags } = useSession();
  const shouts = useHref('shouts.of_member', { uid: profile.id });
  const conversation = useHref('shouts.conversation', { id: profile.id });
  const { id, username, fullname, description, job, company, tags, groups } = profile;
  const work = [job, company].filter(Boolean).join(', ');
  const words = tags?.split(',').flatMap((tag) => tag.trim() || []) ?? [];
  return (
    <Column className={styles.profile ?? ''}>
      <ProfileHead
        avatar={
          <PersonAvatar
            id={id}
            name={fullname}
            src={profile.profile_image}
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
          (profile.online || profile.workplace_admin) && (
            <>
              {profile.online && (
                <Tag kind="ok" dot>
                  {t('profile.online')}
                </Tag>
              )}
              {profile.workplace_admin && <Tag>{t('profile.admin')}</Tag>}
            </>
          )
        }
        actions={
          <>
            {profile.can_message && conversation !== null && (
              <LinkButton variant="primary" icon={MessageCircle} href={conversation}>
                {t('profile.message')}
              </LinkButton>
            )}
            {shouts !== null && !profile.blocked_you && (
              <LinkButton icon={Megaphone} href={shouts}>
                {t('profile.shouts')}
              </LinkButton>
            )}
          </>
        }
      />
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
      {user?.admin && flags.totp && !own && <LostFactor member={profile} />}
      {groups.length > 0 && (
        <section className={styles.section}>
          <SectionHead aside={format.number(groups.length)}>
            {t(own ? 'profile.own_groups' : 'profile.groups')}
          </SectionHead>
          <Card>
            <Rows divider="avatar-s">
              {groups.map((group) => (
                <GroupItem key={group.id} group={group} />
              ))}
            </Rows>
          </Card>
        </section>
      )}
    </Column>
  );
}
