import type { Deployment } from '@paddock/contract/core/deployment';
import { html } from '../infrastructure/html.js';

/** The shell's mark, which shows until the community's picture is known. */
const mark = /<svg[^]*?<\/svg>/;

/**
 * The shell's page for a community: its title and description for bookmarks, previews and installed apps, and its icon as first
 * picture.
 */
export function communityPage(page: string, { title, description, look }: Deployment): string {
  const head = html`<title>${title}</title>
    <meta name="apple-mobile-web-app-title" content="${look.app_name ?? title}" />
    ${description && html`<meta name="description" content="${description}" />`}`;
  // Functions, because `$&` in a replacement text is a pattern.
  const named = page.replace(/<title>[^]*?<\/title>/, () => head.text);
  return look.icon === undefined ? named : named.replace(mark, () => '<img class="icon" src="/icon-192.png" alt="" />');
}
