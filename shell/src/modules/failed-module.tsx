import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { ModuleTile, ModuleTileSlim } from '@paddock/ui/module-tile';
import { useState } from 'react';
import type { ModuleState } from './module-states';
import type { Modules } from './modules';

export interface FailedModuleProps {
  modules: Modules;
  module: string;
  state: ModuleState;
  /** In a slot: one line. */
  slim: boolean;
}

/** Replaces a failed module: its name, the code, the attempts, and a Retry without a page reload. */
export function FailedModule({ modules, module, state, slim }: FailedModuleProps) {
  const t = useText();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const code = state.error?.code ?? 'MODULE_NOT_FOUND';
  const name = modules.find(module)?.manifest.title ?? module;
  const retry = () => {
    setPending(true);
    void modules.retry(module).finally(() => setPending(false));
  };
  const shared = { code, retryLabel: t('retry'), onRetry: retry, pending };
  if (slim) return <ModuleTileSlim {...shared} title={t('module.not_available', { name })} module={name} />;
  return (
    <ModuleTile
      {...shared}
      title={t('module.did_not_load', { name })}
      text={t(`module.text.${code}`)}
      module={`${module} ${state.version}`}
      tried={t('module.tried_times', { count: state.failures, time: format.time(state.failedAt) })}
      terms={{ module: t('module.module'), code: t('module.code'), tried: t('module.tried') }}
      whyLabel={t('module.why')}
      whyHref="#/main/diagnostics"
    />
  );
}
