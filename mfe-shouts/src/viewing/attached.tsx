import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { FileRows } from '@paddock/mfe-kit/file-rows';
import { useText } from '@paddock/mfe-kit/i18n';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { Media } from '@paddock/ui/media';
import { Suspense } from 'react';
import { LinkPreviews } from './link-previews';
import { documentsOf, mediaOf, openableOf, type Medium } from './media';
import { MetaButtons } from './meta-buttons';

const MediaViewer = lazyPart(
  () => import('./media-viewer'),
  'MediaViewer',
  () => import('./viewing-texts'),
);

type Attachments = Pick<ShoutCard, 'id' | 'user' | 'images' | 'files' | 'links' | 'meta'>;

/** What a shout has beside its text: pictures and videos, which open in a viewer, files, links and buttons. */
export function Attached({ shout }: { shout: Attachments }) {
  const media = mediaOf(shout);
  return (
    <>
      {media.length > 0 && <ShoutMedia shout={shout} media={media} />}
      <FileRows files={documentsOf(shout)} id={shout.id} />
      <LinkPreviews shout={shout} />
      {shout.meta && <MetaButtons meta={shout.meta} />}
    </>
  );
}

/** The opened picture is part of the address: Back closes it. */
function ShoutMedia({ shout, media }: { shout: Attachments; media: readonly Medium[] }) {
  const t = useText();
  const [opened, setOpened] = useAddressPart('picture');
  const openable = openableOf(media);
  const [id, index = ''] = opened.split('-');
  const start = openable[Number(index)] && id === shout.id ? Number(index) : undefined;
  return (
    <>
      <Media
        items={media.map(({ kind, file: { path, feed_path, poster_path, width, height, processing } }) => ({
          src: kind === 'picture' ? (feed_path ?? path) : (poster_path ?? ''),
          alt: '',
          width,
          height,
          isVideo: kind === 'video',
          ...(processing !== undefined && {
            progress: { percent: processing, label: t('video_processing', { percent: processing }) },
          }),
        }))}
        openLabel={(at) => t(`open_${media[at]!.kind}`, { number: at + 1, of: media.length })}
        onOpen={(at) => setOpened(`${shout.id}-${openable.indexOf(media[at]!)}`)}
      />
      {start !== undefined && (
        <Suspense>
          <MediaViewer shout={shout} media={openable} start={start} onClose={() => setOpened('')} />
        </Suspense>
      )}
    </>
  );
}
