import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Deployment } from '@paddock/contract/core/deployment';
import type { ClientSession } from 'mongodb';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { credentialSchema } from '../account/credentials/password/credential.schema.js';
import { demoPassword, Passwords } from '../account/credentials/password/passwords.js';
import { classifiedSchema } from '../content/classifieds/classified.schema.js';
import { readStateSchema } from '../community/read-states/read-state.repository.js';
import { acknowledgementSchema } from '../content/notices/acknowledgements/acknowledgement.repository.js';
import { versionSchema } from '../content/notices/acknowledgements/version.repository.js';
import { sponsorMarkSchema } from '../content/notices/read-mark.repository.js';
import { sponsorSchema } from '../content/notices/sponsor.schema.js';
import { newEventRow } from '../events/storage/event-rows.js';
import { eventSchema } from '../events/storage/event.schema.js';
import { memberStateSchema } from '../events/storage/member-state.repository.js';
import { ratingSchema } from '../events/storage/rating.repository.js';
import { replySchema } from '../events/storage/reply.repository.js';
import { folderItemSchema } from '../content/files/folder-item.schema.js';
import { linkSchema } from '../content/links/link.schema.js';
import { itemSchema } from '../items/item.schema.js';
import { subscriptionSchema } from '../items/subscription/subscription.schema.js';
import { conversationSchema } from '../community/conversations/conversation.schema.js';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import { FilesService } from '../community/files/files.service.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { notificationSchema } from '../community/notifications/notification.schema.js';
import { groupRequestSchema } from '../chats/groups/group-request.schema.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { tenantOf, type Tenant } from '../infrastructure/tenancy/tenant.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { userSchema } from '../community/users/user.schema.js';
import { newId } from '../infrastructure/mongo/row.js';
import { type Agenda, demoEvents } from './agenda.js';
import { BulkRepository } from './bulk.repository.js';
import { DemoTalkRows } from './demo-talk-rows.js';
import { readDemoContent, type DemoContent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';
import { demoClassifieds } from './demo-classifieds.js';
import { demoNotices } from './demo-notices.js';
import { demoNotifications } from './demo-notifications.js';
import { demoItems } from './demo-items.js';
import { demoFiles } from './demo-files.js';
import { demoLinks } from './demo-links.js';
import { DemoRoomRows } from './demo-room-rows.js';
import { storePortraits } from './demo-portraits.js';
import { demoRooms } from './demo-rooms.js';
import { DemoRows } from './demo-rows.js';
import { DemoDueRows } from './demo-due-rows.js';
import { demoDues } from './demo-dues.js';
import { demoMembers, demoUsers, type MembersOf } from './people.js';
import { demoReplies } from './replies.js';
import { demoTalk, type Talk } from './talk.js';

/**
 * Fills each empty community with its demo content before the process reports that it is ready. Members are added in a transaction with
 * most other rows, after the many rows of conversations: an interrupted community has no members, and the next start fills it.
 *
 * Only this folder knows the records of several services, because demo content has references across services (a group's members, its
 * shouts, its events).
 */
@Injectable()
export class DemoService implements OnApplicationBootstrap {
  private readonly users;
  private readonly credentials;
  private readonly conversations;
  private readonly talk;
  private readonly requests;
  private readonly events;
  private readonly eventReplies;
  private readonly eventRatings;
  private readonly eventStates;
  private readonly items;
  private readonly subscriptions;
  private readonly links;
  private readonly folderItems;
  private readonly rooms;
  private readonly dues;
  private readonly ads;
  private readonly adStates;
  private readonly notices;
  private readonly noticeMarks;
  private readonly noticeVersions;
  private readonly acknowledgements;
  private readonly notifications;

  constructor(
    private readonly mongo: Mongo,
    private readonly communities: Communities,
    private readonly files: FilesService,
    private readonly passwords: Passwords,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly rowsOfTabs: DemoRows,
  ) {
    this.users = new BulkRepository(mongo, 'users', userSchema);
    this.credentials = new BulkRepository(mongo, 'credentials', credentialSchema);
    this.conversations = new BulkRepository(mongo, 'conversations', conversationSchema);
    this.talk = new DemoTalkRows(mongo);
    this.requests = new BulkRepository(mongo, 'group_requests', groupRequestSchema);
    this.events = new BulkRepository(mongo, 'events', eventSchema);
    this.eventReplies = new BulkRepository(mongo, 'event_replies', replySchema);
    this.eventRatings = new BulkRepository(mongo, 'event_ratings', ratingSchema);
    this.eventStates = new BulkRepository(mongo, 'event_member_states', memberStateSchema);
    this.ads = new BulkRepository(mongo, 'classifieds', classifiedSchema);
    this.adStates = new BulkRepository(mongo, 'classified_read_states', readStateSchema);
    this.notices = new BulkRepository(mongo, 'sponsors', sponsorSchema);
    this.noticeMarks = new BulkRepository(mongo, 'sponsor_marks', sponsorMarkSchema);
    this.noticeVersions = new BulkRepository(mongo, 'sponsor_versions', versionSchema);
    this.acknowledgements = new BulkRepository(mongo, 'acknowledgements', acknowledgementSchema);
    this.links = new BulkRepository(mongo, 'links', linkSchema);
    this.folderItems = new BulkRepository(mongo, 'folder_items', folderItemSchema);
    this.rooms = new DemoRoomRows(mongo);
    this.dues = new DemoDueRows(mongo);
    this.items = new BulkRepository(mongo, 'items', itemSchema);
    this.subscriptions = new BulkRepository(mongo, 'subscriptions', subscriptionSchema);
    this.notifications = new BulkRepository(mongo, 'notices', notificationSchema);
  }

  async onApplicationBootstrap() {
    for (const config of this.communities.all()) {
      const content = readDemoContent(this.folder, config.id);
      if (!content || !(await this.users.isEmpty(tenantOf(config.id)))) continue;
      const started = Date.now();
      await this.fill(config, content, new Date());
      this.logger.info({ module: 'demo', community: config.id, ms: Date.now() - started }, 'community filled');
    }
    await this.rowsOfTabs.add();
  }

  private async fill(config: Deployment, content: DemoContent, now: Date): Promise<void> {
    const { id, title, workplaces } = config;
    const users = demoUsers(content, id, now);
    const membersOf = demoMembers(users, config);
    const places = ['', ...workplaces.map((workplace) => workplace.id)].map((workplace) => {
      const tenant = tenantOf(id, workplace);
      return { tenant, talk: demoTalk(tenant, title, content, { users, membersOf, now }) };
    });
    const groups = new Map(places.flatMap(({ talk }) => [...talk.groups]));
    const community = tenantOf(id);
    const { events, picturesOf } = demoEvents(content, users, groups, now);
    for (const { tenant, talk } of places)
      await this.storePictures(tenant, [...talk.pictures, ...picturesOf(tenant.workplace)]);
    const ads = demoClassifieds(content, users, { membersOf, now });
    const notices = demoNotices(content, { users, membersOf, groups, now });
    for (const { tenant } of places)
      for (const { pictures } of [ads, notices].map((rows) => rows.of(tenant.workplace)))
        await this.storePictures(tenant, pictures);
    const { items, subscriptions } = demoItems(content, users, now);
    const links = demoLinks(content, items, users, now);
    for (const { tenant } of places) {
      const { documents } = links.of(tenant.workplace);
      await this.storePictures(tenant, documents);
      for (const { row, images } of documents) row.file = images[0]!;
    }
    const files = demoFiles(content, users, now);
    for (const { tenant } of places) {
      const { contents } = files.of(tenant.workplace);
      await this.storePictures(tenant, contents);
      for (const { row, images, size = 0, owner, created } of contents)
        row.content = { file: images[0]!, size, by: owner, created };
    }
    const dues = demoDues(content, config, { community: id, users, groups, membersOf, now });
    const rooms = demoRooms(content, config, { users, groups, now });
    for (const { tenant } of places) await this.storePictures(tenant, rooms.of(tenant.workplace).pictures);
    const credentials = await this.credentialsOf([...users.values()], now);
    const portraits = await storePortraits(this.files, this.folder, community, content.members);
    // Another process has filled it meanwhile.
    if (!(await this.talk.clear(places.map(({ tenant }) => tenant)))) return;
    for (const { tenant, talk } of places) await this.talk.store(tenant, talk);
    await this.mongo.transaction(async (session) => {
      for (const [username, address] of portraits) {
        const user = users.get(username)!;
        user.profile_image = await this.files.claimSignUpImage(community, address, user._id, { session });
      }
      await this.users.addAll(community, [...users.values()], session);
      await this.credentials.addAll(community, credentials, session);
      for (const { tenant, talk } of places) {
        await this.conversations.addAll(tenant, talk.conversations, session);
        await this.requests.addAll(tenant, talk.requests, session);
        await this.attachPictures(tenant, talk.pictures, session);
        const notifications = demoNotifications(tenant, talk, users, now);
        if (notifications.length > 0) await this.notifications.addAll(community, notifications, session);
      }
      for (const place of places) {
        await this.addEvents(place, { content, events, membersOf, now }, session);
        await this.attachPictures(place.tenant, picturesOf(place.tenant.workplace), session);
      }
      for (const { tenant } of places) {
        const { rows, pictures: ofAds, states } = ads.of(tenant.workplace);
        await this.ads.addAll(tenant, rows, session);
        await this.adStates.addAll(tenant, states, session);
        await this.attachPictures(tenant, ofAds, session);
      }
      for (const { tenant } of places) {
        const { rows, documents } = links.of(tenant.workplace);
        await this.links.addAll(tenant, rows, session);
        await this.attachPictures(tenant, documents, session);
        const { rows: ofFolders, contents } = files.of(tenant.workplace);
        await this.folderItems.addAll(tenant, ofFolders, session);
        await this.attachPictures(tenant, contents, session);
        for (const { row, images } of contents) await this.files.rename(tenant, images, row.name, { session });
      }
      for (const { tenant } of places) {
        await this.rooms.addAll(tenant, rooms.of(tenant.workplace), session);
        await this.dues.addAll(tenant, dues.of(tenant.workplace), session);
        await this.attachPictures(tenant, rooms.of(tenant.workplace).pictures, session);
        await this.addNotices(tenant, notices.of(tenant.workplace), session);
      }
      await this.dues.drawReceipts(community, dues.receipts, session);
      await this.items.addAll(community, items, session);
      await this.subscriptions.addAll(community, subscriptions, session);
    });
  }

  /** Adds a workplace's events with replies and ratings; its members have read all but the newest ones. */
  private async addEvents(
    { tenant, talk }: { tenant: Tenant; talk: Talk },
    {
      content,
      events,
      membersOf,
      now,
    }: Pick<Agenda, 'events'> & { content: DemoContent; membersOf: MembersOf; now: Date },
    session: ClientSession,
  ): Promise<void> {
    const lastVisit = new Date(now.getTime() - hourMs);
    const members = membersOf(tenant.workplace);
    const rows = [];
    for (const [index, event] of events.entries()) {
      // The community's own events come first, the imported sessions after them.
      const given = content.events[index];
      if ((given?.workplace ?? '') !== tenant.workplace) continue;
      const row = newEventRow(event, given?.is_new ? now : new Date(now.getTime() - dayMs));
      rows.push(row);
      if (!given) continue;
      const inGroup = talk.memberships.filter(({ group }) => group === event.group).map(({ user }) => user);
      const readers = event.group === undefined ? members.map(({ _id }) => _id) : inGroup;
      const { replies, ratings, counts } = demoReplies(given, row._id, readers, now);
      Object.assign(row, counts);
      await this.eventReplies.addAll(tenant, replies, session);
      await this.eventRatings.addAll(tenant, ratings, session);
    }
    await this.events.addAll(tenant, rows, session);
    const states = members.map(({ _id: user }) => ({ _id: newId(), user, read_until: lastVisit, read: [] }));
    await this.eventStates.addAll(tenant, states, session);
  }

  private async addNotices(
    tenant: Tenant,
    { rows, pictures, marks, versions, acknowledgements }: ReturnType<ReturnType<typeof demoNotices>['of']>,
    session: ClientSession,
  ): Promise<void> {
    await this.notices.addAll(tenant, rows, session);
    await this.noticeMarks.addAll(tenant, marks, session);
    await this.noticeVersions.addAll(tenant, versions, session);
    await this.acknowledgements.addAll(tenant, acknowledgements, session);
    await this.attachPictures(tenant, pictures, session);
  }

  /** In production demo members have no password, because the demo password is public. */
  private async credentialsOf(users: readonly { _id: string }[], changed: Date) {
    if (this.environment.production) return [];
    const password_hash = await this.passwords.hash(demoPassword);
    return users.map(({ _id }) => ({ _id, password_hash, changed }));
  }

  /** Uploads the pictures as their owners; an interrupted fill leaves them unattached. */
  private async storePictures(tenant: Tenant, pictures: readonly DemoPicture[]): Promise<void> {
    for (const picture of pictures) {
      const stream = createReadStream(join(this.folder, picture.folder ?? 'images', picture.file));
      const user = { _id: picture.owner };
      const { id, path, size } = await this.files.upload({ tenant, user }, undefined, {
        filename: picture.file,
        stream,
      });
      Object.assign(picture, { address: path, size });
      picture.images.push(id);
    }
  }

  private async attachPictures(tenant: Tenant, pictures: readonly DemoPicture[], session: ClientSession) {
    for (const { owner, address, of } of pictures) await this.files.attach(tenant, owner, [address], of, { session });
  }

  private get folder() {
    return join(this.environment.deploymentsDir, 'demo');
  }
}
