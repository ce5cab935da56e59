import { type Link, readLinks } from '@paddock/contract/calls/links';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useDraft } from '@paddock/mfe-kit/outbox';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { IconButton, LinkButton } from '@paddock/ui/button';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty } from '@paddock/ui/state';
import { TileRow, useTileColumns } from '@paddock/ui/tile-row';
import { LayoutGrid, List as ListIcon, Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { LinkAsRow, LinkAsTile } from './link-item';
import styles from './links-page.module.css';
import { useLiveLinks } from './use-live-links';

type Layout = 'tiles' | 'list';

/** The links of the workplace as tiles or as a list (specification B §2, Links). */
export function LinksPage() {
  const t = useText();
  const title = useTabTitle('links') ?? t('links.title');
  const { user } = useSession();
  const [layout, toggle] = useLayout();
  const query = useCallQuery(readLinks, {}, { live: true });
  useLiveLinks();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useTileColumns(frame);
  const rows = useMemo(() => rowsOf(query.data?.links ?? [], layout, columns), [query.data, layout, columns]);
  const add = '#/main/links/new';
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader
        title={title}
        actions={
          <>
            <IconButton
              icon={layout === 'tiles' ? ListIcon : LayoutGrid}
              label={t(layout === 'tiles' ? 'links.as_list' : 'links.as_tiles')}
              onPress={toggle}
            />
            {user?.admin && <IconButton icon={Plus} label={t('links.add')} href={add} />}
          </>
        }
      />
      <Scroll surface="canvas">
        <div ref={frame} className={layout === 'tiles' ? styles.tiles : styles.list}>
          <List
            id={`links.${layout}`}
            label={title}
            query={query}
            rows={rows}
            rowKey={(row) => row[0]!.id}
            render={(row) => <Row links={row} layout={layout} columns={columns} />}
            shape={layout === 'tiles' ? 'tile' : 'row'}
            divider="icon"
            {...(layout === 'tiles' && {
              frame: (shown) => (
                <div role="list" aria-label={title}>
                  {shown}
                </div>
              ),
            })}
            empty={
              <Empty
                title={t('links.nothing_new')}
                {...(user?.admin && {
                  text: t('links.empty_text'),
                  action: (
                    <LinkButton variant="primary" icon={Plus} href={add}>
                      {t('links.add')}
                    </LinkButton>
                  ),
                })}
              />
            }
          />
        </div>
      </Scroll>
    </Pane>
  );
}

function Row({ links, layout, columns }: { links: readonly Link[]; layout: Layout; columns: number }) {
  if (layout === 'list') return <LinkAsRow link={links[0]!} />;
  return (
    <TileRow columns={links[0]!.header ? 1 : columns}>
      {links.map((link) => (
        <LinkAsTile key={link.id} link={link} />
      ))}
    </TileRow>
  );
}

/** The layout that the member chose last on this device; the deployment's at first. */
function useLayout(): [layout: Layout, toggle: () => void] {
  const { flags } = useSession();
  const [stored, store] = useDraft('links-layout');
  const layout = stored === 'tiles' || stored === 'list' ? stored : flags.links_tab.layout;
  return [layout, () => store(layout === 'tiles' ? 'list' : 'tiles')];
}

/** A row for each link in a list; of tiles, a row for each header and as many others as fit. */
function rowsOf(links: readonly Link[], layout: Layout, columns: number): (readonly Link[])[] {
  const wide = links.filter(({ header }) => layout === 'list' || header);
  const others = links.filter((link) => !wide.includes(link));
  const rows: (readonly Link[])[] = wide.map((link) => [link]);
  for (let at = 0; at < others.length; at += columns) rows.push(others.slice(at, at + columns));
  return rows;
}
