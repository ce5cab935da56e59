import { type PendingFile, useKit } from '@paddock/mfe-kit/kit-context';
import { FileRow, Media } from '@paddock/ui/media';
import { useEffect, useState } from 'react';

/** The files of a post that is not sent yet: pictures from this browser, and names. */
export function UnsentFiles({ files = [] }: { files?: readonly PendingFile[] | undefined }) {
  const { uploads } = useKit();
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map());
  const keys = files
    .filter(({ type }) => type.startsWith('image/'))
    .map(({ key }) => key)
    .join(' ');
  useEffect(() => {
    if (keys === '') return;
    let gone = false;
    const made: string[] = [];
    const show = async (key: string) => {
      const src = await (await uploads()).preview(key);
      if (src === undefined) return;
      if (gone) return URL.revokeObjectURL(src);
      made.push(src);
      setPreviews((known) => new Map(known).set(key, src));
    };
    // The name shows without a picture too.
    for (const key of keys.split(' ')) show(key).catch(() => undefined);
    return () => {
      gone = true;
      made.forEach((src) => URL.revokeObjectURL(src));
    };
  }, [keys, uploads]);

  const pictures = files.filter(({ key }) => previews.has(key));
  return (
    <>
      {pictures.length > 0 && (
        <Media items={pictures.map(({ key, name }) => ({ src: previews.get(key)!, alt: name }))} openLabel={String} />
      )}
      {files
        .filter(({ key }) => !previews.has(key))
        .map(({ key, name }) => (
          <FileRow key={key} type={name.split('.').at(-1)!.slice(0, 4).toUpperCase()} name={name} bare />
        ))}
    </>
  );
}
