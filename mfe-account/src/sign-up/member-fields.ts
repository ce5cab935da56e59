import type { useText } from '@paddock/mfe-kit/i18n';
import type { Session } from '@paddock/mfe-kit/session';

/** The fields with which every new account begins, besides its address. */
export function memberFields(t: ReturnType<typeof useText>, { flags }: Session) {
  return {
    fullname: {
      type: 'input',
      name: 'fullname',
      label: t('fields.fullname'),
      autoComplete: 'name',
      codes: { INVALID_PATTERN: t('codes.fullname_INVALID_PATTERN') },
    },
    username: {
      type: 'input',
      name: 'username',
      label: t('fields.username'),
      help: t('signup.username_help'),
      autoComplete: 'username',
      autoCapitalize: 'none',
      codes: {
        INVALID_PATTERN: t('codes.username_INVALID_PATTERN'),
        USERNAME_NOT_AVAILABLE: t('codes.USERNAME_NOT_AVAILABLE'),
      },
    },
    password: {
      type: 'password',
      name: 'password',
      label: t('fields.password'),
      help: t('signup.password_help', { min: flags.passwordMinLen, max: flags.passwordMaxLen }),
      autoComplete: 'new-password',
    },
  } as const;
}
