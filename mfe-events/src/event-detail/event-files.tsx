import type { PaddockEvent } from '@paddock/contract/calls/events';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { FileRow } from '@paddock/ui/media';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The event's files to download. */
export function EventFiles({ files }: Pick<PaddockEvent, 'files'>) {
  const t = useText();
  const locale = localeOf(useSession().language);
  const size = (bytes: number) => {
    const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
    return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step]!, maximumFractionDigits: 1 }).format(
      bytes / 1000 ** step,
    );
  };
  return files.map(({ path, name, size: bytes }) => (
    <FileRow
      key={path}
      type={name.split('.').at(-1)!.slice(0, 4).toUpperCase()}
      name={name}
      meta={size(bytes)}
      download={{ label: t('detail.download', { name }), href: path }}
    />
  ));
}
