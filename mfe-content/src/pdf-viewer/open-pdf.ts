import { AnnotationEditorType, AnnotationMode } from 'pdfjs-dist';
// After pdf.js itself, which the components read from the window.
import { EventBus, FindState, LinkTarget, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { FindController } from './find-controller';
import { faultOf, loadDocument, type PdfState } from './load-document';
import { drawPage } from './draw-page';
import { bringTo, followPinch, type Point, type Spot, spotAt } from './pinch';

const zoomFactor = 1.1;
export const minZoom = 0.25;
export const maxZoom = 10;
const debounceMs = 200;

export interface OpenPdf {
  goTo(page: number): void;
  zoomBy(step: -1 | 1): void;
  find(text: string): void;
  nextMatch(step: -1 | 1): void;
  /** Draws a page at the width of the canvas; the returned function stops it. */
  drawThumbnail(page: number, canvas: HTMLCanvasElement): () => void;
  /** Fetches the parts that could not be fetched. */
  retry(): void;
  close(): void;
}

interface Found {
  state?: number;
  matchesCount: { current: number; total: number };
}

/** The components' own texts are English; pages get their labels here, and nothing else of them is shown. */
const withoutTexts = {
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
} as unknown as NonNullable<ConstructorParameters<typeof PDFViewer>[0]['l10n']>;

const clampZoom = (zoom: number) => Math.min(maxZoom, Math.max(minZoom, zoom));

/** Labels the pages, and reports their number and the current one. */
function reportPages(
  viewer: PDFViewer,
  eventBus: EventBus,
  pageLabel: (page: number) => string,
  report: (change: Partial<PdfState>) => void,
): void {
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto';
    for (let page = 1; page <= viewer.pagesCount; page++) {
      const { div } = viewer.getPageView(page - 1) as { div: HTMLElement };
      div.ariaLabel = pageLabel(page);
    }
    report({ pages: viewer.pagesCount, page: 1, password: undefined });
  });
  // A Tab stop for each page of a long document; the scroller around them is one already.
  eventBus.on('textlayerrendered', ({ source }: { source: { textLayer?: { div: HTMLElement } } }) =>
    source.textLayer?.div.removeAttribute('tabindex'),
  );
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => report({ page: pageNumber }));
}

/**
 * Shows a document in `container`, whose only child holds the pages. Scripts in it never run, and the components draw and keep a bounded
 * number of pages.
 */
export function openPdf(
  container: HTMLDivElement,
  url: string,
  onChange: (change: Partial<PdfState>) => void,
  pageLabel: (page: number) => string,
): OpenPdf {
  const closing = new AbortController();
  const { signal } = closing;
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.BLANK });
  const findController = new FindController({ eventBus, linkService, delay: debounceMs });
  // The published types do not name all of them, such as `abortSignal`.
  const options = {
    ...{ container, eventBus, linkService, findController, abortSignal: signal, l10n: withoutTexts },
    ...{ annotationMode: AnnotationMode.ENABLE, annotationEditorMode: AnnotationEditorType.DISABLE },
    ...{ enableAutoLinking: false, enableSelectionRendering: false },
  };
  const viewer = new PDFViewer(options);
  linkService.setViewer(viewer);

  const report = (change: Partial<PdfState>) => {
    if (!signal.aborted) onChange(change);
  };
  const { document: loaded, retry, stop } = loadDocument(url, report);
  reportPages(viewer, eventBus, pageLabel, report);
  // Unrounded: the components round each step of a pinch, and would lose small ones.
  let zoom = 1;
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => {
    if (Math.abs(scale - zoom) > 0.01) zoom = scale;
    report({ zoom: scale });
  });
  eventBus.on('updatefindmatchescount', ({ matchesCount }: Found) => report({ matches: matchesCount }));
  eventBus.on('updatefindcontrolstate', ({ state, matchesCount }: Found) => {
    if (state !== FindState.PENDING) report({ matches: query === '' ? undefined : matchesCount });
  });

  loaded.then(
    (document) => {
      if (signal.aborted) return;
      viewer.setDocument(document);
      linkService.setDocument(document);
    },
    (error: unknown) => report({ fault: faultOf(error) }),
  );

  const resizing = new ResizeObserver(() => {
    if (viewer.pagesCount === 0) return;
    if (viewer.currentScaleValue === 'auto') viewer.currentScaleValue = 'auto';
    viewer.update();
  });
  resizing.observe(container);

  const zoomBy = (factor: number, spot: Spot | undefined, point: Point) => {
    if (viewer.pagesCount === 0) return;
    zoom = clampZoom(zoom * factor);
    viewer.updateScale({ scaleFactor: zoom / viewer.currentScale, drawingDelay: debounceMs });
    // Not by the components' own origin, which counts the gaps between pages and ends on another page of a long document.
    if (spot) bringTo(container, spot, point);
  };
  followPinch(container, zoomBy, signal);

  let query = '';
  const search = (type: '' | 'again', findPrevious = false) =>
    eventBus.dispatch('find', {
      ...{ source: container, type, query, findPrevious },
      ...{ caseSensitive: false, entireWord: false, highlightAll: true, matchDiacritics: false },
    });
  let moving: ReturnType<typeof setTimeout> | undefined;
  return {
    goTo(page) {
      onChange({ page });
      clearTimeout(moving);
      moving = setTimeout(() => (viewer.currentPageNumber = page), debounceMs);
    },
    zoomBy(step) {
      const { left, top, width, height } = container.getBoundingClientRect();
      const middle = [left + width / 2, top + height / 2] as const;
      zoomBy(zoomFactor ** step, spotAt(container, middle), middle);
    },
    find(text) {
      query = text;
      search('');
    },
    nextMatch: (step) => search('again', step < 0),
    retry,
    drawThumbnail: (page, canvas) => drawPage(loaded, page, canvas),
    close() {
      closing.abort();
      clearTimeout(moving);
      resizing.disconnect();
      findController.setDocument(null!);
      linkService.setDocument(null);
      viewer.setDocument(null);
      stop();
    },
  };
}
