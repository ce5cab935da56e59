import { readSponsor, readSponsors, type Sponsor, sponsorPages } from '@paddock/contract/calls/notices';
import { uniqueById } from '@paddock/contract/core/unique-by-id';
import { ApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallInfinite, useCallQuery } from '@paddock/mfe-kit/queries';
import { Banner } from '@paddock/ui/banner';
import { IconButton } from '@paddock/ui/button';
import { Menu } from '@paddock/ui/menu';
import { Notices } from '@paddock/ui/notice-card';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { CheckCheck, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useBoard } from './addresses';
import { NoticeItem } from './notice-item';
import { pageOf, useLiveNotices } from './use-live-notices';
import { useMarkAllRead, useMarkRead } from './use-mark-read';

/** The notices of a namespace (specification B §2). A notice of the address opens in its place, or above the list. */
export function NoticesPage({ params }: ScreenProps<'namespace' | 'id'>) {
  const t = useText();
  const navigate = useNavigate();
  const board = useBoard(params.namespace);
  const { namespace, address } = board;
  const title = board.title ?? t('notices.title');
  const now = useNow();
  const query = useCallInfinite(readSponsors, pageOf(namespace), {
    live: true,
    next: ({ next }) => (next === null ? null : { page: next, count: sponsorPages.further }),
  });
  useLiveNotices();
  const pages = query.data?.pages;
  const listed = useMemo(() => uniqueById(pages?.flatMap(({ sponsors }) => sponsors) ?? []), [pages]);
  const linked = useLinked(params.id);
  const rows = useMemo(() => {
    const isAbove = linked.sponsor && linked.sponsor.namespace === namespace && pages !== undefined;
    return isAbove && listed.every(({ id }) => id !== params.id) ? [linked.sponsor!, ...listed] : listed;
  }, [linked.sponsor, listed, namespace, pages, params.id]);
  const markRead = useMarkRead(board);
  const { count, markAll } = useMarkAllRead(board);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const target = linked.sponsor;
  const targetId = target?.namespace === namespace ? target.id : undefined;
  const expand = useEffectEvent((id: string) => {
    setOpen((now) => new Set([...now, id]));
    if (target) markRead(target);
  });
  // Once: the member may collapse it, and updates do not open it again.
  useEffect(() => {
    if (targetId !== undefined) expand(targetId);
  }, [targetId]);
  // The address names no namespace: the notice's own tab shows it.
  const elsewhere = target && target.namespace !== namespace ? target : undefined;
  const home = useBoard(elsewhere?.namespace).address;
  useEffect(() => {
    if (elsewhere) navigate(`${home}/${encodeURIComponent(elsewhere.id)}`, { replace: true });
  }, [elsewhere, home, navigate]);

  const toggle = (sponsor: Sponsor) => {
    const isOpen = open.has(sponsor.id);
    setOpen(new Set(isOpen ? [...open].filter((id) => id !== sponsor.id) : [...open, sponsor.id]));
    if (!isOpen) markRead(sponsor);
  };
  const { can_create = false, can_move = false } = pages?.[0] ?? {};
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader
        title={title}
        column
        actions={
          <>
            {can_create && (
              <IconButton icon={Plus} label={board.labels['add'] ?? t('notices.add')} href={`#${address}/new`} />
            )}
            {count > 0 && (
              <Menu
                label={t('notices.more')}
                items={[{ id: 'read', label: t('notices.mark_all_read'), icon: CheckCheck, onPress: markAll }]}
              />
            )}
          </>
        }
      />
      <Scroll surface="canvas">
        {linked.isMissing && (
          <Banner kind="warn" flat>
            {t('notices.SPONSOR_NOT_FOUND')}
          </Banner>
        )}
        <List
          id={`notices/${namespace}`}
          label={title}
          query={query}
          rows={rows}
          rowKey={idOf}
          render={(sponsor) => {
            const at = can_move ? listed.indexOf(sponsor) : -1;
            return (
              <NoticeItem
                sponsor={sponsor}
                board={board}
                now={now}
                open={open.has(sponsor.id)}
                onToggle={() => toggle(sponsor)}
                above={listed[at - 1]}
                below={at < 0 ? undefined : listed[at + 1]}
              />
            );
          }}
          shape="card"
          frame={(shown) => <Notices label={title}>{shown}</Notices>}
          empty={t('notices.empty')}
          linked={params.id}
        />
      </Scroll>
    </Pane>
  );
}

/** The notice that the address names. */
function useLinked(id: string | undefined): { sponsor: Sponsor | undefined; isMissing: boolean } {
  const answer = useCallQuery(readSponsor, { id: id ?? '' }, { enabled: id !== undefined });
  const isMissing = answer.error instanceof ApiError && answer.error.status === 404;
  return { sponsor: id === undefined || isMissing ? undefined : answer.data?.sponsor, isMissing };
}

const idOf = ({ id }: Sponsor) => id;
