import type { Sponsor } from '@paddock/contract/calls/notices';
import { localeOf } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { FileRow } from '@paddock/ui/media';

/** The notice's files: a PDF or picture opens, every file downloads. */
export function NoticeFiles({ files }: Pick<Sponsor, 'files'>) {
  const t = useText();
  const locale = localeOf(useSession().language);
  const sizes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const large = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return files.map(({ path, safeFilePath, name, size }) => (
    <FileRow
      key={path}
      type={(name.split('.').at(-1) ?? '').slice(0, 4).toUpperCase()}
      name={name}
      meta={size < 1e6 ? sizes.format(Math.max(1, size / 1e3)) : large.format(size / 1e6)}
      download={{ label: t('notices.download', { name }), href: safeFilePath }}
    />
  ));
}
