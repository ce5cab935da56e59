import { useBack } from '@paddock/mfe-kit/navigation';
import { Card } from '@paddock/ui/card';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import type { ReactNode } from 'react';

interface FormPageProps {
  title: string;
  /** The label of Back; `to` is where it leads when the page was opened by its address. */
  back: { label: string; to: string };
  children: ReactNode;
}

export function FormPage({ title, back, children }: FormPageProps) {
  const onPress = useBack(back.to);
  return (
    <Pane label={title} surface="canvas" hidesTabBar>
      <ScreenHeader title={title} column back={{ label: back.label, onPress, alwaysShown: true }} />
      <Scroll surface="canvas">
        <Column>
          <Card pad>{children}</Card>
        </Column>
      </Scroll>
    </Pane>
  );
}
