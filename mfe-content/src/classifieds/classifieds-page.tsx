import { type Classified, readClassified, readClassifiedCategories } from '@paddock/contract/calls/classifieds';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useAddressPart, useWithParts } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession, useTabTitle } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { Button, LinkButton } from '@paddock/ui/button';
import { CategoryBar } from '@paddock/ui/category-bar';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { SearchToolbar, useClearSearch } from '@paddock/ui/search-toolbar';
import { Empty } from '@paddock/ui/state';
import { TileRow, useTileColumns } from '@paddock/ui/tile-row';
import { Layers, Plus, UserRound } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { AdCard } from './ad-card';
import { categoryIcon } from './category-icon';
import styles from './classifieds-page.module.css';
import { HeaderActions } from './header-actions';
import { OpenAd } from './open-ad';
import { all, myAds, useClassifieds, useLiveClassifieds } from './use-classifieds';

type Row = { kind: 'cards'; ads: readonly Classified[] } | { kind: 'open'; ad: Classified } | { kind: 'gone' };

/** The category grid and the ads; the one in the address is open below its row (specification B §2, Classifieds). */
export function ClassifiedsPage({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const title = useTabTitle('classifieds') ?? t('ads.title');
  const [category, setCategory] = useAddressPart('category');
  const withParts = useWithParts();
  const { answer, ads, search, query } = useClassifieds(category);
  const { field, clear } = useClearSearch(search);
  const listed = ads?.find((ad) => ad.id === id);
  const linked = useCallQuery(
    readClassified,
    { id: id ?? '' },
    { enabled: id !== undefined && ads !== undefined && !listed },
  );
  const open = listed ?? (id === undefined ? undefined : linked.data?.classified);
  const isGone = id !== undefined && !open && linked.error?.status === 404;
  const list = useRef<HTMLDivElement>(null);
  const columns = useTileColumns(list);
  const rows = useMemo(() => rowsOf(ads ?? [], columns, open, isGone), [ads, columns, open, isGone]);
  useLiveClassifieds();

  return (
    <Pane label={title} surface="canvas">
      <div className={styles.head}>
        <ScreenHeader title={title} actions={<HeaderActions />} />
        <div className={styles.search}>
          <SearchToolbar
            search={search}
            field={field}
            label={t('ads.search')}
            pendingLabel={t('ads.searching')}
            clearLabel={t('ads.clear')}
          />
        </div>
        <Categories value={category} onChange={setCategory} />
      </div>
      <Scroll surface="canvas">
        <div ref={list} className={styles.list}>
          <List
            id={`classifieds.${category}`}
            label={title}
            query={answer}
            rows={rows}
            rowKey={keyOf}
            render={(row) =>
              row.kind === 'gone' ? (
                <div role="listitem">
                  <Banner kind="info">{t('ads.gone')}</Banner>
                </div>
              ) : row.kind === 'open' ? (
                <div role="listitem">
                  <OpenAd key={row.ad.id} ad={row.ad} closeHref={`#${withParts('/main/classifieds')}`} />
                </div>
              ) : (
                <TileRow columns={columns}>
                  {row.ads.map((ad) => (
                    <AdCard key={ad.id} ad={ad} isOpen={ad.id === id} />
                  ))}
                </TileRow>
              )
            }
            shape="tile"
            frame={(shown) => (
              <div role="list" aria-label={title}>
                {shown}
              </div>
            )}
            empty={<NoAds category={category} query={query} onClear={clear} />}
            linked={open && `open ${open.id}`}
          />
        </div>
      </Scroll>
    </Pane>
  );
}

function Categories({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const t = useText();
  const { number } = useFormat();
  const { categories } = useSession().flags.classifieds_tab;
  const { data } = useCallQuery(readClassifiedCategories, {}, { live: true });
  const counts = new Map(data?.categories.map(({ key, count }) => [key, count]));
  /** Takes the place of a number that is loading, so that the ads stay where they are. */
  const countOf = (count: number | undefined) => (count === undefined ? '\u00a0' : number(count));
  const own = (data?.categories ?? categories).map(({ key, icon, title }) => ({
    id: key,
    label: title ?? key,
    icon: categoryIcon(icon),
    count: countOf(counts.get(key)),
  }));
  return (
    <CategoryBar
      label={t('ads.categories')}
      options={[
        { id: all, label: t('ads.all'), icon: Layers, count: countOf(data?.all) },
        ...own,
        { id: myAds, label: t('ads.my_ads'), icon: UserRound, count: countOf(data?.my_ads) },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

function ClearButton({ label, onPress }: { label: string; onPress: () => void }) {
  return <Button onPress={onPress}>{label}</Button>;
}

function NoAds({ category, query, onClear }: { category: string; query: string; onClear: () => void }) {
  const t = useText();
  if (query !== '')
    return <Empty title={t('ads.nothing_found')} action={<ClearButton onPress={onClear} label={t('ads.clear')} />} />;
  return (
    <Empty
      title={t(category === myAds ? 'ads.no_own' : 'ads.empty')}
      text={t('ads.empty_text')}
      action={
        <LinkButton icon={Plus} variant="primary" href="#/main/classifieds/new">
          {t('ads.place')}
        </LinkButton>
      }
    />
  );
}

/** Rows of cards, the open ad below its own; an open one that is not in the list comes first. */
function rowsOf(ads: readonly Classified[], columns: number, open: Classified | undefined, isGone: boolean): Row[] {
  const rows: Row[] = [];
  if (isGone) rows.push({ kind: 'gone' });
  if (open && !ads.includes(open)) rows.push({ kind: 'open', ad: open });
  for (let at = 0; at < ads.length; at += columns) {
    const shown = ads.slice(at, at + columns);
    rows.push({ kind: 'cards', ads: shown });
    if (open && shown.includes(open)) rows.push({ kind: 'open', ad: open });
  }
  return rows;
}

const keyOf = (row: Row) => (row.kind === 'gone' ? 'gone' : row.kind === 'open' ? `open ${row.ad.id}` : row.ads[0]!.id);
