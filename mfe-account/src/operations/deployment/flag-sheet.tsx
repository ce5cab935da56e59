import { checkChange, type DeployedFlag, flagChangeForm } from '@paddock/contract/calls/operations';
import type { CallReply } from '@paddock/contract/core/call';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Sheet } from '@paddock/ui/sheet';
import { Copy } from 'lucide-react';
import { Code, Facts } from '../operations-card';
import styles from '../operations.module.css';
import { FindingRow } from './deployment-rows';
import { FlagPreview } from './preview-forms';

const form = defineForm({
  id: 'flag-change',
  schema: flagChangeForm,
  fields: (t) => [
    {
      type: 'textarea',
      name: 'value',
      label: t('deployment.value'),
      help: t('deployment.value_help'),
      codes: { INVALID_PATTERN: t('deployment.no_json') },
    },
  ],
  submit: (t) => t('deployment.check'),
});

/** One flag, and the change of the file that another value needs. Nothing is written. */
export function FlagSheet({ flag, onClose }: { flag: DeployedFlag; onClose: () => void }) {
  const t = useText();
  const check = useCallMutation(checkChange);
  const { path, type, meaning, value, default: usual, source } = flag;
  return (
    <Sheet open onClose={onClose} title={path} closeLabel={t('deployment.close')} size="l">
      <div className="stack gap-3">
        {meaning !== undefined && (
          <p className="text-secondary">
            <bdi lang="en">{meaning}</bdi>
          </p>
        )}
        <div className={styles.plain}>
          <Facts
            facts={[
              [t('deployment.type'), <Code key="type">{type}</Code>],
              [t('deployment.default'), usual === undefined ? undefined : <Code key="default">{usual}</Code>],
              [t('deployment.source'), t(`deployment.sources.${source}`)],
            ]}
          />
        </div>
        <DataForm
          form={form}
          record={path}
          initial={{ value: value === undefined ? '' : JSON.stringify(JSON.parse(value), null, 2) }}
          onSubmit={(input) => check.mutateAsync({ path, ...input })}
        />
        {check.data && <Verdict path={path} value={check.variables?.value ?? ''} verdict={check.data} />}
      </div>
    </Sheet>
  );
}

interface VerdictProps {
  path: string;
  /** The checked value. */
  value: string;
  verdict: CallReply<typeof checkChange>;
}

function Verdict({ path, value, verdict: { problems, findings, diff } }: VerdictProps) {
  const t = useText();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(diff).then(
      () => toast('deployment.copied'),
      () => toast('deployment.not_copied'),
    );
  if (problems.length > 0)
    return (
      <Banner kind="bad" live="alert">
        {t('deployment.would_be_refused')}
        {problems.map(({ path, hint }) => (
          <p key={`${path} ${hint}`} dir="auto">
            <Code>{path}</Code>: {hint}
          </p>
        ))}
      </Banner>
    );
  if (diff === '') return <Banner kind="info">{t('deployment.no_change')}</Banner>;
  return (
    <>
      <Banner kind={findings.length > 0 ? 'warn' : 'ok'}>
        {t(findings.length > 0 ? 'deployment.with_findings' : 'deployment.valid')}
      </Banner>
      {findings.map((finding) => (
        <FindingRow key={`${finding.path} ${finding.problem}`} {...finding} />
      ))}
      <Diff text={diff} />
      <Button variant="outline" icon={Copy} onPress={() => void copy()}>
        {t('deployment.copy')}
      </Button>
      <FlagPreview path={path} value={value} />
    </>
  );
}

function Diff({ text }: { text: string }) {
  const t = useText();
  return (
    // Focusable, so that the keyboard scrolls it.
    <pre className={`code ${styles.diff}`} dir="ltr" role="region" aria-label={t('deployment.diff')} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        <span key={index} className={kindOf(line)}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function kindOf(line: string): string | undefined {
  if (/^\+(?!\+\+)/.test(line)) return styles.added;
  return /^-(?!--)/.test(line) ? styles.removed : undefined;
}
