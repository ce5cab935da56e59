import type { checkChange } from '@paddock/contract/calls/operations';
import type { CallReply } from '@paddock/contract/core/call';
import { useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { Copy } from 'lucide-react';
import { Code } from '../operations-card';
import styles from '../operations.module.css';
import { FindingRow } from './deployment-rows';
import { type Change, PreviewForm } from './preview-form';

interface ChangeVerdictProps {
  /** The checked change. */
  change: Change;
  verdict: CallReply<typeof checkChange>;
}

/** What a changed file would do, its lines that differ, and the form of its preview. */
export function ChangeVerdict({ change, verdict: { problems, findings, diff } }: ChangeVerdictProps) {
  const t = useText();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(diff).then(
      () => toast('deployment.copied'),
      () => toast('deployment.not_copied', { kind: 'bad' }),
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
  const isFile = change.file !== undefined;
  if (diff === '')
    return (
      <>
        <Banner kind="info">{t(isFile ? 'preview.no_change' : 'deployment.no_change')}</Banner>
        {isFile && <PreviewForm change={change} />}
      </>
    );
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
      <PreviewForm change={change} />
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
