import { useText } from '@paddock/mfe-kit/i18n';
import type { ViewerProps } from '@paddock/ui/viewer';

/** The viewer's words, for so many pictures. */
export function useViewerLabels(title: string, of: number): ViewerProps['labels'] {
  const t = useText();
  return {
    title,
    close: t('viewing.close'),
    previous: t('viewing.previous'),
    next: t('viewing.next'),
    zoomIn: t('viewing.zoom_in'),
    zoomOut: t('viewing.zoom_out'),
    download: t('viewing.download'),
    share: t('viewing.share'),
    failed: t('viewing.failed'),
    retry: t('viewing.retry'),
    position: (index) => t('viewing.position', { number: index + 1, of }),
  };
}
