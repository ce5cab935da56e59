import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';

/** Draws a page within the canvas's box, which then has the page's form; the returned function stops it. */
export function drawPage(loaded: Promise<PDFDocumentProxy>, number: number, canvas: HTMLCanvasElement): () => void {
  let drawing: RenderTask | undefined;
  let isStopped = false;
  const draw = async () => {
    const document = await loaded;
    const page = await document.getPage(number);
    if (isStopped) return;
    const { width, height } = page.getViewport({ scale: 1 });
    const { clientWidth, clientHeight } = canvas;
    const fit = Math.min(clientWidth / width, clientHeight / height);
    const scale = fit * devicePixelRatio;
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    [canvas.style.width, canvas.style.height] = [`${width * fit}px`, `${height * fit}px`];
    drawing = page.render({ canvas, viewport: page.getViewport({ scale }) });
    await drawing.promise;
  };
  // A page that cannot be drawn stays blank, as in the document; its number is below it.
  draw().catch(() => undefined);
  return () => {
    isStopped = true;
    drawing?.cancel();
  };
}
