import {
  getDocument,
  InvalidPDFException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PasswordResponses,
  PDFWorker,
} from 'pdfjs-dist';
import { BinaryData } from './binary-data';
import { decodersUrl, workerUrl } from './pdf-assets';
import { openSource, rangeSize, RefusedRange, type RangeSource } from './range-source';

export type PdfFault = 'invalid' | 'missing' | 'unexpected' | 'failed';

export interface PdfState {
  page: number;
  /** 0 while the document loads. */
  pages: number;
  zoom: number;
  /** Of the last search; undefined before one. */
  matches?: { current: number; total: number } | undefined;
  fault?: PdfFault;
  /** Parts of the open document could not be fetched. */
  isWaiting?: boolean;
  /** Set while the document waits for its password. */
  password?: { isWrong: boolean; send: (password: string) => void } | undefined;
}

export const faultOf = (error: unknown): PdfFault => {
  if (error instanceof InvalidPDFException) return 'invalid';
  if (error instanceof RefusedRange) return error.status === 404 ? 'missing' : 'unexpected';
  return 'failed';
};

export interface LoadedDocument {
  document: Promise<PDFDocumentProxy>;
  /** Fetches the parts that could not be fetched. */
  retry(): void;
  stop(): void;
}

/** Loads a document in a worker of its own, which `stop` ends. */
export function loadDocument(url: string, report: (change: Partial<PdfState>) => void): LoadedDocument {
  const port = new Worker(workerUrl, { type: 'module' });
  port.addEventListener('error', () => report({ fault: 'failed' }));
  const worker = PDFWorker.create({ port });
  const closing = new AbortController();
  let task: PDFDocumentLoadingTask | undefined;
  let range: RangeSource | undefined;
  const load = async () => {
    const source = await openSource(url, closing.signal, (isWaiting) => report({ isWaiting }));
    closing.signal.throwIfAborted();
    if ('range' in source) range = source.range;
    task = getDocument({
      ...source,
      worker,
      BinaryDataFactory: BinaryData,
      useWorkerFetch: false,
      // Without WebAssembly, which the page's policy forbids, the worker imports decoders of scans from here.
      useWasm: false,
      wasmUrl: decodersUrl,
      // A member reads some pages of a long document: fetch their ranges only.
      disableAutoFetch: true,
      disableStream: true,
      rangeChunkSize: rangeSize,
    });
    task.onPassword = (send: (password: string) => void, reason: number) =>
      report({ password: { isWrong: reason === PasswordResponses.INCORRECT_PASSWORD, send } });
    return task.promise;
  };
  const stop = () => {
    closing.abort();
    void Promise.resolve(task?.destroy())
      // The document's own end is of no interest when its window closes.
      .catch(() => undefined)
      .finally(() => port.terminate());
  };
  return { document: load(), retry: () => range?.retry(), stop };
}
