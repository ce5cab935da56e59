// Outside `new Worker(…)`, where the bundler would build a worker of its own with the federation's runtime.
export const workerUrl = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

const decoders = [
  new URL('pdfjs-dist/wasm/jbig2_nowasm_fallback.js', import.meta.url),
  new URL('pdfjs-dist/wasm/openjpeg_nowasm_fallback.js', import.meta.url),
] as const;
/** The folder of the decoders of scanned pages; the worker knows their names. */
export const decodersUrl = new URL('.', decoders[0]).href;
