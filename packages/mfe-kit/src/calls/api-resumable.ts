import { DetailedError, Upload } from 'tus-js-client';
import type { CallOptions } from '../kit/kit-context';

interface ResumableUpload extends Pick<CallOptions, 'onProgress' | 'resume'> {
  file: File;
  endpoint: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  signal: AbortSignal;
  /** True when the member gave the upload up, not the network. */
  isGivenUp: () => boolean;
  /** Called whenever bytes flow. */
  heard: () => void;
  /** The error of a reply. */
  refusal: (status: number, body: string) => Error;
}

/**
 * Uploads a file by tus 1.0, which continues after a cut where the server's bytes end.
 * @returns the file's id
 */
export function sendResumable(options: ResumableUpload): Promise<string> {
  const { file, endpoint, headers, metadata, signal, isGivenUp, heard, onProgress, resume, refusal } = options;
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: resume?.address ?? null,
      headers,
      metadata,
      retryDelays: [0, 1000, 3000],
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => resume?.onAddress(upload.url ?? ''),
      onAfterResponse: heard,
      onProgress(sent, total) {
        heard();
        onProgress?.(total > 0 ? sent / total : 0);
      },
      // Another window may hold the upload (423); any other refusal is final.
      onShouldRetry: (error) => [0, 423, 502, 503, 504].includes(error.originalResponse?.getStatus() ?? 0),
      onSuccess: () => resolve(new URL(upload.url!, window.location.href).pathname.split('/').at(-1)!),
      onError(error) {
        const reply = error instanceof DetailedError ? error.originalResponse : null;
        reject(reply ? refusal(reply.getStatus(), reply.getBody()) : error);
      },
    });
    const stop = () => {
      // The server keeps what it has, except for a file that the member removed.
      upload.abort(isGivenUp()).catch(() => undefined);
      reject(new TypeError('The upload did not arrive.'));
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else upload.start();
  });
}
