import type { Text } from '@paddock/mfe-kit/kit-context';

/** The member's own password, which changes of Sign-in security require. */
export const passwordField = (t: Text) => ({
  type: 'password' as const,
  name: 'password' as const,
  label: t('security.totp.password'),
  autoComplete: 'current-password',
  codes: { WRONG_PASSWORD: t('codes.WRONG_PASSWORD') },
});
