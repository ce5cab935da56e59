import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-events',
  title: { en: 'Events', ar: 'الفعاليات' },
  contract: '^1.0.0',
  tabs: [{ id: 'events', title: { en: 'Events', ar: 'الفعاليات' }, icon: 'calendar-days' }],
  links: { 'events.list': '/main/events', 'events.detail': '/main/events/:id' },
  follows: ['people.profile', 'shouts.conversation', 'files.pdf'],
  slots: { uses: ['shouts.comments', 'shouts.pictures', 'account.report'] },
  permissions: [
    'events.read',
    'events.write',
    'events.mark',
    'events.reply',
    'events.rate',
    'events.sync',
    'events.shift',
    'events.check_in',
    'chats.read',
    'files.upload',
    'people.search',
    'comments.read',
  ],
  budget_kb: 30,
});
