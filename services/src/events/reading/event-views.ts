import { Injectable } from '@nestjs/common';
import type { PaddockEvent } from '@paddock/contract/calls/events';
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
import { timesOf } from '../storage/event-rows.js';
import type { EventRow } from '../storage/event.schema.js';
import { type MemberStateRow, MemberStateRepository } from '../storage/member-state.repository.js';
import { type OwnRating, RatingRepository } from '../storage/rating.repository.js';
import { type ReplyRow, ReplyRepository } from '../storage/reply.repository.js';
import { type Groups, isPast, manages, seesAttendees } from './event-access.js';

/** A member who looks at events. */
export type EventViewer = Pick<SignedInCaller, 'tenant' | 'flags' | 'user'>;

/** What a view needs beside the row, loaded for many events or many viewers at once. */
interface Context {
  readonly groups: Groups;
  readonly users: ReadonlyMap<string, UserRow>;
  readonly files: (viewer: string) => ReadonlyMap<string, DescribedFile>;
}
/** What one viewer did with one event. */
interface Own {
  readonly reply: Pick<ReplyRow, 'reply'> | undefined;
  readonly rated: OwnRating | undefined;
  readonly state: MemberStateRow | undefined;
}

/** Events as the contract shows them. */
@Injectable()
export class EventViews {
  constructor(
    private readonly conversations: Conversations,
    private readonly cards: UserCards,
    private readonly users: UserRepository,
    private readonly files: FilesService,
    private readonly links: FileLinks,
    private readonly replies: ReplyRepository,
    private readonly ratings: RatingRepository,
    private readonly states: MemberStateRepository,
  ) {}

  /** Events for one viewer, who may read them. */
  async of(viewer: EventViewer, rows: readonly EventRow[], groups: Groups): Promise<PaddockEvent[]> {
    if (rows.length === 0) return [];
    const { tenant, flags, user } = viewer;
    const { rsvp, event_ratings } = flags;
    const ids = rows.map(({ _id }) => _id);
    const [context, replies, rated, state] = await Promise.all([
      this.context(tenant, rows, groups),
      rsvp ? this.replies.ofUser(tenant, user._id, ids) : [],
      event_ratings ? this.ratings.ratedBy(tenant, user._id, ids) : new Map<string, OwnRating>(),
      this.states.of(tenant, user._id),
    ]);
    const replyTo = new Map(replies.map((reply) => [reply.event, reply]));
    return rows.map((row) =>
      this.view(viewer, row, context, {
        reply: replyTo.get(row._id),
        rated: rated.get(row._id),
        state: state ?? undefined,
      }),
    );
  }

  /** One event for several viewers, who may read it; by user id. */
  async forEach(
    { tenant, flags }: Pick<EventViewer, 'tenant' | 'flags'>,
    viewers: readonly UserRow[],
    row: EventRow,
    groups: Groups,
  ): Promise<Map<string, PaddockEvent>> {
    const { rsvp, event_ratings } = flags;
    const ids = viewers.map(({ _id }) => _id);
    const [context, replies, raters, states] = await Promise.all([
      this.context(tenant, [row], groups),
      rsvp ? this.replies.ofUsers(tenant, row._id, ids) : [],
      event_ratings ? this.ratings.ratersOf(tenant, row._id, ids) : new Map<string, OwnRating>(),
      this.states.ofUsers(tenant, ids),
    ]);
    const replyOf = new Map(replies.map((reply) => [reply.user, reply]));
    const stateOf = new Map(states.map((state) => [state.user, state]));
    return new Map(
      viewers.map((user) => {
        const { _id } = user;
        const own = { reply: replyOf.get(_id), rated: raters.get(_id), state: stateOf.get(_id) };
        return [_id, this.view({ tenant, flags, user }, row, context, own)];
      }),
    );
  }

  private async context(tenant: Tenant, rows: readonly EventRow[], groups: Groups): Promise<Context> {
    const people = rows.flatMap(({ user, organizer }) => [user ?? [], organizer ?? []].flat());
    const [users, files] = await Promise.all([
      this.users.byIds(tenant, people),
      this.files.describeForAny(
        tenant,
        rows.flatMap((row) => row.files ?? []),
      ),
    ]);
    return { groups, users: new Map(users.map((user) => [user._id, user])), files };
  }

  private view(
    { tenant, flags, user: viewer }: EventViewer,
    row: EventRow,
    { groups, users, files }: Context,
    { reply, rated, state }: Own,
  ): PaddockEvent {
    const { workplace } = tenant;
    const card = (id: string | undefined) => {
      const user = id === undefined ? undefined : users.get(id);
      return user && this.cards.card(tenant, viewer._id, user);
    };
    const described = (row.files ?? []).length > 0 ? files(viewer._id) : new Map<string, DescribedFile>();
    const group = row.group === undefined ? undefined : groups.get(row.group);
    const isManager = !row.synced && manages({ user: viewer, workplace }, row);
    return {
      id: row._id,
      title: row.title,
      ...timesOf(row),
      shifted_from: shiftedFrom(row),
      where: row.where,
      geo: row.geo,
      desc: row.desc,
      user: card(row.user),
      organizer: card(row.organizer),
      organizer_name: row.organizer_name,
      color: row.color,
      registration_url: row.registration_url,
      ...{ url: row.url, conference_url: row.conference_url, tentative: row.tentative },
      image_urls: row.images.map((file) => this.links.fileAddress(tenant, viewer._id, file, 'original')),
      files: (row.files ?? []).flatMap((file) => described.get(file) ?? []),
      group: group && this.conversations.groupCard(tenant, viewer._id, group),
      workplace: row.workplace,
      invitation_only: row.invitation_only ?? false,
      synced: row.synced,
      series: row.series,
      ...(row.recurring !== undefined && { recurring: true, part: row.recurring, place: row.place?.toISOString() }),
      new: isNew(row, viewer, state),
      can_edit: isManager && (isWorkplaceAdmin(viewer, workplace) || !isPast(row)),
      can_delete: isManager,
      ...(flags.rsvp &&
        rsvpOf(row, reply, seesAttendees({ user: viewer, workplace, hidden: flags.events_tab.hide_attendees }, row))),
      ...(flags.event_ratings && ratingOf(row, rated)),
      ...(!flags.disable_comments && { comments: row.comments ?? 0 }),
      created: row.created.toISOString(),
      updated: row.updated?.toISOString(),
    };
  }
}

/** A shift is shown until its day is over, or until the event is changed otherwise. */
function shiftedFrom({ when, shifted }: EventRow): string | undefined {
  const isShown = shifted && +shifted.to === +when && shifted.until > new Date();
  return isShown ? shifted.from.toISOString() : undefined;
}

/**
 * Whether a member has not read an event yet. Own and imported events, later copies of a recurring one, and those that are over, are
 * never new.
 */
function isNew(
  { _id, user, synced, repeats, created, until }: EventRow,
  viewer: UserRow,
  state: Pick<MemberStateRow, 'read_until' | 'read'> | undefined,
): boolean {
  if (synced || repeats || user === viewer._id || until <= new Date()) return false;
  return created > readUntil(viewer, state?.read_until) && !(state?.read.includes(_id) ?? false);
}

function rsvpOf(row: EventRow, own: Own['reply'], seesCounts: boolean): Partial<PaddockEvent> {
  const { capacity, attending = 0, waiting = 0, absent = 0 } = row;
  return {
    reply: own?.reply,
    capacity,
    full: capacity !== undefined && attending >= capacity,
    ...(seesCounts && { attendees_count: attending, waiting_count: waiting, absentees_count: absent }),
  };
}

function ratingOf({ ratings = 0, rating_sum = 0 }: EventRow, own: OwnRating | undefined): Partial<PaddockEvent> {
  return {
    nbr_ratings: ratings,
    is_rated: own !== undefined,
    ...(own && { own_rating: own }),
    ...(ratings > 0 && { rating: Math.round((rating_sum / ratings) * 10) / 10 }),
  };
}
