import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useEffect, useRef, useState } from 'react';
import type { PdfState } from './load-document';
import { openPdf, type OpenPdf } from './open-pdf';

const loading: PdfState = { page: 1, pages: 0, zoom: 1 };

/** The document at an address, shown in the element of `container`. `retry` opens it again. */
export function usePdf(path: string) {
  const t = useText();
  const { number } = useFormat();
  const container = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState(loading);
  const label = (page: number) => t('pdf.page_number', { page: number(page) });
  const latestLabel = useRef(label);
  latestLabel.current = label;
  useEffect(() => {
    setState(loading);
    const opened = openPdf(
      container.current!,
      path,
      (change) => setState((before) => ({ ...before, ...change })),
      (page) => latestLabel.current(page),
    );
    setPdf(opened);
    return () => opened.close();
  }, [path, attempt]);
  return { container, pdf, state, retry: () => setAttempt(attempt + 1) };
}
