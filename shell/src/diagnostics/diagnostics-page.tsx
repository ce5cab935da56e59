import { serverNow } from '@paddock/mfe-kit/clock';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useStore } from '@paddock/mfe-kit/store';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button, IconButton } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { drawnIcon, Icon } from '@paddock/ui/icon';
import { pageIcon } from '@paddock/ui/page-icon';
import { Column, Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Tag } from '@paddock/ui/tag';
import { Check, CircleAlert, Copy, Lock, Minus } from 'lucide-react';
import { useState } from 'react';
import type { Modules } from '../modules/modules';
import styles from './diagnostics-page.module.css';
import { type TabReport, tabReports } from './tab-reports';

const marks = {
  failed: { kind: 'bad', icon: CircleAlert, label: 'diagnostics.failed' },
  not_permitted: { kind: 'warn', icon: Lock, label: 'diagnostics.not_permitted' },
  off: { kind: 'neutral', icon: Minus, label: 'diagnostics.off' },
  shown: { kind: 'ok', icon: Check, label: 'diagnostics.shown' },
} as const;

/** Answers "Why don't I see this tab?": every tab with its module, version and reason. */
export function DiagnosticsPage({ modules }: { modules: Modules }) {
  const t = useText();
  const toast = useToast();
  const back = useBack();
  const { deployment } = useKit();
  const boot = useStore(deployment);
  const reports = tabReports(boot, useStore(modules.states));
  const copy = async () => {
    const lines = reports.map(({ id, kind, facts }) => `${id}: ${kind} · ${facts}`);
    await navigator.clipboard.writeText(
      [`${boot.community.id} · revision ${boot.revision} · ${new Date(serverNow()).toISOString()}`, ...lines].join(
        '\n',
      ),
    );
    toast('diagnostics.copied');
  };
  return (
    <Pane label={t('diagnostics.title')} surface="canvas">
      <ScreenHeader
        column
        title={t('diagnostics.title')}
        back={{ label: t('diagnostics.back'), onPress: back, alwaysShown: true }}
        actions={
          <IconButton icon={Copy} label={t('diagnostics.copy')} onPress={() => void copy().catch(toast.error)} />
        }
      />
      <Scroll surface="canvas" readOnly>
        <Column>
          <p className={`text-secondary ${styles.intro}`}>{t('diagnostics.intro')}</p>
          <Card>
            <ul>
              {reports.map((report) => (
                <Row key={report.id} report={report} modules={modules} />
              ))}
            </ul>
          </Card>
        </Column>
      </Scroll>
    </Pane>
  );
}

function Row({ report, modules }: { report: TabReport; modules: Modules }) {
  const t = useText();
  const [pending, setPending] = useState(false);
  const { id, module, kind, reason, facts } = report;
  const { deployment } = useKit();
  const tab = useStore(deployment).tabs.find((shown) => shown.id === id);
  const title = tab?.title ?? (id === module ? modules.find(id)?.manifest.title : undefined);
  const mark = marks[kind];
  const retry = (failed: string) => {
    setPending(true);
    void modules.retry(failed).finally(() => setPending(false));
  };
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon of={tab ? drawnIcon(tab.icon) : pageIcon(id)} />
      </span>
      <div className="grow">
        <p className="inline wrap gap-2">
          <span className="medium">{title ?? t(`diagnostics.tabs.${id}`)}</span>
          <Tag kind={mark.kind} icon={mark.icon}>
            {t(mark.label)}
          </Tag>
        </p>
        <p className="label text-secondary">{t(reason.key, reason.values)}</p>
        <p className={`code text-tertiary ${styles.facts}`}>{facts}</p>
      </div>
      {kind === 'failed' && module !== undefined && (
        <Button variant="outline" size="s" onPress={() => retry(module)} pending={pending}>
          {t('retry')}
        </Button>
      )}
    </li>
  );
}
