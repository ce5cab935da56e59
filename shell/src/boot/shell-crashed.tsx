import type { Texts } from '@paddock/mfe-kit/kit-context';
import { ErrorState } from '@paddock/ui/state';

/**
 * Shown in place of a frame that threw, which would leave the page blank: a window that is older than the server may not understand
 * its replies.
 */
export function ShellCrashed({ i18n }: { i18n: Texts }) {
  const t = i18n.getFixedT(null, 'shell');
  return (
    <ErrorState
      title={t('crashed')}
      code="SHELL_CRASHED"
      retryLabel={t('alerts.deprecated_client.action')}
      onRetry={() => window.location.reload()}
    />
  );
}

/** Reports the error to the server's log; it may be the connection itself that fails. */
export function reportCrash(error: unknown): void {
  const message = String(error instanceof Error ? (error.stack ?? error) : error).slice(0, 500);
  const body = JSON.stringify({ type: 'client_error', module: 'shell', code: 'SHELL_CRASHED', message });
  const headers = { 'content-type': 'application/json' };
  fetch('/api/logs', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}
