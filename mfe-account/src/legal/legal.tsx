import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Prose } from '@paddock/ui/prose';
import { Skeleton } from '@paddock/ui/state';
import { Fragment, Suspense } from 'react';

const OwnText = lazyPart(() => import('./own-text'), 'OwnText');

interface Section {
  id: string;
  /** Message keys of its list items. */
  points?: readonly string[];
}

const termsSections: readonly Section[] = [
  { id: 'who' },
  { id: 'join', points: ['a', 'b', 'c'] },
  { id: 'account' },
  { id: 'content' },
  { id: 'conduct', points: ['a', 'b', 'c', 'd', 'e'] },
  { id: 'admins' },
  { id: 'service' },
  { id: 'leaving' },
  { id: 'changes' },
];
const privacySections: readonly Section[] = [
  { id: 'who' },
  { id: 'what', points: ['a', 'b', 'c', 'd', 'e', 'f'] },
  { id: 'why' },
  { id: 'seen', points: ['a', 'b', 'c', 'd'] },
  { id: 'browser' },
  { id: 'mails' },
  { id: 'long' },
  { id: 'rights', points: ['a', 'b', 'c', 'd', 'e'] },
  { id: 'changes' },
];

interface LegalPage {
  page: 'terms' | 'privacy';
  sections: readonly Section[];
}

export const Terms = () => <Legal page="terms" sections={termsSections} />;
export const Privacy = () => <Legal page="privacy" sections={privacySections} />;

/** Legal text, also for visitors: the community's own, else that of Paddock. */
function Legal({ page, sections }: LegalPage) {
  const t = useText();
  const { community, token } = useSession();
  const back = useBack(token === null ? '/' : undefined);
  const own = community.legal?.[page];
  const other = page === 'terms' ? 'privacy' : 'terms';
  return (
    <Pane label={t(`legal.${page}`)}>
      <ScreenHeader title={t(`legal.${page}`)} back={{ label: t('back'), onPress: back }} column />
      <Scroll readOnly>
        <Column>
          <Prose>
            {own === undefined ? (
              <PaddockText page={page} sections={sections} />
            ) : (
              <Suspense fallback={<Skeleton shape="row" label={t('legal.loading')} />}>
                <OwnText address={own} />
              </Suspense>
            )}
            <hr />
            <p>
              <a href={token === null ? `#/${other}` : `#/main/${other}`}>{t(`legal.${other}`)}</a>
            </p>
          </Prose>
        </Column>
      </Scroll>
    </Pane>
  );
}

function PaddockText({ page, sections }: LegalPage) {
  const t = useText();
  const { community } = useSession();
  const named = { community: community.title };
  return (
    <>
      <p>{t('legal.updated', named)}</p>
      {sections.map(({ id, points }) => (
        <Fragment key={id}>
          <h2>{t(`${page}.${id}.title`)}</h2>
          <p>{t(`${page}.${id}.text`, named)}</p>
          {points && (
            <ul>
              {points.map((point) => (
                <li key={point}>{t(`${page}.${id}.points.${point}`, named)}</li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
    </>
  );
}
