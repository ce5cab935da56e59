import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import type { ReactNode } from 'react';
import styles from './form-frame.module.css';

interface FormFrameProps {
  title: string;
  /** The target of Back when the form was opened by its address. */
  parent: string;
  children: ReactNode;
}

/** The page of a form. */
export function FormFrame({ title, parent, children }: FormFrameProps) {
  const t = useText();
  const back = useBack(parent);
  return (
    <Pane label={title} hidesTabBar>
      <ScreenHeader title={title} column divider back={{ label: t('back_short'), onPress: back, alwaysShown: true }} />
      <Scroll>
        <Column className={styles.form ?? ''}>{children}</Column>
      </Scroll>
    </Pane>
  );
}
