import type { DeployedFlag } from '@paddock/contract/calls/operations';
import { useText } from '@paddock/mfe-kit/i18n';
import { ListRow } from '@paddock/ui/row';
import { SearchField } from '@paddock/ui/search-field';
import { useState } from 'react';
import { Code, RowsCard } from '../operations-card';
import styles from '../operations.module.css';
import { FlagSheet } from './flag-sheet';

/** Longer values are shown in their sheet only. */
const maxShown = 40;

/** Every flag, searchable by path, meaning and value. */
export function FlagsCard({ flags }: { flags: readonly DeployedFlag[] }) {
  const t = useText();
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const words = query.toLowerCase().split(/\s+/);
  const found = flags.filter(({ path, meaning = '', value = '' }) => {
    const text = `${path} ${meaning} ${value}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const flag = flags.find(({ path }) => path === opened);
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={t('deployment.search')}
          value={query}
          onChange={setQuery}
          clearLabel={t('deployment.clear')}
        />
      </div>
      <RowsCard
        title={t('deployment.flags')}
        note={t('deployment.found', { count: found.length })}
        rows={found}
        rowKey={({ path }) => path}
        empty={t('deployment.no_flags')}
        render={(row) => <FlagRow flag={row} onPress={() => setOpened(row.path)} />}
      />
      {flag && <FlagSheet flag={flag} onClose={() => setOpened(null)} />}
    </>
  );
}

function FlagRow({ flag, onPress }: { flag: DeployedFlag; onPress: () => void }) {
  const t = useText();
  const { path, value, meaning, source } = flag;
  return (
    <ListRow
      onPress={onPress}
      chevron
      title={<Code>{path}</Code>}
      sub={
        <>
          <Value value={value} />
          {source !== 'default' && <> · {t(`deployment.sources.${source}`)}</>}
          {meaning !== undefined && (
            <>
              <br />
              <bdi lang="en">{meaning}</bdi>
            </>
          )}
        </>
      }
    />
  );
}

function Value({ value }: Pick<DeployedFlag, 'value'>) {
  const t = useText();
  if (value === undefined) return t('deployment.no_value');
  return value.length > maxShown ? t('deployment.long_value', { count: value.length }) : <Code>{value}</Code>;
}
