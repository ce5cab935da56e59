import type { CommonParameters } from '@paddock/contract/core/common-parameters';
import { ApiError, hasNetwork, whyUnreachable } from '../kit/api-error';
import { deviceNow, learnServerTime } from '../kit/clock';
import { pausedReason } from '../kit/uploads';
import type { Api, CallAddress, CallOptions } from '../kit/kit-context';

export interface ApiSettings {
  /** The API's URL, e.g. `/api`. */
  base: () => string;
  /** The session token, sent as `Authorization: Bearer` and never in an address (`decisions`: names and calls). */
  token: () => string | null;
  /** Parameters sent with every call (A §7). */
  common: () => CommonParameters;
  /** Called after every call with its error, undefined on success, and the token it was sent with. */
  onOutcome?: (error: ApiError | undefined, address: CallAddress, token: string | null) => void;
  fetch?: typeof fetch;
  /** Milliseconds without a byte until a call times out (A §9). */
  timeout?: number;
}

type Request = [url: string, init: RequestInit];

/** A stopping process answers 503 with `retry_after`: the resend reaches another process or the next one. */
const maxResends = 3;
/** A longer wait is shown as an error. */
const maxResendPauseSeconds = 2;

/** Bytes above which a file is uploaded by tus, so that it continues after a cut. */
const resumableAbove = 10_000_000;
const readFile: CallAddress = { name: 'files.read', method: 'GET', path: '/files/{id}' };

/** Creates the API client; the shell creates one for the page. */
export function createApi(settings: ApiSettings): Api {
  const { timeout = 10_000 } = settings;
  const fetcher: typeof fetch = settings.fetch ?? ((...args) => globalThis.fetch(...args));

  function transport(heard: () => void, onProgress: CallOptions['onProgress']): (...to: Request) => Promise<Response> {
    if (!onProgress) return fetcher;
    return async (url, init) => {
      const { sendWithProgress } = await import(/* webpackChunkName: "upload" */ './api-upload');
      return sendWithProgress(url, init, (sent) => {
        heard();
        onProgress(sent);
      });
    };
  }

  /** Sends again what the server refused before it was handled, if the wait is short. */
  async function answer(parts: Request, heard: () => void, onProgress: CallOptions['onProgress']): Promise<unknown> {
    for (let resends = 0; ; resends++) {
      const sent = deviceNow();
      const response = await transport(heard, onProgress)(...parts);
      learnServerTime(response.headers.get('date'), sent);
      const body = await readBody(response, heard);
      if (response.ok) return body;
      const error = refusal(response.status, body);
      const { retryAfter = Infinity } = error;
      if (response.status !== 503 || retryAfter > maxResendPauseSeconds || resends === maxResends) throw error;
      await pause(retryAfter * 1000, parts[1].signal!);
      heard();
    }
  }

  async function send(address: CallAddress, input: Record<string, unknown>, options: CallOptions = {}) {
    const silence = silenceLimit(timeout);
    const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal;
    const token = settings.token();
    try {
      if (address.name === 'files.upload' && options.file && options.file.size > resumableAbove)
        return await resumable(input, options, signal, silence.heard, token);
      const parts = request(settings, address, input, options, signal, token);
      const body = await answer(parts, silence.heard, options.onProgress);
      settings.onOutcome?.(undefined, address, token);
      return body;
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      const failure =
        error instanceof ApiError
          ? error
          : new ApiError(silence.signal.aborted && hasNetwork() ? 'NO_REPLY' : whyUnreachable(), '', 0);
      settings.onOutcome?.(failure, address, token);
      throw failure;
    } finally {
      silence.end();
    }
  }

  /** Uploads by tus beside the upload's own address, then reads the file. */
  async function resumable(
    input: Record<string, unknown>,
    { file, signal: given, onProgress, resume }: CallOptions,
    signal: AbortSignal,
    heard: () => void,
    token: string | null,
  ): Promise<unknown> {
    const { workplace } = settings.common();
    const { sendResumable } = await import(/* webpackChunkName: "upload" */ './api-resumable');
    const id = await sendResumable({
      file: file!,
      endpoint: `${settings.base()}/files/resumable`,
      headers: bearer(token),
      metadata: Object.fromEntries(texts({ filename: file!.name, workplace, ...input })),
      signal,
      isGivenUp: () => given?.aborted === true && given.reason !== pausedReason,
      heard,
      onProgress,
      resume,
      refusal: (status, body) => refusal(status, parseReply(body, status)),
    });
    return send(readFile, { id, workplace }, { ...(given && { signal: given }) });
  }

  return { send, call: send as Api['call'] };
}

/** What a call sends: path, query or body, and headers. */
function request(
  settings: ApiSettings,
  { method, path, inBody = [] }: CallAddress,
  input: Record<string, unknown>,
  { file }: CallOptions,
  signal: AbortSignal,
  token: string | null,
): Request {
  const rest = { ...settings.common(), ...input } as Record<string, unknown>;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const headers = bearer(token);
  const url = settings.base() + address;
  const init: RequestInit = { method, headers, signal, credentials: 'omit' };
  if (method === 'GET' || method === 'DELETE') {
    const secret = Object.fromEntries(inBody.flatMap((name) => (name in rest ? [[name, rest[name]]] : [])));
    for (const name of inBody) delete rest[name];
    const query = new URLSearchParams(texts(rest)).toString();
    if (inBody.length > 0) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(secret);
    }
    return [query ? `${url}?${query}` : url, init];
  }
  if (file) {
    const form = new FormData();
    for (const [name, value] of texts(rest)) form.append(name, value);
    form.append('file', file);
    return [url, { ...init, body: form }];
  }
  headers['Content-Type'] = 'application/json';
  return [url, { ...init, body: JSON.stringify(rest) }];
}

const bearer = (token: string | null): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {});

/** Query and form fields: skips missing values, encodes objects as JSON. */
function texts(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
}

/** Reads a reply chunk by chunk, so that a slow one does not time out while bytes arrive. */
async function readBody(response: Response, heard: () => void): Promise<unknown> {
  heard();
  let text = '';
  if (response.body) {
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      text += decoder.decode(part.value, { stream: true });
    }
    text += decoder.decode();
  }
  return parseReply(text, response.status);
}

function parseReply(text: string, status: number): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // The body is a proxy's error page; from 502 on the service is down.
    throw new ApiError(status >= 502 ? 'SERVICE_UNREACHABLE' : 'NOT_FETCHED', '', status);
  }
}

function refusal(status: number, body: unknown): ApiError {
  const { code, message, fields, retry_after } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  return new ApiError(
    typeof code === 'string' ? code : 'NOT_FETCHED',
    typeof message === 'string' ? message : '',
    status,
    typeof fields === 'object' && fields !== null ? (fields as ApiError['fields']) : {},
    typeof retry_after === 'number' ? retry_after : undefined,
  );
}

/** Rejects when the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

function silenceLimit(milliseconds: number) {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), milliseconds);
  let timer = start();
  const end = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    end,
    heard() {
      end();
      timer = start();
    },
  };
}
