import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Prose } from '@paddock/ui/prose';
import { Fragment } from 'react';

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

export const Terms = () => <Legal page="terms" sections={termsSections} />;
export const Privacy = () => <Legal page="privacy" sections={privacySections} />;

/** Static legal text, also for visitors. */
function Legal({ page, sections }: { page: 'terms' | 'privacy'; sections: readonly Section[] }) {
  const t = useText();
  const { community, token } = useSession();
  const back = useBack(token === null ? '/' : undefined);
  const named = { community: community.title };
  const other = page === 'terms' ? 'privacy' : 'terms';
  return (
    <Pane label={t(`legal.${page}`)}>
      <ScreenHeader title={t(`legal.${page}`)} back={{ label: t('back'), onPress: back }} column />
      <Scroll readOnly>
        <Column>
          <Prose>
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
