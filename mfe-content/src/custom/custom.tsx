import { writeLog } from '@paddock/contract/calls/boot';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Card } from '@paddock/ui/card';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { useEffect } from 'react';

/** The custom page (specification A §2): the community in its own words. A visit is counted. */
export function Custom() {
  const t = useText();
  const back = useBack();
  const { api } = useKit();
  const { community } = useSession();
  useEffect(() => {
    // Once, even when React runs every effect twice.
    const soon = setTimeout(() => {
      api
        .call(writeLog, { type: 'go_to_page', page_name: 'custom' })
        // The page works without it (A §7). `reportError` would name this file, which makes it a crash of the module.
        .catch(() => undefined);
    });
    return () => clearTimeout(soon);
  }, [api]);
  return (
    <Pane label={t('custom.title')} surface="canvas">
      <ScreenHeader
        title={t('custom.title')}
        back={{ label: t('custom.back'), onPress: back, alwaysShown: true }}
        column
      />
      <Scroll surface="canvas" readOnly>
        <Column>
          <Card pad>
            <h2 className="heading" dir="auto">
              {community.title}
            </h2>
            {community.subtitle !== undefined && (
              <p className="text-secondary" dir="auto">
                {community.subtitle}
              </p>
            )}
            {community.description !== undefined && <p dir="auto">{community.description}</p>}
          </Card>
        </Column>
      </Scroll>
    </Pane>
  );
}
