import type { Link } from '@paddock/contract/calls/links';
import { isListedPage } from '@paddock/contract/core/webview-origins';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { toneOf } from '@paddock/ui/avatar';
import { IconButton } from '@paddock/ui/button';
import { configuredIcon } from '@paddock/ui/configured-icon';
import { LinkTile } from '@paddock/ui/link-tile';
import { ListRow } from '@paddock/ui/row';
import { Pencil } from 'lucide-react';
import styles from './links-page.module.css';

/** Where a link leads: the restricted-access page, the document, a page in the app or another site. */
function useTarget(link: Link): { href: string; external: boolean; text: string } {
  const t = useText();
  const { flags } = useSession();
  const hasWebview = useTabTitle('webview') !== undefined;
  const { id, restricted, subscription, secure_file, url = '', in_app } = link;
  if (restricted) {
    const plan = subscription?.title;
    const text = plan === undefined ? t('links.locked') : t('links.for_plan', { plan });
    return { href: `#/main/restricted-access/${encodeURIComponent(id)}`, external: false, text };
  }
  if (secure_file?.type === 'application/pdf')
    return { href: `#/main/pdf-viewer/${encodeURIComponent(secure_file.id)}`, external: false, text: 'PDF' };
  if (secure_file && isFramed(secure_file.name))
    return {
      href: `#/main/links/${encodeURIComponent(id)}/document`,
      external: false,
      text: extensionOf(secure_file.name),
    };
  if (secure_file) return { href: secure_file.safeFilePath, external: false, text: extensionOf(secure_file.name) };
  // The deployment may have shortened its list since.
  if (in_app && hasWebview && isListedPage(url, flags))
    return { href: `#/main/webview/${encodeURIComponent(url)}`, external: false, text: t('links.in_app') };
  return { href: url, external: true, text: URL.canParse(url) ? new URL(url).hostname : url };
}

const kindOf = ({ restricted, is_document }: Link) => (restricted ? 'locked' : is_document ? 'document' : 'link');
/** A page or a text, which the service serves to a frame of the app. */
const isFramed = (name: string) => /\.(html?|txt|md)$/i.test(name);
const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

export function LinkAsTile({ link }: { link: Link }) {
  const t = useText();
  const { href, external, text } = useTarget(link);
  const kind = kindOf(link);
  return (
    <div className={link.header ? styles.header : styles.tile}>
      <LinkTile
        href={href}
        external={external}
        icon={configuredIcon(link.icon ?? 'link', 'links')}
        tone={toneOf(link.id)}
        src={link.image_url}
        title={link.title}
        text={text}
        kind={kind}
        kindLabel={t(`links.kinds.${kind}`)}
      />
      <EditButton link={link} />
    </div>
  );
}

export function LinkAsRow({ link }: { link: Link }) {
  const t = useText();
  const { href, external, text } = useTarget(link);
  const row = (
    <ListRow
      href={href}
      {...(external && { newTabLabel: t('links.new_tab') })}
      icon={configuredIcon(link.icon ?? 'link', 'links')}
      strong={link.header}
      title={
        <span dir="auto" className="truncate">
          {link.title}
        </span>
      }
      sub={text}
      chevron
    />
  );
  if (!link.can_edit) return row;
  return (
    <div className={styles.row}>
      {row}
      <EditButton link={link} />
    </div>
  );
}

function EditButton({ link: { id, title, can_edit } }: { link: Link }) {
  const t = useText();
  if (!can_edit) return null;
  return (
    <IconButton
      className={styles.edit ?? ''}
      icon={Pencil}
      label={t('links.edit_named', { title })}
      href={`#/main/links/${encodeURIComponent(id)}/edit`}
    />
  );
}
