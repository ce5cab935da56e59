import type { AttachedFile } from '@paddock/contract/calls/files';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { PdfToolbar } from '@paddock/ui/pdf-toolbar';
import { useState } from 'react';
import type { PdfState } from './load-document';
import { maxZoom, minZoom, type OpenPdf } from './open-pdf';

interface PdfBarProps {
  file: AttachedFile;
  pdf: OpenPdf | undefined;
  state: PdfState;
  thumbnails: { isOpen: boolean; onPress: () => void };
}

/** The toolbar of a document. */
export function PdfBar({ file: { name, safeFilePath }, pdf, state, thumbnails }: PdfBarProps) {
  const t = useText();
  const { number } = useFormat();
  const back = useBack();
  const [text, setText] = useState('');
  const { page, pages, zoom, matches } = state;
  const total = matches?.total ?? 0;
  return (
    <PdfToolbar
      label={name}
      back={{ label: t('pdf.back'), onPress: back }}
      page={{
        value: page,
        of: Math.max(1, pages),
        label: t('pdf.page'),
        ofText: pages > 0 ? t('pdf.of', { total: number(pages) }) : '',
        previousLabel: t('pdf.previous_page'),
        nextLabel: t('pdf.next_page'),
      }}
      onPage={(target) => pdf?.goTo(target)}
      zoom={{
        text: `${number(Math.round(zoom * 100))}%`,
        outLabel: t('pdf.zoom_out'),
        inLabel: t('pdf.zoom_in'),
        least: pages === 0 || zoom <= minZoom,
        most: pages === 0 || zoom >= maxZoom,
      }}
      onZoom={(step) => pdf?.zoomBy(step)}
      find={{
        value: text,
        label: t('pdf.find'),
        ...(matches && {
          count: total === 0 ? number(0) : `${number(matches.current)}/${number(total)}`,
          spoken:
            total === 0
              ? t('pdf.no_matches')
              : t('pdf.matches', { current: number(matches.current), total: number(total) }),
        }),
        previousLabel: t('pdf.previous_match'),
        nextLabel: t('pdf.next_match'),
        none: total === 0,
      }}
      onFind={(value) => {
        setText(value);
        pdf?.find(value);
      }}
      onMatch={(step) => pdf?.nextMatch(step)}
      pages={{ ...thumbnails, label: t('pdf.thumbnails') }}
      download={{ label: t('pdf.download'), href: safeFilePath }}
    />
  );
}
