import type { Profile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Card } from '@paddock/ui/card';
import { cx } from '@paddock/ui/cx';
import { FactRow, Facts } from '@paddock/ui/event';
import { fieldIcon } from './field-icon';
import { fieldHref, shownFields } from './shown-fields';
import styles from './profile-body.module.css';
import { useFieldText } from './use-field-text';

/** The filled-in fields of a profile, each with its icon and the deployment's label, if any. */
export function ProfileFields({ profile }: { profile: Profile }) {
  const t = useText();
  const text = useFieldText();
  const { flags } = useSession();
  const fields = shownFields(profile, flags);
  if (fields.length === 0) return null;
  return (
    <Card className={cx(styles.card, styles.facts)}>
      <Facts>
        {fields.map((field) => {
          const href = fieldHref(field);
          const value = <bdi className={styles.value}>{text(field)}</bdi>;
          return (
            <FactRow
              key={field.name}
              icon={fieldIcon(field)}
              sub={field.label ?? t(`fields.${field.name}`)}
              title={
                href === undefined ? (
                  value
                ) : (
                  <a
                    className="link"
                    href={href}
                    {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
                  >
                    {value}
                  </a>
                )
              }
              subFirst
            />
          );
        })}
      </Facts>
    </Card>
  );
}
