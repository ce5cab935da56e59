import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Viewer } from '@paddock/ui/viewer';
import { download } from './download';
import type { Medium } from './media';

interface MediaViewerProps {
  shout: Pick<ShoutCard, 'user'>;
  media: readonly Medium[];
  /** The medium shown first. */
  start: number;
  onClose: () => void;
}

/** A shout's pictures and videos over the whole window. */
export function MediaViewer({ shout, media, start, onClose }: MediaViewerProps) {
  const t = useText();
  const toast = useToast();
  const nameOf = useMemberName();
  const of = media.length;
  return (
    <Viewer
      items={media.map(({ kind, file: { path, poster_path, width, height } }, index) => ({
        kind,
        src: path,
        alt: t(`viewing.${kind}`, { number: index + 1, of }),
        poster: poster_path,
        width,
        height,
      }))}
      start={start}
      labels={{
        title: t('viewing.title', { name: nameOf(shout.user) }),
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
      }}
      onClose={onClose}
      onDownload={(index) => void download(media[index]!.file).catch(toast.error)}
    />
  );
}
