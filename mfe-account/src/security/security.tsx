import { readSecurity } from '@paddock/contract/calls/second-factor';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Skeleton } from '@paddock/ui/state';
import styles from './security.module.css';
import { SecurityIdentities } from './security-identities';
import { SecurityPasskeys } from './security-passkeys';
import { SecurityTotp } from './security-totp';

/** The deployment's additional sign-in factors, and linked accounts. */
export function Security() {
  const t = useText();
  const { flags } = useSession();
  const query = useCallQuery(readSecurity, {}, { staleTime: 0 });
  if (query.error && !query.data)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton shape="row" count={2} label={t('security.loading')} />;
  const { totp, recovery_codes, passkeys, identities, password } = query.data;
  return (
    <div className={styles.parts}>
      {flags.totp && <SecurityTotp isOn={totp} left={recovery_codes} />}
      {flags.passkeys && <SecurityPasskeys passkeys={passkeys} />}
      {/* Without any factor the section is open only for a former provider's accounts; it stays after the last one is removed. */}
      {(flags.third_party_auth || identities.length > 0 || (!flags.totp && !flags.passkeys)) && (
        <SecurityIdentities identities={identities} password={password} />
      )}
    </div>
  );
}
