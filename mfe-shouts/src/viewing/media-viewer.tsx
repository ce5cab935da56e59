import { shareShout, sharingRefusal } from '@paddock/contract/calls/shout-readers';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useMemberName, useText } from '@paddock/mfe-kit/i18n';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Viewer } from '@paddock/ui/viewer';
import { download } from '@paddock/mfe-kit/download';
import type { Medium } from './media';
import { useViewerLabels } from './use-viewer-labels';

interface MediaViewerProps {
  shout: Pick<ShoutCard, 'id' | 'user'>;
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
  const { flags, isAdmin } = useSession();
  const platform = usePlatform();
  const address = useCallMutation(shareShout);
  const of = media.length;
  const labels = useViewerLabels(t('viewing.title', { name: nameOf(shout.user) }), of);
  const mayShare = platform.has('share') && sharingRefusal(flags, isAdmin) === undefined;
  // The addresses of files are signed for this member: shared is the shout.
  const share = async () => {
    const { url } = await address.mutateAsync({ id: shout.id });
    if ((await platform.share({ url })) === 'copied') toast('link_copied');
  };
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
      labels={labels}
      onClose={onClose}
      {...(mayShare && { onShare: () => void share().catch(toast.error) })}
      onDownload={(index) => void download(media[index]!.file).catch(toast.error)}
    />
  );
}
