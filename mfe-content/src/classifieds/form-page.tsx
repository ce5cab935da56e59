import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { Card } from '@paddock/ui/card';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import type { ReactNode } from 'react';

/** The page of a form; `parent` is where Back leads when it was opened by its address. */
export function FormPage({ title, parent, children }: { title: string; parent: string; children: ReactNode }) {
  const t = useText();
  const back = useBack(parent);
  return (
    <Pane label={title} surface="canvas" hidesTabBar>
      <ScreenHeader title={title} column back={{ label: t('ad_form.back'), onPress: back, alwaysShown: true }} />
      <Scroll surface="canvas">
        <Column>
          <Card pad>{children}</Card>
        </Column>
      </Scroll>
    </Pane>
  );
}
