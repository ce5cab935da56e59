import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useHasRoomBeside } from '@paddock/mfe-kit/list';
import { Link, useHref, useNavigate } from '@paddock/mfe-kit/navigation';
import { useModuleVersion, useSession } from '@paddock/mfe-kit/session';
import { PersonAvatar } from '@paddock/ui/avatar';
import { LinkButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { Drawers } from '@paddock/ui/drawer';
import { Joined } from '@paddock/ui/joined';
import { Column, Pane, ScreenHeader, Scroll, Split } from '@paddock/ui/pane';
import { ListRow, Rows } from '@paddock/ui/row';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { SettingsLinks } from './settings-links';
import styles from './settings.module.css';
import { type Section, useSections } from './use-sections';

const path = '/main/settings';
const hrefOf = ({ id }: Section) => `#${path}/${id}`;

interface LayoutProps {
  sections: ReturnType<typeof useSections>;
  open: Section | undefined;
}

/**
 * The member's settings: a list with the open section beside it, on a phone drawers. A closed section discards its input (A §2,
 * Settings).
 */
export function Settings({ params: { section } }: ScreenProps<'section'>) {
  const navigate = useNavigate();
  const hasRoom = useHasRoomBeside();
  const [turn, setTurn] = useState(0);
  const { user } = useSession();
  const close = () => (hasRoom ? setTurn(turn + 1) : navigate(path, { replace: true }));
  const sections = useSections(close, section);
  if (!user) return null;
  const open = [...sections.groups.flat(), ...sections.last].find(({ id }) => id === section);
  const Layout = hasRoom ? SectionsBeside : SectionDrawers;
  return <Layout key={turn} sections={sections} open={open} />;
}

function SectionsBeside({ sections: { groups, last }, open = groups[0]?.[0] }: LayoutProps) {
  const t = useText();
  const [leave, erase] = last;
  return (
    <Split show="list" listWidth="340px">
      <Pane part="list" label={t('settings.title')}>
        <ScreenHeader title={t('settings.title')} />
        <Scroll>
          <OwnRow />
          {groups.map((group) => (
            <Rows key={group[0]?.id} divider="icon" className={styles.group}>
              {group.map((section) => (
                <ListRow
                  key={section.id}
                  href={hrefOf(section)}
                  height="filter"
                  icon={section.icon}
                  title={section.title}
                  sub={section.sub}
                  current={section.id === open?.id}
                  chevron
                />
              ))}
            </Rows>
          ))}
          <div className={styles.group}>
            <SettingsLinks />
          </div>
          <LegalLinks />
        </Scroll>
        <div className={styles.last}>
          <LinkButton href={hrefOf(leave)} size="s" variant="outline" icon={LogOut}>
            {leave.title}
          </LinkButton>
          <LinkButton href={hrefOf(erase)} size="s" variant="quiet" className={styles.erase ?? ''}>
            {erase.title}
          </LinkButton>
        </div>
      </Pane>
      <Pane part="detail" label={open?.title ?? ''} surface="canvas">
        <ScreenHeader title={open?.title ?? ''} level={2} />
        <Scroll surface="canvas">
          <Column>
            <Card key={open?.id} pad>
              {open?.children}
            </Card>
          </Column>
        </Scroll>
      </Pane>
    </Split>
  );
}

function SectionDrawers({ sections: { groups, last }, open }: LayoutProps) {
  const t = useText();
  const navigate = useNavigate();
  // Drawers are no pages: Back leaves the settings.
  const show = (id: string | null) => navigate(id === null ? path : `${path}/${id}`, { replace: true });
  const drawers = (items: readonly Section[]) => (
    <Card key={items[0]?.id}>
      <Drawers items={[...items]} open={open?.id ?? null} onChange={show} />
    </Card>
  );
  return (
    <Pane label={t('settings.title')} surface="canvas">
      <ScreenHeader title={t('settings.title')} column />
      <Scroll>
        <Column className={styles.drawers}>
          <Card>
            <OwnRow />
          </Card>
          {groups.map(drawers)}
          <SettingsLinks inCard />
          {drawers(last)}
          <LegalLinks />
        </Column>
      </Scroll>
    </Pane>
  );
}

/** The member, with the way to the profile. */
function OwnRow() {
  const { user } = useSession();
  const href = useHref('people.profile', { uid: user?.id ?? '' });
  if (!user) return null;
  return (
    <ListRow
      line={false}
      className={styles.own}
      {...(href !== null && { href, chevron: true })}
      start={<PersonAvatar id={user.id} name={user.fullname} src={user.profile_image} online />}
      title={<span className="heading">{user.fullname}</span>}
      sub={<Joined parts={[user.username, user.company]} />}
    />
  );
}

function LegalLinks() {
  const t = useText();
  const version = useModuleVersion();
  return (
    <p className={`${styles.foot} label text-tertiary`}>
      <Link href="/privacy" className="link">
        {t('legal.privacy')}
      </Link>
      {' · '}
      <Link href="/terms" className="link">
        {t('legal.terms')}
      </Link>
      {' · '}
      {t('settings.version', { version })}
    </p>
  );
}
