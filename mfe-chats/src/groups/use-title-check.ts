import { readGroupTitle } from '@paddock/contract/calls/groups';
import { ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallback } from 'react';

const takenCode = 'GROUP_NAME_NOT_AVAILABLE';

/**
 * Whether no other group has a title: the call returns NOT_FOUND then (A §5). `id` is the edited group, whose own title counts as
 * free.
 */
export function useTitleCheck(id?: string) {
  const t = useText();
  const { api } = useKit();
  const check = useCallback(
    async (title: string): Promise<typeof takenCode | undefined> => {
      try {
        await api.call(readGroupTitle, { title, ...(id !== undefined && { id }) });
        return takenCode;
      } catch (error) {
        if (asApiError(error).code === 'NOT_FOUND') return undefined;
        throw error;
      }
    },
    [api, id],
  );
  /** Throws what a form shows at its title. */
  const demandFree = useCallback(
    async (title: string) => {
      if (await check(title.trim()))
        throw new ApiError(takenCode, t(`group.codes.${takenCode}`), 409, { title: takenCode });
    },
    [check, t],
  );
  return { check, demandFree };
}
