import { localeOf } from '@paddock/mfe-kit/format';
import { useSession } from '@paddock/mfe-kit/session';

/** The member's locale, which decides names and weeks. */
export const useLocale = () => localeOf(useSession().language);
