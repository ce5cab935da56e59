import { isolate } from '@paddock/contract/core/isolate';
import type { ReportDetail, ReportedContent } from '@paddock/contract/calls/moderation';
import { FileRows } from '@paddock/mfe-kit/file-rows';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useHref } from '@paddock/mfe-kit/navigation';
import { PersonAvatar } from '@paddock/ui/avatar';
import { LinkButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { ListRow, Rows, SectionHead } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuthorName } from './case-row';
import styles from './moderation.module.css';

/** The content as reported, its neighbours, and who reported it. */
export function CaseBody({ report }: { report: ReportDetail }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const { kind, subject, current, versions, before, after, reporters, earlier } = report;
  const { where } = report.content;
  const addresses = {
    shout: useHref('shouts.shout', { id: subject }),
    event: useHref('events.detail', { id: subject }),
    classified: useHref('content.classified', { id: subject }),
    user: useHref('people.profile', { uid: subject }),
    file: useHref('content.file', { id: subject }),
    sponsor: useHref('content.notice', { id: subject }),
  };
  const address = current === 'gone' || where?.kind === 'direct' ? null : addresses[kind];
  return (
    <div className="stack gap-4">
      {versions.map((version, index) => (
        <section key={index} className="stack gap-2">
          <SectionHead>{t('case.version')}</SectionHead>
          <ContentCard id={`${subject}-${index}`} report={{ kind, content: version }} />
        </section>
      ))}
      {before && <Beside title={t('case.before')} {...before} />}
      <section className="stack gap-2">
        {versions.length > 0 && <SectionHead>{t(`case.${current === 'gone' ? 'content_gone' : current}`)}</SectionHead>}
        <ContentCard id={subject} report={report}>
          <div className={styles.marks}>
            <Tag kind={current === 'same' ? 'neutral' : 'warn'}>
              {t(`case.${current === 'gone' ? 'content_gone' : current}`)}
            </Tag>
            {report.reasons.map(({ reason, count }) => (
              <Tag key={reason} kind="bad">
                {t(`reasons.${reason}`)} {count > 1 && format.number(count)}
              </Tag>
            ))}
          </div>
          {where && <p className="label text-secondary">{t(`case.${where.kind}`, { title: isolate(where.title) })}</p>}
          {earlier > 0 && <p className="label text-secondary">{t('case.earlier', { count: earlier })}</p>}
          {address !== null && (
            <div>
              <LinkButton size="s" icon={ExternalLink} href={address}>
                {t('case.open_content')}
              </LinkButton>
            </div>
          )}
        </ContentCard>
      </section>
      {after && <Beside title={t('case.after')} {...after} />}
      <section className="stack gap-2">
        <SectionHead aside={format.number(report.reports)}>{t('case.reporters')}</SectionHead>
        <Card>
          <Rows divider="avatar-m">
            {reporters.map(({ user, reason, text, at }) => (
              <ListRow
                key={`${at} ${user?.id}`}
                start={
                  <PersonAvatar
                    id={user?.id ?? at}
                    name={user?.fullname ?? t('queue.gone_author')}
                    src={user?.profile_image}
                    size="m"
                  />
                }
                title={<bdi>{user?.fullname ?? t('queue.gone_author')}</bdi>}
                sub={
                  <>
                    {t(`reasons.${reason}`)} · {format.relative(at, now)}
                    {text && (
                      <span className={styles.said} dir="auto">
                        {text}
                      </span>
                    )}
                  </>
                }
              />
            ))}
          </Rows>
        </Card>
      </section>
    </div>
  );
}

interface ContentCardProps {
  /** Names an opened picture file in the address. */
  id: string;
  report: Pick<ReportDetail, 'kind'> & { content: ReportedContent };
  children?: ReactNode;
}

function ContentCard({ id, report, children }: ContentCardProps) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const name = useAuthorName()(report);
  const { author, title, text, images, files, created } = report.content;
  return (
    <Card pad>
      <div className="stack gap-3">
        <div className="inline gap-3">
          <PersonAvatar id={author?.id ?? name} name={name} src={author?.profile_image} size="m" />
          <div className="grow">
            <p className="medium truncate">
              <bdi>{name}</bdi>
            </p>
            {created && <p className="caption text-tertiary">{format.relative(created, now)}</p>}
          </div>
        </div>
        {title !== undefined && title !== name && (
          <p className="heading" dir="auto">
            {title}
          </p>
        )}
        {text.trim() !== '' && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        {images.length > 0 && (
          <ul className={styles.pictures}>
            {images.map(({ path, thumb_path }, index) => (
              <li key={path}>
                <img src={thumb_path ?? path} alt={t('case.picture', { number: index + 1 })} loading="lazy" />
              </li>
            ))}
          </ul>
        )}
        <FileRows files={files} id={id} />
        {children}
      </div>
    </Card>
  );
}

function Beside({ title, author, text }: { title: string } & NonNullable<ReportDetail['before']>) {
  const t = useText();
  return (
    <section className="stack gap-2">
      <SectionHead>{title}</SectionHead>
      <Card pad>
        <p className="label text-secondary">
          <bdi>{author?.fullname ?? t('queue.gone_author')}</bdi>
        </p>
        <p className={`${styles.text} text-secondary`} dir="auto">
          {text}
        </p>
      </Card>
    </section>
  );
}
