import type { ExpectedMember } from '@paddock/contract/calls/event-check-in';
import { foldText } from '@paddock/contract/core/folding';
import { useText } from '@paddock/mfe-kit/i18n';
import { PersonAvatar } from '@paddock/ui/avatar';
import { Button } from '@paddock/ui/button';
import { Card } from '@paddock/ui/card';
import { PersonRow } from '@paddock/ui/person-row';
import { SearchField } from '@paddock/ui/search-field';
import { Empty } from '@paddock/ui/state';
import { useState } from 'react';
import styles from './check-in.module.css';

/** Rows without a search; of a large event one searches by name. */
const maxShown = 50;

interface ExpectedListProps {
  expected: readonly ExpectedMember[];
  arrived: ReadonlyMap<string, string>;
  /** Members whose arrival the service does not have yet. */
  unsent: ReadonlySet<string>;
  nameOf: (member: ExpectedMember) => string;
  time: (at: string) => string;
  onArrive: (member: ExpectedMember) => void;
  onUndo: (member: ExpectedMember) => void;
}

/** The expected members, to check in without a code; members who have not arrived come first. */
export function ExpectedList({ expected, arrived, unsent, nameOf, time, onArrive, onUndo }: ExpectedListProps) {
  const t = useText();
  const [search, setSearch] = useState('');
  const query = foldText(search.trim());
  const found = expected
    .map((member) => ({ member, key: foldText(nameOf(member)), isHere: arrived.has(member.user) }))
    .filter(({ key }) => key.includes(query))
    .sort((a, b) => Number(a.isHere) - Number(b.isHere) || a.key.localeCompare(b.key))
    .map(({ member }) => member);
  const rows = found.slice(0, maxShown);
  return (
    <Card label={t('check_in.list')}>
      <div className={styles.search}>
        <SearchField
          label={t('check_in.search')}
          value={search}
          onChange={setSearch}
          clearLabel={t('check_in.clear')}
        />
      </div>
      {rows.length === 0 && (
        <Empty title={t(expected.length === 0 ? 'check_in.nobody' : 'check_in.not_found')} level={3} />
      )}
      <ul>
        {rows.map((member) => {
          const at = arrived.get(member.user);
          const name = nameOf(member);
          const waits = at !== undefined && unsent.has(member.user);
          return (
            <li key={member.user}>
              <PersonRow
                avatar={<PersonAvatar id={member.user} name={name} src={member.card?.profile_image} />}
                lines={[
                  name,
                  ...(at === undefined ? [] : [t(waits ? 'check_in.waits' : 'check_in.arrived', { time: time(at) })]),
                ]}
                action={
                  at === undefined ? (
                    <Button size="s" aria-label={t('check_in.tick_name', { name })} onPress={() => onArrive(member)}>
                      {t('check_in.tick')}
                    </Button>
                  ) : (
                    !waits && (
                      <Button
                        size="s"
                        variant="quiet"
                        aria-label={t('check_in.undo_name', { name })}
                        onPress={() => onUndo(member)}
                      >
                        {t('check_in.undo')}
                      </Button>
                    )
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {found.length > rows.length && (
        <p className="label text-secondary pad">{t('check_in.more', { count: found.length - rows.length })}</p>
      )}
    </Card>
  );
}
