import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useText } from '@paddock/mfe-kit/i18n';
import { LinkCard } from '@paddock/ui/media';
import { useLinkClick } from '../text/use-link-click';

/** Cards of the links whose pages have a title, with how often they were opened. */
export function LinkPreviews({ shout }: { shout: Pick<ShoutCard, 'id' | 'links'> }) {
  const t = useText();
  const [countClick, counted] = useLinkClick(shout);
  return shout.links.map(({ url, domain, title, description, image, click_count }) => {
    if (title === undefined) return null;
    const count = counted?.url === url ? Math.max(counted.clicks, click_count) : click_count;
    return (
      <LinkCard
        key={url}
        href={url}
        host={domain}
        title={title}
        {...(description !== undefined && { text: description })}
        {...(image !== undefined && { image })}
        {...(count > 0 && { meta: t('link_opened', { count }) })}
        onPress={() => countClick(url)}
      />
    );
  });
}
