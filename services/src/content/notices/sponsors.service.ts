import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { homeRows, type HomeSections } from '@paddock/contract/calls/home';
import type { readSponsor, readSponsors, Sponsor } from '@paddock/contract/calls/notices';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { SponsorReadMarks } from './read-marks.service.js';
import { SponsorAccess } from './sponsor-access.js';
import { SponsorViews } from './sponsor-views.js';
import { SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';

/** Without a picture, home shows the first one as a story beside a full list. */
const homeNotices = homeRows + 1;
/** Characters of a notice's text on home, where it fills three lines at most. */
const excerptLength = 400;

/** Reads notices. */
@Injectable()
export class SponsorsService implements OnModuleInit {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly views: SponsorViews,
    private readonly marks: SponsorReadMarks,
    private readonly files: FilesService,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('home_section', 'notices', (caller) => this.homeSection(caller));
    this.files.attachedTo('sponsor', async (tenant, user, id) => {
      const row = await this.sponsors.byId(tenant, id);
      return row !== null && this.access.canRead(tenant, user, row);
    });
  }

  async list(
    caller: SignedInCaller,
    { namespace: named, count, page }: CallArguments<typeof readSponsors>,
  ): Promise<CallReply<typeof readSponsors>> {
    const { tenant, user, config, flags } = caller;
    const namespace = this.access.namespaceOf(caller, named);
    const { sort_by: sort } = flags.sponsors_tab;
    const reader = await this.access.readerOf(tenant, user);
    const query = { namespace, reader, sort, limit: count, ...startOf(page, count) };
    const [{ rows, next }, sponsor_new_receipts] = await Promise.all([
      this.sponsors.page(tenant, query),
      this.marks.receipts(tenant, user),
    ]);
    const sponsors = await this.shown(caller, rows);
    const workplace = config.workplaces.find(({ id }) => id === tenant.workplace);
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    return {
      sponsors,
      users: unique(sponsors.flatMap(({ owner }) => owner ?? [])),
      groups: unique(sponsors.flatMap(({ group }) => group ?? [])),
      workplaces: [{ id: tenant.workplace, title: workplace?.title ?? config.title }],
      self: { id: user._id, sponsor_new_receipts },
      next,
      can_create: isAdmin,
      can_move: isAdmin && sort === undefined,
    };
  }

  async read(
    caller: SignedInCaller,
    { id }: CallArguments<typeof readSponsor>,
  ): Promise<CallReply<typeof readSponsor>> {
    return { sponsor: await this.one(caller, await this.access.find(caller, id)) };
  }

  /** A notice that the caller may read. */
  async one(caller: SignedInCaller, row: SponsorRow): Promise<Sponsor> {
    return (await this.shown(caller, [row]))[0]!;
  }

  /** The latest notices of the deployment's main page of notices. */
  private async homeSection(caller: SignedInCaller): Promise<HomeSections> {
    const { tenant, user, flags } = caller;
    const { namespace } = flags.sponsors_tab;
    if (!this.access.namespaces(tenant).includes(namespace)) return {};
    const reader = await this.access.readerOf(tenant, user);
    // Drafts, which their admins see in the list, are no news.
    const query = { namespace, reader, sort: undefined, limit: homeNotices, withDrafts: false };
    const [{ rows: found }, unread] = await Promise.all([
      this.sponsors.page(tenant, query),
      this.marks.count(tenant, user, namespace),
    ]);
    if (found.length === 0) return {};
    const rows = (await this.shown(caller, found)).map(({ id, title, desc, color, owner, created, new: isNew }) => {
      return { id, namespace, title, desc: desc.slice(0, excerptLength), color, owner, created, new: isNew };
    });
    return { notices: { rows, new: unread } };
  }

  private async shown(caller: SignedInCaller, found: readonly SponsorRow[]): Promise<Sponsor[]> {
    const { rows, groups } = await this.access.withGroups(caller.tenant, found);
    return this.views.of(caller, rows, groups);
  }
}

/** A text that is no page number is a cursor. */
function startOf(page: string | undefined, count: number): { skip?: number; after?: string } {
  if (page === undefined) return {};
  return /^\d{1,6}$/.test(page) ? { skip: Number(page) * count } : { after: page };
}

const unique = <T extends { id: string }>(cards: readonly T[]): T[] => [
  ...new Map(cards.map((card) => [card.id, card])).values(),
];
