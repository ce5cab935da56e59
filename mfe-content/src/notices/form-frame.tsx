import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import type { ReactNode } from 'react';
import styles from './notices.module.css';

/** The page of a form; `parent` is where Back leads when it was opened by its address. */
export function FormFrame({ title, parent, children }: { title: string; parent: string; children: ReactNode }) {
  const t = useText();
  const onPress = useBack(parent);
  return (
    <Pane label={title} hidesTabBar>
      <ScreenHeader
        title={title}
        column="wide"
        divider
        back={{ label: t('notices.back'), onPress, alwaysShown: true }}
      />
      <Scroll>
        <Column width="wide" className={styles.form ?? ''}>
          {children}
        </Column>
      </Scroll>
    </Pane>
  );
}
