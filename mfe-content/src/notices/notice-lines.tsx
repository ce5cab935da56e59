import type { Sponsor } from '@paddock/contract/calls/notices';
import { useText } from '@paddock/mfe-kit/i18n';
import { NoticeLine } from '@paddock/ui/notice-card';
import { AtSign, Globe, Mail, MapPin, Phone } from 'lucide-react';

/** Ways to reach those whom a notice is about: call, mail, map, web pages, handle. */
export function NoticeLines({ sponsor }: { sponsor: Sponsor }) {
  const t = useText();
  const { phone, email, location, url, url2, twitter_handle: handle } = sponsor;
  if (![phone, email, location, url, url2, handle].some(Boolean)) return null;
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(location ?? '')}`;
  return (
    <div>
      {phone && (
        <NoticeLine
          href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
          icon={Phone}
          title={t('notices.call')}
          value={<bdi dir="ltr">{phone}</bdi>}
        />
      )}
      {email && (
        <NoticeLine
          href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
          icon={Mail}
          title={<bdi dir="ltr">{email}</bdi>}
          label={t('notices.mail_to', { email })}
        />
      )}
      {location && (
        <NoticeLine href={map} icon={MapPin} title={<bdi>{location}</bdi>} value={t('notices.open_map')} newTab />
      )}
      {[url, url2].flatMap((address) =>
        address
          ? [<NoticeLine key={address} href={address} icon={Globe} title={<bdi>{hostOf(address)}</bdi>} external />]
          : [],
      )}
      {handle && (
        <NoticeLine
          href={`https://x.com/${encodeURIComponent(handle)}`}
          icon={AtSign}
          title={<bdi dir="ltr">{`@${handle}`}</bdi>}
          external
        />
      )}
    </div>
  );
}

/** "series.example/hours". */
function hostOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`;
}
