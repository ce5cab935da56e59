import { useText } from '@paddock/mfe-kit/i18n';
import { Poll } from '@paddock/ui/poll';
import type { Unsent } from '../composing/use-posting';
import styles from './shout-poll.module.css';

/** The options of a poll on its way. */
export function UnsentPoll({ input }: Pick<Unsent, 'input'>) {
  const t = useText();
  const share = t('poll.share', { percent: '0' });
  return (
    <div className={styles.poll}>
      <Poll
        label={input.shout ?? ''}
        ended
        mineLabel={t('poll.mine')}
        options={(input.poll_options ?? []).map((text) => ({ id: text, text, percent: 0, share }))}
      />
    </div>
  );
}
