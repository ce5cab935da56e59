import { type ToastContent, toast as show } from '@paddock/ui/toast';
import { useMemo } from 'react';
import { useErrorText, useText } from './i18n';

/** Shows a short message for about 4 s (A §8). */
export interface Toast {
  /**
   * By a key of the module's texts: `toast('saved')`, and `toast('not_copied', { kind: 'bad' })` when it says that nothing was done. With
   * one action, such as Undo, it stays 10 s.
   */
  (
    key: string,
    values?: Record<string, unknown> & Pick<ToastContent, 'kind'>,
    action?: { label: string; onPress: () => void },
  ): void;
  /** Shows a call's error: `toast.error(error)`. */
  error(error: unknown): void;
}

export function useToast(): Toast {
  const t = useText();
  const errorText = useErrorText();
  return useMemo(
    () =>
      Object.assign(
        (...[key, values, action]: Parameters<Toast>) =>
          void show({
            text: t(key, values),
            kind: values?.kind,
            ...(action && { action, stay: 10_000 }),
          }),
        {
          error: (error: unknown) => void show({ text: errorText(error), kind: 'bad' as const }),
        },
      ),
    [t, errorText],
  );
}
