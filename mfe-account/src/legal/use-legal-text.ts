import { ApiError, asApiError, whyUnreachable } from '@paddock/mfe-kit/api-error';
import { useEffect, useState } from 'react';

interface Loaded {
  address: string;
  text?: string;
  error?: ApiError;
}

const timeoutMs = 10_000;

/** Loads a legal text of the community; its address belongs to no call. */
export function useLegalText(address: string) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);
  const [isPending, setPending] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    const finish = (now: Omit<Loaded, 'address'>) => {
      if (leaving.signal.aborted) return;
      setLoaded({ address, ...now });
      setPending(false);
    };
    readText(address, leaving.signal).then(
      (text) => finish({ text }),
      (error: unknown) => finish({ error: asApiError(error) }),
    );
    return () => leaving.abort();
  }, [address, attempt]);
  const retry = () => {
    setPending(true);
    setAttempt(attempt + 1);
  };
  // The language has changed, and with it the file.
  const current = loaded?.address === address ? loaded : undefined;
  return { text: current?.text, error: current?.error, isPending, retry };
}

async function readText(address: string, leaving: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(timeoutMs)]);
  const reply = await fetch(address, { signal }).catch(() => {
    throw new ApiError(whyUnreachable(), '', 0);
  });
  // A proxy or a captive portal may answer in place of the service.
  const isText = reply.headers.get('content-type')?.startsWith('text/markdown');
  if (!reply.ok || !isText)
    throw new ApiError(reply.status >= 500 ? 'SERVICE_UNREACHABLE' : 'NOT_FETCHED', '', reply.status);
  return reply.text();
}
