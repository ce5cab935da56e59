import type { AttachedFile } from '@paddock/contract/calls/files';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { Carousel } from '@paddock/ui/carousel';

interface ItemPicturesProps {
  files: readonly AttachedFile[];
  /** Names all of them: "Pictures of …". */
  label: string;
  /** Names one by its index. */
  nameOf: (index: number) => string;
  previousLabel: string;
  nextLabel: string;
  /** Around the pictures. */
  className: string | undefined;
  /** Around a single one. */
  oneClassName: string | undefined;
}

/** The pictures of an ad or a room; a press shows them over the whole window, where a module offers that. Back closes them. */
export function ItemPictures({ files, label, nameOf, className, oneClassName, ...carousel }: ItemPicturesProps) {
  const opens = useSlotAvailable('shouts.pictures');
  const [picture, setPicture] = useAddressPart('picture');
  const [first] = files;
  if (!first) return null;
  const { path, feed_path = path, width, height } = first;
  const open = (at: number) => setPicture(String(at));
  const image = <img src={feed_path} alt={opens ? '' : label} width={width} height={height} />;
  return (
    <div className={className}>
      {files.length > 1 ? (
        <Carousel
          label={label}
          items={files.map((file, at) => ({ src: file.feed_path ?? file.path, alt: nameOf(at) }))}
          positionLabel={nameOf}
          {...carousel}
          {...(opens && { onOpen: open })}
        />
      ) : opens ? (
        <button type="button" className={oneClassName} aria-label={label} onClick={() => open(0)}>
          {image}
        </button>
      ) : (
        <div className={oneClassName}>{image}</div>
      )}
      {picture !== '' && files[Number(picture)] && (
        <Slot
          name="shouts.pictures"
          props={{
            title: label,
            pictures: files.map((file) => file.path),
            start: Number(picture),
            onClose: () => setPicture(''),
          }}
        />
      )}
    </div>
  );
}
