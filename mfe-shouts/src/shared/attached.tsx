import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { FileRow, Media } from '@paddock/ui/media';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A shout's pictures, which open in a new window, and its files to download. */
export function Attached({ shout }: { shout: Pick<ShoutCard, 'image_urls' | 'files'> }) {
  const t = useText();
  const format = useFormat();
  const size = (bytes: number) => {
    const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
    return t(`size.${units[step]}`, { size: format.number(Math.round((bytes / 1000 ** step) * 10) / 10) });
  };
  return (
    <>
      {shout.image_urls.length > 0 && (
        <Media
          items={shout.image_urls.map((src) => ({ src, alt: '' }))}
          openLabel={(index) => t('open_picture', { number: index + 1, of: shout.image_urls.length })}
          onOpen={(index) => window.open(shout.image_urls[index], '_blank', 'noopener')}
        />
      )}
      {shout.files.map((file) => (
        <FileRow
          key={file.path}
          type={file.name.split('.').at(-1)!.slice(0, 4).toUpperCase()}
          name={file.name}
          meta={size(file.size)}
          download={{ label: t('download', { name: file.name }), href: file.path }}
        />
      ))}
    </>
  );
}
