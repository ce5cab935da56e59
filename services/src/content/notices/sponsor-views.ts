import { Injectable } from '@nestjs/common';
import type { Sponsor } from '@paddock/contract/calls/notices';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { type DescribedFile, FilesService } from '../../community/files/files.service.js';
import { readUntil } from '../../community/read-states/read-until.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { FileLinks } from '../../infrastructure/file-links/file-links.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type AcknowledgementRow, AcknowledgementRepository } from './acknowledgements/acknowledgement.repository.js';
import { Audience } from './acknowledgements/audience.js';
import { type SponsorMarkRow, SponsorMarkRepository } from './read-mark.repository.js';
import { type Groups, mayEdit } from './sponsor-access.js';
import type { SponsorRow } from './sponsor.schema.js';

/** A member who looks at notices. */
export type SponsorViewer = Pick<SignedInCaller, 'tenant' | 'flags' | 'user'>;

/** What a view needs beside the row, loaded for many notices or many viewers at once. */
interface Context {
  readonly groups: Groups;
  readonly users: ReadonlyMap<string, UserRow>;
  readonly files: (viewer: string) => ReadonlyMap<string, DescribedFile>;
}
/** What one viewer did with one notice. */
interface Own {
  readonly mark: SponsorMarkRow | undefined;
  readonly acknowledged: readonly AcknowledgementRow[];
  readonly expected: boolean;
}

/** Notices as the contract shows them. */
@Injectable()
export class SponsorViews {
  constructor(
    private readonly conversations: Conversations,
    private readonly cards: UserCards,
    private readonly users: UserRepository,
    private readonly files: FilesService,
    private readonly links: FileLinks,
    private readonly marks: SponsorMarkRepository,
    private readonly acknowledgements: AcknowledgementRepository,
    private readonly audience: Audience,
  ) {}

  /** Notices of one namespace for one viewer, who may read them. */
  async of(viewer: SponsorViewer, rows: readonly SponsorRow[], groups: Groups): Promise<Sponsor[]> {
    const [first] = rows;
    if (!first) return [];
    const { tenant, user } = viewer;
    const asking = rows.flatMap(({ _id, acknowledge }) => (acknowledge ? [_id] : []));
    const [context, mark, acknowledged, expected] = await Promise.all([
      this.context(tenant, rows, groups),
      this.marks.of(tenant, user._id, first.namespace),
      asking.length > 0 ? this.acknowledgements.ofUser(tenant, user._id, asking) : [],
      Promise.all(rows.map((row) => this.audience.includes(tenant, user, row))),
    ]);
    return rows.map((row, index) =>
      this.view(viewer, row, context, {
        mark: mark ?? undefined,
        acknowledged: acknowledged.filter(({ sponsor }) => sponsor === row._id),
        expected: expected[index]!,
      }),
    );
  }

  /** One notice for several viewers, who may read it; by user id. */
  async forEach(
    { tenant, flags }: Pick<SponsorViewer, 'tenant' | 'flags'>,
    viewers: readonly UserRow[],
    row: SponsorRow,
    groups: Groups,
  ): Promise<Map<string, Sponsor>> {
    const ids = viewers.map(({ _id }) => _id);
    const [context, marks, rows] = await Promise.all([
      this.context(tenant, [row], groups),
      this.marks.ofUsers(tenant, ids, row.namespace),
      row.acknowledge ? this.acknowledgements.ofUsers(tenant, row._id, ids) : [],
    ]);
    const views = viewers.map(async (user) => {
      const acknowledged = rows.filter((one) => one.user === user._id);
      const expected = await this.audience.includes(tenant, user, row);
      const own = { mark: marks.get(user._id), acknowledged, expected };
      return [user._id, this.view({ tenant, flags, user }, row, context, own)] as const;
    });
    return new Map(await Promise.all(views));
  }

  private async context(tenant: Tenant, rows: readonly SponsorRow[], groups: Groups): Promise<Context> {
    const [users, files] = await Promise.all([
      this.users.byIds(tenant, [...new Set(rows.flatMap(({ owner }) => owner ?? []))]),
      this.files.describeForAny(
        tenant,
        rows.flatMap((row) => row.files),
      ),
    ]);
    return { groups, users: new Map(users.map((user) => [user._id, user])), files };
  }

  private view({ tenant, flags, user }: SponsorViewer, row: SponsorRow, context: Context, own: Own): Sponsor {
    const { _id, namespace, title, desc, url, url2, email, phone, twitter_handle, location, color, tags } = row;
    const { custom_field_0, custom_field_1, custom_field_2, hidden, sort_by, workplace, comments } = row;
    const owner = row.owner === undefined ? undefined : context.users.get(row.owner);
    const group = row.group === undefined ? undefined : context.groups.get(row.group);
    const described = row.files.length > 0 ? context.files(user._id) : new Map<string, DescribedFile>();
    return {
      ...{ id: _id, namespace, title, desc, url, url2, email, phone, twitter_handle, location, color, tags },
      ...{ custom_field_0, custom_field_1, custom_field_2, hidden, sort_by, workplace },
      image_urls: row.images.map((file) => this.links.fileAddress(tenant, user._id, file, 'original')),
      files: row.files.flatMap((file) => described.get(file) ?? []),
      group: group && this.conversations.groupCard(tenant, user._id, group),
      owner: owner && this.cards.card(tenant, user._id, owner),
      ...(!flags.disable_comments && { comments }),
      is_commented: comments > 0,
      created: row.created.toISOString(),
      updated: row.updated?.toISOString(),
      new: isNew(row, user, own.mark),
      acknowledgement: acknowledgementOf(row, user, own),
      can_edit: mayEdit(user, row),
      can_delete: isWorkplaceAdmin(user, workplace),
    };
  }
}

function isNew({ _id, owner, hidden, posted }: SponsorRow, viewer: UserRow, mark: Own['mark']): boolean {
  if (hidden || owner === viewer._id) return false;
  return posted > readUntil(viewer, mark?.until) && !(mark?.read.includes(_id) ?? false);
}

function acknowledgementOf(row: SponsorRow, viewer: UserRow, own: Own): Sponsor['acknowledgement'] {
  const { acknowledge, version } = row;
  if (!acknowledge) return undefined;
  const { until, groups, roles, required_version } = acknowledge;
  const counts = own.acknowledged.filter((one) => one.version >= required_version);
  const first = counts.toSorted((a, b) => +a.at - +b.at)[0];
  return {
    until: until?.toISOString(),
    ...{ version, required_version, expected: own.expected },
    acknowledged: first?.at.toISOString(),
    ...(isWorkplaceAdmin(viewer, row.workplace) && groups.length + roles.length > 0 && { groups, roles }),
  };
}
