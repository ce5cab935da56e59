import type { Sponsor } from '@paddock/contract/calls/notices';
import { contactHref } from '@paddock/contract/core/text-links';
import { useText } from '@paddock/mfe-kit/i18n';
import { NoticeLine } from '@paddock/ui/notice-card';
import { AtSign, Globe, Mail, MapPin, Phone } from 'lucide-react';

/** Ways to reach those whom a notice is about: call, mail, map, web pages, handle. */
export function NoticeLines({ sponsor }: { sponsor: Sponsor }) {
  const t = useText();
  const { phone, email, location, url, url2, twitter_handle: handle } = sponsor;
  if (![phone, email, location, url, url2, handle].some(Boolean)) return null;
  return (
    <div>
      {phone && (
        <NoticeLine
          href={contactHref('tel', phone)}
          icon={Phone}
          title={t('notices.call')}
          value={<bdi dir="ltr">{phone}</bdi>}
        />
      )}
      {email && (
        <NoticeLine
          href={contactHref('email', email)}
          icon={Mail}
          title={<bdi dir="ltr">{email}</bdi>}
          label={t('notices.mail_to', { email })}
        />
      )}
      {location && (
        <NoticeLine
          href={contactHref('map', location)}
          icon={MapPin}
          title={<bdi>{location}</bdi>}
          value={t('notices.open_map')}
          newTab
        />
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
