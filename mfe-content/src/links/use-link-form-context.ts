import { readItems } from '@paddock/contract/calls/items';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useTabTitle } from '@paddock/mfe-kit/session';
import type { LinkFormContext } from './link-forms';

export function useLinkFormContext(): LinkFormContext {
  const plans = useCallQuery(readItems, { type: 'subscription' });
  return {
    plans: plans.data?.items ?? (plans.isError ? plans : undefined),
    hasWebview: useTabTitle('webview') !== undefined,
  };
}
