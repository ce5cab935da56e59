import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Prose } from '@paddock/ui/prose';

const termsSections = ['who', 'account', 'content', 'conduct', 'changes'] as const;
const privacySections = ['what', 'why', 'who', 'long', 'rights'] as const;

export const Terms = () => <Legal page="terms" sections={termsSections} />;
export const Privacy = () => <Legal page="privacy" sections={privacySections} />;

/** Static legal text. Each deployment's office is named by the community's title. */
function Legal({ page, sections }: { page: 'terms' | 'privacy'; sections: readonly string[] }) {
  const t = useText();
  const back = useBack();
  const { community } = useSession();
  return (
    <Pane label={t(`legal.${page}`)}>
      <ScreenHeader title={t(`legal.${page}`)} back={{ label: t('back'), onPress: back }} mid />
      <Scroll readOnly>
        <Column>
          <Prose>
            {sections.map((section) => (
              <section key={section}>
                <h2>{t(`${page}.${section}.title`)}</h2>
                <p>{t(`${page}.${section}.text`, { community: community.title })}</p>
              </section>
            ))}
          </Prose>
        </Column>
      </Scroll>
    </Pane>
  );
}
