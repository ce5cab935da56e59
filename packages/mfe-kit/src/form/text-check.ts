import { useEffect, useEffectEvent, useState } from 'react';
import { debounceMs } from '../calls/use-debounced';
import type { TextCheck } from './form-data';

interface Checked {
  text: string;
  code: string | undefined;
}

/** Checks a text after each pause in typing; drops replies for an older text. */
export function useTextCheck(check: TextCheck | undefined, value: string): { pending: boolean; code?: string } {
  const text = value.trim();
  const needed = check !== undefined && text !== '' && text !== check.skip;
  const [checked, setChecked] = useState<Checked>();
  // The submit reports what a failed check cannot find out.
  const ask = useEffectEvent(async () => check?.code(text).catch(() => undefined));
  useEffect(() => {
    if (!needed) return;
    let gone = false;
    const timer = setTimeout(() => {
      void ask().then((code) => gone || setChecked({ text, code }));
    }, debounceMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [needed, text]);
  if (!needed) return { pending: false };
  if (checked?.text !== text) return { pending: true };
  return { pending: false, ...(checked.code !== undefined && { code: checked.code }) };
}
