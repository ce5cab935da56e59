import { checkChange, type DeployedFlag, flagChangeForm } from '@paddock/contract/calls/operations';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { Sheet } from '@paddock/ui/sheet';
import { Code, Facts } from '../operations-card';
import styles from '../operations.module.css';
import { ChangeVerdict } from './change-verdict';

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
        {check.data && <ChangeVerdict change={{ path, value: check.variables?.value ?? '' }} verdict={check.data} />}
      </div>
    </Sheet>
  );
}
