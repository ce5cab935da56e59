import { Injectable } from '@nestjs/common';
import type { Classified } from '@paddock/contract/calls/classifieds';
import type { Flags } from '@paddock/contract/core/flags';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserCards } from '../../community/users/user-cards.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { manages } from './classified-access.js';
import type { ClassifiedRow } from './classified.schema.js';
import { isExpired } from './classified-term.js';
import type { ReadStateRow } from '../../community/read-states/read-state.repository.js';
import { readUntil } from '../../community/read-states/read-until.js';
import { ClassifiedReadStates } from './classified-read-states.js';

type Viewer = Pick<SignedInCaller, 'tenant' | 'flags' | 'user'>;

/** Ads as the contract shows them. */
@Injectable()
export class ClassifiedViews {
  constructor(
    private readonly cards: UserCards,
    private readonly files: FilesService,
    private readonly states: ClassifiedReadStates,
  ) {}

  /** Ads for one viewer, who may read them. */
  async of(viewer: Viewer, rows: readonly ClassifiedRow[]): Promise<Classified[]> {
    const { tenant, user, flags } = viewer;
    const owners = [...new Set(rows.map(({ owner }) => owner))];
    const [people, files, state] = await Promise.all([
      this.cards.cards(tenant, user._id, owners),
      this.files.describe(
        tenant,
        user._id,
        rows.flatMap(({ images }) => images),
      ),
      this.states.of(tenant, user._id),
    ]);
    return rows.map((row) => {
      const pictures = row.images.flatMap((file) => files.get(file) ?? []);
      return {
        id: row._id,
        title: row.title,
        desc: row.desc,
        category: categoryOf(flags, row.category),
        lifetime: row.lifetime,
        image_urls: pictures.map(({ path }) => path),
        files: pictures,
        owner: people.get(row.owner),
        created: row.created.toISOString(),
        updated: row.updated?.toISOString(),
        expires: row.expires.toISOString(),
        expired: isExpired(row),
        new: isNew(row, user, state),
        workplace: row.workplace,
        can_edit: manages(viewer, row),
      };
    });
  }

  async one(viewer: Viewer, row: ClassifiedRow): Promise<Classified> {
    return (await this.of(viewer, [row]))[0]!;
  }
}

/** A category that the deployment no longer has keeps its key, with the tab's own icon. */
function categoryOf({ classifieds_tab }: Flags, key: string): Classified['category'] {
  return classifieds_tab.categories.find((known) => known.key === key) ?? { key, icon: 'tag' };
}

/** Whether a member has not read an ad yet; own and expired ones are never new. */
function isNew(row: ClassifiedRow, viewer: UserRow, state: ReadStateRow | null): boolean {
  if (row.owner === viewer._id || isExpired(row)) return false;
  return row.created > readUntil(viewer, state?.read_until) && !(state?.read.includes(row._id) ?? false);
}
